//! Types of smart links.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use serde::{Deserialize, Serialize};

/// One arm.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Arm {
    /// Whether it is served at all.
    pub enabled: bool,
    /// What it is called.
    pub label: String,
    /// Whether it is served only to countries that have a trial link of their own.
    pub require_country_link: bool,
    /// The length of its trial.
    pub trial_days: i64,
    /// Its share against the other arm's.
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

/// The arms of some countries.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GeoRule {
    /// What their visitors get.
    pub arms: Arms,
    /// Two-letter codes.
    pub countries: Vec<String>,
}

/// How the visitors of a smart link are split.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Policy {
    /// What visitors get whose country no rule names.
    pub arms: Arms,
    /// What the visitors of some countries get instead; a country is in one rule at most.
    pub geo: Vec<GeoRule>,
    /// The version of this shape.
    pub v: i64,
}

/// Whom to simulate.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PolicySimulate {
    /// The moment in Unix seconds; now by default.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub at: Patch<i64>,
    /// The visitors' country; null is unknown.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub country: Patch<String>,
    /// How many made-up visitors are dealt to the arms, beside the exact shares.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub samples: Patch<i64>,
}

/// What the visitors of a country get.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PolicySimulation {
    /// The arms.
    pub arms: SimulatedArms,
    /// The country, upper case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Where all of them are sent because the link is over; left out while it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_target: Option<String>,
    /// The index of the rule that names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geo_rule: Option<i64>,
}

/// What becomes of one arm.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SimulatedArm {
    /// Why it is left out: `disabled`, `zero_weight`, `no_country_link`, `not_provisioned`, `inactive`, or
    /// `expired`: the smart link is over, and nobody gets an arm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// How many of the made-up visitors ended here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<i64>,
    /// The share of visitors that end here, from 0 to 1.
    pub share: f64,
    /// Where its visitors are sent: an address, the landing page's if there is no link, or null if nobody gets here.
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
    /// An `https` or `http` address where visitors are sent once it is over; null is the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_url: Option<String>,
    /// The first second at which the link is over, in Unix seconds; null is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// What it is called; the slug by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How its visitors are split; by default half and half, with trials for countries that have their own trial link.
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
    /// Where the next page begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A smart link, which splits its visitors by a policy.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SmartLinkOut {
    /// Whether visitors are served.
    pub active: bool,
    /// Unix seconds.
    pub created_at: i64,
    /// The domain.
    pub domain: String,
    /// Where visitors are sent once it is over; left out where that is the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expired_url: Option<String>,
    /// The first second at which the link is over, in Unix seconds; left out where it never is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// Its number.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// How its visitors are split.
    pub policy: Policy,
    /// The last part of its address.
    pub slug: String,
    /// Unix seconds.
    pub updated_at: i64,
    /// Its address.
    pub url: String,
}

/// A partial change of a smart link: only the fields that are there change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SmartLinkUpdate {
    /// Whether visitors are served.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub active: Patch<bool>,
    /// Another address for visitors who come too late, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub expired_url: Patch<String>,
    /// Another end in Unix seconds, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub expires_at: Patch<i64>,
    /// Another name.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub name: Patch<String>,
    /// Another policy, whole.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub policy: Patch<serde_json::Map<String, serde_json::Value>>,
}
