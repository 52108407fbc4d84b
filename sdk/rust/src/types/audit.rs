//! Types of audit.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Changes, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditList {
    /// The changes.
    pub items: Vec<AuditLogEntry>,
    /// Where the next part begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Who changed something.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditLogActor {
    /// Whether the command line of the service was used, by those who operate it.
    pub cli: bool,
    /// The prefix of the key; null on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_prefix: Option<String>,
    /// The member who holds the key; null is the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<i64>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditLogEntry {
    /// What was done, such as `landing.publish`.
    pub action: String,
    /// Who.
    pub actor: AuditLogActor,
    /// What became of it, in the same form; null where it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<serde_json::Value>,
    /// When.
    pub at: String,
    /// What it was, as far as it changed; null where it was not there. Of a draft by the paths of its values. A value of more than
    /// 1 KiB is `{"cut_bytes": n}`, and what there is no room for is counted by `left_out`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<serde_json::Value>,
    /// The request that did it; null on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// To what.
    pub subject: AuditSubject,
}

/// What was changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditSubject {
    /// Its id, as its own operations name it.
    pub id: String,
    /// `domain`, `smart_link`, `funnel_link`, `qr_code`, `api_key`, `member`, `pixel`, `engine`, `broadcast`, `preset`, `request`,
    /// `webhook`, `destination_health`, `gate` or `fan`.
    pub r#type: String,
}
