//! Types of buttons.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use serde::{Deserialize, Serialize};

/// A button to be made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ButtonCreate {
    /// The first second at which it is shown, in Unix seconds; null is from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ts: Option<i64>,
    /// Kept back from every visitor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// The icon's file name, empty for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// What it says.
    pub label: String,
    /// For whom it is shown; null is everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<serde_json::Map<String, serde_json::Value>>,
    /// The place among the segment's buttons, from 0; the last by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<i64>,
    /// The second at which it is shown no longer, in Unix seconds and behind `from_ts`; null is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ts: Option<i64>,
    /// An `https`, `http`, `mailto` or `tel` address, or `funnel:paid` or `funnel:ftl`.
    pub url: String,
    /// What it is instead for the arms of its segment's experiment; null is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
}

/// The buttons of a segment by position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ButtonList {
    /// The domain.
    pub domain: String,
    /// The buttons.
    pub items: Vec<ButtonOut>,
    /// The segment's id.
    pub tier: String,
}

/// The wanted order of a segment's buttons.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ButtonOrder {
    /// Every button of the segment, exactly once.
    pub button_ids: Vec<String>,
}

/// A button.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ButtonOut {
    /// `btn_` and 26 characters.
    pub button_id: String,
    /// The domain that it belongs to.
    pub domain: String,
    /// The first second at which it is shown, in Unix seconds; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ts: Option<i64>,
    /// Kept back from every visitor.
    pub hidden: bool,
    /// The icon's file name, empty for none.
    pub icon: String,
    /// What it says.
    pub label: String,
    /// For whom it is shown; null is everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<serde_json::Map<String, serde_json::Value>>,
    /// The place among the segment's buttons, from 0.
    pub position: i64,
    /// The funnel link's address that a visitor gets for `funnel:paid` and `funnel:ftl`; null while there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamped_url: Option<String>,
    /// The file of the rendered label, empty while it is shown as live text.
    pub text_filename: String,
    /// The text of the rendered label.
    pub text_value: String,
    /// The id of its segment.
    pub tier: String,
    /// The second at which it is shown no longer, in Unix seconds; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ts: Option<i64>,
    /// Where it leads, as typed.
    pub url: String,
    /// What it is instead for the arms of its segment's experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
}

/// A partial change of a button: only the fields that are there change, null clears where a field may be empty.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ButtonUpdate {
    /// Another first second, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub from_ts: Patch<i64>,
    /// Hidden or shown.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub hidden: Patch<bool>,
    /// Another icon, empty for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub icon: Patch<String>,
    /// Another label.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub label: Patch<String>,
    /// Another condition, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub r#match: Patch<serde_json::Map<String, serde_json::Value>>,
    /// Another place among the buttons, from 0.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub position: Patch<i64>,
    /// Another segment of the domain; without a `position` the button is put last there.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub tier: Patch<String>,
    /// Another end, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub until_ts: Patch<i64>,
    /// Another destination.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub url: Patch<String>,
    /// Other variants, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub variants: Patch<Vec<serde_json::Map<String, serde_json::Value>>>,
}
