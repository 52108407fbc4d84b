// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Destinations;
use crate::operations::operations;
use crate::types;

operations! {
    Destinations:

    /// List destinations and their health.
    ///
    /// Destinations are the `http` and `https` addresses of buttons, in drafts and on live pages, and the targets of
    /// expired smart links. While the owner has opted in, each is checked once a day. A destination is `broken` after two
    /// consecutive failed checks, at least an hour apart. A check fails without a response, or with a status of 400 or
    /// above except 401, 403, 405 and 429. One successful check repairs the destination. `ETag` covers only the switch.
    fn list() -> json types::DestinationList {
        DestinationsList = GET "/api/admin/links/health"
            as "destinations_list", Paged(items: types::Destination);
        /// Only items in this state.
        "state" state: types::DestinationState;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Switch destination checks on or off.
    ///
    /// Off by default. After switching on, destinations are collected within seconds and again every hour. Switching off
    /// stops the checks and deletes all results.
    fn switch(json body: &types::DestinationSwitch) -> json types::DestinationSwitch {
        DestinationsSwitch = PUT "/api/admin/links/health" as "destinations_switch", Conditional;
    }

    /// Check a destination now.
    ///
    /// Counts like any other check; the next check follows a day later. A host gets at most one request a second, so the
    /// response may take half a minute. An address that is not in the list is `destination_not_found`.
    fn check(json body: &types::DestinationCheck) -> json types::Destination {
        DestinationsCheck = POST "/api/admin/links/health/check" as "destinations_check", Keyed;
    }
}
