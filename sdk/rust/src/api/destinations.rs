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
    /// or above, but for 401, 403, 405 and 429, or none. One look that succeeds mends it.
    fn list() -> json types::DestinationList {
        DestinationsList = GET "/api/admin/links/health"
            as "destinations_list", Paged(items: types::DestinationOut);
        /// Only those in this state.
        "state" state: &str;
        /// How many at most.
        "limit" limit: i64;
        /// Where the part before ended.
        "cursor" cursor: &str;
    }

    /// Switch destination health on or off.
    ///
    /// Off by default. Once it is on, destinations are gathered within seconds and anew every hour. Switched off, nothing is looked at
    /// any more, and what is known of destinations is deleted.
    fn switch(json body: &types::DestinationSwitch) -> json types::DestinationSwitch {
        DestinationsSwitch = PUT "/api/admin/links/health" as "destinations_switch";
    }

    /// Look at a destination again now.
    ///
    /// It counts like any other look, and the next one comes a day later. A host gets at most one request a second, so the answer may take
    /// half a minute.
    fn check(json body: &types::DestinationCheck) -> json types::DestinationOut {
        DestinationsCheck = POST "/api/admin/links/health/check" as "destinations_check", Keyed;
    }
}
