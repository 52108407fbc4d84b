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
    /// What it is called; the slug by default.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80)]
    pub name: Option<String>,
    /// How its visitors are split; by default half and half, with trials for countries that have their own trial link.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub policy: Option<Value>,
    /// The first second at which the link is over, in Unix seconds; null is never.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub expires_at: Option<i64>,
    /// An `https` or `http` address where visitors are sent once it is over; null is the landing page.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2048)]
    pub expired_url: Option<String>,
}

/// A partial change of a smart link: only the fields that are there change.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": false}))]
pub struct SmartLinkUpdate {
    /// Another name.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80, nullable = false)]
    pub name: Option<String>,
    /// Another policy, whole.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    pub policy: Option<Value>,
    /// Whether visitors are served.
    #[serde(default)]
    #[schema(nullable = false)]
    pub active: Option<bool>,
    /// Another end in Unix seconds, or none.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub expires_at: Patch<i64>,
    /// Another address for visitors who come too late, or none.
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 2048)]
    pub expired_url: Patch<String>,
}

/// Which smart links to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SmartLinkQuery {
    /// The domain.
    pub domain: String,
    /// A part of the name or of the slug, whatever the case.
    #[serde(default)]
    #[schema(max_length = 100)]
    #[param(max_length = 100)]
    pub search: Option<String>,
    /// How many at most.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// Where the page before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn hundred() -> u32 {
    100
}

/// A smart link, which splits its visitors by a policy.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SmartLinkOut {
    /// Its number.
    pub id: i64,
    /// The domain.
    pub domain: String,
    /// The last part of its address.
    pub slug: String,
    /// What it is called.
    pub name: String,
    /// How its visitors are split.
    #[schema(value_type = Policy)]
    pub policy: Value,
    /// Whether visitors are served.
    pub active: bool,
    /// The first second at which the link is over, in Unix seconds; left out where it never is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expires_at: Option<i64>,
    /// Where visitors are sent once it is over; left out where that is the landing page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub expired_url: Option<String>,
    /// Its address.
    pub url: String,
    /// Unix seconds.
    pub created_at: i64,
    /// Unix seconds.
    pub updated_at: i64,
}

/// How the visitors of a smart link are split.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"v": 1, "arms": {
    "paid": {"enabled": true, "weight": 50, "label": "Paid", "trial_days": 0, "require_country_link": false},
    "ftl": {"enabled": true, "weight": 50, "label": "Free trial", "trial_days": 7, "require_country_link": true}}, "geo": []}))]
pub struct Policy {
    /// The version of this shape.
    #[schema(minimum = 1, maximum = 1)]
    pub v: i64,
    /// What visitors get whose country no rule names.
    pub arms: Arms,
    /// What the visitors of some countries get instead; a country is in one rule at most.
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
    /// Whether it is served at all.
    pub enabled: bool,
    /// Its share against the other arm's.
    #[schema(minimum = 0, maximum = 100)]
    pub weight: f64,
    /// What it is called.
    #[schema(max_length = 40)]
    pub label: String,
    /// The length of its trial.
    #[schema(minimum = 0, maximum = 360)]
    pub trial_days: i64,
    /// Whether it is served only to countries that have a trial link of their own.
    pub require_country_link: bool,
}

/// The arms of some countries.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GeoRule {
    /// Two-letter codes.
    pub countries: Vec<String>,
    /// What their visitors get.
    pub arms: Arms,
}

/// The smart links of a domain, oldest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SmartLinkList {
    /// The links.
    pub items: Vec<SmartLinkOut>,
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// Whom to simulate.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"country": "DE", "samples": 1000}))]
pub struct PolicySimulate {
    /// The visitors' country; null is unknown.
    #[serde(default)]
    #[schema(pattern = "^[A-Za-z]{2}$")]
    pub country: Option<String>,
    /// How many made-up visitors are dealt to the arms, beside the exact shares.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100_000)]
    pub samples: Option<i64>,
    /// The moment in Unix seconds; now by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub at: Option<i64>,
}

/// What the visitors of a country get.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PolicySimulation {
    /// The country, upper case.
    pub country: Option<String>,
    /// The index of the rule that names it.
    pub geo_rule: Option<usize>,
    /// The arms.
    pub arms: SimulatedArms,
    /// Where all of them are sent because the link is over; left out while it is not.
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

/// What becomes of one arm.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SimulatedArm {
    /// The share of visitors that end here, from 0 to 1.
    pub share: f64,
    /// Why it is left out: `disabled`, `zero_weight`, `no_country_link`, `not_provisioned`, `inactive`, or
    /// `expired`: the smart link is over, and nobody gets an arm.
    pub left_out: Option<String>,
    /// Where its visitors are sent: an address, the landing page's if there is no link, or null if nobody gets here.
    pub target: Option<String>,
    /// How many of the made-up visitors ended here.
    pub sampled: Option<u32>,
}

