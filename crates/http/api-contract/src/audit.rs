//! The audit log.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which changes to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// By whom: the prefix of a key, `member:<id>`, or `cli` for the command line.
    #[serde(default)]
    pub actor: Option<String>,
    /// What was done: an action such as `landing.publish`, or all of a kind such as `landing`.
    #[serde(default)]
    pub action: Option<String>,
    /// To what: a type such as `domain`, or a type and an id such as `domain:links.example.com`.
    #[serde(default)]
    pub subject: Option<String>,
    /// The first second, Unix seconds.
    #[serde(default)]
    pub from_ts: Option<i64>,
    /// The last second, Unix seconds.
    #[serde(default)]
    pub to_ts: Option<i64>,
    /// How many at most.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// Where the part before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn hundred() -> u32 {
    100
}

/// Changes, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditList {
    /// The changes.
    pub items: Vec<AuditLogEntry>,
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// One change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditLogEntry {
    /// When.
    #[schema(format = DateTime)]
    pub at: String,
    /// Who.
    pub actor: AuditLogActor,
    /// What was done, such as `landing.publish`.
    pub action: String,
    /// To what.
    pub subject: AuditSubject,
    /// The request that did it; null on the command line.
    pub request_id: Option<String>,
    /// What it was, as far as it changed; null where it was not there. Of a draft by the paths of its values. A value of more than
    /// 1 KiB is `{"cut_bytes": n}`, and what there is no room for is counted by `left_out`.
    pub before: Option<Value>,
    /// What became of it, in the same form; null where it is gone.
    pub after: Option<Value>,
}

/// Who changed something.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditLogActor {
    /// The prefix of the key; null on the command line.
    pub key_prefix: Option<String>,
    /// The member who holds the key; null is the owner.
    pub member_id: Option<i64>,
    /// Whether the command line of the service was used, by those who operate it.
    pub cli: bool,
}

/// What was changed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditSubject {
    /// `domain`, `smart_link`, `funnel_link`, `qr_code`, `api_key`, `member`, `pixel`, `engine`, `broadcast`, `preset`, `request`,
    /// `webhook`, `destination_health`, `gate` or `fan`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id, as its own operations name it.
    pub id: String,
}
