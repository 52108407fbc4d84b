//! Types of drafts.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};

/// Why a button is or is not shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ButtonReason {
    /// Its id.
    pub button_id: String,
    /// What each leaf of its condition says.
    pub conditions: Vec<LeafReason>,
    /// Whether it, or its variant for the visitor's arm, is hidden.
    pub hidden: bool,
    /// Whether its condition holds.
    pub r#match: Truth,
    /// Whether the moment is before, within or after its schedule; left out where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Timing>,
    /// Whether it is shown.
    pub shown: bool,
}

words! {
    /// What happened to a value.
    ChangeOp {
        Add = "add",
        Remove = "remove",
        Change = "change",
    }
}

/// One difference. A segment or button that came or went is one change with the whole of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChangeOut {
    /// The live value; null for an addition.
    pub from: serde_json::Value,
    /// What happened.
    pub op: ChangeOp,
    /// Where: `segments.<id>.name`, `segments.<id>.buttons.<id>.label` ...
    pub path: String,
    /// The draft's value; null for a removal.
    pub to: serde_json::Value,
}

/// What publishing now would change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DiffOut {
    /// The differences from the live content to the draft's.
    pub changes: Vec<ChangeOut>,
    /// The live version; null before the first publish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_version: Option<i64>,
}

/// What one condition says of the visitor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LeafReason {
    /// The field that it looks at.
    pub field: String,
    /// The path of the condition in `match`, such as `all.0.not`.
    pub path: String,
    /// What it says.
    pub result: Truth,
}

/// What is live after a publish or roll-back.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PublishOut {
    /// Whether this call changed what is live.
    pub changed: bool,
    /// The domain.
    pub domain: String,
    /// When it went live, RFC 3339 in UTC.
    pub published_at: String,
    /// The live version.
    pub version: i64,
}

/// The version to go back to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Rollback {
    /// Its number.
    pub version: i64,
}

/// Why a segment was or was not chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SegmentReason {
    /// Whether it was chosen.
    pub chosen: bool,
    /// What each leaf of its condition says.
    pub conditions: Vec<LeafReason>,
    /// Whether the visitor's country is among its countries.
    pub countries: Truth,
    /// Whether it is the catch-all, which is tried last and always serves.
    pub is_default: bool,
    /// Whether its condition holds.
    pub r#match: Truth,
    /// What it is called.
    pub name: String,
    /// Whether the moment is before, within or after its schedule; left out where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Timing>,
    /// Its id.
    pub segment_id: String,
}

/// A button as the visitor would see it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SimulatedButton {
    /// Its id.
    pub button_id: String,
    /// Its icon.
    pub icon: String,
    /// What it says.
    pub label: String,
    /// The funnel link's address, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamped_url: Option<String>,
    /// Where it leads, as typed.
    pub url: String,
}

/// A segment by name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SimulatedSegment {
    /// The page's language, empty for none.
    pub lang: String,
    /// What it is called.
    pub name: String,
    /// Its id.
    pub segment_id: String,
}

/// What the visitor would get, and why.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Simulation {
    /// The arm of the segment's experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<String>,
    /// Every button of the segment by position.
    pub button_reasons: Vec<ButtonReason>,
    /// The buttons that are shown, in order.
    pub buttons: Vec<SimulatedButton>,
    /// The domain.
    pub domain: String,
    /// Whether the draft was looked at instead of the live version.
    pub draft: bool,
    /// The segment; null when the landing has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment: Option<SimulatedSegment>,
    /// Every segment in the order of trial.
    pub segments: Vec<SegmentReason>,
}

words! {
    /// Whether a moment is before, within or after a schedule.
    Timing {
        Open = "open",
        NotYet = "not_yet",
        Over = "over",
    }
}

words! {
    /// Three-valued truth.
    Truth {
        Yes = "yes",
        No = "no",
        Unknown = "unknown",
    }
}

/// Published versions, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct VersionList {
    /// The versions.
    pub items: Vec<VersionOut>,
    /// Where the next part begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A published version.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct VersionOut {
    /// When it went live, RFC 3339 in UTC.
    pub published_at: String,
    /// The prefix of the key that published it.
    pub published_by: String,
    /// The version whose content it is, for a roll-back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled_back_from: Option<i64>,
    /// Its number, from 1.
    pub version: i64,
}
