use std::fmt;

use serde::{Deserialize, Serialize};

/// Moment in milliseconds since 1970-01-01T00:00:00Z; serde writes the milliseconds. The API shows whole seconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnixTime(i64);

impl UnixTime {
    /// Creates the moment this many milliseconds after the epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Creates the moment this many seconds after the epoch; saturates on overflow.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// Milliseconds since the epoch.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Whole seconds since the epoch, rounded down.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Formats the moment in UTC with milliseconds (RFC 3339); `None` outside of the years 0 to 9999, which the format
    /// lacks.
    ///
    /// ```
    /// use kernel::UnixTime;
    ///
    /// let moment = UnixTime::from_millis(1_795_176_000_120);
    /// assert_eq!(moment.rfc3339().as_deref(), Some("2026-11-20T12:00:00.120Z"));
    /// ```
    pub fn rfc3339(self) -> Option<String> {
        const DAY: i64 = 86_400_000;
        let (year, month, day) = civil(self.0.div_euclid(DAY));
        let millis = self.0.rem_euclid(DAY);
        let (hour, minute, second) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1_000 % 60);
        (0..=9_999).contains(&year).then(|| {
            let fraction = millis % 1_000;
            format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:03}Z")
        })
    }

    /// Returns the moment `seconds` later; saturates on overflow.
    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1000)))
    }
}

/// Returns year, month and day for a number of days since 1970-01-01.
///
/// The calculation lets years begin in March, so that the leap day is the last day of a year. The calendar repeats
/// every 400 years.
fn civil(days: i64) -> (i64, i64, i64) {
    let from_march_of_year_0 = days + 719_468;
    let (cycle, day) = (from_march_of_year_0.div_euclid(146_097), from_march_of_year_0.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (cycle * 400 + year + i64::from(month <= 2), month, day)
}

impl fmt::Debug for UnixTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ms", self.0)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_has_no_four_digits_for_its_year_is_not_written() {
        let (first, last) = (-62_167_219_200_000, 253_402_300_799_999);
        for (millis, text) in [
            (first, Some("0000-01-01T00:00:00.000Z")),
            (first - 1, None),
            (last, Some("9999-12-31T23:59:59.999Z")),
            (last + 1, None),
            (i64::MIN, None),
            (i64::MAX, None),
        ] {
            assert_eq!(UnixTime::from_millis(millis).rfc3339().as_deref(), text, "{millis}");
        }
    }

    proptest! {
        #[test]
        fn moments_are_written_as_a_library_of_the_calendar_does(millis in -62_167_219_200_000_i64..=253_402_207_200_999) {
            let theirs = format!("{:.3}", Timestamp::from_millisecond(millis).unwrap());
            prop_assert_eq!(UnixTime::from_millis(millis).rfc3339(), Some(theirs));
        }
    }
}
