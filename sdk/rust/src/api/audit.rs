// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Audit;
use crate::operations::operations;
use crate::types;

operations! {
    Audit:

    /// List who changed what.
    ///
    /// Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv` the answer is a table in
    /// CSV (RFC 4180): the whole log, or with `limit` a part of it, and the header `Next-Cursor` holds the cursor of the next. Entries are
    /// written with the change itself and can't be changed or deleted.
    fn list() -> json types::AuditList {
        AuditList = GET "/api/admin/audit" as "audit_list", Paged(items: types::AuditLogEntry);
        /// By whom: the prefix of a key, `member:<id>`, or `cli` for the command line.
        "actor" actor: &str;
        /// What was done: an action such as `landing.publish`, or all of a kind such as `landing`.
        "action" action: &str;
        /// To what: a type such as `domain`, or a type and an id such as `domain:links.example.com`.
        "subject" subject: &str;
        /// The first second, Unix seconds.
        "from_ts" from_ts: i64;
        /// The last second, Unix seconds.
        "to_ts" to_ts: i64;
        /// How many at most.
        "limit" limit: i64;
        /// Where the part before ended.
        "cursor" cursor: &str;
    }
}
