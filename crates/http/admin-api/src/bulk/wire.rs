use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use serde::Serialize;
use utoipa::ToSchema;
use validator::Validate;

/// The source of a full copy of a draft.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"source": "links.example.com"}))]
pub struct CopyFrom {
    /// The domain whose draft is copied.
    pub source: String,
}

/// A copy of parts of a draft to many domains.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"source": "a.example.com", "targets": ["b.example.com"], "parts": ["buttons_segments"]}))]
pub struct BulkCopy {
    /// The domain whose draft is copied.
    pub source: String,
    /// Target domains, at most 1,000; duplicates count once.
    #[validate(custom(function = crate::rules::copy_targets))]
    pub targets: Vec<String>,
    /// Parts to copy.
    #[schema(value_type = Vec<words::CopyPart>)]
    #[validate(custom(function = crate::rules::copy_parts))]
    pub parts: Vec<String>,
}

/// Result of a bulk copy.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BulkCopyReport)]
pub struct BulkCopyOut {
    /// The domain whose draft was copied.
    pub source: String,
    /// The parts that were requested.
    #[schema(value_type = Vec<words::CopyPart>)]
    pub parts: Vec<String>,
    /// One entry for each target.
    pub results: Vec<BulkCopyResult>,
}

/// Result for one target.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkCopyResult {
    /// The target.
    pub host: String,
    /// Whether the target has the copy.
    pub ok: bool,
    /// Result.
    #[schema(value_type = words::CopyDetail)]
    pub detail: String,
}
