use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use kernel::{Clock, UnixTime};

pub(crate) const DAY: i64 = 86_400;

#[derive(Debug, Clone, Copy)]
pub(crate) struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> UnixTime {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the program's implementation of the clock port"
        )]
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        UnixTime::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }
}

/// Returns the current time in seconds since the epoch.
pub(crate) fn now() -> i64 {
    SystemClock.now().seconds()
}

/// Returns a unique number for [`AccountConfig::run`](crate::AccountConfig::run): seconds since the
/// epoch.
pub fn run_of_now() -> u64 {
    u64::try_from(now()).unwrap_or(0)
}

/// Formats a time as RFC 3339 in whole seconds.
pub(crate) fn rfc3339(seconds: i64) -> String {
    Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

/// Formats the UTC day, as `2026-11-20`.
pub(crate) fn day(seconds: i64) -> String {
    let mut text = rfc3339(seconds);
    text.truncate(10);
    text
}

/// Parses any RFC 3339 time into seconds.
pub(crate) fn parse(text: &str) -> Option<i64> {
    text.parse::<Timestamp>().ok().map(Timestamp::as_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_survive_the_wire() {
        assert_eq!(rfc3339(1_795_190_400), "2026-11-20T16:00:00Z");
        assert_eq!(day(1_795_190_400), "2026-11-20");
        assert_eq!(parse("2026-11-20T17:00:00.5+01:00"), Some(1_795_190_400));
        assert_eq!(parse("yesterday"), None);
    }
}
