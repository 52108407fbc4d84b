//! Types of smart links.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::CountryCode;
use crate::types::Policy;
use crate::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// Reason why no visitor gets an arm.
    ArmExclusion {
        Disabled = "disabled",
        ZeroWeight = "zero_weight",
        NoCountryLink = "no_country_link",
        NotProvisioned = "not_provisioned",
        Inactive = "inactive",
        Expired = "expired",
    }
}

/// Visitors to simulate.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PolicySimulate {
    /// Time in Unix seconds; now by default.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub at: Patch<i64>,
    /// Country of the visitors; null is unknown.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub country: Patch<CountryCode>,
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
    /// Cause of the exclusion; `expired` is that of the smart link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<ArmExclusion>,
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

/// A smart link, which splits its visitors by a policy.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SmartLink {
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
    pub policy: Option<Policy>,
    /// 1-32 characters of `a-z`, `0-9`, `_` and `-`; `paid` and `ftl` are reserved.
    pub slug: String,
}

/// The smart links of a domain, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SmartLinkList {
    /// The links.
    pub items: Vec<SmartLink>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
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
    pub policy: Patch<Policy>,
}
