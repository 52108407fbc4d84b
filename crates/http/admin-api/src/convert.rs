//! Conversion between wire and domain types, by noun.

use jiff::Timestamp;
use kernel::{Location, UnixTime, ValidationErrors};

/// Formats a time as RFC 3339 in UTC, in whole seconds.
pub fn rfc3339(time: UnixTime) -> String {
    Timestamp::from_second(time.seconds()).map_or_else(|_| String::new(), |moment| moment.to_string())
}

/// Adds the errors of a body field under its name; returns the parsed value.
pub fn field<T>(errors: &mut ValidationErrors, name: &str, result: Result<T, ValidationErrors>) -> Option<T> {
    errors.take(&Location::root().at(name), result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_whole_seconds() {
        assert_eq!(rfc3339(UnixTime::from_millis(1_795_176_000_999)), "2026-11-20T12:00:00Z");
    }
}
