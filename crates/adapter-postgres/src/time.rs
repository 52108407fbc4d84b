//! Moments, between the database's type and ours.

use chrono::{DateTime, Utc};
use kernel::UnixTime;

/// As PostgreSQL takes it; moments outside its calendar are moved to the nearest inside.
pub(crate) fn timestamp(time: UnixTime) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(time.millis()).unwrap_or(if time.millis() < 0 {
        DateTime::<Utc>::MIN_UTC
    } else {
        DateTime::<Utc>::MAX_UTC
    })
}

/// As the domain takes it, in milliseconds.
pub(crate) fn unix_time(time: DateTime<Utc>) -> UnixTime {
    UnixTime::from_millis(time.timestamp_millis())
}
