//! Types of buttons.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::Conditions;
use serde::{Deserialize, Serialize};

/// A button.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Button {
    /// `btn_` and 26 characters.
    pub button_id: String,
    /// The domain.
    pub domain: String,
    /// First second at which the button is shown, in Unix seconds; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ts: Option<i64>,
    /// Whether the button is hidden from all visitors.
    pub hidden: bool,
    /// File name of the icon; empty for none. Stored, but not drawn.
    pub icon: String,
    /// Text.
    pub label: String,
    /// Condition on visitors who see the button; null is everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<Conditions>,
    /// Position in the segment, from 0.
    pub position: i64,
    /// Address of the funnel link at the last stamping, for `funnel:paid` and `funnel:ftl`; null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamped_url: Option<String>,
    /// File of the rendered label; empty if the label is shown as live text.
    pub text_filename: String,
    /// Text of the rendered label.
    pub text_value: String,
    /// Id of the segment.
    pub tier: String,
    /// First second at which the button is no longer shown, in Unix seconds; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ts: Option<i64>,
    /// Destination, as typed.
    pub url: String,
    /// Replacements for arms of the segment's experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<ButtonVariant>>,
}

/// A new button.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ButtonCreate {
    /// First second at which the button is shown, in Unix seconds; null for no start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ts: Option<i64>,
    /// Whether the button is hidden from all visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// File name of the icon; empty for none. Stored, but not drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Text.
    pub label: String,
    /// Condition on visitors who see the button; null is everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<Conditions>,
    /// Position in the segment, from 0; last by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<i64>,
    /// First second at which the button is no longer shown, in Unix seconds and after `from_ts`; null for no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ts: Option<i64>,
    /// An `https`, `http`, `mailto` or `tel` address, or `funnel:paid` or `funnel:ftl`.
    pub url: String,
    /// Replacements for arms of the segment's experiment; null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<ButtonVariant>>,
}

/// The buttons of a segment by position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ButtonList {
    /// The domain.
    pub domain: String,
    /// The buttons.
    pub items: Vec<Button>,
    /// Id of the segment.
    pub tier: String,
}

/// New order of a segment's buttons.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ButtonOrder {
    /// Every button of the segment, exactly once.
    pub button_ids: Vec<String>,
}

/// A partial change of a button. Only given fields change; null clears a field.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ButtonUpdate {
    /// New first second, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub from_ts: Patch<i64>,
    /// Whether the button is hidden.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub hidden: Patch<bool>,
    /// New icon; empty for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub icon: Patch<String>,
    /// New label.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub label: Patch<String>,
    /// New condition, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub r#match: Patch<Conditions>,
    /// New position in the segment, from 0.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub position: Patch<i64>,
    /// New segment of the domain; without `position` the button becomes the last.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub tier: Patch<String>,
    /// New end, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub until_ts: Patch<i64>,
    /// New destination.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub url: Patch<String>,
    /// New variants, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub variants: Patch<Vec<ButtonVariant>>,
}

/// Properties of a button for the visitors of an arm. Left out properties are those of the button.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ButtonVariant {
    /// Whether the button is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// Icon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Id of the arm.
    pub id: String,
    /// Label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Destination.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}
