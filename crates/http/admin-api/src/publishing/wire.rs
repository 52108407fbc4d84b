use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Body of an operation without fields; may be left out.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct NoFields {}

/// Live version after a publication or rollback.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Publication)]
pub struct PublishOut {
    /// The domain.
    pub domain: String,
    /// The live version.
    pub version: i32,
    /// Time of the publication, RFC 3339 in UTC.
    #[schema(format = DateTime)]
    pub published_at: String,
    /// Whether this call changed the live version.
    pub changed: bool,
}

/// Version to roll back to.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"version": 1}))]
pub struct Rollback {
    /// Number of the version.
    #[deserr(from(Int<i32, 1, { i32::MAX as i64 }>) = Int::get)]
    #[schema(minimum = 1)]
    pub version: i32,
    /// Whether the draft stays as it is. By default the content of the version replaces it, and unpublished changes
    /// are lost.
    #[deserr(default)]
    #[serde(default)]
    pub keep_draft: bool,
}

/// Page of the list of versions.
#[derive(Debug, Clone, Default, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct VersionQuery {
    /// Maximum number of items; 50 by default.
    #[deserr(default, from(Option<Int<u32, 1, 200>>) = Int::optional)]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// A published version.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Version)]
pub struct VersionOut {
    /// Number of the version, from 1.
    pub version: i32,
    /// Time of the publication, RFC 3339 in UTC.
    #[schema(format = DateTime)]
    pub published_at: String,
    /// Prefix of the key that published the version.
    pub published_by: String,
    /// Version whose content a rollback restored.
    pub rolled_back_from: Option<i32>,
}

/// Published versions, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VersionList {
    /// The versions.
    pub items: Vec<VersionOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Differences between the draft and the live version.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DraftDiff)]
pub struct DiffOut {
    /// Live version; null before the first publication.
    pub live_version: Option<i32>,
    /// Differences from the live version to the draft.
    pub changes: Vec<ChangeOut>,
}

/// Kind of a difference.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeOp {
    /// Only the draft has the value.
    Add,
    /// Only the live version has the value.
    Remove,
    /// The values differ.
    Change,
}

/// One difference. A whole segment or button that was added or removed is one difference.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DraftDifference)]
pub struct ChangeOut {
    /// Kind of difference.
    pub op: ChangeOp,
    /// Path: `segments.<id>.name`, `segments.<id>.buttons.<id>.label` ...
    pub path: String,
    /// Live value; null for an addition.
    pub from: Value,
    /// Value of the draft; null for a removal.
    pub to: Value,
}
