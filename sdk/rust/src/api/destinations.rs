// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Destinations;
use crate::operations::operations;
use crate::types;

operations! {
    Destinations:

    /// List destinations and their health.
    ///
    /// The `http` and `https` addresses that buttons, in drafts and on live pages, and the ends of smart links lead to. Each is looked at
    /// once a day, while the owner has opted in. It is `broken` after two looks in a row that failed, at least an hour apart: an answer of 400
    /// or above, but for 401, 403, 405 and 429, or none. One look that succeeds mends it. `ETag` is of the switch alone.
    fn list() -> json types::DestinationList {
        DestinationsList = GET "/api/admin/links/health"
            as "destinations_list", Paged(items: types::DestinationOut);
        /// Only items in this state.
        "state" state: &str;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Switch destination health on or off.
    ///
    /// Off by default. After switching on, destinations are collected within seconds and again every hour. Switching off
    /// stops the checks and deletes all results.
    fn switch(json body: &types::DestinationSwitch) -> json types::DestinationSwitch {
        DestinationsSwitch = PUT "/api/admin/links/health" as "destinations_switch", Conditional;
    }

    /// Look at a destination again now.
    ///
    /// Counts like any other check; the next check follows a day later. A host gets at most one request a second, so the
    /// response may take half a minute. An address that is not in the list is `destination_not_found`.
    fn check(json body: &types::DestinationCheck) -> json types::DestinationOut {
        DestinationsCheck = POST "/api/admin/links/health/check" as "destinations_check", Keyed;
    }
}
