//! Types of smart links.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use serde::{Deserialize, Serialize};

/// One arm.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Arm {
    /// Whether the arm is served. The paid arm is served as the last resort even if disabled.
    pub enabled: bool,
    /// Name.
    pub label: String,
    /// Whether the arm is served only to countries with their own trial link.
    pub require_country_link: bool,
    /// Length of the trial in days.
    pub trial_days: i64,
    /// Weight relative to the other arm.
    pub weight: f64,
}

/// The two arms.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Arms {
    /// The free trial.
    pub ftl: Arm,
    /// The paid offer.
    pub paid: Arm,
}

/// Arms for some countries.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GeoRule {
    /// Arms for these countries.
    pub arms: Arms,
    /// Two-letter country codes.
    pub countries: Vec<String>,
}

/// Policy that splits the visitors of a smart link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Policy {
    /// Arms for visitors whose country no rule names.
    pub arms: Arms,
    /// Arms for visitors of some countries; a country is in one rule at most.
    pub geo: Vec<GeoRule>,
    /// Version of the policy format.
    pub v: i64,
}

/// Visitors to simulate.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PolicySimulate {
    /// Time in Unix seconds; now by default.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub at: Patch<i64>,
    /// Country of the visitors; null is unknown.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub country: Patch<String>,
    /// Number of random visitors to assign to the arms, in addition to the exact shares.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub samples: Patch<i64>,
}

/// Result for the visitors of a country.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PolicySimulation {
    /// The arms.
    pub arms: SimulatedArms,
    /// Country in upper case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Destination of all visitors of an expired link; left out before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_target: Option<String>,
    /// Index of the rule that names the country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geo_rule: Option<i64>,
}

/// Result of one arm.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SimulatedArm {
    /// Cause of the exclusion: `disabled`, `zero_weight`, `no_country_link`, `not_provisioned`, `inactive`, or
    /// `expired` (the smart link).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// Number of random visitors assigned to this arm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<i64>,
    /// Final share of visitors, from 0 to 1.
    pub share: f64,
    /// Destination: an address, the landing page if there is no link, or null if no visitor gets this arm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// Both arms of a simulation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SimulatedArms {
    /// The free trial.
    pub ftl: SimulatedArm,
    /// The paid offer.
    pub paid: SimulatedArm,
}

/// A smart link to be made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SmartLinkCreate {
    /// A domain of the owner.
    pub domain: String,
    /// Destination after the end, an `https` or `http` address; null for the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_url: Option<String>,
    /// First second at which the link is expired, in Unix seconds; null for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// Name; the slug by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Policy; by default half and half, with trials for countries that have their own trial link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<serde_json::Map<String, serde_json::Value>>,
    /// 1-32 characters of `a-z`, `0-9`, `_` and `-`; `paid` and `ftl` are reserved.
    pub slug: String,
}

/// The smart links of a domain, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SmartLinkList {
    /// The links.
    pub items: Vec<SmartLinkOut>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A smart link, which splits its visitors by a policy.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SmartLinkOut {
    /// Whether visitors are served.
    pub active: bool,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// The domain.
    pub domain: String,
    /// Destination after the end; left out for the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_url: Option<String>,
    /// First second at which the link is expired, in Unix seconds; left out for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// Number of the link.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Policy that splits the visitors.
    pub policy: Policy,
    /// Last part of the address.
    pub slug: String,
    /// Time in Unix seconds.
    pub updated_at: i64,
    /// Address.
    pub url: String,
}

/// A partial change of a smart link. Only given fields change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SmartLinkUpdate {
    /// Whether visitors are served.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub active: Patch<bool>,
    /// New destination after the end, or null for the landing page.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub expired_url: Patch<String>,
    /// New end in Unix seconds, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub expires_at: Patch<i64>,
    /// New name.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub name: Patch<String>,
    /// New policy, replaced as a whole.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub policy: Patch<serde_json::Map<String, serde_json::Value>>,
}
