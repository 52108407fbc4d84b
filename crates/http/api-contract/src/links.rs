//! Smart links, funnel links and their provisioning.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::Patch;

/// A smart link to be made.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"domain": "links.example.com", "slug": "vip"}))]
pub struct SmartLinkCreate {
    /// A domain of the owner.
    pub domain: String,
    /// 1-32 characters of `a-z`, `0-9`, `_` and `-`; `paid` and `ftl` are reserved.
    pub slug: String,
    /// Name; the slug by default.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80)]
    pub name: Option<String>,
    /// Policy; by default half and half, with trials for countries that have their own trial link.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub policy: Option<Value>,
    /// First second at which the link is expired, in Unix seconds; null for never.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub expires_at: Option<i64>,
    /// Destination after the end, an `https` or `http` address; null for the landing page.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2048)]
    pub expired_url: Option<String>,
}

/// A partial change of a smart link: only the fields that are there change.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": false}))]
pub struct SmartLinkUpdate {
    /// New name.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80, nullable = false)]
    pub name: Option<String>,
    /// New policy, replaced as a whole.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    pub policy: Option<Value>,
    /// Whether visitors are served.
    #[serde(default)]
    #[schema(nullable = false)]
    pub active: Option<bool>,
    /// New end in Unix seconds, or null for none.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub expires_at: Patch<i64>,
    /// New destination after the end, or null for the landing page.
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 2048)]
    pub expired_url: Patch<String>,
}

/// Filters of the list of smart links.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SmartLinkQuery {
    /// The domain.
    pub domain: String,
    /// Part of the name or slug, ignoring case.
    #[serde(default)]
    #[schema(max_length = 100)]
    #[param(max_length = 100)]
    pub search: Option<String>,
    /// Maximum number of items.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn hundred() -> u32 {
    100
}

/// A smart link, which splits its visitors by a policy.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SmartLinkOut {
    /// Number of the link.
    pub id: i64,
    /// The domain.
    pub domain: String,
    /// Last part of the address.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Policy that splits the visitors.
    #[schema(value_type = Policy)]
    pub policy: Value,
    /// Whether visitors are served.
    pub active: bool,
    /// First second at which the link is expired, in Unix seconds; left out for never.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expires_at: Option<i64>,
    /// Destination after the end; left out for the landing page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expired_url: Option<String>,
    /// Address.
    pub url: String,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Time in Unix seconds.
    pub updated_at: i64,
}

/// Policy that splits the visitors of a smart link.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"v": 1, "arms": {
    "paid": {"enabled": true, "weight": 50, "label": "Paid", "trial_days": 0, "require_country_link": false},
    "ftl": {"enabled": true, "weight": 50, "label": "Free trial", "trial_days": 7, "require_country_link": true}}, "geo": []}))]
pub struct Policy {
    /// Version of the policy format.
    #[schema(minimum = 1, maximum = 1)]
    pub v: i64,
    /// Arms for visitors whose country no rule names.
    pub arms: Arms,
    /// Arms for visitors of some countries; a country is in one rule at most.
    pub geo: Vec<GeoRule>,
}

/// The two arms.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Arms {
    /// The paid offer.
    pub paid: Arm,
    /// The free trial.
    pub ftl: Arm,
}

/// One arm.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Arm {
    /// Whether the arm is served. The paid arm is served as the last resort even if disabled.
    pub enabled: bool,
    /// Weight relative to the other arm.
    #[schema(minimum = 0, maximum = 100)]
    pub weight: f64,
    /// Name.
    #[schema(max_length = 40)]
    pub label: String,
    /// Length of the trial in days.
    #[schema(minimum = 0, maximum = 360)]
    pub trial_days: i64,
    /// Whether the arm is served only to countries with their own trial link.
    pub require_country_link: bool,
}

/// Arms for some countries.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GeoRule {
    /// Two-letter country codes.
    pub countries: Vec<String>,
    /// Arms for these countries.
    pub arms: Arms,
}

/// The smart links of a domain, oldest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SmartLinkList {
    /// The links.
    pub items: Vec<SmartLinkOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Visitors to simulate.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"country": "DE", "samples": 1000}))]
pub struct PolicySimulate {
    /// Country of the visitors; null is unknown.
    #[serde(default)]
    #[schema(pattern = "^[A-Za-z]{2}$")]
    pub country: Option<String>,
    /// Number of random visitors to assign to the arms, in addition to the exact shares.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100_000)]
    pub samples: Option<i64>,
    /// Time in Unix seconds; now by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub at: Option<i64>,
}

/// Result for the visitors of a country.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PolicySimulation {
    /// Country in upper case.
    pub country: Option<String>,
    /// Index of the rule that names the country.
    pub geo_rule: Option<usize>,
    /// The arms.
    pub arms: SimulatedArms,
    /// Destination of all visitors of an expired link; left out before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expired_target: Option<String>,
}

/// Both arms of a simulation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SimulatedArms {
    /// The paid offer.
    pub paid: SimulatedArm,
    /// The free trial.
    pub ftl: SimulatedArm,
}

/// Result of one arm.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SimulatedArm {
    /// Final share of visitors, from 0 to 1.
    pub share: f64,
    /// Cause of the exclusion: `disabled`, `zero_weight`, `no_country_link`, `not_provisioned`, `inactive`, or
    /// `expired` (the smart link).
    pub left_out: Option<String>,
    /// Destination: an address, the landing page if there is no link, or null if no visitor gets this arm.
    pub target: Option<String>,
    /// Number of random visitors assigned to this arm.
    pub sampled: Option<u32>,
}

