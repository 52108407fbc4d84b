use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::Patch;

/// A button to be made.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "Join me", "url": "https://example.com/join"}))]
pub struct ButtonCreate {
    /// What it says.
    #[schema(min_length = 1, max_length = 200)]
    pub label: String,
    /// An `https`, `http`, `mailto` or `tel` address, or `funnel:paid` or `funnel:ftl`.
    #[schema(min_length = 1, max_length = 2048)]
    pub url: String,
    /// The icon's file name, empty for none.
    #[serde(default)]
    #[schema(max_length = 128)]
    pub icon: String,
    /// Kept back from every visitor.
    #[serde(default)]
    pub hidden: bool,
    /// For whom it is shown; null is everyone.
    #[serde(rename = "match", default)]
    #[schema(value_type = Option<Object>)]
    pub rule: Option<Value>,
    /// What it is instead for the arms of its segment's experiment; null is never.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Object>>)]
    pub variants: Option<Value>,
    /// The first second at which it is shown, in Unix seconds; null is from the start.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Option<i64>,
    /// The second at which it is shown no longer, in Unix seconds and behind `from_ts`; null is never.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Option<i64>,
    /// The place among the segment's buttons, from 0; the last by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000)]
    pub position: Option<u32>,
}

/// A partial change of a button: only the fields that are there change, null clears where a field may be empty.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ButtonUpdate {
    /// Another label.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 200, nullable = false)]
    pub label: Option<String>,
    /// Another destination.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2048, nullable = false)]
    pub url: Option<String>,
    /// Another icon, empty for none.
    #[serde(default)]
    #[schema(max_length = 128, nullable = false)]
    pub icon: Option<String>,
    /// Hidden or shown.
    #[serde(default)]
    #[schema(nullable = false)]
    pub hidden: Option<bool>,
    /// Another condition, or none.
    #[serde(rename = "match", default)]
    #[schema(value_type = Option<Object>)]
    pub rule: Patch<Value>,
    /// Other variants, or none.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Object>>)]
    pub variants: Patch<Value>,
    /// Another first second, or none.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Patch<i64>,
    /// Another end, or none.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Patch<i64>,
    /// Another place among the buttons, from 0.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000, nullable = false)]
    pub position: Option<u32>,
    /// Another segment of the domain; without a `position` the button is put last there.
    #[serde(default)]
    #[schema(nullable = false)]
    pub tier: Option<String>,
}

/// The wanted order of a segment's buttons.
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
    /// The domain that it belongs to.
    pub domain: String,
    /// The id of its segment.
    pub tier: String,
    /// The place among the segment's buttons, from 0.
    pub position: usize,
    /// What it says.
    pub label: String,
    /// Where it leads, as typed.
    pub url: String,
    /// The funnel link's address that a visitor gets for `funnel:paid` and `funnel:ftl`; null while there is none.
    pub stamped_url: Option<String>,
    /// The icon's file name, empty for none.
    pub icon: String,
    /// The file of the rendered label, empty while it is shown as live text.
    pub text_filename: String,
    /// The text of the rendered label.
    pub text_value: String,
    /// Kept back from every visitor.
    pub hidden: bool,
    /// For whom it is shown; null is everyone.
    #[serde(rename = "match")]
    #[schema(value_type = Option<Object>)]
    pub rule: Option<Value>,
    /// What it is instead for the arms of its segment's experiment.
    #[schema(value_type = Option<Vec<Object>>)]
    pub variants: Option<Value>,
    /// The first second at which it is shown, in Unix seconds; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from_ts: Option<i64>,
    /// The second at which it is shown no longer, in Unix seconds; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub until_ts: Option<i64>,
}

/// The buttons of a segment by position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ButtonList {
    /// The segment's id.
    pub tier: String,
    /// The domain.
    pub domain: String,
    /// The buttons.
    pub items: Vec<ButtonOut>,
}
