//! How far a campaign is, how far its audience is built, and how its latest attempts went.

use std::collections::BTreeMap;

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::screening::Reason;
use crate::state::PauseReason;

/// After this many failures in a row there is no audience.
const MOST_FAILURES: u32 = 10;

/// How far a campaign is. `matched` = `pending` + `sent` + `failed` + `unknown` + all of `screened`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// All rows.
    pub matched: u64,
    /// Rows that are not settled, those in the hands of workers and those that wait among them.
    pub pending: u64,
    /// Pending rows that quiet hours defer.
    pub waiting: u64,
    /// Rows whose message the engine took.
    pub sent: u64,
    /// Rows whose message the engine refused.
    pub failed: u64,
    /// Rows whose outcome is not known.
    pub unknown: u64,
    /// Rows of fans who get nothing, by reason.
    pub screened: BTreeMap<Reason, u64>,
    /// Rows whose fan wrote after the message.
    pub replied: u64,
    /// Rows whose fan bought after the message.
    pub purchased: u64,
    /// What these fans bought for, net, in cents.
    pub revenue_cents: i64,
    /// Rows that are sent, unknown, or in the hands of a worker.
    pub taken: u64,
    /// Those of them that were claimed on the UTC day.
    pub taken_today: u64,
    /// Rows in the hands of a worker, and unknown ones that will be submitted again.
    pub under_way: u64,
    /// How the latest attempts went.
    pub recent: Recent,
    /// How far the audience is built.
    pub planning: Planning,
}

/// How far an audience is built. Each change of it counts `step` on, and names the step that it saw.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Planning {
    /// How often it changed.
    pub step: i64,
    /// Where the next page begins; `None` at the beginning.
    pub cursor: Option<String>,
    /// When the pass through the audience began; `None` before the first.
    pub began_at: Option<UnixTime>,
    /// Whether the pass is at its end.
    pub complete: bool,
    /// Failures since the last page.
    pub failures: u32,
    /// Before when no page is read, after a failure.
    pub retry_at: Option<UnixTime>,
}

impl Planning {
    /// After a page that says where the next one begins.
    #[must_use]
    pub fn after_page(&self, next_cursor: Option<String>, now: UnixTime) -> Self {
        Self {
            step: self.step + 1,
            complete: next_cursor.is_none(),
            cursor: next_cursor,
            began_at: self.began_at.or(Some(now)),
            failures: 0,
            retry_at: None,
        }
    }

    /// After a page that could not be read: again in 5 seconds, then after twice as long each time, up to 10 minutes.
    #[must_use]
    pub fn after_failure(&self, now: UnixTime) -> Self {
        let seconds = 5_i64.saturating_mul(1 << self.failures.min(10)).min(600);
        Self {
            step: self.step + 1,
            failures: self.failures.saturating_add(1),
            retry_at: Some(now.plus_seconds(seconds)),
            ..self.clone()
        }
    }

    /// A new pass that begins now.
    #[must_use]
    pub(crate) fn another_pass(&self, now: UnixTime) -> Self {
        Self { cursor: None, complete: false, began_at: Some(now), ..self.clone() }
    }

    /// Whether so much failed that there is no audience.
    pub fn has_failed(&self) -> bool {
        self.failures >= MOST_FAILURES
    }

    /// Whether a pass is under way or was never begun.
    pub(crate) fn can_read(&self, now: UnixTime) -> bool {
        !self.complete && self.retry_at.is_none_or(|at| at <= now)
    }
}

/// How the latest answered attempts of a campaign went, those before its last resume left out.
///
/// An attempt is answered when the engine took the message or refused it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Recent {
    /// How many attempts these are, at most [`Recent::WINDOW`].
    pub answered: u32,
    /// How many of them failed.
    pub failed: u32,
    /// After how many of them the fan opted out.
    pub opted_out: u32,
}

impl Recent {
    /// How many attempts are looked at.
    pub const WINDOW: u32 = 200;
    /// How many attempts it takes for a share to mean something.
    pub const ENOUGH: u32 = 50;

    /// Whether a campaign that goes like this must stop: failures above 10 %, or opt-outs above 2 %.
    pub fn alarm(&self) -> Option<PauseReason> {
        let above =
            |count: u32, percent: u32| u64::from(count) * 100 > u64::from(self.answered) * u64::from(percent);
        if self.answered < Self::ENOUGH {
            None
        } else if above(self.failed, 10) {
            Some(PauseReason::FailureRate)
        } else if above(self.opted_out, 2) {
            Some(PauseReason::OptOutRate)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alarms_are_raised_above_their_shares_and_not_at_them() {
        use PauseReason::{FailureRate, OptOutRate};
        for (answered, failed, opted_out, expected) in [
            (0, 0, 0, None),
            (49, 49, 49, None),
            (50, 5, 1, None),
            (50, 6, 0, Some(FailureRate)),
            (50, 0, 2, Some(OptOutRate)),
            (200, 20, 4, None),
            (200, 21, 0, Some(FailureRate)),
            (200, 20, 5, Some(OptOutRate)),
            (200, 21, 5, Some(FailureRate)),
        ] {
            assert_eq!(
                Recent { answered, failed, opted_out }.alarm(),
                expected,
                "{answered} {failed} {opted_out}"
            );
        }
    }
}
