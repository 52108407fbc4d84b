//! Conditions under which a campaign ends automatically.

use kernel::{ErrorKind, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::pace::count;
use crate::progress::Progress;
use crate::state::FinishReason;

/// Unvalidated conditions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AutoStopInput {
    /// Maximum number of messages, 1-100000000, after which the campaign ends.
    pub max_sends: Option<i64>,
    /// Maximum number of messages per UTC day, 1-8640000.
    pub max_per_day: Option<i64>,
    /// Net revenue at which the campaign ends, in cents, 1 or more.
    pub revenue_cents: Option<i64>,
    /// End time, in Unix seconds.
    pub end_at: Option<i64>,
    /// Whether fans who wrote since the launch are skipped.
    pub on_reply: Option<bool>,
}

/// Validated conditions, which apply in every mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "AutoStopInput", into = "AutoStopInput")]
pub struct AutoStop {
    max_sends: Option<u32>,
    max_per_day: Option<u32>,
    revenue_cents: Option<i64>,
    end_at: Option<UnixTime>,
    on_reply: bool,
}

/// Latest allowed moment: the last second of the year 9999, in Unix seconds.
const LAST_SECOND: i64 = 253_402_300_799;

/// Validates a moment in Unix seconds in the field `key`.
pub(crate) fn moment(errors: &mut ValidationErrors, key: &str, seconds: Option<i64>) -> Option<UnixTime> {
    let seconds = seconds?;
    let at = Location::root().at(key);
    if seconds < 0 {
        errors.push(at, ErrorKind::GreaterThanEqual, "must be at least 0");
        return None;
    }
    if seconds > LAST_SECOND {
        errors.push(at, ErrorKind::LessThanEqual, "is after the year 9999");
        return None;
    }
    Some(UnixTime::from_seconds(seconds))
}
crate::text::by_input!(AutoStop: AutoStopInput);

impl AutoStop {
    /// Maximum of `max_sends`.
    pub const MAX_SENDS: u32 = 100_000_000;

    /// Validates the conditions. Errors are located at `max_sends`, `max_per_day`, `revenue_cents` and `end_at`.
    pub fn parse(input: &AutoStopInput) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let stop = Self {
            max_sends: count(&mut errors, "max_sends", input.max_sends, Self::MAX_SENDS),
            max_per_day: count(
                &mut errors,
                "max_per_day",
                input.max_per_day,
                crate::pace::OwnPace::MAX_PER_DAY,
            ),
            revenue_cents: input.revenue_cents,
            end_at: moment(&mut errors, "end_at", input.end_at),
            on_reply: input.on_reply.unwrap_or(false),
        };
        if input.revenue_cents.is_some_and(|cents| cents < 1) {
            let at = Location::root().at("revenue_cents");
            errors.push(at, ErrorKind::GreaterThanEqual, "must be at least 1");
        }
        errors.into_result().map(|()| stop)
    }

    /// Returns the conditions in the form for [`Self::parse`].
    pub fn to_input(&self) -> AutoStopInput {
        AutoStopInput {
            max_sends: self.max_sends.map(i64::from),
            max_per_day: self.max_per_day.map(i64::from),
            revenue_cents: self.revenue_cents,
            end_at: self.end_at.map(UnixTime::seconds),
            on_reply: self.on_reply.then_some(true),
        }
    }

    /// Maximum number of messages of the campaign.
    pub fn max_sends(&self) -> Option<u32> {
        self.max_sends
    }

    /// Maximum number of messages per UTC day.
    pub fn max_per_day(&self) -> Option<u32> {
        self.max_per_day
    }

    /// End time of the campaign.
    pub fn end_at(&self) -> Option<UnixTime> {
        self.end_at
    }

    /// Whether fans who wrote since the launch are skipped.
    pub fn on_reply(&self) -> bool {
        self.on_reply
    }

    /// Returns the reason to finish the campaign, if any.
    ///
    /// The maximum number of messages ends a campaign only when no message is in flight, because failed messages don't
    /// count.
    pub fn reached(&self, progress: &Progress, now: UnixTime) -> Option<FinishReason> {
        if self.end_at.is_some_and(|end| end <= now) {
            return Some(FinishReason::EndAt);
        }
        let earned = self.revenue_cents.is_some_and(|cents| progress.revenue_cents >= cents);
        let full = self.max_sends.is_some_and(|most| progress.taken >= u64::from(most));
        (earned || (full && progress.under_way == 0)).then_some(FinishReason::AutoStop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, places};

    #[test]
    fn each_field_can_be_wrong_in_each_way() {
        let base = AutoStopInput::default;
        for (input, expected) in [
            (base(), vec![]),
            (AutoStopInput { max_sends: Some(0), ..base() }, vec!["max_sends greater_than_equal"]),
            (AutoStopInput { max_sends: Some(100_000_001), ..base() }, vec!["max_sends less_than_equal"]),
            (AutoStopInput { max_per_day: Some(0), ..base() }, vec!["max_per_day greater_than_equal"]),
            (AutoStopInput { max_per_day: Some(8_640_001), ..base() }, vec!["max_per_day less_than_equal"]),
            (AutoStopInput { revenue_cents: Some(0), ..base() }, vec!["revenue_cents greater_than_equal"]),
            (AutoStopInput { end_at: Some(-1), ..base() }, vec!["end_at greater_than_equal"]),
            (AutoStopInput { end_at: Some(i64::MAX), ..base() }, vec!["end_at less_than_equal"]),
        ] {
            assert_eq!(places(AutoStop::parse(&input)), expected, "{input:?}");
        }
        let full = AutoStopInput {
            max_sends: Some(1),
            max_per_day: Some(2),
            revenue_cents: Some(3),
            end_at: Some(4),
            on_reply: Some(true),
        };
        assert_eq!(AutoStop::parse(&full).unwrap().to_input(), full);
    }

    #[test]
    fn a_campaign_ends_at_the_first_of_its_ends() {
        let stop = AutoStop {
            max_sends: Some(10),
            revenue_cents: Some(1000),
            end_at: Some(NOW.plus_seconds(60)),
            ..AutoStop::default()
        };
        let at = |taken, under_way, revenue_cents, seconds| {
            let progress = Progress { taken, under_way, revenue_cents, ..Progress::default() };
            stop.reached(&progress, NOW.plus_seconds(seconds))
        };
        for (found, expected) in [
            (at(9, 0, 999, 59), None),
            (at(10, 0, 0, 0), Some(FinishReason::AutoStop)),
            (at(10, 1, 0, 0), None),
            (at(0, 3, 1000, 0), Some(FinishReason::AutoStop)),
            (at(10, 0, 1000, 60), Some(FinishReason::EndAt)),
        ] {
            assert_eq!(found, expected);
        }
        assert_eq!(
            AutoStop::default().reached(&Progress { taken: 1_000_000, ..Progress::default() }, NOW),
            None
        );
    }
}
