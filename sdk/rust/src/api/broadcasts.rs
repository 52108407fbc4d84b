// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Broadcasts;
use crate::operations::operations;
use crate::types;

operations! {
    Broadcasts:

    /// List broadcasts.
    ///
    /// The campaigns of the owner, a page at a time, newest first.
    fn list() -> json types::BroadcastList {
        BroadcastsList = GET "/api/admin/broadcasts" as "broadcasts_list", Paged(items: types::BroadcastOut);
        /// How many at most.
        "limit" limit: i64;
        /// Where the page before ended.
        "cursor" cursor: &str;
    }

    /// Create a broadcast.
    ///
    /// It becomes a draft. Nothing is delivered.
    fn create(json body: &types::BroadcastCreate) -> json types::BroadcastCreated {
        BroadcastsCreate = POST "/api/admin/broadcasts" as "broadcasts_create", Keyed;
    }

    /// Show the gate.
    ///
    /// Whether launches and deliveries may happen now, and what keeps them from it. An operator of the service opens both halves.
    fn gate_show() -> json types::BroadcastGate {
        BroadcastsGateShow = GET "/api/admin/broadcasts/gate" as "broadcasts_gate_show";
    }

    /// Preview an audience.
    ///
    /// Creates and sends nothing. All fans of the account may be read for it, so it takes as long as the engine does.
    fn preview(json body: &types::PreviewAsk) -> json types::PreviewOut {
        BroadcastsPreview = POST "/api/admin/broadcasts/preview" as "broadcasts_preview";
    }

    /// Show a broadcast.
    ///
    /// The campaign with its audience, message and pace, and how many messages are sent, waiting and withheld.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: &str) -> json types::BroadcastDetail {
        BroadcastsShow = GET "/api/admin/broadcasts/{id}" as "broadcasts_show";
    }

    /// List the audit of a broadcast.
    ///
    /// Each change of its state: what changed, when, and with which key.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn audit(path id: &str) -> json types::BroadcastAudit {
        BroadcastsAudit = GET "/api/admin/broadcasts/{id}/audit" as "broadcasts_audit";
    }

    /// Cancel a broadcast.
    ///
    /// It ends for good, whatever it was doing.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn cancel(path id: &str) -> json types::BroadcastOut {
        BroadcastsCancel = POST "/api/admin/broadcasts/{id}/cancel"
            as "broadcasts_cancel", Conditional, Keyed;
    }

    /// Launch a broadcast.
    ///
    /// A draft starts, or is scheduled if its start is still to come. The gate must be open and the account connected.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn launch(path id: &str) -> json types::BroadcastOut {
        BroadcastsLaunch = POST "/api/admin/broadcasts/{id}/launch"
            as "broadcasts_launch", Conditional, Keyed;
    }

    /// Pause a broadcast.
    ///
    /// It stops until it is resumed. A message that is being submitted at the moment may still go out.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn pause(path id: &str) -> json types::BroadcastOut {
        BroadcastsPause = POST "/api/admin/broadcasts/{id}/pause" as "broadcasts_pause", Conditional, Keyed;
    }

    /// Report on a broadcast.
    ///
    /// What the campaign has come to: messages by outcome, replies, and what was earned from those who received it.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn report(path id: &str) -> json types::BroadcastReport {
        BroadcastsReport = GET "/api/admin/broadcasts/{id}/report" as "broadcasts_report";
    }

    /// Resume a broadcast.
    ///
    /// A paused campaign goes on where it was. The gate must be open and its account connected.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn resume(path id: &str) -> json types::BroadcastOut {
        BroadcastsResume = POST "/api/admin/broadcasts/{id}/resume"
            as "broadcasts_resume", Conditional, Keyed;
    }

    /// Unschedule a broadcast.
    ///
    /// A scheduled campaign becomes a draft again.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn unschedule(path id: &str) -> json types::BroadcastOut {
        BroadcastsUnschedule = POST "/api/admin/broadcasts/{id}/unschedule"
            as "broadcasts_unschedule", Conditional, Keyed;
    }
}
