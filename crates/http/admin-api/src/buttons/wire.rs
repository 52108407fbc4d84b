use deserr::Deserr;
use http_kit::extract::Faults;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use validator::Validate;

use crate::segments::conditions::{ButtonVariant, Conditions};
use http_kit::wire::{Given, Int, Patch, Seconds};

/// A new button.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::button_schedule, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "Join me", "url": "https://example.com/join"}))]
pub struct ButtonCreate {
    /// Text.
    #[schema(min_length = 1, max_length = 200)]
    #[validate(length(min = 1, max = 200), custom(function = crate::rules::label))]
    pub label: String,
    /// An `https`, `http`, `mailto` or `tel` address, or `funnel:paid` or `funnel:ftl`.
    #[schema(min_length = 1, max_length = 2048)]
    #[validate(length(min = 1, max = 2048), custom(function = crate::rules::button_url))]
    pub url: String,
    /// File name of the icon; empty for none. Stored, but not drawn.
    #[deserr(default)]
    #[serde(default)]
    #[schema(max_length = 128)]
    #[validate(length(max = 128), custom(function = crate::rules::icon))]
    pub icon: String,
    /// Whether the button is hidden from all visitors.
    #[deserr(default)]
    #[serde(default)]
    pub hidden: bool,
    /// Condition on visitors who see the button; null is everyone.
    #[deserr(default, rename = "match")]
    #[serde(rename = "match")]
    #[schema(value_type = Option<Conditions>)]
    #[validate(custom(function = crate::rules::conditions))]
    pub rule: Option<Value>,
    /// Replacements for arms of the segment's experiment; null for none.
    #[deserr(default)]
    #[schema(value_type = Option<Vec<ButtonVariant>>)]
    #[validate(custom(function = crate::rules::variants))]
    pub variants: Option<Value>,
    /// First second at which the button is shown, in Unix seconds; null for no start.
    #[deserr(default, from(Option<Seconds>) = Int::optional)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Option<i64>,
    /// First second at which the button is no longer shown, in Unix seconds and after `from_ts`; null for no end.
    #[deserr(default, from(Option<Seconds>) = Int::optional)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Option<i64>,
    /// Position in the segment, from 0; last by default.
    #[deserr(default, from(Option<Int<u32, 0, 1000>>) = Int::optional)]
    #[schema(minimum = 0, maximum = 1000)]
    pub position: Option<u32>,
}

/// A partial change of a button. Only given fields change; null clears a field.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct ButtonUpdate {
    /// New label.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(min_length = 1, max_length = 200, nullable = false)]
    #[validate(length(min = 1, max = 200), custom(function = crate::rules::label))]
    pub label: Option<String>,
    /// New destination.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(min_length = 1, max_length = 2048, nullable = false)]
    #[validate(length(min = 1, max = 2048), custom(function = crate::rules::button_url))]
    pub url: Option<String>,
    /// New icon; empty for none.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(max_length = 128, nullable = false)]
    #[validate(length(max = 128), custom(function = crate::rules::icon))]
    pub icon: Option<String>,
    /// Whether the button is hidden.
    #[deserr(default, from(Given<bool>) = Given::value)]
    #[schema(nullable = false)]
    pub hidden: Option<bool>,
    /// New condition, or null for none.
    #[deserr(default, rename = "match")]
    #[serde(rename = "match", default)]
    #[schema(value_type = Option<Conditions>)]
    #[validate(custom(function = crate::rules::new_conditions))]
    pub rule: Patch<Value>,
    /// New variants, or null for none.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Option<Vec<ButtonVariant>>)]
    #[validate(custom(function = crate::rules::new_variants))]
    pub variants: Patch<Value>,
    /// New first second, or null for none.
    #[deserr(default, from(Patch<Seconds>) = Int::patched)]
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Patch<i64>,
    /// New end, or null for none.
    #[deserr(default, from(Patch<Seconds>) = Int::patched)]
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Patch<i64>,
    /// New position in the segment, from 0.
    #[deserr(default, from(Given<Int<u32, 0, 1000>>) = Int::given)]
    #[schema(minimum = 0, maximum = 1000, nullable = false)]
    pub position: Option<u32>,
    /// New segment of the domain; without `position` the button becomes the last.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(nullable = false)]
    pub tier: Option<String>,
}

/// New order of a segment's buttons.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct ButtonOrder {
    /// Every button of the segment, exactly once.
    pub button_ids: Vec<String>,
}

/// A button.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Button)]
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
    #[schema(value_type = Option<Conditions>)]
    pub rule: Option<Value>,
    /// Replacements for arms of the segment's experiment.
    #[schema(value_type = Option<Vec<ButtonVariant>>)]
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
