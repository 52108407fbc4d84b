//! Statistics: paying fans, and counts by day and source.

mod experiments;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use experiments::{ExperimentArm, ExperimentGoal, ExperimentList, ExperimentOut, ExperimentQuery};

/// Which paying fans of a domain.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SpenderQuery {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    #[serde(default)]
    pub range: Option<String>,
    /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
    #[serde(default)]
    pub from_ts: Option<i64>,
    /// The last second of the window, Unix seconds; now by default.
    #[serde(default)]
    pub to_ts: Option<i64>,
    /// Shows the money of all time instead of the window's; the list stays the same.
    #[serde(default)]
    pub full: bool,
    /// A part of the fan's name or id, whatever the case. The totals stay those of all fans.
    #[serde(default)]
    #[schema(max_length = 100)]
    #[param(max_length = 100)]
    pub search: Option<String>,
    /// How many at most.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5000, default = 1000)]
    #[param(minimum = 1, maximum = 5000, default = 1000)]
    pub limit: Option<i64>,
    /// Where the part before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// Which paying fans of a link.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LinkSpenderQuery {
    /// A part of the fan's name or id, whatever the case. The totals stay those of all fans.
    #[serde(default)]
    #[schema(max_length = 100)]
    #[param(max_length = 100)]
    pub search: Option<String>,
    /// How many at most.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5000, default = 1000)]
    #[param(minimum = 1, maximum = 5000, default = 1000)]
    pub limit: Option<i64>,
    /// Where the part before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// How far back the statistics go.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RangeQuery {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    #[serde(default)]
    pub range: Option<String>,
    /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
    #[serde(default)]
    pub from_ts: Option<i64>,
    /// The last second of the window, Unix seconds; now by default.
    #[serde(default)]
    pub to_ts: Option<i64>,
}

/// The trait by which the statistics are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatsBy {
    /// The visitor's country.
    Country,
    /// The kind of device.
    Device,
    /// The browser, or the app whose built-in browser it was.
    Browser,
    /// The button that was clicked.
    Button,
    /// The host of the page from which the visitor came.
    Referrer,
    /// The arm of an experiment that the page showed.
    Arm,
    /// The hour, in UTC.
    Hour,
}

/// How far back the statistics go, and by which trait they are split.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StatsQuery {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    #[serde(default)]
    pub range: Option<String>,
    /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
    #[serde(default)]
    pub from_ts: Option<i64>,
    /// The last second of the window, Unix seconds; now by default.
    #[serde(default)]
    pub to_ts: Option<i64>,
    /// Adds `items`, one for each country, device and so on, and `bots`.
    #[serde(default)]
    #[param(inline)]
    pub by: Option<StatsBy>,
}

/// How an overview is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverviewSplit {
    /// One item a day.
    #[default]
    Day,
    /// One item a domain.
    Domain,
}

/// Of which days an overview is, and how it is split.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OverviewQuery {
    /// A second of the first day, Unix seconds; 29 days before the last one by default.
    #[serde(default)]
    pub from_ts: Option<i64>,
    /// A second of the last day, Unix seconds; now by default.
    #[serde(default)]
    pub to_ts: Option<i64>,
    /// `day` by default.
    #[serde(default)]
    #[param(inline)]
    pub by: Option<OverviewSplit>,
}

/// The statistics of all domains together.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OverviewOut {
    /// The first second of the first day, Unix seconds.
    pub from_ts: i64,
    /// The last second of the last day, Unix seconds.
    pub to_ts: i64,
    /// The currency of all sums by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// Money of the window in other currencies, in minor units, which is in no sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Over all days.
    pub totals: OverviewStats,
    /// Over as many days, just before.
    pub previous: OverviewStats,
    /// Of each day, or each domain, on which something happened, in their order.
    pub items: Vec<OverviewItem>,
}

/// What happened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OverviewStats {
    /// Visits of pages.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Fans who bought, each once.
    pub spenders: i64,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
}

/// What happened on a day or a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OverviewItem {
    /// `YYYY-MM-DD`, with `by=day`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date, nullable = false)]
    pub day: Option<String>,
    /// The domain, with `by=domain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub domain: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub stats: OverviewStats,
}

/// The paying fans of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainSpenders {
    /// The domain.
    pub domain: String,
    /// Most money first, then by id.
    pub spenders: Vec<DomainSpenderOut>,
    /// Over all of them, whatever part is shown.
    pub totals: SpenderTotals,
    /// The currency of all sums by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// Money of the window in other currencies, in minor units, which is in no sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A paying fan of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainSpenderOut {
    /// Their id on the platform.
    pub fan_id: String,
    /// What they call themselves; empty if unknown.
    pub fan_username: String,
    /// Their money for the owner, refunds taken off.
    pub total_net_cents: i64,
    /// How often they bought.
    pub purchases: i64,
    /// Two letters; empty if unknown.
    pub country: String,
    /// Whether they had bought before they were first seen on the domain.
    pub is_returning: bool,
    /// Their money from before that; it is in no total.
    pub pre_anchor_cents: i64,
    /// Their first purchase.
    #[schema(format = DateTime)]
    pub first_at: String,
    /// Their last purchase.
    #[schema(format = DateTime)]
    pub last_at: String,
}

