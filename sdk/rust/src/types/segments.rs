//! Types of segments.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::Conditions;
use crate::types::CountryCode;
use serde::{Deserialize, Serialize};

/// A segment of visitors.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Segment {
    /// Experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ab: Option<SplitTest>,
    /// Two-letter country codes in upper case; an empty list is any country.
    pub countries: Vec<CountryCode>,
    /// The domain.
    pub domain: String,
    /// First second at which the segment is tried, in Unix seconds; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ts: Option<i64>,
    /// Whether the segment is the catch-all; each domain has exactly one.
    pub is_default: bool,
    /// Language of the page; empty for none.
    pub lang: String,
    /// Further conditions on the visitor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<Conditions>,
    /// Name.
    pub name: String,
    /// Position among the segments, from 0.
    pub position: i64,
    /// `seg_` and 26 characters.
    pub segment_id: String,
    /// First second at which the segment is no longer tried, in Unix seconds; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ts: Option<i64>,
}

/// A new segment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SegmentCreate {
    /// Experiment; null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ab: Option<SplitTest>,
    /// Two-letter country codes; an empty list is any country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countries: Option<Vec<CountryCode>>,
    /// First second at which the segment is tried, in Unix seconds; null for no start. The catch-all serves at any
    /// time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_ts: Option<i64>,
    /// Whether the segment becomes the catch-all. The first segment of a domain always does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_default: Option<bool>,
    /// Language of the page, such as `de` or `pt-BR`; empty or null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Further conditions on the visitor; null is always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<Conditions>,
    /// Name.
    pub name: String,
    /// Position among the segments, from 0; last by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<i64>,
    /// First second at which the segment is no longer tried, in Unix seconds and after `from_ts`; null for no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ts: Option<i64>,
}

/// The segments of a draft by position.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SegmentList {
    /// The segments.
    pub items: Vec<Segment>,
}

/// A partial change of a segment. Only given fields change; null clears a field.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SegmentUpdate {
    /// New experiment, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub ab: Patch<SplitTest>,
    /// New two-letter country codes; an empty list is any country.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub countries: Patch<Vec<CountryCode>>,
    /// New first second, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub from_ts: Patch<i64>,
    /// True makes the segment the catch-all instead of the present one; false is rejected for the catch-all.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub is_default: Patch<bool>,
    /// New language, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub lang: Patch<String>,
    /// New conditions, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub r#match: Patch<Conditions>,
    /// New name.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub name: Patch<String>,
    /// New position among the segments, from 0.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub position: Patch<i64>,
    /// New end, or null for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub until_ts: Patch<i64>,
}

/// A split test between arms.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SplitTest {
    /// Arms.
    pub arms: Vec<TestArm>,
    /// Name that assigns visitors to arms; another name assigns them anew.
    pub key: String,
    /// Version of the form.
    pub v: i64,
    /// Arm that every visitor gets; null while the test runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

/// An arm of a split test.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TestArm {
    /// Id of the arm.
    pub id: String,
    /// Weight relative to the others.
    pub weight: i64,
}
