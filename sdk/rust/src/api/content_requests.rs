// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::ContentRequests;
use crate::operations::operations;
use crate::types;

operations! {
    ContentRequests:

    /// List content requests.
    ///
    /// The content that fans requested, with state and price, newest first.
    fn list() -> json types::RequestList {
        ContentRequestsList = GET "/api/admin/requests"
            as "content_requests_list", Paged(items: types::ContentRequest);
        /// State; all states by default.
        "status" status: types::RequestState;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Respond to a content request.
    ///
    /// The response is stored at once and sent to the engine with retries, under one key, until the outcome is certain.
    /// `media_ids` counts for `fulfill` alone, `reason` for `decline` alone. A request of an account that is not connected
    /// can be answered too; the response is sent when that account is connected again.
    ///
    /// - `request_id`: The number of a content request
    fn respond(path request_id: i64, json body: &types::RequestRespond) -> json types::AnsweredRequest {
        ContentRequestsRespond = POST "/api/admin/requests/{request_id}/respond"
            as "content_requests_respond", Conditional, Keyed;
    }
}
