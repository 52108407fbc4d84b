use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// The body of an operation that takes no fields; it may be left out.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoFields {}

/// What is live after a publish or roll-back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PublishOut {
    /// The domain.
    pub domain: String,
    /// The live version.
    pub version: i32,
    /// When it went live, RFC 3339 in UTC.
    #[schema(format = DateTime)]
    pub published_at: String,
    /// Whether this call changed what is live.
    pub changed: bool,
}

/// The version to go back to.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"version": 1}))]
pub struct Rollback {
    /// Its number.
    #[schema(minimum = 1)]
    pub version: i32,
}

/// Which part of the list of versions.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct VersionQuery {
    /// How many at most; 50 by default.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 200)]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
    /// `next_cursor` of the part before.
    #[serde(default)]
    pub cursor: Option<String>,
}

/// A published version.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VersionOut {
    /// Its number, from 1.
    pub version: i32,
    /// When it went live, RFC 3339 in UTC.
    #[schema(format = DateTime)]
    pub published_at: String,
    /// The prefix of the key that published it.
    pub published_by: String,
    /// The version whose content it is, for a roll-back.
    pub rolled_back_from: Option<i32>,
}

/// Published versions, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VersionList {
    /// The versions.
    pub items: Vec<VersionOut>,
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// What publishing now would change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DiffOut {
    /// The live version; null before the first publish.
    pub live_version: Option<i32>,
    /// The differences from the live content to the draft's.
    pub changes: Vec<ChangeOut>,
}

/// What happened to a value.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeOp {
    /// Only the draft has it.
    Add,
    /// Only the live version has it.
    Remove,
    /// It differs.
    Change,
}

/// One difference. A segment or button that came or went is one change with the whole of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChangeOut {
    /// What happened.
    pub op: ChangeOp,
    /// Where: `segments.<id>.name`, `segments.<id>.buttons.<id>.label` ...
    pub path: String,
    /// The live value; null for an addition.
    pub from: Value,
    /// The draft's value; null for a removal.
    pub to: Value,
}
