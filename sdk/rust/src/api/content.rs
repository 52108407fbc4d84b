// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Content;
use crate::operations::operations;
use crate::types;

operations! {
    Content:

    /// List content.
    ///
    /// The order by sales uses captured sales in the window; other orders use the engine's all-time counters. The list may
    /// be 10 seconds old.
    fn list() -> json types::ContentList {
        ContentList = GET "/api/admin/content" as "content_list";
        /// `buyers` by default.
        "sort" sort: types::ContentOrder;
        /// Maximum number of items; 60 by default.
        "limit" limit: i64;
        /// First second of the window, in Unix seconds; only for `sort=sales`.
        "from_ts" from_ts: i64;
        /// Last second of the window, in Unix seconds; only for `sort=sales`.
        "to_ts" to_ts: i64;
    }

    /// Show an item of content.
    ///
    /// One item of the vault with its captured sales and the bundles that contain it: the newest 1,000 sales and the 1,000
    /// best-selling bundles. The sums cover all.
    ///
    /// - `content_id`: The id of an item of content at the engine
    fn show(path content_id: i64) -> json types::ContentDetail {
        ContentShow = GET "/api/admin/content/{content_id}" as "content_show";
    }
}
