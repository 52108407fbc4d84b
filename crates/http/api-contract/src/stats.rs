//! Statistics: paying fans, and figures by day and source.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which paying fans of a domain.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SpenderQuery {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    #[serde(default)]
    pub range: Option<String>,
    /// Shows the money of all time instead of the range's; the list stays the same.
    #[serde(default)]
    pub full: bool,
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
    /// How many at most.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5000, default = 1000)]
    #[param(minimum = 1, maximum = 5000, default = 1000)]
    pub limit: Option<i64>,
    /// Where the part before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// How far back figures go.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RangeQuery {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    #[serde(default)]
    pub range: Option<String>,
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
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A paying fan of a domain (specification "Paying fan (source-domain spenders)").
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
    /// Their money in the range.
    pub revenue_cents: i64,
    /// How many they are.
    pub spenders: i64,
    /// How often they bought.
    pub conversions: i64,
}

/// The paying fans of a link (specification "Paying fan (link spenders)").
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LinkSpenders {
    /// The link.
    pub link: SpentLink,
    /// Over all fans of the link, whatever part is shown.
    pub our_totals: LinkTotalsOut,
    /// The platform's own counters, as they were last pulled; 0 before that.
    pub platformapi: PlatformCounters,
    /// Most money first, then by id.
    pub spenders: Vec<LinkSpenderOut>,
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A link as it stands above its fans.
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
    /// The money of those who paid.
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

/// Why a fan's figures on a domain are what they are.
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

/// An event and what it does to the figures.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExplainedEvent {
    /// The engine's id of it.
    pub event_id: String,
    /// When.
    #[schema(format = DateTime)]
    pub occurred_at: String,
    /// `purchase`, `adjustment`, `no_money`, `outside_window`, `pre_anchor`, `unattributed` or `other_domain`.
    pub effect: String,
    /// The money; null where none moved.
    pub net_cents: Option<i64>,
    /// Where it belongs; null for nowhere.
    pub attribution: Option<AttributionOut>,
}

/// The figures of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainStats {
    /// The domain.
    pub domain: String,
    /// Over all days and sources.
    pub totals: FunnelFiguresOut,
    /// Of each day in UTC on which something happened, oldest first.
    pub days: Vec<DayFigures>,
    /// Of each source.
    pub sources: Vec<SourceFigures>,
}

/// What happened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FunnelFiguresOut {
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

/// The figures of a day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DayFigures {
    /// `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub day: String,
    /// What happened.
    #[serde(flatten)]
    pub figures: FunnelFiguresOut,
}

/// The figures of a source.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SourceFigures {
    /// The label of the printed code; empty for everything else.
    pub source: String,
    /// What happened.
    #[serde(flatten)]
    pub figures: FunnelFiguresOut,
}
