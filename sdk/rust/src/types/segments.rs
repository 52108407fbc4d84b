//! Types of segments.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use serde::{Deserialize, Serialize};

/// A two-letter country code.
pub type CountryIn = String;

/// A segment to be made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SegmentCreate {
    /// An experiment; null is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ab: Option<serde_json::Map<String, serde_json::Value>>,
    /// Two-letter codes; none is any country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countries: Option<Vec<CountryIn>>,
    /// The first second at which it is tried, in Unix seconds; null is from the start. The catch-all serves at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ts: Option<i64>,
    /// Whether it becomes the catch-all. The first segment of a domain always does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_default: Option<bool>,
    /// The page's language, such as `de` or `pt-BR`; empty or null is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Further conditions over the visitor; null is always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<serde_json::Map<String, serde_json::Value>>,
    /// What it is called.
    pub name: String,
    /// The place among the segments, from 0; the last by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<i64>,
    /// The second at which it is tried no longer, in Unix seconds and behind `from_ts`; null is never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ts: Option<i64>,
}

/// The segments of a draft by position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SegmentList {
    /// The segments.
    pub items: Vec<SegmentOut>,
}

/// A geo-segment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SegmentOut {
    /// The experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ab: Option<serde_json::Map<String, serde_json::Value>>,
    /// Two-letter codes, upper case; none is any country.
    pub countries: Vec<String>,
    /// The domain that it belongs to.
    pub domain: String,
    /// The first second at which it is tried, in Unix seconds; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ts: Option<i64>,
    /// Whether it is the catch-all; exactly one segment of a domain is.
    pub is_default: bool,
    /// The page's language, empty for none.
    pub lang: String,
    /// Further conditions over the visitor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<serde_json::Map<String, serde_json::Value>>,
    /// What it is called.
    pub name: String,
    /// The place among the segments, from 0.
    pub position: i64,
    /// `seg_` and 26 characters.
    pub segment_id: String,
    /// The second at which it is tried no longer, in Unix seconds; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ts: Option<i64>,
}

/// A partial change of a segment: only the fields that are there change, null clears where a field may be empty.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SegmentUpdate {
    /// Another experiment, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub ab: Patch<serde_json::Map<String, serde_json::Value>>,
    /// Other two-letter codes; an empty list is any country.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub countries: Patch<Vec<CountryIn>>,
    /// Another first second, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub from_ts: Patch<i64>,
    /// True makes it the catch-all in place of the present one; false is refused on the catch-all.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub is_default: Patch<bool>,
    /// Another language, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub lang: Patch<String>,
    /// Other conditions, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub r#match: Patch<serde_json::Map<String, serde_json::Value>>,
    /// Another name.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub name: Patch<String>,
    /// Another place among the segments, from 0.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub position: Patch<i64>,
    /// Another end, or none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub until_ts: Patch<i64>,
}
