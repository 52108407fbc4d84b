//! Changes of daily statistics caused by conversions.

use application::intake::DailyStats;
use attribution::assign::LinkId;
use attribution::spenders::Overflow;
use kernel::{OwnerId, StoreError};

use crate::stats::tallies::{SplitTallyKey, Tallies, TallyKey};

/// Merges this owner's counter increments into the transaction's tallies.
pub(super) fn add(tallies: &mut Tallies, owner: OwnerId, stats: DailyStats) -> Result<(), StoreError> {
    for (key, stats) in stats.days {
        let link = key.link.map(LinkId::get);
        let key = TallyKey::new(owner, key.domain.as_str(), key.day, &key.source, link);
        let tally = tallies.days.entry(key).or_default();
        tally.subs += stats.subs;
        let sum = tally.revenue_cents.checked_add(stats.revenue_cents);
        tally.revenue_cents = sum.ok_or_else(|| too_large(Overflow))?;
    }
    for (key, stats) in stats.splits {
        let key = SplitTallyKey::new(owner, key.domain.as_str(), key.day, key.split, key.key);
        let tally = tallies.splits.entry(key).or_default();
        tally.subs += stats.subs;
        let sum = tally.revenue_cents.checked_add(stats.revenue_cents);
        tally.revenue_cents = sum.ok_or_else(|| too_large(Overflow))?;
    }
    Ok(())
}

/// Reports a sum overflow as an error of the data: without some of the events, the rest can be stored.
pub(super) fn too_large(overflow: Overflow) -> StoreError {
    StoreError::Data(overflow.into())
}
