//! Statistics: paying fans, and counts by day and source.

use deserr::Deserr;
use std::collections::BTreeMap;

use crate::words;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

pub use crate::overview::experiments::{
    ExperimentArm, ExperimentGoal, ExperimentList, ExperimentOut, ExperimentQuery,
};

/// Filters of the paying fans of a domain.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[validate(schema(function = crate::rules::spender_range, skip_on_field_errors = false))]
#[into_params(parameter_in = Query)]
pub struct SpenderQuery {
    /// `24h`, `7d`, `30d` or `90d` back from now; any other value is all time.
    #[deserr(default)]
    #[param(value_type = Option<words::StatsRange>)]
    pub range: Option<String>,
    /// First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored.
    #[deserr(default)]
    pub from_ts: Option<i64>,
    /// Last second of the window, in Unix seconds; included. Now by default.
    #[deserr(default)]
    pub to_ts: Option<i64>,
    /// Whether to show all-time money instead of the window's; the list stays the same.
    #[deserr(default)]
    #[param(required = false)]
    pub full: bool,
    /// Part of the fan's name or id, ignoring case. Totals always cover all fans.
    #[deserr(default)]
    #[param(max_length = 100)]
    #[validate(length(max = 100))]
    pub search: Option<String>,
    /// Maximum number of items.
    #[deserr(default, from(Option<Int<i64, 1, 5000>>) = Int::optional)]
    #[param(minimum = 1, maximum = 5000, default = 1000)]
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// Filters of the paying fans of a link.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct LinkSpenderQuery {
    /// Part of the fan's name or id, ignoring case. Totals always cover all fans.
    #[deserr(default)]
    #[param(max_length = 100)]
    #[validate(length(max = 100))]
    pub search: Option<String>,
    /// Maximum number of items.
    #[deserr(default, from(Option<Int<i64, 1, 5000>>) = Int::optional)]
    #[param(minimum = 1, maximum = 5000, default = 1000)]
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// Window of the statistics.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[validate(schema(function = crate::rules::query_range, skip_on_field_errors = false))]
#[into_params(parameter_in = Query)]
pub struct RangeQuery {
    /// `24h`, `7d`, `30d` or `90d` back from now; any other value is all time.
    #[deserr(default)]
    #[param(value_type = Option<words::StatsRange>)]
    pub range: Option<String>,
    /// First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored.
    #[deserr(default)]
    pub from_ts: Option<i64>,
    /// Last second of the window, in Unix seconds; included. Now by default.
    #[deserr(default)]
    pub to_ts: Option<i64>,
}

/// Trait that splits the statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum StatsBy {
    /// The visitor's country.
    Country,
    /// The kind of device.
    Device,
    /// The browser, or the app with the built-in browser.
    Browser,
    /// The button that was clicked.
    Button,
    /// The host of the page from which the visitor came.
    Referrer,
    /// The arm of an experiment that the page showed.
    Arm,
    /// The hour in UTC, as a time series.
    Hour,
}

/// Window and split of the statistics.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[validate(schema(function = crate::rules::stats_range, skip_on_field_errors = false))]
#[into_params(parameter_in = Query)]
pub struct StatsQuery {
    /// `24h`, `7d`, `30d` or `90d` back from now; any other value is all time.
    #[deserr(default)]
    #[param(value_type = Option<words::StatsRange>)]
    pub range: Option<String>,
    /// First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored.
    #[deserr(default)]
    pub from_ts: Option<i64>,
    /// Last second of the window, in Unix seconds; included. Now by default.
    #[deserr(default)]
    pub to_ts: Option<i64>,
    /// Trait that splits the statistics; adds `items` and `bots` to the response.
    #[deserr(default)]
    pub by: Option<StatsBy>,
}

/// The paying fans of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainSpenders {
    /// The domain.
    pub domain: String,
    /// Fans by revenue, descending, then by id.
    pub spenders: Vec<DomainSpenderOut>,
    /// Totals over all fans, whatever page is shown.
    pub totals: SpenderTotals,
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// Money of the window in other currencies, in minor units; not part of any sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A paying fan of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DomainSpender)]
pub struct DomainSpenderOut {
    /// Id of the fan on the platform.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Net revenue from the fan, less refunds.
    pub total_net_cents: i64,
    /// Number of purchases.
    pub purchases: i64,
    /// Two-letter country code; empty if unknown.
    pub country: String,
    /// Whether the fan had bought before they were first seen on the domain.
    pub is_returning: bool,
    /// Net revenue from before that; not part of any total.
    pub pre_anchor_cents: i64,
    /// Time of the first purchase, RFC 3339.
    #[schema(format = DateTime)]
    pub first_at: String,
    /// Time of the last purchase, RFC 3339.
    #[schema(format = DateTime)]
    pub last_at: String,
}

/// Totals over the paying fans of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SpenderTotals {
    /// Net revenue of the window, less refunds, including refunds to fans who are not listed.
    pub revenue_cents: i64,
    /// Number of paying fans.
    pub spenders: i64,
    /// Number of purchases.
    pub conversions: i64,
}

