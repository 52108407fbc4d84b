//! What conversions add to the figures of their domains.

use std::collections::BTreeMap;

use conversion_pixel::ConversionType;
use kernel::{OwnerId, StoreError};

use super::conversions::Row;
use crate::tallies::{Tally, TallyKey};

/// Subscribers and money by the day of the conversion, the source of its click, and its link.
pub(super) fn tally(owner: OwnerId, rows: &[Row<'_>]) -> Result<BTreeMap<TallyKey, Tally>, StoreError> {
    let mut tallies = BTreeMap::new();
    for row in rows {
        if let Some(hostname) = row.hostname() {
            add(&mut tallies, TallyKey::new(owner, hostname, row.at(), row.source(), row.link()), row, 1)?;
        }
    }
    Ok(tallies)
}

/// Adds what a conversion counts for to the figures of `key`, so many times: -1 takes it away.
pub(super) fn add(
    tallies: &mut BTreeMap<TallyKey, Tally>,
    key: TallyKey,
    row: &Row<'_>,
    times: i64,
) -> Result<(), StoreError> {
    let too_large = || StoreError::Data("a sum of money is too large".into());
    let subs = i64::from(row.kind == ConversionType::NewSubscriber) * times;
    let revenue_cents = row.net_cents().checked_mul(times).ok_or_else(too_large)?;
    if subs == 0 && revenue_cents == 0 {
        return Ok(());
    }
    let tally = tallies.entry(key).or_default();
    tally.subs += subs;
    tally.revenue_cents = tally.revenue_cents.checked_add(revenue_cents).ok_or_else(too_large)?;
    Ok(())
}
