use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use http_kit::wire::Patch;

/// A new button.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "Join me", "url": "https://example.com/join"}))]
pub struct ButtonCreate {
    /// Text.
    #[schema(min_length = 1, max_length = 200)]
    pub label: String,
    /// An `https`, `http`, `mailto` or `tel` address, or `funnel:paid` or `funnel:ftl`.
    #[schema(min_length = 1, max_length = 2048)]
    pub url: String,
    /// File name of the icon; empty for none. Stored, but not drawn.
    #[serde(default)]
    #[schema(max_length = 128)]
    pub icon: String,
    /// Whether the button is hidden from all visitors.
    #[serde(default)]
    pub hidden: bool,
    /// Condition on visitors who see the button; null is everyone.
    #[serde(rename = "match", default)]
    #[schema(value_type = Option<Object>)]
    pub rule: Option<Value>,
    /// Replacements for arms of the segment's experiment; null for none.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Object>>)]
    pub variants: Option<Value>,
    /// First second at which the button is shown, in Unix seconds; null for no start.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Option<i64>,
    /// First second at which the button is no longer shown, in Unix seconds and after `from_ts`; null for no end.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Option<i64>,
    /// Position in the segment, from 0; last by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000)]
    pub position: Option<u32>,
}

/// A partial change of a button. Only given fields change; null clears a field.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ButtonUpdate {
    /// New label.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 200, nullable = false)]
    pub label: Option<String>,
    /// New destination.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2048, nullable = false)]
    pub url: Option<String>,
    /// New icon; empty for none.
    #[serde(default)]
    #[schema(max_length = 128, nullable = false)]
    pub icon: Option<String>,
    /// Whether the button is hidden.
    #[serde(default)]
    #[schema(nullable = false)]
    pub hidden: Option<bool>,
    /// New condition, or null for none.
    #[serde(rename = "match", default)]
    #[schema(value_type = Option<Object>)]
    pub rule: Patch<Value>,
    /// New variants, or null for none.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Object>>)]
    pub variants: Patch<Value>,
    /// New first second, or null for none.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Patch<i64>,
    /// New end, or null for none.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Patch<i64>,
    /// New position in the segment, from 0.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000, nullable = false)]
    pub position: Option<u32>,
    /// New segment of the domain; without `position` the button becomes the last.
    #[serde(default)]
    #[schema(nullable = false)]
    pub tier: Option<String>,
}

/// New order of a segment's buttons.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ButtonOrder {
    /// Every button of the segment, exactly once.
    pub button_ids: Vec<String>,
}

/// A button.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ButtonOut {
    /// `btn_` and 26 characters.
    pub button_id: String,
    /// The domain.
    pub domain: String,
    /// Id of the segment.
    pub tier: String,
    /// Position in the segment, from 0.
    pub position: usize,
    /// Text.
    pub label: String,
    /// Destination, as typed.
    pub url: String,
    /// Address of the funnel link at the last stamping, for `funnel:paid` and `funnel:ftl`; null for none.
    pub stamped_url: Option<String>,
    /// File name of the icon; empty for none. Stored, but not drawn.
    pub icon: String,
    /// File of the rendered label; empty if the label is shown as live text.
    pub text_filename: String,
    /// Text of the rendered label.
    pub text_value: String,
    /// Whether the button is hidden from all visitors.
    pub hidden: bool,
    /// Condition on visitors who see the button; null is everyone.
    #[serde(rename = "match")]
    #[schema(value_type = Option<Object>)]
    pub rule: Option<Value>,
    /// Replacements for arms of the segment's experiment.
    #[schema(value_type = Option<Vec<Object>>)]
    pub variants: Option<Value>,
    /// First second at which the button is shown, in Unix seconds; left out for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from_ts: Option<i64>,
    /// First second at which the button is no longer shown, in Unix seconds; left out for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub until_ts: Option<i64>,
}

/// The buttons of a segment by position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ButtonList {
    /// Id of the segment.
    pub tier: String,
    /// The domain.
    pub domain: String,
    /// The buttons.
    pub items: Vec<ButtonOut>,
}
