//! What conversions add to the figures of their domains.

use std::collections::BTreeMap;

use conversion_pixel::ConversionType;
use kernel::{OwnerId, StoreError};

use super::conversions::Row;
use crate::tallies::{Tally, TallyKey};

/// Subscribers and money by the day of the conversion, the source of its click, and its link.
pub(super) fn tally(owner: OwnerId, rows: &[Row<'_>]) -> Result<BTreeMap<TallyKey, Tally>, StoreError> {
    let mut tallies: BTreeMap<TallyKey, Tally> = BTreeMap::new();
    for (row, belongs) in rows.iter().filter_map(|row| Some((row, row.belongs.as_ref()?))) {
        let subs = i64::from(row.kind == ConversionType::NewSubscriber);
        let revenue_cents = row.net_cents();
        if subs == 0 && revenue_cents == 0 {
            continue;
        }
        let domain = belongs.attribution.domain.as_str();
        let key = TallyKey::new(owner, domain, row.at(), &belongs.source, row.link());
        let tally = tallies.entry(key).or_default();
        tally.subs += subs;
        let sum = tally.revenue_cents.checked_add(revenue_cents);
        tally.revenue_cents = sum.ok_or_else(|| StoreError::Failed("a sum of money is too large".into()))?;
    }
    Ok(tallies)
}
