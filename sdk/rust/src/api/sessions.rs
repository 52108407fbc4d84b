// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Sessions;
use crate::operations::operations;
use crate::types;

operations! {
    Sessions:

    /// End all sessions.
    ///
    /// Ends all sessions of the calling key, except the one that `except` names. If that session does not exist, none is
    /// ended.
    fn end_all() -> nothing () {
        SessionsEndAll = DELETE "/api/admin/sessions" as "sessions_end_all";
        /// Id of the session to keep; without it, all sessions end.
        "except" except: &str;
    }

    /// List sessions.
    ///
    /// Active sessions of the calling key, most recently used first. `last_seen_at` is exact to a minute.
    fn list() -> json types::SessionList {
        SessionsList = GET "/api/admin/sessions" as "sessions_list";
    }

    /// Begin a session.
    ///
    /// The dashboard creates a session at sign-in. A session ends after 12 hours without a request, after 30 days, or with
    /// its key. A key has at most 50 sessions; one more ends the least recently used. No address of the client is stored,
    /// and sessions appear in no audit log or webhook.
    fn create(json body: &types::SessionCreate) -> json types::Session {
        SessionsCreate = POST "/api/admin/sessions" as "sessions_create", Keyed;
    }

    /// End a session.
    ///
    /// Takes effect at once: later requests of the session are rejected.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn end(path id: &str) -> nothing () {
        SessionsEnd = DELETE "/api/admin/sessions/{id}" as "sessions_end", Conditional;
    }

    /// Show a session.
    ///
    /// Returns the session with the rights of its key, and records the use. The dashboard calls this operation for each
    /// request, so an ended session is rejected by every process at once. A session of another key is `session_not_found`.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: &str) -> json types::SessionShown {
        SessionsShow = GET "/api/admin/sessions/{id}" as "sessions_show";
    }
}
