//! Builders for the tests of this crate.

use kernel::{UnixTime, ValidationErrors};

use crate::audience::{Fan, FanStatus, FanTier};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

pub(crate) fn fan(id: &str, tier: FanTier) -> Fan {
    let named = Fan::named(id).unwrap_or_else(|errors| panic!("{errors}"));
    Fan { tier: Some(tier), status: Some(FanStatus::Active), ..named }
}

/// Returns the path and the kind of each error.
pub(crate) fn places<T>(result: Result<T, ValidationErrors>) -> Vec<String> {
    let errors = result.err().unwrap_or_default();
    errors.iter().map(|error| format!("{} {}", error.location, error.kind.as_str())).collect()
}
