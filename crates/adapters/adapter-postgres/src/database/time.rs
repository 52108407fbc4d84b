//! Conversion of moments between the database's type and the domain's type.

use chrono::{DateTime, Utc};
use kernel::UnixTime;

/// Start of PostgreSQL's calendar, 4714-11-24 BC, in milliseconds of Unix time. PostgreSQL's calendar ends after
/// chrono's.
const FIRST_MILLIS: i64 = -210_866_803_200_000;

/// Converts a moment for PostgreSQL. Moments outside its calendar become the nearest moment inside.
pub(crate) fn timestamp(time: UnixTime) -> DateTime<Utc> {
    let millis = time.millis().max(FIRST_MILLIS);
    DateTime::from_timestamp_millis(millis).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Converts a stored moment for the domain, in milliseconds.
pub(crate) fn unix_time(time: DateTime<Utc>) -> UnixTime {
    UnixTime::from_millis(time.timestamp_millis())
}
