//! Types of statistics.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first event that was attributed to a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AnchorOut {
    /// When; money before it is in no total.
    pub at: String,
    /// By what it was attributed.
    pub attribution: AttributionOut,
    /// The engine's id of it.
    pub event_id: String,
}

/// Where an event belongs, and why.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AttributionOut {
    /// `click` for a click of ours, `link` for the link that the platform named.
    pub basis: String,
    /// The click.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub click_ref: Option<String>,
    /// The domain.
    pub domain: String,
    /// The funnel link; null for a click that led to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_id: Option<i64>,
}

/// What programs did.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BotStats {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// Visits of the page.
    pub visits: i64,
}

/// The statistics of a day.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DayStats {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// `YYYY-MM-DD`.
    pub day: String,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
    /// Scans of printed codes.
    pub scans: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits of the page.
    pub visits: i64,
}

/// A paying fan of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainSpenderOut {
    /// Two letters; empty if unknown.
    pub country: String,
    /// Their id on the platform.
    pub fan_id: String,
    /// What they call themselves; empty if unknown.
    pub fan_username: String,
    /// Their first purchase.
    pub first_at: String,
    /// Whether they had bought before they were first seen on the domain.
    pub is_returning: bool,
    /// Their last purchase.
    pub last_at: String,
    /// Their money from before that; it is in no total.
    pub pre_anchor_cents: i64,
    /// How often they bought.
    pub purchases: i64,
    /// Their money for the owner, refunds taken off.
    pub total_net_cents: i64,
}

/// The paying fans of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainSpenders {
    /// The currency of all sums by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// The domain.
    pub domain: String,
    /// Where the next part begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Money of the window in other currencies, in minor units, which is in no sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Most money first, then by id.
    pub spenders: Vec<DomainSpenderOut>,
    /// Over all of them, whatever part is shown.
    pub totals: SpenderTotals,
}

/// The statistics of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainStats {
    /// Only with `by`: what programs did. No other count includes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<BotStats>,
    /// The currency of all sums by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// Of each day in UTC on which something happened, oldest first.
    pub days: Vec<DayStats>,
    /// The domain.
    pub domain: String,
    /// Only with `by`: the counts of each key. Hours are sorted by time, countries, devices and so on by visits, most first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<SplitItem>>,
    /// Money of the window in other currencies, in minor units, which is in no sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Of each source.
    pub sources: Vec<SourceStats>,
    /// Over all days and sources.
    pub totals: FunnelStatsOut,
}

/// An arm of an experiment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExperimentArm {
    /// Clicks on buttons.
    pub clicks: i64,
    /// Its name.
    pub id: String,
    /// The lower and the upper bound of the true rate, with a confidence of 95 % (Wilson).
    pub interval: Vec<f64>,
    /// Probability that no other arm is better, 0 to 1 (beta-binomial, 20,000 draws); null before there were enough visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability_best: Option<f64>,
    /// The share of visitors who did what is the goal, 0 to 1.
    pub rate: f64,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits that count: those of one visitor within half an hour are one.
    pub visitors: i64,
    /// Its share of the visitors, among the weights of all arms.
    pub weight: i64,
}

/// The experiments of a live page.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExperimentList {
    /// One for each segment that has one, in the order of the segments.
    pub items: Vec<ExperimentOut>,
}

/// An experiment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExperimentOut {
    /// Its arms.
    pub arms: Vec<ExperimentArm>,
    /// Whether every arm with a weight has had 100 visitors.
    pub enough: bool,
    /// Its key; what was counted under another key was another experiment.
    pub key: String,
    /// The segment that it belongs to.
    pub segment_id: String,
}

/// An event and its effect on the statistics.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExplainedEvent {
    /// Where it belongs; null for nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribution: Option<AttributionOut>,
    /// The currency of the money, where it is another than that of the sums, in which it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// `purchase`, `adjustment`, `no_money`, `other_currency`, `outside_window`, `pre_anchor`, `unattributed`
    /// or `other_domain`.
    pub effect: String,
    /// The engine's id of it.
    pub event_id: String,
    /// The money; null where none moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net_cents: Option<i64>,
    /// When.
    pub occurred_at: String,
}

