use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::Patch;

/// A segment to be made.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Germany", "countries": ["DE"]}))]
pub struct SegmentCreate {
    /// What it is called.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// Two-letter codes; none is any country.
    #[serde(default)]
    #[schema(max_items = 250, value_type = Vec<CountryIn>)]
    pub countries: Vec<String>,
    /// Whether it becomes the catch-all. The first segment of a domain always does.
    #[serde(default)]
    pub is_default: bool,
    /// Further conditions over the visitor; null is always.
    #[serde(rename = "match", default)]
    #[schema(value_type = Option<Object>)]
    pub rule: Option<Value>,
    /// An experiment; null is none.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub ab: Option<Value>,
    /// The page's language, such as `de` or `pt-BR`; empty or null is none.
    #[serde(default)]
    #[schema(pattern = "^([A-Za-z]{2,3}(-[A-Za-z]{2})?)?$")]
    pub lang: Option<String>,
    /// The first second at which it is tried, in Unix seconds; null is from the start. The catch-all serves at any time.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Option<i64>,
    /// The second at which it is tried no longer, in Unix seconds and behind `from_ts`; null is never.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Option<i64>,
    /// The place among the segments, from 0; the last by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000)]
    pub position: Option<u32>,
}

/// A two-letter country code.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(pattern = "^[A-Za-z]{2}$", example = "DE")]
#[serde(transparent)]
pub struct CountryIn(#[expect(dead_code, reason = "stands for a string in the schema alone")] String);

/// A partial change of a segment: only the fields that are there change, null clears where a field may be empty.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SegmentUpdate {
    /// Another name.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80, nullable = false)]
    pub name: Option<String>,
    /// Other two-letter codes; an empty list is any country.
    #[serde(default)]
    #[schema(max_items = 250, nullable = false, value_type = Option<Vec<CountryIn>>)]
    pub countries: Option<Vec<String>>,
    /// True makes it the catch-all in place of the present one; false is refused on the catch-all.
    #[serde(default)]
    #[schema(nullable = false)]
    pub is_default: Option<bool>,
    /// Other conditions, or none.
    #[serde(rename = "match", default)]
    #[schema(value_type = Option<Object>)]
    pub rule: Patch<Value>,
    /// Another experiment, or none.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub ab: Patch<Value>,
    /// Another language, or none.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^([A-Za-z]{2,3}(-[A-Za-z]{2})?)?$")]
    pub lang: Patch<String>,
    /// Another first second, or none.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub from_ts: Patch<i64>,
    /// Another end, or none.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 253402300799_i64)]
    pub until_ts: Patch<i64>,
    /// Another place among the segments, from 0.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1000, nullable = false)]
    pub position: Option<u32>,
}

/// What goes with a segment that is deleted.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SegmentDeleteQuery {
    /// Delete the buttons that are still in the segment too.
    #[serde(default)]
    pub force: bool,
}

/// A geo-segment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SegmentOut {
    /// `seg_` and 26 characters.
    pub segment_id: String,
    /// The domain that it belongs to.
    pub domain: String,
    /// What it is called.
    pub name: String,
    /// Two-letter codes, upper case; none is any country.
    pub countries: Vec<String>,
    /// The place among the segments, from 0.
    pub position: usize,
    /// Whether it is the catch-all; exactly one segment of a domain is.
    pub is_default: bool,
    /// Further conditions over the visitor.
    #[serde(rename = "match")]
    #[schema(value_type = Option<Object>)]
    pub rule: Option<Value>,
    /// The experiment.
    #[schema(value_type = Option<Object>)]
    pub ab: Option<Value>,
    /// The page's language, empty for none.
    pub lang: String,
    /// The first second at which it is tried, in Unix seconds; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from_ts: Option<i64>,
    /// The second at which it is tried no longer, in Unix seconds; left out where there is none.
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
