//! From when until when a segment or a button is there.

use kernel::{ErrorKind, Location, UnixTime, ValidationErrors, words};
use serde::{Deserialize, Serialize};

words! {
    /// How a moment relates to a schedule.
    Timing {
        /// Within it.
        Open = "open",
        /// Before its beginning.
        NotYet = "not_yet",
        /// At its end or after it.
        Over = "over",
    }
}

/// From when until when something is there, in whole seconds. Without a beginning it always was, without an end it stays. An end
/// is after its beginning.
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
    /// The last second of the year 9999, the latest that can be named.
    pub const LATEST: i64 = 253_402_300_799;

    /// From the second `from_ts` on, and no longer at the second `until_ts`; both in Unix seconds.
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

    /// This schedule with another beginning or end; `None` keeps what is there.
    pub fn changed(&self, change: ScheduleChange) -> Result<Self, ValidationErrors> {
        Self::new(change.from_ts.unwrap_or(self.from_ts), change.until_ts.unwrap_or(self.until_ts))
    }

    /// The first second, in Unix seconds.
    pub fn from_ts(&self) -> Option<i64> {
        self.from_ts
    }

    /// The second behind the last one, in Unix seconds.
    pub fn until_ts(&self) -> Option<i64> {
        self.until_ts
    }

    /// Whether it has neither a beginning nor an end.
    pub fn is_always(&self) -> bool {
        *self == Self::default()
    }

    /// How a moment relates to it.
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

    /// Whether a moment is within it.
    pub fn is_open(&self, now: UnixTime) -> bool {
        self.timing(now) == Timing::Open
    }
}

/// Another beginning or end, or none; the outer `None` keeps what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ScheduleChange {
    /// The first second, in Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub from_ts: Option<Option<i64>>,
    /// The second behind the last one, in Unix seconds.
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
