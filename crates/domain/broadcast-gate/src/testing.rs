//! Small builders that the tests of this crate share.

use kernel::{Faults, UnixTime};

use crate::audience::{Fan, FanStatus, FanTier};
use crate::text::FanId;

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

pub(crate) fn fan(id: &str, tier: FanTier) -> Fan {
    Fan {
        fan_id: FanId::parse(id).unwrap_or_else(|faults| panic!("{faults}")),
        tier: Some(tier),
        status: Some(FanStatus::Active),
        country: None,
        last_seen_at: None,
        total_spent_cents: 0,
        opted_out: false,
        blocked: false,
    }
}

/// Every fault as its place and its word.
pub(crate) fn places<T>(result: Result<T, Faults>) -> Vec<String> {
    let faults = result.err().unwrap_or_default();
    faults.iter().map(|fault| format!("{} {}", fault.location, fault.kind.word())).collect()
}
