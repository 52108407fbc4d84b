//! Time windows over daily sums: the days that a window touches, and the parts of those days outside the window.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use kernel::{UnixTime, Window};
use uuid::Uuid;

use crate::database::time::{timestamp, unix_time};
use crate::touches::first_id_of;

/// Start (inclusive) and end (exclusive).
type Span = (DateTime<Utc>, DateTime<Utc>);

/// Days that a window touches, and the parts of those days before and after the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edges {
    /// First day.
    pub(crate) first: Option<NaiveDate>,
    /// Day after the last day.
    pub(crate) end: Option<NaiveDate>,
    /// Part of the first day before the window.
    pub(crate) before: Span,
    /// Part of the last day after the window.
    pub(crate) behind: Span,
}

impl Edges {
    pub(crate) fn of(window: Window) -> Self {
        let none = (DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH);
        let from = window.from().map(timestamp);
        let until = window.until().map(timestamp);
        let end = until.map(|until| match midnight(until.date_naive()) == until {
            true => until.date_naive(),
            false => next(until.date_naive()),
        });
        Self {
            first: from.map(|from| from.date_naive()),
            end,
            before: from.map_or(none, |from| (midnight(from.date_naive()), from)),
            behind: until.zip(end).map_or(none, |(until, end)| (until, midnight(end))),
        }
    }

    /// Returns whether the window covers whole days, so that nothing of its days lies outside.
    pub(crate) fn are_clean(&self) -> bool {
        self.before.0 == self.before.1 && self.behind.0 == self.behind.1
    }

    /// Returns the id ranges of touches on these days before and after the window.
    pub(crate) fn touches(&self) -> [(Uuid, Uuid); 2] {
        let id = |at: DateTime<Utc>| first_id_of(unix_time(at).max(UnixTime::from_millis(0)));
        [self.before, self.behind].map(|(from, until)| (id(from), id(until)))
    }
}

fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

fn next(day: NaiveDate) -> NaiveDate {
    day.checked_add_days(Days::new(1)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn what_of_its_days_lies_outside_of_a_window_is_known() {
        let window = |from: Option<i64>, until: Option<i64>| {
            let at = |seconds: Option<i64>| seconds.map(UnixTime::from_seconds);
            Edges::of(Window::between(at(from), at(until)).unwrap())
        };
        let day = |n| NaiveDate::from_ymd_opt(1970, 1, n);
        let edges = window(Some(90_000), Some(200_000));
        assert_eq!((edges.first, edges.end), (day(2), day(4)));
        assert_eq!(edges.before, (at("1970-01-02T00:00:00Z"), at("1970-01-02T01:00:00Z")));
        assert_eq!(edges.behind, (at("1970-01-03T07:33:20Z"), at("1970-01-04T00:00:00Z")));
        let days = window(Some(86_400), Some(3 * 86_400));
        assert_eq!((days.first, days.end, days.are_clean()), (day(2), day(4), true));
        let open = window(None, None);
        assert_eq!((open.first, open.end, open.are_clean()), (None, None, true));
        for seconds in [i64::MIN, i64::MAX] {
            assert!(window(Some(seconds), Some(i64::MAX)).first.is_some());
        }
    }
}