/// Totals over the paying fans of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SpenderTotals {
    /// All money in the window, refunds taken off, also of fans who only got something back in it and are not listed.
    pub revenue_cents: i64,
    /// How many they are.
    pub spenders: i64,
    /// How often they bought.
    pub conversions: i64,
}

/// The paying fans of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LinkSpenders {
    /// The link.
    pub link: SpentLink,
    /// Over all fans of the link, whatever part is shown.
    pub our_totals: LinkTotalsOut,
    /// The currency of all sums by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// Money in other currencies, in minor units, which is in no sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// The platform's own counters, as they were last pulled; 0 before that.
    pub platformapi: PlatformCounters,
    /// Most money first, then by id.
    pub spenders: Vec<LinkSpenderOut>,
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A link, as it is shown above its fans.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SpentLink {
    /// Its number.
    pub id: i64,
    /// The country of a trial; empty for a paid link.
    pub country: String,
    /// `paid` or `ftl`.
    pub arm: String,
    /// What the platform calls it.
    pub provider_id: String,
    /// What it is called there.
    pub name: String,
    /// Its upstream address.
    pub url: String,
}

/// Totals over the fans of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LinkTotalsOut {
    /// All money of the link, refunds taken off.
    pub revenue_cents: i64,
    /// How many paid.
    pub spenders: i64,
    /// How many came over the link, buyers or not.
    pub fans: i64,
}

/// The platform's counters of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformCounters {
    /// Clicks.
    pub clicks: i64,
    /// Subscribers.
    pub subscribers: i64,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who spent.
    pub spenders: i64,
}

/// A paying fan of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LinkSpenderOut {
    /// Their id on the platform.
    pub fan_id: String,
    /// What they call themselves; empty if unknown.
    pub fan_username: String,
    /// Their money over the link, refunds taken off.
    pub total_net_cents: i64,
    /// How often they bought.
    pub purchases: i64,
    /// Their first purchase.
    #[schema(format = DateTime)]
    pub first_at: String,
    /// Their last purchase.
    #[schema(format = DateTime)]
    pub last_at: String,
    /// Two letters; empty if unknown.
    pub country: String,
}

/// Why a fan's statistics on a domain are what they are.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FanExplained {
    /// The domain.
    pub domain: String,
    /// Who.
    pub fan_id: String,
    /// What they call themselves; empty if unknown.
    pub fan_username: String,
    /// Two letters; empty if unknown.
    pub country: String,
    /// The rule in words.
    pub model: String,
    /// What made them a fan of the domain; null when nothing was ever attributed to it.
    pub anchor: Option<AnchorOut>,
    /// All their events, oldest first.
    pub events: Vec<ExplainedEvent>,
}

/// The first event that was attributed to a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AnchorOut {
    /// The engine's id of it.
    pub event_id: String,
    /// When; money before it is in no total.
    #[schema(format = DateTime)]
    pub at: String,
    /// By what it was attributed.
    pub attribution: AttributionOut,
}

/// Where an event belongs, and why.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AttributionOut {
    /// `click` for a click of ours, `link` for the link that the platform named.
    pub basis: String,
    /// The click.
    pub click_ref: Option<String>,
    /// The domain.
    pub domain: String,
    /// The funnel link; null for a click that led to none.
    pub link_id: Option<i64>,
}

/// An event and its effect on the statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExplainedEvent {
    /// The engine's id of it.
    pub event_id: String,
    /// When.
    #[schema(format = DateTime)]
    pub occurred_at: String,
    /// `purchase`, `adjustment`, `no_money`, `other_currency`, `outside_window`, `pre_anchor`, `unattributed`
    /// or `other_domain`.
    pub effect: String,
    /// The money; null where none moved.
    pub net_cents: Option<i64>,
    /// The currency of the money, where it is another than that of the sums, in which it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub currency: Option<String>,
    /// Where it belongs; null for nowhere.
    pub attribution: Option<AttributionOut>,
}

/// The statistics of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainStats {
    /// The domain.
    pub domain: String,
    /// Over all days and sources.
    pub totals: FunnelStatsOut,
    /// The currency of all sums by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// Money of the window in other currencies, in minor units, which is in no sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Of each day in UTC on which something happened, oldest first.
    pub days: Vec<DayStats>,
    /// Of each source.
    pub sources: Vec<SourceStats>,
    /// Only with `by`: the counts of each key. Hours are sorted by time, countries, devices and so on by visits, most first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub items: Option<Vec<SplitItem>>,
    /// Only with `by`: what programs did. No other count includes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bots: Option<BotStats>,
}

/// What happened to those with one trait.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SplitItem {
    /// The trait; empty where it is unknown. Of an arm `<segment_id>/<arm>/<key of the experiment>`, of an hour its beginning in
    /// RFC 3339. `other` is the sum of the buttons or referrers beyond the 500 that are kept of a day.
    pub key: String,
    /// Visits of the page; a button has none.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
}

/// What programs did.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BotStats {
    /// Visits of the page.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
}

/// What happened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FunnelStatsOut {
    /// Scans of printed codes.
    pub scans: i64,
    /// Visits of the page.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
}

/// The statistics of a day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DayStats {
    /// `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub day: String,
    /// What happened.
    #[serde(flatten)]
    pub stats: FunnelStatsOut,
}

/// The statistics of a source.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SourceStats {
    /// The label of the printed code; empty for everything else.
    pub source: String,
    /// What happened.
    #[serde(flatten)]
    pub stats: FunnelStatsOut,
}
