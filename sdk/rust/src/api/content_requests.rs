// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::ContentRequests;
use crate::operations::operations;
use crate::types;

operations! {
    ContentRequests:

    /// List content requests.
    ///
    /// The content that fans requested, with its state and price.
    fn list() -> json types::RequestList {
        ContentRequestsList = GET "/api/admin/requests"
            as "content_requests_list", Paged(items: types::RequestOut);
        /// Those in this state; all of them by default.
        "status" status: &str;
        /// How many at most.
        "limit" limit: i64;
        /// Where the page before ended.
        "cursor" cursor: &str;
    }

    /// Respond to a content request.
    ///
    /// The answer is kept at once, and reaches the engine exactly once.
    ///
    /// - `request_id`: The number of a content request
    fn respond(path request_id: &str, json body: &types::RequestRespond) -> json types::RespondedOut {
        ContentRequestsRespond = POST "/api/admin/requests/{request_id}/respond"
            as "content_requests_respond", Conditional, Keyed;
    }
}
