// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Audit;
use crate::operations::operations;
use crate::types;

operations! {
    Audit:

    /// List the audit log.
    ///
    /// Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv`, returns CSV
    /// (RFC 4180): the whole log, or with `limit` a page whose next cursor is in the header `Next-Cursor`. Entries are
    /// stored together with the change, and can't be changed or deleted. `before` and `after` are null if the key may not
    /// see the subject: those of `qr_code.change` need `qr.view`.
    fn list() -> json types::AuditList {
        AuditList = GET "/api/admin/audit" as "audit_list", Paged(items: types::AuditLogEntry);
        /// Actor: the prefix of a key, `member:<id>`, or `cli` for the command line.
        "actor" actor: &str;
        /// Action such as `landing.publish`, or kind of action such as `landing`.
        "action" action: types::AuditActionFilter;
        /// Subject: a type such as `domain`, or a type and an id such as `domain:links.example.com`.
        "subject" subject: &str;
        /// First second, in Unix seconds; included.
        "from_ts" from_ts: i64;
        /// Last second, in Unix seconds; included.
        "to_ts" to_ts: i64;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }
}
