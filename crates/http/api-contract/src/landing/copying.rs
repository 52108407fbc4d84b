use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The source of a full copy of a draft.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"source": "links.example.com"}))]
pub struct CopyFrom {
    /// The domain whose draft is copied.
    pub source: String,
}

/// A copy of parts of a draft to many domains.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"source": "a.example.com", "targets": ["b.example.com"], "parts": ["buttons_segments"]}))]
pub struct BulkCopy {
    /// The domain whose draft is copied.
    pub source: String,
    /// The domains that get the copy, at most 1,000; one named twice is done once.
    pub targets: Vec<String>,
    /// Any of `buttons_segments`, `bg`, `ui`, `notification`.
    pub parts: Vec<String>,
}

/// What became of a bulk copy.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkCopyOut {
    /// The domain whose draft was copied.
    pub source: String,
    /// The parts that were requested.
    pub parts: Vec<String>,
    /// One entry for each target.
    pub results: Vec<BulkCopyResult>,
}

/// What became of one target.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkCopyResult {
    /// The target.
    pub host: String,
    /// Whether it has the copy now.
    pub ok: bool,
    /// `copied`, `domain_not_found` or `copy_same_domain`.
    pub detail: String,
}
