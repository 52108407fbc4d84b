//! The audit log.

use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Filters of the audit log.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[validate(schema(function = crate::rules::audit_window, skip_on_field_errors = false))]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Actor: the prefix of a key, `member:<id>`, or `cli` for the command line.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::audit_actor))]
    pub actor: Option<String>,
    /// Action such as `landing.publish`, or kind of action such as `landing`.
    #[deserr(default)]
    #[param(value_type = Option<words::AuditActionFilter>)]
    #[validate(custom(function = crate::rules::audit_action))]
    pub action: Option<String>,
    /// Subject: a type such as `domain`, or a type and an id such as `domain:links.example.com`.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::audit_subject))]
    pub subject: Option<String>,
    /// First second, in Unix seconds; included.
    #[deserr(default)]
    pub from_ts: Option<i64>,
    /// Last second, in Unix seconds; included.
    #[deserr(default)]
    pub to_ts: Option<i64>,
    /// Maximum number of items.
    #[deserr(default = 100, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 100, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// Changes, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditList {
    /// The changes.
    pub items: Vec<AuditLogEntry>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// One change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditLogEntry {
    /// Time of the change.
    #[schema(format = DateTime)]
    pub at: String,
    /// Actor of the change.
    pub actor: AuditLogActor,
    /// Action.
    #[schema(value_type = words::AuditAction)]
    pub action: String,
    /// Subject of the change.
    pub subject: AuditSubject,
    /// Id of the request; null on the command line.
    pub request_id: Option<String>,
    /// Changed values before the change; null if the subject did not exist. Values of a draft are keyed by path. A
    /// value above 1 KiB is `{"cut_bytes": n}`. At most 100 values and 16 KiB are stored; `left_out` counts the rest.
    pub before: Option<Value>,
    /// Changed values after the change, in the same form; null if the subject was deleted.
    pub after: Option<Value>,
}

/// Actor of a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditLogActor {
    /// Prefix of the key; null on the command line.
    pub key_prefix: Option<String>,
    /// Member who holds the key; null for the owner.
    pub member_id: Option<i64>,
    /// Whether an operator used the command line of the service.
    pub cli: bool,
}

/// Subject of a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditSubject {
    /// Type.
    #[serde(rename = "type")]
    #[schema(value_type = words::AuditSubjectType)]
    pub kind: String,
    /// Id of the subject, as in its own operations.
    pub id: String,
}
