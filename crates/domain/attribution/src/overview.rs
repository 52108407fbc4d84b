//! Statistics of all domains of an owner, compared with the preceding period.

use jiff::civil::Date;
use kernel::{ErrorKind, Location, UnixTime, ValidationErrors, Window};
use serde::{Deserialize, Serialize};

use crate::window::check_moment;

kernel::words! {
    /// Dimension of an overview's items.
    OverviewBy {
        /// One item per day.
        Day = "day",
        /// One item per domain.
        Domain = "domain",
    }
}

const SECONDS_A_DAY: i64 = 86_400;

/// Period of whole days in UTC, including the first and the last day.
///
/// ```
/// use attribution::overview::Period;
/// use kernel::UnixTime;
///
/// let now = UnixTime::from_seconds(10 * 86_400 + 7);
/// let period = Period::parse(Some(8 * 86_400 + 5), None, now).unwrap();
/// assert_eq!((period.from_ts(), period.to_ts()), (8 * 86_400, 11 * 86_400 - 1));
/// assert_eq!(period.before().to_ts(), 8 * 86_400 - 1);
/// assert_eq!(period.before().days(), period.days());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredPeriod", into = "StoredPeriod")]
pub struct Period {
    /// First day, in days since 1970-01-01.
    first: i64,
    last: i64,
}

impl Period {
    /// Maximum number of days in a period.
    pub const MOST_DAYS: i64 = 1_100;
    /// Default number of days in a period.
    pub const USUAL_DAYS: i64 = 30;

    /// Parses a period: the days that contain these Unix times. Ends today without an end, and spans 30 days without a
    /// start.
    pub fn parse(from_ts: Option<i64>, to_ts: Option<i64>, now: UnixTime) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        check_moment(&mut errors, "from_ts", from_ts);
        check_moment(&mut errors, "to_ts", to_ts);
        errors.into_result()?;
        let last = to_ts.unwrap_or(now.seconds()).div_euclid(SECONDS_A_DAY);
        let first = from_ts.map_or(last - (Self::USUAL_DAYS - 1), |from| from.div_euclid(SECONDS_A_DAY));
        Self::of_days(first, last)
    }

    /// Creates a period from its first and last day, in days since 1970-01-01.
    fn of_days(first: i64, last: i64) -> Result<Self, ValidationErrors> {
        let from =
            |kind, message: &str| Err(ValidationErrors::one(Location::root().at("from_ts"), kind, message));
        if first > last {
            return from(ErrorKind::LessThanEqual, "must not be after to_ts");
        }
        if last.saturating_sub(first) >= Self::MOST_DAYS {
            return from(ErrorKind::GreaterThanEqual, "must be less than 1100 days before to_ts");
        }
        Ok(Self { first, last })
    }

    /// Returns the preceding period with the same number of days.
    pub fn before(self) -> Self {
        Self { first: self.first - self.days(), last: self.first - 1 }
    }

    /// Number of days in the period.
    pub fn days(self) -> i64 {
        self.last - self.first + 1
    }

    /// First second of the period, in Unix seconds.
    pub fn from_ts(self) -> i64 {
        self.first * SECONDS_A_DAY
    }

    /// Last second of the period, in Unix seconds.
    pub fn to_ts(self) -> i64 {
        (self.last + 1) * SECONDS_A_DAY - 1
    }

    /// Window that covers the period.
    pub fn window(self) -> Window {
        Window::of_seconds(Some(self.from_ts()), Some(self.to_ts())).unwrap_or_default()
    }
}

/// Stored form of a period: first and last second.
#[derive(Serialize, Deserialize)]
struct StoredPeriod {
    from_ts: i64,
    to_ts: i64,
}

impl TryFrom<StoredPeriod> for Period {
    type Error = ValidationErrors;

    fn try_from(stored: StoredPeriod) -> Result<Self, ValidationErrors> {
        // A preceding period may start before 1970, so only the absolute value is limited.
        let mut errors = ValidationErrors::none();
        for (name, moment) in [("from_ts", stored.from_ts), ("to_ts", stored.to_ts)] {
            check_moment(&mut errors, name, Some(moment.saturating_abs()));
        }
        errors.into_result()?;
        Self::of_days(stored.from_ts.div_euclid(SECONDS_A_DAY), stored.to_ts.div_euclid(SECONDS_A_DAY))
    }
}

