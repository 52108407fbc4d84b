//! Moments and days of the platforms.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use kernel::UnixTime;
use serde::de::{Deserialize, Deserializer};

const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
const DAY_SECONDS: i64 = 86_400;

/// Refusal of a text that is no moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("must be a time with an offset, or YYYY-MM-DD HH:MM:SS in UTC")]
pub struct TimeError;

/// Parses a moment: ISO 8601 with an offset, or `YYYY-MM-DD HH:MM:SS`, which means UTC.
///
/// ```
/// use platform_sync::moment;
///
/// assert_eq!(moment("2026-11-20T12:00:00+02:00"), moment("2026-11-20 10:00:00"));
/// assert!(moment("2026-11-20T12:00:00").is_err());
/// ```
///
/// # Errors
/// The text has another form, or the calendar has no such moment.
pub fn moment(text: &str) -> Result<UnixTime, TimeError> {
    let bytes = text.as_bytes();
    match bytes.get(10) {
        Some(b' ') if bytes.len() == 19 => {
            let civil: DateTime = text.parse().map_err(|_| TimeError)?;
            let millis = i64::try_from(civil.duration_since(EPOCH).as_millis()).map_err(|_| TimeError)?;
            Ok(UnixTime::from_millis(millis))
        }
        Some(b'T') if bytes.len() <= 64 => {
            let moment: Timestamp = text.parse().map_err(|_| TimeError)?;
            Ok(UnixTime::from_millis(moment.as_millisecond()))
        }
        _ => Err(TimeError),
    }
}

/// Moment of a vendor's body, read with [`moment`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub UnixTime);

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kernel::deserialize_text(deserializer, |text| moment(text).map(Self))
    }
}

/// Calendar day in UTC, as the number of days since 1970-01-01. Displays as `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

kernel::text_value!(Day, "a day of the calendar, YYYY-MM-DD");

impl Day {
    /// Returns the day of a moment.
    pub const fn of(moment: UnixTime) -> Self {
        Self(moment.seconds().div_euclid(DAY_SECONDS))
    }

    /// Parses `YYYY-MM-DD`; `None` if the calendar has no such day.
    pub fn parse(text: &str) -> Option<Self> {
        let date: Date = text.parse().ok().filter(|_| text.len() == 10)?;
        Some(Self(date.to_datetime(EPOCH.time()).duration_since(EPOCH).as_secs().div_euclid(DAY_SECONDS)))
    }

    /// First moment of the day.
    pub const fn start(self) -> UnixTime {
        UnixTime::from_seconds(self.0.saturating_mul(DAY_SECONDS))
    }

    /// Returns the day `days` later, or earlier for a negative number.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.start().rfc3339();
        f.write_str(text.as_deref().and_then(|text| text.get(..10)).unwrap_or("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_an_offset_or_are_utc() {
        let noon = Some(1_795_176_000);
        for (text, expected) in [
            ("2026-11-20T12:00:00+00:00", noon),
            ("2026-11-20T12:00:00Z", noon),
            ("2026-11-20T14:00:00+02:00", noon),
            ("2026-11-20T12:00:00.000Z", noon),
            ("2026-11-20 12:00:00", noon),
            ("1969-12-31 23:59:59", Some(-1)),
            ("2026-11-20T12:00:00", None),
            ("2026-11-20 12:00", None),
            ("2026-11-20", None),
            ("2026-02-29 12:00:00", None),
            ("2026-11-20 25:00:00", None),
            ("20.11.2026 12:00:00", None),
            ("1795176000", None),
            ("", None),
            ("äääääääääää", None),
        ] {
            assert_eq!(moment(text).ok().map(UnixTime::seconds), expected, "{text:?}");
        }
    }

    #[test]
    fn days_are_those_of_utc() {
        for (seconds, day) in [(0, "1970-01-01"), (-1, "1969-12-31"), (1_795_219_199, "2026-11-20")] {
            let of = Day::of(UnixTime::from_seconds(seconds));
            assert_eq!((of.to_string(), Day::parse(day)), (day.to_owned(), Some(of)));
        }
        for bad in ["2026-02-29", "2026-2-1", "20261120", "2026-11-20T00", ""] {
            assert_eq!(Day::parse(bad), None, "{bad}");
        }
        let day = Day::parse("2026-12-31").unwrap();
        assert_eq!(
            (day.plus(1).to_string(), day.plus(1).start().seconds() - day.start().seconds()),
            ("2027-01-01".to_owned(), 86_400)
        );
    }
}
