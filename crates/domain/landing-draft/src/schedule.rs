//! Period in which a segment or a button is available.

use kernel::{ErrorKind, Location, UnixTime, ValidationErrors, words};
use serde::{Deserialize, Serialize};

words! {
    /// Relation of a moment to a schedule.
    Timing {
        /// Inside the schedule.
        Open = "open",
        /// Before the start.
        NotYet = "not_yet",
        /// At or after the end.
        Over = "over",
    }
}

/// Period of availability in whole seconds. Without a start or an end, the period is unlimited on that side. The end is
/// after the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Schedule {
    #[serde(skip_serializing_if = "Option::is_none")]
    from_ts: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until_ts: Option<i64>,
}

#[derive(Deserialize)]
struct Stored {
    from_ts: Option<i64>,
    until_ts: Option<i64>,
}

impl TryFrom<Stored> for Schedule {
    type Error = ValidationErrors;

    fn try_from(stored: Stored) -> Result<Self, ValidationErrors> {
        Self::new(stored.from_ts, stored.until_ts)
    }
}

impl Schedule {
    /// Latest allowed moment: the last second of the year 9999, in Unix seconds.
    pub const LATEST: i64 = 253_402_300_799;

    /// Creates a schedule from Unix seconds: `from_ts` is inclusive, `until_ts` exclusive.
    pub fn new(from_ts: Option<i64>, until_ts: Option<i64>) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        for (name, second) in [("from_ts", from_ts), ("until_ts", until_ts)] {
            let place = || Location::root().at(name);
            match second {
                Some(second) if second < 0 => {
                    errors.push(place(), ErrorKind::GreaterThanEqual, "must be at least 0");
                }
                Some(second) if second > Self::LATEST => {
                    let message = format!("must be at most {}", Self::LATEST);
                    errors.push(place(), ErrorKind::LessThanEqual, message);
                }
                _ => {}
            }
        }
        if from_ts.zip(until_ts).is_some_and(|(from, until)| until <= from) {
            let place = Location::root().at("until_ts");
            errors.push(place, ErrorKind::Value, "must be after from_ts");
        }
        errors.into_result().map(|()| Self { from_ts, until_ts })
    }

    /// Returns the schedule with a new start or end. `None` in the change keeps a bound.
    pub fn changed(&self, change: ScheduleChange) -> Result<Self, ValidationErrors> {
        Self::new(change.from_ts.unwrap_or(self.from_ts), change.until_ts.unwrap_or(self.until_ts))
    }

    /// First second of the period, in Unix seconds.
    pub fn from_ts(&self) -> Option<i64> {
        self.from_ts
    }

    /// First second after the period, in Unix seconds.
    pub fn until_ts(&self) -> Option<i64> {
        self.until_ts
    }

    /// Whether the schedule has neither a start nor an end.
    pub fn is_always(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the relation of a moment to the schedule.
    pub fn timing(&self, now: UnixTime) -> Timing {
        let now = now.seconds();
        if self.from_ts.is_some_and(|from| now < from) {
            Timing::NotYet
        } else if self.until_ts.is_some_and(|until| now >= until) {
            Timing::Over
        } else {
            Timing::Open
        }
    }

    /// Whether a moment is inside the schedule.
    pub fn is_open(&self, now: UnixTime) -> bool {
        self.timing(now) == Timing::Open
    }
}

/// Change of a schedule. The outer `None` keeps a bound; `Some(None)` removes the bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ScheduleChange {
    /// New first second, in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub from_ts: Option<Option<i64>>,
    /// New first second after the period, in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub until_ts: Option<Option<i64>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(from_ts: Option<i64>, until_ts: Option<i64>) -> Schedule {
        Schedule::new(from_ts, until_ts).unwrap()
    }

    #[test]
    fn a_moment_is_before_within_or_behind() {
        for (from, until, now, expected) in [
            (None, None, 0, Timing::Open),
            (Some(100), None, 99, Timing::NotYet),
            (Some(100), None, 100, Timing::Open),
            (None, Some(200), 199, Timing::Open),
            (None, Some(200), 200, Timing::Over),
            (Some(100), Some(101), 100, Timing::Open),
            (Some(100), Some(101), 101, Timing::Over),
            (Some(100), Some(101), 50, Timing::NotYet),
        ] {
            let found = schedule(from, until).timing(UnixTime::from_seconds(now));
            assert_eq!(found, expected, "{from:?} {until:?} {now}");
        }
        let last = UnixTime::from_millis(199_999);
        assert!(schedule(None, Some(200)).is_open(last), "the last second counts to its end");
    }

    #[test]
    fn every_fault_is_reported_at_its_place() {
        for (from, until, expected) in [
            (Some(-1), None, "from_ts"),
            (None, Some(Schedule::LATEST + 1), "until_ts"),
            (Some(5), Some(5), "until_ts"),
            (Some(6), Some(5), "until_ts"),
        ] {
            let errors = Schedule::new(from, until).unwrap_err();
            let places: Vec<_> = errors.iter().map(|error| error.location.to_string()).collect();
            assert_eq!(places, [expected], "{from:?} {until:?}");
        }
        assert_eq!(schedule(Some(0), Some(Schedule::LATEST)).until_ts(), Some(Schedule::LATEST));
    }

    #[test]
    fn a_change_is_judged_with_what_stays() {
        let old = schedule(Some(10), Some(20));
        let from = |from| ScheduleChange { from_ts: Some(from), until_ts: None };
        assert_eq!(old.changed(ScheduleChange::default()), Ok(old));
        assert_eq!(old.changed(from(None)), Ok(schedule(None, Some(20))));
        assert!(old.changed(from(Some(20))).is_err());
        let both = ScheduleChange { from_ts: Some(Some(30)), until_ts: Some(Some(40)) };
        assert_eq!(old.changed(both), Ok(schedule(Some(30), Some(40))));
    }

    #[test]
    fn a_stored_schedule_is_judged_too() {
        assert!(serde_json::from_str::<Schedule>(r#"{"from_ts":5,"until_ts":4}"#).is_err());
        let text = r#"{"until_ts":4}"#;
        let read: Schedule = serde_json::from_str(text).unwrap();
        assert_eq!((read, serde_json::to_string(&read).unwrap().as_str()), (schedule(None, Some(4)), text));
    }
}