impl From<Period> for StoredPeriod {
    fn from(period: Period) -> Self {
        Self { from_ts: period.from_ts(), to_ts: period.to_ts() }
    }
}

/// Counts of an overview; money is net, in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OverviewCounts {
    /// Number of page visits.
    pub visits: i64,
    /// Number of clicks on buttons and smart links.
    pub clicks: i64,
    /// Number of new subscribers.
    pub subs: i64,
    /// Number of distinct fans who bought.
    pub spenders: i64,
    /// Revenue minus refunds.
    pub revenue_cents: i64,
}

/// Overview of an owner's statistics.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Overview {
    /// Counts in the period.
    pub totals: OverviewCounts,
    /// Counts in the preceding period.
    pub previous: OverviewCounts,
    /// Counts per day (`YYYY-MM-DD`) or domain, ordered by name, without items that have only zeros. A fan who bought
    /// on two days or domains is counted in both.
    pub items: Vec<(String, OverviewCounts)>,
}

/// Formats the UTC day of a Unix time as `YYYY-MM-DD`.
pub fn day_name(from_ts: i64) -> Option<String> {
    let day = jiff::Timestamp::from_second(from_ts).ok()?;
    let day: Date = day.to_zoned(jiff::tz::TimeZone::UTC).date();
    Some(day.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const END_OF_TIME: i64 = 253_402_300_799;

    const DAY: i64 = SECONDS_A_DAY;
    const NOW: i64 = 20_000 * DAY + 12 * 3_600;

    fn days(from: Option<i64>, to: Option<i64>) -> Result<(i64, i64), String> {
        let period = Period::parse(from, to, UnixTime::from_seconds(NOW));
        let message = |errors: ValidationErrors| {
            format!("{:?}", errors.iter().next().map(|one| one.location.to_string()))
        };
        period.map(|period| (period.from_ts(), period.to_ts())).map_err(message)
    }

    #[test]
    fn a_period_is_made_of_whole_days() {
        let today = 20_000 * DAY;
        for (from, to, expected) in [
            (None, None, Some((today - 29 * DAY, today + DAY - 1))),
            (Some(NOW), None, Some((today, today + DAY - 1))),
            (Some(NOW), Some(NOW), Some((today, today + DAY - 1))),
            (Some(today - 1), Some(today), Some((today - DAY, today + DAY - 1))),
            (None, Some(40 * DAY), Some((11 * DAY, 41 * DAY - 1))),
            (Some(today - 1_099 * DAY), None, Some((today - 1_099 * DAY, today + DAY - 1))),
            (Some(today - 1_100 * DAY), None, None),
            (Some(NOW + DAY), None, None),
            (Some(2 * DAY), Some(DAY), None),
            (Some(-1), None, None),
            (None, Some(-1), None),
            (None, Some(END_OF_TIME + 1), None),
            (Some(i64::MIN), Some(i64::MAX), None),
        ] {
            assert_eq!(days(from, to).ok(), expected, "{from:?} {to:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_reported_by_its_name() {
        for (from, to, place) in
            [(Some(-1), None, "from_ts"), (None, Some(-1), "to_ts"), (Some(2 * DAY), Some(DAY), "from_ts")]
        {
            assert!(days(from, to).is_err_and(|message| message.contains(place)), "{from:?} {to:?}");
        }
    }

    #[test]
    fn the_period_before_ends_where_this_one_begins() {
        for (from, to) in [(5, 5), (5, 9), (100, 400)] {
            let period = Period { first: from, last: to };
            assert_eq!(period.before().to_ts() + 1, period.from_ts());
            assert_eq!(period.before().days(), period.days());
        }
    }

    #[test]
    fn days_have_names() {
        assert_eq!(day_name(0).as_deref(), Some("1970-01-01"));
        assert_eq!(day_name(20_000 * DAY).as_deref(), Some("2024-10-04"));
    }
}
