//! Types of audit.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Changes, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditList {
    /// The changes.
    pub items: Vec<AuditLogEntry>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Actor of a change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditLogActor {
    /// Whether an operator used the command line of the service.
    pub cli: bool,
    /// Prefix of the key; null on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_prefix: Option<String>,
    /// Member who holds the key; null for the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditLogEntry {
    /// Action, such as `landing.publish`.
    pub action: String,
    /// Actor of the change.
    pub actor: AuditLogActor,
    /// Changed values after the change, in the same form; null if the subject was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<serde_json::Value>,
    /// Time of the change.
    pub at: String,
    /// Changed values before the change; null if the subject did not exist. Values of a draft are keyed by path. A
    /// value above 1 KiB is `{"cut_bytes": n}`. At most 100 values and 16 KiB are stored; `left_out` counts the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<serde_json::Value>,
    /// Id of the request; null on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Subject of the change.
    pub subject: AuditSubject,
}

/// Subject of a change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditSubject {
    /// Id of the subject, as in its own operations.
    pub id: String,
    /// `domain`, `smart_link`, `funnel_link`, `qr_code`, `api_key`, `member`, `pixel`, `engine`, `broadcast`, `preset`, `request`,
    /// `webhook`, `destination_health`, `gate` or `fan`.
    pub r#type: String,
}
