//! Types of drafts.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};

/// Reason for showing or hiding a button.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ButtonReason {
    /// Id.
    pub button_id: String,
    /// Result of each leaf of the condition.
    pub conditions: Vec<LeafReason>,
    /// Whether the button, or its variant for the visitor's arm, is hidden.
    pub hidden: bool,
    /// Result of the condition.
    pub r#match: Truth,
    /// Position of the time relative to the schedule; left out without a schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Timing>,
    /// Whether the button is shown.
    pub shown: bool,
}

words! {
    /// Kind of a difference.
    ChangeOp {
        Add = "add",
        Remove = "remove",
        Change = "change",
    }
}

/// Differences between the draft and the live version.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DraftDiff {
    /// Differences from the live version to the draft.
    pub changes: Vec<DraftDifference>,
    /// Live version; null before the first publication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_version: Option<i64>,
}

/// One difference. A whole segment or button that was added or removed is one difference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DraftDifference {
    /// Live value; null for an addition.
    pub from: serde_json::Value,
    /// Kind of difference.
    pub op: ChangeOp,
    /// Path: `segments.<id>.name`, `segments.<id>.buttons.<id>.label` ...
    pub path: String,
    /// Value of the draft; null for a removal.
    pub to: serde_json::Value,
}

words! {
    /// App with a built-in browser; `unknown` is another app, and `none` is no app.
    InApp {
        Instagram = "instagram",
        Tiktok = "tiktok",
        Facebook = "facebook",
        Snapchat = "snapchat",
        X = "x",
        Telegram = "telegram",
        Reddit = "reddit",
        Threads = "threads",
        Linkedin = "linkedin",
        Pinterest = "pinterest",
        Wechat = "wechat",
        Line = "line",
        Whatsapp = "whatsapp",
        Viber = "viber",
        Discord = "discord",
        Unknown = "unknown",
        None = "none",
    }
}

/// Result of one condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LeafReason {
    /// Field that the condition reads.
    pub field: String,
    /// Path of the condition in `match`, such as `all.0.not`.
    pub path: String,
    /// Text.
    pub result: Truth,
}

/// Live version after a publication or rollback.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Publication {
    /// Whether this call changed the live version.
    pub changed: bool,
    /// The domain.
    pub domain: String,
    /// Time of the publication, RFC 3339 in UTC.
    pub published_at: String,
    /// The live version.
    pub version: i64,
}

/// Version to roll back to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Rollback {
    /// Whether the draft stays as it is. By default the content of the version replaces it, and unpublished changes
    /// are lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_draft: Option<bool>,
    /// Number of the version.
    pub version: i64,
}

/// Reason for the choice of a segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SegmentReason {
    /// Whether the segment was chosen.
    pub chosen: bool,
    /// Result of each leaf of the condition.
    pub conditions: Vec<LeafReason>,
    /// Whether the visitor's country is in the segment.
    pub countries: Truth,
    /// Whether the segment is the catch-all, which is tried last and always serves.
    pub is_default: bool,
    /// Result of the condition.
    pub r#match: Truth,
    /// Name.
    pub name: String,
    /// Position of the time relative to the schedule; left out without a schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Timing>,
    /// Id.
    pub segment_id: String,
}

/// A button as the visitor would see it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SimulatedButton {
    /// Id.
    pub button_id: String,
    /// Icon.
    pub icon: String,
    /// Text.
    pub label: String,
    /// Address of the funnel link, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamped_url: Option<String>,
    /// Destination, as typed.
    pub url: String,
}

/// A segment by name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SimulatedSegment {
    /// Language of the page; empty for none.
    pub lang: String,
    /// Name.
    pub name: String,
    /// Id.
    pub segment_id: String,
}

/// Result of a simulation, with the reasons.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Simulation {
    /// The arm of the segment's experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<String>,
    /// All buttons of the segment, by position.
    pub button_reasons: Vec<ButtonReason>,
    /// Visible buttons, in order.
    pub buttons: Vec<SimulatedButton>,
    /// The domain.
    pub domain: String,
    /// Whether the draft was used instead of the live version.
    pub draft: bool,
    /// The chosen segment; null if the landing page has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment: Option<SimulatedSegment>,
    /// All segments, in the order in which they are tried.
    pub segments: Vec<SegmentReason>,
}

words! {
    /// Position of a time relative to a schedule.
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

/// A published version.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Version {
    /// Time of the publication, RFC 3339 in UTC.
    pub published_at: String,
    /// Prefix of the key that published the version.
    pub published_by: String,
    /// Version whose content a rollback restored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled_back_from: Option<i64>,
    /// Number of the version, from 1.
    pub version: i64,
}

/// Published versions, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct VersionList {
    /// The versions.
    pub items: Vec<Version>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}
