//! Moments, between the database's type and ours.

use chrono::{DateTime, Utc};
use kernel::UnixTime;

/// The beginning of PostgreSQL's calendar, 4714-11-24 BC. It ends after chrono's.
const FIRST_MILLIS: i64 = -210_866_803_200_000;

/// As PostgreSQL takes it; moments outside its calendar are moved to the nearest inside.
pub(crate) fn timestamp(time: UnixTime) -> DateTime<Utc> {
    let millis = time.millis().max(FIRST_MILLIS);
    DateTime::from_timestamp_millis(millis).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// As the domain takes it, in milliseconds.
pub(crate) fn unix_time(time: DateTime<Utc>) -> UnixTime {
    UnixTime::from_millis(time.timestamp_millis())
}
