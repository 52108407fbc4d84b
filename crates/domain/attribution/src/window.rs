//! Time windows of statistics. Handlers build all windows here, so that all sums of a request cover the same events.

use kernel::{ErrorKind, Location, UnixTime, ValidationErrors, Window};
use serde::{Deserialize, Serialize};

use crate::event::MAX_AHEAD_SECONDS;

/// Last second of the year 9999.
const END_OF_TIME: i64 = 253_402_300_799;

/// Length of a window that ends now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Range {
    /// Last 24 hours.
    #[serde(rename = "24h")]
    Day,
    /// Last 7 days.
    #[serde(rename = "7d")]
    Week,
    /// Last 30 days.
    #[serde(rename = "30d")]
    Month,
    /// Last 90 days.
    #[serde(rename = "90d")]
    Quarter,
    /// All time.
    #[serde(rename = "all")]
    #[default]
    All,
}

impl Range {
    /// Parses the API's word; an unknown or absent word means all time.
    pub fn parse(word: Option<&str>) -> Self {
        match word {
            Some("24h") => Self::Day,
            Some("7d") => Self::Week,
            Some("30d") => Self::Month,
            Some("90d") => Self::Quarter,
            _ => Self::All,
        }
    }

    /// Window of this length before now, in multiples of 24 hours. The end allows for a fast engine clock, so that new
    /// events count at once.
    pub fn window(self, now: UnixTime) -> Window {
        let hours = match self {
            Self::Day => Some(24),
            Self::Week => Some(7 * 24),
            Self::Month => Some(30 * 24),
            Self::Quarter => Some(90 * 24),
            Self::All => None,
        };
        let from = hours.map(|hours: i64| now.plus_seconds(-hours * 3_600));
        Window::between(from, Some(latest(now))).unwrap_or_default()
    }
}

/// Exclusive upper bound of the times of events that are stored at `now`.
fn latest(now: UnixTime) -> UnixTime {
    now.plus_seconds(MAX_AHEAD_SECONDS + 1)
}

/// Builds the window between two Unix times in seconds, including both seconds. Returns all errors with their paths.
///
/// ```
/// use attribution::window::between;
/// use kernel::UnixTime;
///
/// let window = between(Some(5), Some(5)).unwrap();
/// assert_eq!((window.from(), window.until()), (Some(UnixTime::from_seconds(5)), Some(UnixTime::from_seconds(6))));
/// assert!(between(Some(6), Some(5)).is_err());
/// ```
pub fn between(from_ts: Option<i64>, to_ts: Option<i64>) -> Result<Window, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    check_moment(&mut errors, "from_ts", from_ts);
    check_moment(&mut errors, "to_ts", to_ts);
    let window = Window::of_seconds(from_ts, to_ts);
    if window.is_none() {
        errors.push(Location::root().at("from_ts"), ErrorKind::LessThanEqual, "must not be after to_ts");
    }
    errors.into_result().map(|()| window.unwrap_or_default())
}

/// Builds the requested window: between two times if either is given, otherwise a range. Without an end, the window
/// ends now.
///
/// ```
/// use attribution::window::asked_for;
/// use kernel::UnixTime;
///
/// let now = UnixTime::from_seconds(1_000_000);
/// let day = asked_for(Some("24h"), None, None, now).unwrap();
/// assert_eq!(day.from(), Some(now.plus_seconds(-86_400)));
/// let named = asked_for(Some("24h"), Some(5), Some(9), now).unwrap();
/// assert_eq!(named.until(), Some(UnixTime::from_seconds(10)));
/// ```
pub fn asked_for(
    range: Option<&str>,
    from_ts: Option<i64>,
    to_ts: Option<i64>,
    now: UnixTime,
) -> Result<Window, ValidationErrors> {
    if from_ts.is_none() && to_ts.is_none() {
        return Ok(Range::parse(range).window(now));
    }
    let last = latest(now).seconds() - 1;
    between(from_ts, to_ts.or_else(|| from_ts.map(|from| from.max(last))))
}

/// Records an error if a Unix time in seconds is before 1970 or after the year 9999.
pub(crate) fn check_moment(errors: &mut ValidationErrors, name: &'static str, moment: Option<i64>) {
    let wrong = match moment {
        Some(moment) if moment < 0 => Some((ErrorKind::GreaterThanEqual, "must be at least 0")),
        Some(moment) if moment > END_OF_TIME => {
            Some((ErrorKind::LessThanEqual, "must be before the year 10000"))
        }
        _ => None,
    };
    if let Some((kind, message)) = wrong {
        errors.push(Location::root().at(name), kind, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::NOW;

    #[test]
    fn windows_roll_from_now() {
        const DAY: i64 = 86_400;
        for (word, expected) in [
            (Some("24h"), Some(DAY)),
            (Some("7d"), Some(7 * DAY)),
            (Some("30d"), Some(30 * DAY)),
            (Some("90d"), Some(90 * DAY)),
            (Some("1y"), None),
            (Some(""), None),
            (None, None),
        ] {
            let window = Range::parse(word).window(NOW);
            assert_eq!(window.from(), expected.map(|back| NOW.plus_seconds(-back)), "{word:?}");
            assert!(window.contains(NOW.plus_seconds(MAX_AHEAD_SECONDS)), "{word:?}");
            assert!(!window.contains(NOW.plus_seconds(MAX_AHEAD_SECONDS + 1)), "{word:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_reported_by_its_name() {
        for (from, to, places) in [
            (None, None, &[][..]),
            (Some(0), Some(253_402_300_799), &[]),
            (Some(7), Some(7), &[]),
            (Some(-1), None, &["from_ts"]),
            (None, Some(253_402_300_800), &["to_ts"]),
            (Some(8), Some(7), &["from_ts"]),
            (Some(-1), Some(253_402_300_800), &["from_ts", "to_ts"]),
        ] {
            let errors = between(from, to).err();
            let reported: Vec<_> =
                errors.iter().flat_map(ValidationErrors::iter).map(|one| one.location.to_string()).collect();
            assert_eq!(reported, places, "{from:?} {to:?}");
        }
    }

    #[test]
    fn every_window_has_an_end() {
        for (from, to) in
            [(None, None), (Some(5), None), (None, Some(5)), (Some(NOW.seconds() + 9_000), None)]
        {
            let window = asked_for(Some("7d"), from, to, NOW).unwrap();
            assert!(window.until().is_some(), "{from:?} {to:?}");
        }
    }
}