/// Filters of the list of tracked links.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TrackedLinkQuery {
    /// Part of the name or provider id, ignoring case.
    #[serde(default)]
    #[schema(max_length = 100)]
    #[param(max_length = 100)]
    pub search: Option<String>,
    /// Maximum number of items.
    #[serde(default = "thousand")]
    #[schema(minimum = 1, maximum = 1000, default = 1000)]
    #[param(minimum = 1, maximum = 1000, default = 1000)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn thousand() -> u32 {
    1000
}

/// A tracked funnel link with its statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TrackedLinkOut {
    /// Number of the link in this service, for switching it on and off.
    pub link_id: i64,
    /// Domain whose slot the link fills; null without a slot.
    #[schema(required)]
    pub domain: Option<String>,
    /// Id at the platform.
    pub provider_id: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// Name at the platform.
    pub name: String,
    /// Address at the platform.
    pub redirect_url: String,
    /// Whether the link is on.
    pub active: bool,
    /// `foreign` for a link of an account that was connected before. It serves visitors until the connected account has
    /// a link for the slot, can't be switched, and its counters are 0. Absent for a link of the connected account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Counters of the platform.
    pub vendor: VendorOut,
    /// Conversions as the engine counts them.
    pub conversions: ConversionsOut,
    /// Average revenue per subscriber, in cents.
    pub arps_cents: i64,
}

/// Counters of the platform for a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VendorOut {
    /// Day of the counters, `YYYY-MM-DD`.
    pub day: String,
    /// Clicks.
    pub clicks: i64,
    /// Subscribers.
    pub subscribers: i64,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who bought.
    pub spenders: i64,
}

/// Conversions of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionsOut {
    /// Number of messages.
    pub count: i64,
    /// Net revenue of the conversions in cents.
    pub revenue_net_cents: i64,
}

/// Tracked links, by offer and then by time of creation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TrackedLinkList {
    /// The links.
    pub items: Vec<TrackedLinkOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Funnel links that a domain needs.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"trial_countries": ["DE", "US"], "paid_countries": "rest", "default_paid": true, "trial_days": 7}))]
pub struct ProvisionLinks {
    /// Two-letter codes of countries with their own free trial; may be empty.
    pub trial_countries: Vec<String>,
    /// Countries that get the paid link: `rest` or `none`.
    pub paid_countries: String,
    /// Whether buttons of the default segment get the paid link too.
    pub default_paid: bool,
    /// 1, 3, 7, 14, 30, 90, 180 or 360; needed where there are trial countries.
    #[serde(default)]
    pub trial_days: Option<i64>,
}

/// Result of provisioning.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProvisionedOut {
    /// The domain.
    pub domain: String,
    /// Links created upstream.
    pub created: u32,
    /// Existing upstream links found by the name of their slot.
    pub adopted: u32,
    /// Links that were recorded already.
    pub reused: u32,
    /// Number of buttons whose address changed.
    pub stamped: u32,
    /// Slots without a link and buttons without an address, each with the reason.
    #[schema(value_type = Vec<Object>)]
    pub unresolved: Vec<UnresolvedOut>,
    /// The domain's links.
    pub links: DomainLinksOut,
}

/// A slot or button that remains unresolved.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum UnresolvedOut {
    /// A slot without a link.
    Slot {
        /// `paid` or `ftl`.
        offer: String,
        /// The country of a trial.
        country: Option<String>,
        /// Reason.
        reason: String,
    },
    /// A button without an address.
    Button {
        /// The button.
        button_id: String,
        /// Reason.
        reason: String,
    },
}

/// The links that fill a domain's slots.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainLinksOut {
    /// The domain.
    pub domain: String,
    /// Free-trial links.
    pub trial_count: usize,
    /// Paid links.
    pub tracking_count: usize,
    /// Number of buttons with a stamped address.
    pub stamped_count: u32,
    /// The paid link, then the trials by country.
    pub items: Vec<FunnelLinkOut>,
}

/// A link that fills a slot of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FunnelLinkOut {
    /// Number of the link.
    pub id: i64,
    /// `paid` or `ftl`.
    pub offer: String,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// The country of a trial; null for the paid link.
    pub country: Option<String>,
    /// Id at the platform.
    pub provider_id: String,
    /// Name at the platform.
    pub name: String,
    /// Address at the platform.
    pub url: String,
    /// Length of a trial in days.
    pub trial_days: Option<u16>,
    /// Whether the link is on.
    pub active: bool,
    /// Time in Unix seconds.
    pub created_at: i64,
}

/// Plan of provisioning.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DryRunOut {
    /// The domain.
    pub domain: String,
    /// One item for each slot.
    pub items: Vec<DryRunItemOut>,
    /// Number of slots by status.
    pub counts: DryRunCounts,
}

/// One slot of a dry run.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DryRunItemOut {
    /// `paid` or `ftl`.
    pub offer: String,
    /// The country of a trial.
    pub country: Option<String>,
    /// `new`, `exists` or `adoptable`.
    pub status: String,
}

/// Slots by status.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DryRunCounts {
    /// Links that would be created.
    pub new: usize,
    /// Links that are recorded.
    pub exists: usize,
    /// Existing upstream links that would be reused.
    pub adoptable: usize,
}

/// Switch of a funnel link.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": false}))]
pub struct LinkToggle {
    /// On or off.
    pub active: bool,
}

/// A link after it was switched.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToggledOut {
    /// The link.
    #[serde(flatten)]
    pub link: FunnelLinkOut,
    /// Number of buttons whose address changed.
    pub stamped: u32,
}