/// The paying fans of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LinkSpenders {
    /// The link.
    pub link: SpentLink,
    /// Totals over all fans of the link, whatever page is shown.
    pub our_totals: LinkTotalsOut,
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// Money in other currencies, in minor units; not part of any sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Counters of the platform at the last pull; 0 before the first.
    pub platformapi: PlatformCounters,
    /// Fans by revenue, descending, then by id.
    pub spenders: Vec<LinkSpenderOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A funnel link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SpentLink {
    /// Number of the link.
    pub id: i64,
    /// Country of a trial; empty for a paid link.
    pub country: String,
    /// Offer.
    #[schema(value_type = words::Offer)]
    pub arm: String,
    /// Id at the platform.
    pub provider_id: String,
    /// Name at the platform.
    pub name: String,
    /// Address at the platform.
    pub url: String,
}

/// Totals over the fans of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LinkTotals)]
pub struct LinkTotalsOut {
    /// Net revenue of the link, less refunds.
    pub revenue_cents: i64,
    /// Number of paying fans.
    pub spenders: i64,
    /// Number of fans who came through the link, buyers or not.
    pub fans: i64,
}

/// Counters of the platform for a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlatformCounters {
    /// Clicks.
    pub clicks: i64,
    /// Subscribers.
    pub subscribers: i64,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who bought.
    pub spenders: i64,
}

/// A paying fan of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LinkSpender)]
pub struct LinkSpenderOut {
    /// Id of the fan on the platform.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Net revenue from the fan through the link, less refunds.
    pub total_net_cents: i64,
    /// Number of purchases.
    pub purchases: i64,
    /// Time of the first purchase, RFC 3339.
    #[schema(format = DateTime)]
    pub first_at: String,
    /// Time of the last purchase, RFC 3339.
    #[schema(format = DateTime)]
    pub last_at: String,
    /// Two-letter country code; empty if unknown.
    pub country: String,
}

/// Explanation of a fan's statistics on a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FanExplained {
    /// The domain.
    pub domain: String,
    /// Actor of the change.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Two-letter country code; empty if unknown.
    pub country: String,
    /// Attribution rule in words.
    pub model: String,
    /// Event that anchors the fan to the domain; null if none was attributed to it.
    pub anchor: Option<AnchorOut>,
    /// All events of the fan, oldest first.
    pub events: Vec<ExplainedEvent>,
}

/// First event of a fan that is attributed to a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Anchor)]
pub struct AnchorOut {
    /// Id of the event at the engine.
    pub event_id: String,
    /// Time of the event; earlier money is not part of any total.
    #[schema(format = DateTime)]
    pub at: String,
    /// Attribution of the event.
    pub attribution: AttributionOut,
}

/// Attribution of an event.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Attribution)]
pub struct AttributionOut {
    /// `click` for a click recorded by this service, `link` for the link that the platform named.
    #[schema(value_type = words::AttributionBasis)]
    pub basis: String,
    /// Name of the click.
    pub click_ref: Option<String>,
    /// The domain.
    pub domain: String,
    /// Funnel link; null for a click that led to none.
    pub link_id: Option<i64>,
}

/// An event and its effect on the statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExplainedEvent {
    /// Id of the event at the engine.
    pub event_id: String,
    /// Time of the change.
    #[schema(format = DateTime)]
    pub occurred_at: String,
    /// Effect.
    #[schema(value_type = words::EventEffect)]
    pub effect: String,
    /// Net amount in cents; null if no money moved.
    pub net_cents: Option<i64>,
    /// Currency of the amount, if it differs from the currency of the sums; such money is not part of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub currency: Option<String>,
    /// Attribution; null for none.
    pub attribution: Option<AttributionOut>,
}

/// The statistics of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainStats {
    /// The domain.
    pub domain: String,
    /// Totals over all days and sources.
    pub totals: FunnelStatsOut,
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// Money of the window in other currencies, in minor units; not part of any sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Statistics of each UTC day with any activity, oldest first.
    pub days: Vec<DayStats>,
    /// Statistics of each source.
    pub sources: Vec<SourceStats>,
    /// Counts of each key, only with `by`. Hours are sorted by time, other traits by visits, descending.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub items: Option<Vec<SplitItem>>,
    /// Counts of bots, only with `by`. No other count includes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bots: Option<BotStats>,
}

/// Statistics of one value of a trait.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SplitItem {
    /// Value of the trait; empty if unknown. An arm is `<segment_id>/<arm>/<key of the experiment>`, an hour its start
    /// in RFC 3339. `other` sums up the buttons or referrers beyond the 500 that are kept for a day.
    pub key: String,
    /// Visits of the page; 0 for buttons.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
}

/// Counts of bots.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BotStats {
    /// Visits of the page.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
}

/// Statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = FunnelStats)]
pub struct FunnelStatsOut {
    /// Scans of printed codes.
    pub scans: i64,
    /// Visits of the page.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
}

/// The statistics of a day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DayStats {
    /// `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub day: String,
    /// Statistics.
    #[serde(flatten)]
    pub stats: FunnelStatsOut,
}

/// The statistics of a source.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TrafficSourceStats)]
pub struct SourceStats {
    /// Label of the printed code; empty for everything else.
    pub source: String,
    /// Statistics.
    #[serde(flatten)]
    pub stats: FunnelStatsOut,
}
