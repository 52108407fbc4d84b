use deserr::Deserr;
use http_kit::extract::Faults;
use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::segments::conditions::{Conditions, SplitTest};
use crate::words;
use http_kit::wire::{Given, Int, Patch, Seconds};

/// A new segment.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::segment_schedule, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Germany", "countries": ["DE"]}))]
pub struct SegmentCreate {
    /// Name.
    #[schema(min_length = 1, max_length = 80)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::segment_name))]
    pub name: String,
    /// Two-letter country codes; an empty list is any country.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Vec<words::CountryCode>, max_items = 250)]
    #[validate(length(max = 250), custom(function = crate::rules::countries))]
    pub countries: Vec<String>,
    /// Whether the segment becomes the catch-all. The first segment of a domain always does.
    #[deserr(default)]
    #[serde(default)]
    pub is_default: bool,
    /// Further conditions on the visitor; null is always.
    #[deserr(default, rename = "match")]
    #[serde(rename = "match")]
    #[schema(value_type = Option<Conditions>)]
    #[validate(custom(function = crate::rules::conditions))]
    pub rule: Option<Value>,
    /// Experiment; null for none.
    #[deserr(default)]
    #[schema(value_type = Option<SplitTest>)]
    #[validate(custom(function = crate::rules::experiment))]
    pub ab: Option<Value>,
    /// Language of the page, such as `de` or `pt-BR`; empty or null for none.
    #[deserr(default)]
    #[schema(pattern = "^([A-Za-z]{2,3}(-[A-Za-z]{2})?)?$")]
    #[validate(custom(function = crate::rules::segment_language))]
    pub lang: Option<String>,
    /// First second at which the segment is tried, in Unix seconds; null for no start. The catch-all serves at any
    /// time.
    #[deserr(default, from(Option<Seconds>) = Int::optional)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Option<i64>,
    /// First second at which the segment is no longer tried, in Unix seconds and after `from_ts`; null for no end.
    #[deserr(default, from(Option<Seconds>) = Int::optional)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Option<i64>,
    /// Position among the segments, from 0; last by default.
    #[deserr(default, from(Option<Int<u32, 0, 1000>>) = Int::optional)]
    #[schema(minimum = 0, maximum = 1000)]
    pub position: Option<u32>,
}

/// A partial change of a segment. Only given fields change; null clears a field.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct SegmentUpdate {
    /// New name.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(min_length = 1, max_length = 80, nullable = false)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::segment_name))]
    pub name: Option<String>,
    /// New two-letter country codes; an empty list is any country.
    #[deserr(default, from(Given<Vec<String>>) = Given::value)]
    #[schema(value_type = Option<Vec<words::CountryCode>>, max_items = 250, nullable = false)]
    #[validate(length(max = 250), custom(function = crate::rules::countries))]
    pub countries: Option<Vec<String>>,
    /// True makes the segment the catch-all instead of the present one; false is rejected for the catch-all.
    #[deserr(default, from(Given<bool>) = Given::value)]
    #[schema(nullable = false)]
    pub is_default: Option<bool>,
    /// New conditions, or null for none.
    #[deserr(default, rename = "match")]
    #[serde(rename = "match", default)]
    #[schema(value_type = Option<Conditions>)]
    #[validate(custom(function = crate::rules::new_conditions))]
    pub rule: Patch<Value>,
    /// New experiment, or null for none.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Option<SplitTest>)]
    #[validate(custom(function = crate::rules::new_experiment))]
    pub ab: Patch<Value>,
    /// New language, or null for none.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^([A-Za-z]{2,3}(-[A-Za-z]{2})?)?$")]
    #[validate(custom(function = crate::rules::new_segment_language))]
    pub lang: Patch<String>,
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
    /// New position among the segments, from 0.
    #[deserr(default, from(Given<Int<u32, 0, 1000>>) = Int::given)]
    #[schema(minimum = 0, maximum = 1000, nullable = false)]
    pub position: Option<u32>,
}

/// Options of deleting a segment.
#[derive(Debug, Clone, Default, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct SegmentDeleteQuery {
    /// Whether to delete the buttons of the segment too.
    #[deserr(default)]
    #[param(required = false)]
    pub force: bool,
}

/// A segment of visitors.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Segment)]
pub struct SegmentOut {
    /// `seg_` and 26 characters.
    pub segment_id: String,
    /// The domain.
    pub domain: String,
    /// Name.
    pub name: String,
    /// Two-letter country codes in upper case; an empty list is any country.
    #[schema(value_type = Vec<words::CountryCode>)]
    pub countries: Vec<String>,
    /// Position among the segments, from 0.
    pub position: usize,
    /// Whether the segment is the catch-all; each domain has exactly one.
    pub is_default: bool,
    /// Further conditions on the visitor.
    #[serde(rename = "match")]
    #[schema(value_type = Option<Conditions>)]
    pub rule: Option<Value>,
    /// Experiment.
    #[schema(value_type = Option<SplitTest>)]
    pub ab: Option<Value>,
    /// Language of the page; empty for none.
    pub lang: String,
    /// First second at which the segment is tried, in Unix seconds; left out for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from_ts: Option<i64>,
    /// First second at which the segment is no longer tried, in Unix seconds; left out for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub until_ts: Option<i64>,
}

/// The segments of a draft by position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SegmentList {
    /// The segments.
    pub items: Vec<SegmentOut>,
}
