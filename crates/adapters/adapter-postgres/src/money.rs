//! Reader of money in several currencies from query results.

use std::collections::BTreeMap;

use kernel::{Currency, StoreError};
use serde_json::Value;

use crate::database::error::corrupt;

/// Reads sums in cents by currency code, without sums of 0. A null is a sum that does not fit into 64 bits, and becomes
/// an error.
pub(crate) fn by_currency(sums: Value) -> Result<BTreeMap<Currency, i64>, StoreError> {
    let sums: BTreeMap<String, Option<i64>> = serde_json::from_value(sums).map_err(corrupt)?;
    let read = |(code, cents): (String, Option<i64>)| {
        let cents = cents.ok_or_else(|| corrupt(format!("a sum in {code} that does not fit")));
        Currency::parse(&code).map(|currency| cents.map(|cents| (currency, cents)))
    };
    sums.into_iter().filter(|(_, cents)| *cents != Some(0)).filter_map(read).collect()
}
