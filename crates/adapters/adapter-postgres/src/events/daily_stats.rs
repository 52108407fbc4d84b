//! What conversions change in the stored statistics of their domains.

use application::intake::DailyStats;
use attribution::assign::LinkId;
use attribution::spenders::Overflow;
use kernel::{OwnerId, StoreError};

use crate::tallies::{SplitTallyKey, Tallies, TallyKey};

/// Adds what changes for an owner to what else is raised in the transaction.
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

/// A sum that is too large is an error of the data: without some of the events, the others can be stored.
pub(super) fn too_large(overflow: Overflow) -> StoreError {
    StoreError::Data(overflow.into())
}
