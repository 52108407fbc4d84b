// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Conversions;
use crate::operations::operations;
use crate::types;

operations! {
    Conversions:

    /// List the conversions.
    ///
    /// Subscriptions, payments, refunds and messages of all domains or of one, attributed or not, also those of domains that were deleted. With
    /// `Accept: text/csv` the answer is a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor`
    /// holds the cursor of the next.
    fn list() -> json types::ConversionList {
        ConversionsList = GET "/api/admin/conversions"
            as "conversions_list", Paged(items: types::ConversionOut);
        /// Those that belong to this domain of the owner.
        "domain" domain: &str;
        /// Those of this type.
        "type" r#type: &str;
        /// The first second, Unix seconds.
        "from_ts" from_ts: i64;
        /// The last second, Unix seconds.
        "to_ts" to_ts: i64;
        /// How many at most.
        "limit" limit: i64;
        /// Where the part before ended.
        "cursor" cursor: &str;
    }
}