/// Why a fan's statistics on a domain are what they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FanExplained {
    /// What made them a fan of the domain; null when nothing was ever attributed to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<AnchorOut>,
    /// Two letters; empty if unknown.
    pub country: String,
    /// The domain.
    pub domain: String,
    /// All their events, oldest first.
    pub events: Vec<ExplainedEvent>,
    /// Who.
    pub fan_id: String,
    /// What they call themselves; empty if unknown.
    pub fan_username: String,
    /// The rule in words.
    pub model: String,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FunnelStatsOut {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
    /// Scans of printed codes.
    pub scans: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits of the page.
    pub visits: i64,
}

/// A paying fan of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LinkSpenderOut {
    /// Two letters; empty if unknown.
    pub country: String,
    /// Their id on the platform.
    pub fan_id: String,
    /// What they call themselves; empty if unknown.
    pub fan_username: String,
    /// Their first purchase.
    pub first_at: String,
    /// Their last purchase.
    pub last_at: String,
    /// How often they bought.
    pub purchases: i64,
    /// Their money over the link, refunds taken off.
    pub total_net_cents: i64,
}

/// The paying fans of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LinkSpenders {
    /// The currency of all sums by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// The link.
    pub link: SpentLink,
    /// Where the next part begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Money in other currencies, in minor units, which is in no sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Over all fans of the link, whatever part is shown.
    pub our_totals: LinkTotalsOut,
    /// The platform's own counters, as they were last pulled; 0 before that.
    pub platformapi: PlatformCounters,
    /// Most money first, then by id.
    pub spenders: Vec<LinkSpenderOut>,
}

/// Totals over the fans of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LinkTotalsOut {
    /// How many came over the link, buyers or not.
    pub fans: i64,
    /// All money of the link, refunds taken off.
    pub revenue_cents: i64,
    /// How many paid.
    pub spenders: i64,
}

/// What happened on a day or a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OverviewItem {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// `YYYY-MM-DD`, with `by=day`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// The domain, with `by=domain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
    /// Fans who bought, each once.
    pub spenders: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits of pages.
    pub visits: i64,
}

/// The statistics of all domains together.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OverviewOut {
    /// The currency of all sums by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// The first second of the first day, Unix seconds.
    pub from_ts: i64,
    /// Of each day, or each domain, on which something happened, in their order.
    pub items: Vec<OverviewItem>,
    /// Money of the window in other currencies, in minor units, which is in no sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Over as many days, just before.
    pub previous: OverviewStats,
    /// The last second of the last day, Unix seconds.
    pub to_ts: i64,
    /// Over all days.
    pub totals: OverviewStats,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OverviewStats {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
    /// Fans who bought, each once.
    pub spenders: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits of pages.
    pub visits: i64,
}

/// The platform's counters of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlatformCounters {
    /// Clicks.
    pub clicks: i64,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who spent.
    pub spenders: i64,
    /// Subscribers.
    pub subscribers: i64,
}

/// The statistics of a source.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SourceStats {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
    /// Scans of printed codes.
    pub scans: i64,
    /// The label of the printed code; empty for everything else.
    pub source: String,
    /// New subscribers.
    pub subs: i64,
    /// Visits of the page.
    pub visits: i64,
}

/// Totals over the paying fans of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SpenderTotals {
    /// How often they bought.
    pub conversions: i64,
    /// All money in the window, refunds taken off, also of fans who only got something back in it and are not listed.
    pub revenue_cents: i64,
    /// How many they are.
    pub spenders: i64,
}

/// A link, as it is shown above its fans.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SpentLink {
    /// `paid` or `ftl`.
    pub arm: String,
    /// The country of a trial; empty for a paid link.
    pub country: String,
    /// Its number.
    pub id: i64,
    /// What it is called there.
    pub name: String,
    /// What the platform calls it.
    pub provider_id: String,
    /// Its upstream address.
    pub url: String,
}

/// What happened to those with one trait.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SplitItem {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// The trait; empty where it is unknown. Of an arm `<segment_id>/<arm>/<key of the experiment>`, of an hour its beginning in
    /// RFC 3339. `other` is the sum of the buttons or referrers beyond the 500 that are kept of a day.
    pub key: String,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits of the page; a button has none.
    pub visits: i64,
}
