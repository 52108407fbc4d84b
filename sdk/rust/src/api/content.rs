// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Content;
use crate::operations::operations;
use crate::types;

operations! {
    Content:

    /// List content.
    ///
    /// The order by sales looks at what was captured in the window; the others at the engine's counters of all time.
    fn list() -> json types::ContentList {
        ContentList = GET "/api/admin/content" as "content_list";
        /// `buyers` by default.
        "sort" sort: &str;
        /// How many at most; 60 by default.
        "limit" limit: i64;
        /// The first second of the window, Unix seconds; looked at by `sort=sales` only.
        "from_ts" from_ts: i64;
        /// The last second of the window, Unix seconds; looked at by `sort=sales` only.
        "to_ts" to_ts: i64;
    }

    /// Show an item of content.
    ///
    /// One item of the vault with its captured sales and the bundles that contain it.
    ///
    /// - `content_id`: The id of an item of content at the engine
    fn show(path content_id: &str) -> json types::ContentDetail {
        ContentShow = GET "/api/admin/content/{content_id}" as "content_show";
    }
}
