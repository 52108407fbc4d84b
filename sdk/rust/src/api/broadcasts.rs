// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Broadcasts;
use crate::operations::operations;
use crate::types;

operations! {
    Broadcasts:

    /// List broadcasts.
    ///
    /// Campaigns of the owner, newest first, in pages.
    fn list() -> json types::BroadcastList {
        BroadcastsList = GET "/api/admin/broadcasts" as "broadcasts_list", Paged(items: types::Broadcast);
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Create a broadcast.
    ///
    /// Creates a draft and delivers nothing. `platform_account_id` must be the connected account, which is the default.
    /// Rules over several fields are checked once every field fits.
    fn create(json body: &types::BroadcastCreate) -> json types::BroadcastCreated {
        BroadcastsCreate = POST "/api/admin/broadcasts" as "broadcasts_create", Keyed;
    }

    /// Show the gate.
    ///
    /// Whether launches and deliveries are possible now, and what closes the gate: `server` (for all owners) or `owner`. An
    /// operator of the service opens both. The gate says nothing about the connection to the engine.
    fn gate_show() -> json types::BroadcastGate {
        BroadcastsGateShow = GET "/api/admin/broadcasts/gate" as "broadcasts_gate_show";
    }

    /// Preview an audience.
    ///
    /// Creates and sends nothing. A preview may read all fans of the account, so it takes as long as the engine does.
    /// Counts from 1 to 4 are null, and the histogram has steps of five, so that single fans can't be identified. Fans to
    /// exclude count in `matched` and are taken off `selected` in steps of five.
    fn preview(json body: &types::PreviewAsk) -> json types::AudiencePreview {
        BroadcastsPreview = POST "/api/admin/broadcasts/preview" as "broadcasts_preview";
    }

    /// Show a broadcast.
    ///
    /// The campaign with its audience, message and pace, and its numbers of sent, waiting and withheld messages. Fields
    /// that were left out show their defaults.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn show(path id: i64) -> json types::BroadcastDetail {
        BroadcastsShow = GET "/api/admin/broadcasts/{id}" as "broadcasts_show";
    }

    /// List the history of a broadcast.
    ///
    /// Each change of state: before, after, time, and the key and member who made it. Revoked keys and removed members stay
    /// listed.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn audit(path id: i64) -> json types::BroadcastAudit {
        BroadcastsAudit = GET "/api/admin/broadcasts/{id}/audit" as "broadcasts_audit";
    }

    /// Cancel a broadcast.
    ///
    /// Ends the campaign for good, in any state that is not an end.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn cancel(path id: i64) -> json types::Broadcast {
        BroadcastsCancel = POST "/api/admin/broadcasts/{id}/cancel"
            as "broadcasts_cancel", Conditional, Keyed;
    }

    /// Launch a broadcast.
    ///
    /// Starts a draft, or schedules it if its start is in the future. Checks the state first, then the gate, then the
    /// connection. A draft that names another account is `engine_not_connected`.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn launch(path id: i64) -> json types::Broadcast {
        BroadcastsLaunch = POST "/api/admin/broadcasts/{id}/launch"
            as "broadcasts_launch", Conditional, Keyed;
    }

    /// Pause a broadcast.
    ///
    /// Stops the campaign until it is resumed. A message in flight may still be sent.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn pause(path id: i64) -> json types::Broadcast {
        BroadcastsPause = POST "/api/admin/broadcasts/{id}/pause" as "broadcasts_pause", Conditional, Keyed;
    }

    /// Report on a broadcast.
    ///
    /// Messages by outcome, replies, and purchases of the fans who received a message.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn report(path id: i64) -> json types::BroadcastReport {
        BroadcastsReport = GET "/api/admin/broadcasts/{id}/report" as "broadcasts_report";
    }

    /// Resume a broadcast.
    ///
    /// Continues a paused campaign. The gate must be open, and the account of the launch must be connected
    /// (`engine_not_connected`).
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn resume(path id: i64) -> json types::Broadcast {
        BroadcastsResume = POST "/api/admin/broadcasts/{id}/resume"
            as "broadcasts_resume", Conditional, Keyed;
    }

    /// Unschedule a broadcast.
    ///
    /// Makes a scheduled campaign a draft again.
    ///
    /// - `id`: The number of the resource, as its list shows it
    fn unschedule(path id: i64) -> json types::Broadcast {
        BroadcastsUnschedule = POST "/api/admin/broadcasts/{id}/unschedule"
            as "broadcasts_unschedule", Conditional, Keyed;
    }
}
