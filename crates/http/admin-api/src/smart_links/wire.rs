//! Smart links, funnel links and their provisioning.

use deserr::Deserr;
use http_kit::extract::Faults;
use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::words;
use http_kit::wire::{Given, Int, Patch, Seconds};

/// A smart link to be made.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"domain": "links.example.com", "slug": "vip"}))]
pub struct SmartLinkCreate {
    /// A domain of the owner.
    pub domain: String,
    /// 1-32 characters of `a-z`, `0-9`, `_` and `-`; `paid` and `ftl` are reserved.
    #[validate(custom(function = crate::rules::link_slug))]
    pub slug: String,
    /// Name; the slug by default.
    #[deserr(default)]
    #[schema(min_length = 1, max_length = 80)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::link_name))]
    pub name: Option<String>,
    /// Policy; by default half and half, with trials for countries that have their own trial link.
    #[deserr(default)]
    #[schema(value_type = Option<Policy>)]
    #[validate(custom(function = crate::rules::policy))]
    pub policy: Option<Value>,
    /// First second at which the link is expired, in Unix seconds; null for never.
    #[deserr(default, from(Option<Seconds>) = Int::optional)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub expires_at: Option<i64>,
    /// Destination after the end, an `https` or `http` address; null for the landing page.
    #[deserr(default)]
    #[schema(min_length = 1, max_length = 2048)]
    #[validate(length(min = 1, max = 2048), custom(function = crate::rules::expired_url))]
    pub expired_url: Option<String>,
}

/// A partial change of a smart link. Only given fields change.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": false}))]
pub struct SmartLinkUpdate {
    /// New name.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(min_length = 1, max_length = 80, nullable = false)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::link_name))]
    pub name: Option<String>,
    /// New policy, replaced as a whole.
    #[deserr(default, from(Given<Value>) = Given::value)]
    #[schema(value_type = Option<Policy>, nullable = false)]
    #[validate(custom(function = crate::rules::policy))]
    pub policy: Option<Value>,
    /// Whether visitors are served.
    #[deserr(default, from(Given<bool>) = Given::value)]
    #[schema(nullable = false)]
    pub active: Option<bool>,
    /// New end in Unix seconds, or null for none.
    #[deserr(default, from(Patch<Seconds>) = Int::patched)]
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub expires_at: Patch<i64>,
    /// New destination after the end, or null for the landing page.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 2048)]
    #[validate(length(min = 1, max = 2048), custom(function = crate::rules::new_expired_url))]
    pub expired_url: Patch<String>,
}

/// Filters of the list of smart links.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct SmartLinkQuery {
    /// The domain.
    pub domain: String,
    /// Part of the name or slug, ignoring case.
    #[deserr(default)]
    #[param(max_length = 100)]
    #[validate(length(max = 100))]
    pub search: Option<String>,
    /// Maximum number of items.
    #[deserr(default = 100, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 100, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// A smart link, which splits its visitors by a policy.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SmartLink)]
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
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
pub struct Arms {
    /// The paid offer.
    pub paid: Arm,
    /// The free trial.
    pub ftl: Arm,
}

/// One arm.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
pub struct GeoRule {
    /// Two-letter country codes.
    #[schema(value_type = Vec<words::CountryCode>)]
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
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"country": "DE", "samples": 1000}))]
pub struct PolicySimulate {
    /// Country of the visitors; null is unknown.
    #[deserr(default)]
    #[schema(value_type = Option<words::CountryCode>)]
    #[validate(custom(function = crate::rules::country))]
    pub country: Option<String>,
    /// Number of random visitors to assign to the arms, in addition to the exact shares.
    #[deserr(default, from(Option<Int<i64, 1, 100_000>>) = Int::optional)]
    #[schema(minimum = 1, maximum = 100_000)]
    pub samples: Option<i64>,
    /// Time in Unix seconds; now by default.
    #[deserr(default, from(Option<Seconds>) = Int::optional)]
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
    /// Cause of the exclusion; `expired` is that of the smart link.
    #[schema(value_type = Option<words::ArmExclusion>)]
    pub left_out: Option<String>,
    /// Destination: an address, the landing page if there is no link, or null if no visitor gets this arm.
    pub target: Option<String>,
    /// Number of random visitors assigned to this arm.
    pub sampled: Option<u32>,
}
