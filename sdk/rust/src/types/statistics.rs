//! Types of statistics.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::AttributionBasis;
use crate::types::Offer;
use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// First event of a fan that is attributed to a domain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Anchor {
    /// Time of the event; earlier money is not part of any total.
    pub at: String,
    /// Attribution of the event.
    pub attribution: Attribution,
    /// Id of the event at the engine.
    pub event_id: String,
}

/// Attribution of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Attribution {
    /// `click` for a click recorded by this service, `link` for the link that the platform named.
    pub basis: AttributionBasis,
    /// Name of the click.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub click_ref: Option<String>,
    /// The domain.
    pub domain: String,
    /// Funnel link; null for a click that led to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_id: Option<i64>,
}

/// Counts of bots.
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
    /// Net revenue, less refunds.
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
pub struct DomainSpender {
    /// Two-letter country code; empty if unknown.
    pub country: String,
    /// Id of the fan on the platform.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Time of the first purchase, RFC 3339.
    pub first_at: String,
    /// Whether the fan had bought before they were first seen on the domain.
    pub is_returning: bool,
    /// Time of the last purchase, RFC 3339.
    pub last_at: String,
    /// Net revenue from before that; not part of any total.
    pub pre_anchor_cents: i64,
    /// Number of purchases.
    pub purchases: i64,
    /// Net revenue from the fan, less refunds.
    pub total_net_cents: i64,
}

/// The paying fans of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainSpenders {
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// The domain.
    pub domain: String,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Money of the window in other currencies, in minor units; not part of any sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Fans by revenue, descending, then by id.
    pub spenders: Vec<DomainSpender>,
    /// Totals over all fans, whatever page is shown.
    pub totals: SpenderTotals,
}

/// The statistics of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainStats {
    /// Counts of bots, only with `by`. No other count includes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<BotStats>,
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// Statistics of each UTC day with any activity, oldest first.
    pub days: Vec<DayStats>,
    /// The domain.
    pub domain: String,
    /// Counts of each key, only with `by`. Hours are sorted by time, other traits by visits, descending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<SplitItem>>,
    /// Money of the window in other currencies, in minor units; not part of any sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Statistics of each source.
    pub sources: Vec<TrafficSourceStats>,
    /// Totals over all days and sources.
    pub totals: FunnelStats,
}

words! {
    /// Effect of an event on the statistics.
    EventEffect {
        Purchase = "purchase",
        Adjustment = "adjustment",
        OtherCurrency = "other_currency",
        NoMoney = "no_money",
        OutsideWindow = "outside_window",
        PreAnchor = "pre_anchor",
        Unattributed = "unattributed",
        OtherDomain = "other_domain",
    }
}

/// An arm of an experiment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExperimentArm {
    /// Clicks on buttons.
    pub clicks: i64,
    /// Name.
    pub id: String,
    /// Lower and upper bound of the true rate, with a confidence of 95 % (Wilson).
    pub interval: Vec<f64>,
    /// Probability that no other arm is better, 0 to 1 (beta-binomial, 20,000 draws); null before there were enough visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability_best: Option<f64>,
    /// Share of visitors who reached the goal, 0 to 1.
    pub rate: f64,
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
    /// New subscribers.
    pub subs: i64,
    /// Counted visits; visits of one visitor within half an hour count once.
    pub visitors: i64,
    /// Weight among all arms.
    pub weight: i64,
}

words! {
    /// Goal of an experiment.
    ExperimentGoal {
        Subs = "subs",
        Clicks = "clicks",
    }
}

/// The experiments of a live page.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExperimentList {
    /// Experiments in the order of their segments.
    pub items: Vec<ExperimentResult>,
}

/// An experiment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExperimentResult {
    /// Arms of the experiment.
    pub arms: Vec<ExperimentArm>,
    /// Whether every arm with a weight has had 100 visitors.
    pub enough: bool,
    /// Key of the experiment; another key is another experiment.
    pub key: String,
    /// Segment of the experiment.
    pub segment_id: String,
}

/// An event and its effect on the statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ExplainedEvent {
    /// Attribution; null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribution: Option<Attribution>,
    /// Currency of the amount, if it differs from the currency of the sums; such money is not part of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Effect.
    pub effect: EventEffect,
    /// Id of the event at the engine.
    pub event_id: String,
    /// Net amount in cents; null if no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net_cents: Option<i64>,
    /// Time of the change.
    pub occurred_at: String,
}

