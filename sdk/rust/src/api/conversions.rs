// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Conversions;
use crate::operations::operations;
use crate::types;

operations! {
    Conversions:

    /// List conversions.
    ///
    /// Subscriptions, payments, refunds and messages, attributed or not, newest first. Without `domain`, the list
    /// includes deleted domains and unattributed conversions, whose `domain`, `link_id` and `basis` are null. Amounts are
    /// null if no money moved. A conversion that arrives late appears at its own time, so pages read before lack it. Fans
    /// appear by id, never by name. With `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a
    /// page whose next cursor is in the header `Next-Cursor`.
    fn list() -> json types::ConversionList {
        ConversionsList = GET "/api/admin/conversions" as "conversions_list", Paged(items: types::Conversion);
        /// Only conversions of this domain.
        "domain" domain: &str;
        /// Only conversions of this type.
        "type" r#type: types::ConversionType;
        /// First second, in Unix seconds; included.
        "from_ts" from_ts: i64;
        /// Last second, in Unix seconds; included.
        "to_ts" to_ts: i64;
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }
}