/// Which tracked links to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TrackedLinkQuery {
    /// A part of the name or of the provider id, whatever the case.
    #[serde(default)]
    #[schema(max_length = 100)]
    #[param(max_length = 100)]
    pub search: Option<String>,
    /// How many at most.
    #[serde(default = "thousand")]
    #[schema(minimum = 1, maximum = 1000, default = 1000)]
    #[param(minimum = 1, maximum = 1000, default = 1000)]
    pub limit: u32,
    /// Where the page before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn thousand() -> u32 {
    1000
}

/// A tracked funnel link with its statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TrackedLinkOut {
    /// Our number of it, by which it is switched on and off.
    pub link_id: i64,
    /// The domain whose slot it fills, where it is switched on and off; null for one that is only in the account.
    #[schema(required)]
    pub domain: Option<String>,
    /// What the platform calls it.
    pub provider_id: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// What it is called there.
    pub name: String,
    /// Its upstream address.
    pub redirect_url: String,
    /// Whether it is switched on.
    pub active: bool,
    /// `foreign` for a link of an account that was connected before: it serves visitors while it is switched on, can't be
    /// switched here, and its counters are 0. Absent for a link of the connected account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Unix seconds.
    pub created_at: i64,
    /// The platform's counters.
    pub vendor: VendorOut,
    /// The engine's count of conversions.
    pub conversions: ConversionsOut,
    /// Average revenue per subscriber, in cents.
    pub arps_cents: i64,
}

/// The platform's counters of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VendorOut {
    /// As of which day, `YYYY-MM-DD`.
    pub day: String,
    /// Clicks.
    pub clicks: i64,
    /// Subscribers.
    pub subscribers: i64,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who spent.
    pub spenders: i64,
}

/// Conversions of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionsOut {
    /// How many.
    pub count: i64,
    /// Their net revenue in cents.
    pub revenue_net_cents: i64,
}

/// Tracked links, by offer and then by time of creation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TrackedLinkList {
    /// The links.
    pub items: Vec<TrackedLinkOut>,
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// Which funnel links a domain is to have.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"trial_countries": ["DE", "US"], "paid_countries": "rest", "default_paid": true, "trial_days": 7}))]
pub struct ProvisionLinks {
    /// Two-letter codes of the countries that get a free trial of their own; may be empty.
    pub trial_countries: Vec<String>,
    /// `rest` or `none`: who gets the paid link.
    pub paid_countries: String,
    /// Whether buttons of the default segment get the paid link too.
    pub default_paid: bool,
    /// 1, 3, 7, 14, 30, 90, 180 or 360; needed where there are trial countries.
    #[serde(default)]
    pub trial_days: Option<i64>,
}

/// What provisioning did.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProvisionedOut {
    /// The domain.
    pub domain: String,
    /// Links made upstream.
    pub created: u32,
    /// Links found upstream under their slot's name.
    pub adopted: u32,
    /// Links that were recorded already.
    pub reused: u32,
    /// Buttons whose address changed.
    pub stamped: u32,
    /// Slots without a link and buttons without an address, each with the reason.
    #[schema(value_type = Vec<Object>)]
    pub unresolved: Vec<UnresolvedOut>,
    /// The domain's links.
    pub links: DomainLinksOut,
}

/// What could not be done.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum UnresolvedOut {
    /// A slot that got no link.
    Slot {
        /// `paid` or `ftl`.
        offer: String,
        /// The country of a trial.
        country: Option<String>,
        /// Why.
        reason: String,
    },
    /// A button that got no address.
    Button {
        /// The button.
        button_id: String,
        /// Why.
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
    /// Buttons that have a stamped address.
    pub stamped_count: u32,
    /// The paid link, then the trials by country.
    pub items: Vec<FunnelLinkOut>,
}

/// A link that fills a slot of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FunnelLinkOut {
    /// Its number.
    pub id: i64,
    /// `paid` or `ftl`.
    pub offer: String,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// The country of a trial; null for the paid link.
    pub country: Option<String>,
    /// What the platform calls it.
    pub provider_id: String,
    /// What it is called there.
    pub name: String,
    /// Its upstream address.
    pub url: String,
    /// The length of a trial in days.
    pub trial_days: Option<u16>,
    /// Whether it is switched on.
    pub active: bool,
    /// Unix seconds.
    pub created_at: i64,
}

/// What provisioning would do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DryRunOut {
    /// The domain.
    pub domain: String,
    /// One item a slot.
    pub items: Vec<DryRunItemOut>,
    /// How many of each status.
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
    /// Links that would be made.
    pub new: usize,
    /// Links that are recorded.
    pub exists: usize,
    /// Links that would be taken over.
    pub adoptable: usize,
}

/// Whether a funnel link is to be on.
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
    /// Buttons whose address changed.
    pub stamped: u32,
}