/// Explanation of a fan's statistics on a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FanExplained {
    /// Event that anchors the fan to the domain; null if none was attributed to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
    /// Two-letter country code; empty if unknown.
    pub country: String,
    /// The domain.
    pub domain: String,
    /// All events of the fan, oldest first.
    pub events: Vec<ExplainedEvent>,
    /// Actor of the change.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Attribution rule in words.
    pub model: String,
}

/// Statistics.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FunnelStats {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// Net revenue, less refunds.
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
pub struct LinkSpender {
    /// Two-letter country code; empty if unknown.
    pub country: String,
    /// Id of the fan on the platform.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Time of the first purchase, RFC 3339.
    pub first_at: String,
    /// Time of the last purchase, RFC 3339.
    pub last_at: String,
    /// Number of purchases.
    pub purchases: i64,
    /// Net revenue from the fan through the link, less refunds.
    pub total_net_cents: i64,
}

/// The paying fans of a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LinkSpenders {
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// The link.
    pub link: SpentLink,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Money in other currencies, in minor units; not part of any sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Totals over all fans of the link, whatever page is shown.
    pub our_totals: LinkTotals,
    /// Counters of the platform at the last pull; 0 before the first.
    pub platformapi: PlatformCounters,
    /// Fans by revenue, descending, then by id.
    pub spenders: Vec<LinkSpender>,
}

/// Totals over the fans of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LinkTotals {
    /// Number of fans who came through the link, buyers or not.
    pub fans: i64,
    /// Net revenue of the link, less refunds.
    pub revenue_cents: i64,
    /// Number of paying fans.
    pub spenders: i64,
}

/// The statistics of all domains together.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Overview {
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// First second of the first day, in Unix seconds.
    pub from_ts: i64,
    /// Statistics of each day or domain with any activity, in order.
    pub items: Vec<OverviewItem>,
    /// Money of the window in other currencies, in minor units; not part of any sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Totals over the same number of days before.
    pub previous: OverviewStats,
    /// Last second of the last day, in Unix seconds.
    pub to_ts: i64,
    /// Totals over all days.
    pub totals: OverviewStats,
}

/// Statistics of a day or a domain.
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
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
    /// Number of distinct fans who bought.
    pub spenders: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits of pages.
    pub visits: i64,
}

words! {
    /// Split of an overview.
    OverviewSplit {
        Day = "day",
        Domain = "domain",
    }
}

/// Statistics.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OverviewStats {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
    /// Number of distinct fans who bought.
    pub spenders: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits of pages.
    pub visits: i64,
}

/// Counters of the platform for a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlatformCounters {
    /// Clicks.
    pub clicks: i64,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who bought.
    pub spenders: i64,
    /// Subscribers.
    pub subscribers: i64,
}

/// Totals over the paying fans of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SpenderTotals {
    /// Number of purchases.
    pub conversions: i64,
    /// Net revenue of the window, less refunds, including refunds to fans who are not listed.
    pub revenue_cents: i64,
    /// Number of paying fans.
    pub spenders: i64,
}

/// A funnel link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SpentLink {
    /// Offer.
    pub arm: Offer,
    /// Country of a trial; empty for a paid link.
    pub country: String,
    /// Number of the link.
    pub id: i64,
    /// Name at the platform.
    pub name: String,
    /// Id at the platform.
    pub provider_id: String,
    /// Address at the platform.
    pub url: String,
}

/// Statistics of one value of a trait.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SplitItem {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// Value of the trait; empty if unknown. An arm is `<segment_id>/<arm>/<key of the experiment>`, an hour its start
    /// in RFC 3339. `other` sums up the buttons or referrers beyond the 500 that are kept for a day.
    pub key: String,
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
    /// New subscribers.
    pub subs: i64,
    /// Visits of the page; 0 for buttons.
    pub visits: i64,
}

words! {
    /// Trait that splits the statistics.
    StatsBy {
        Country = "country",
        Device = "device",
        Browser = "browser",
        Button = "button",
        Referrer = "referrer",
        Arm = "arm",
        Hour = "hour",
    }
}

words! {
    /// Window of statistics, back from now.
    StatsRange {
        Last24h = "24h",
        Last7d = "7d",
        Last30d = "30d",
        Last90d = "90d",
        All = "all",
    }
}

/// The statistics of a source.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TrafficSourceStats {
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
    /// Scans of printed codes.
    pub scans: i64,
    /// Label of the printed code; empty for everything else.
    pub source: String,
    /// New subscribers.
    pub subs: i64,
    /// Visits of the page.
    pub visits: i64,
}
