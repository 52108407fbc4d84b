// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Sessions;
use crate::operations::operations;
use crate::types;

operations! {
    Sessions:

    /// End all sessions.
    ///
    /// All of the calling key, or all but one.
    fn end_all() -> nothing () {
        SessionsEndAll = DELETE "/api/admin/sessions" as "sessions_end_all";
        /// Id of the session that is kept; without it all end.
        "except" except: &str;
    }

    /// List sessions.
    ///
    /// Sessions of the calling key that have not ended, the one that was used last first.
    fn list() -> json types::SessionList {
        SessionsList = GET "/api/admin/sessions" as "sessions_list";
    }

    /// Begin a session.
    ///
    /// The dashboard does so at the sign-in. A session ends after 12 hours without a request, after 30 days, or with its key. Of more than 50
    /// sessions of a key, the one that was used longest ago ends.
    fn create(json body: &types::SessionCreate) -> json types::SessionOut {
        SessionsCreate = POST "/api/admin/sessions" as "sessions_create", Keyed;
    }

    /// End a session.
    ///
    /// At once and for good: every request of it that comes after this answer is refused.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn end(path id: &str) -> nothing () {
        SessionsEnd = DELETE "/api/admin/sessions/{id}" as "sessions_end";
    }

    /// Show a session.
    ///
    /// With the rights of its key, and records that it was used. The dashboard asks for each request, so a session that was ended is refused
    /// on every process at once.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: &str) -> json types::SessionShown {
        SessionsShow = GET "/api/admin/sessions/{id}" as "sessions_show";
    }
}
