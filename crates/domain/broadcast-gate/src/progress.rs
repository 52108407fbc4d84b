//! Progress of a campaign, of its audience, and of its latest attempts.

use std::collections::BTreeMap;

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::screening::Reason;
use crate::state::PauseReason;

/// Number of consecutive failures after which building the audience fails.
const MOST_FAILURES: u32 = 10;

/// Progress of a campaign. `matched` = `pending` + `sent` + `failed` + `unknown` + the sum of `screened`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Number of all rows.
    pub matched: u64,
    /// Number of unsettled rows, including claimed and deferred ones.
    pub pending: u64,
    /// Number of pending rows that quiet hours defer.
    pub waiting: u64,
    /// Number of rows whose message the engine accepted.
    pub sent: u64,
    /// Number of rows whose message the engine rejected.
    pub failed: u64,
    /// Number of rows with an unknown outcome.
    pub unknown: u64,
    /// Number of rows of fans who get nothing, by reason.
    pub screened: BTreeMap<Reason, u64>,
    /// Number of rows whose fan wrote after the message.
    pub replied: u64,
    /// Number of rows whose fan bought after the message.
    pub purchased: u64,
    /// Net revenue of these purchases, in cents.
    pub revenue_cents: i64,
    /// Number of rows that are sent, unknown, or claimed.
    pub taken: u64,
    /// Number of taken rows that were claimed on the current UTC day.
    pub taken_today: u64,
    /// Number of claimed rows, plus unknown rows that will be retried.
    pub under_way: u64,
    /// Outcomes of the latest attempts.
    pub recent: Recent,
    /// Planning state of the audience.
    pub planning: Planning,
}

/// Planning state of an audience. Each change increments `step` and names the step that it is based on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Planning {
    /// Number of changes so far.
    pub step: i64,
    /// Cursor of the next page; `None` for the first page.
    pub cursor: Option<String>,
    /// Start of the current pass through the audience; `None` before the first.
    pub began_at: Option<UnixTime>,
    /// Whether the pass is complete.
    pub complete: bool,
    /// Number of failures since the last page.
    pub failures: u32,
    /// Earliest moment to read the next page, after a failure.
    pub retry_at: Option<UnixTime>,
}

impl Planning {
    /// Returns the state after a page with this cursor for the next page.
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

    /// Returns the state after a failure. The retry delay starts at 5 seconds and doubles up to 10 minutes.
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

    /// Returns the state at the start of a new pass.
    #[must_use]
    pub(crate) fn another_pass(&self, now: UnixTime) -> Self {
        Self { cursor: None, complete: false, began_at: Some(now), ..self.clone() }
    }

    /// Whether building the audience has failed finally.
    pub fn has_failed(&self) -> bool {
        self.failures >= MOST_FAILURES
    }

    /// Whether a page may be read now: the pass is not complete, and no retry delay is pending.
    pub(crate) fn can_read(&self, now: UnixTime) -> bool {
        !self.complete && self.retry_at.is_none_or(|at| at <= now)
    }
}

/// Outcomes of a campaign's latest answered attempts since its last resume.
///
/// An attempt is answered if the engine accepted or rejected the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Recent {
    /// Number of attempts, at most [`Recent::WINDOW`].
    pub answered: u32,
    /// Number of failed attempts.
    pub failed: u32,
    /// Number of attempts after which the fan opted out.
    pub opted_out: u32,
}

impl Recent {
    /// Maximum number of attempts to consider.
    pub const WINDOW: u32 = 200;
    /// Minimum number of attempts for an alarm.
    pub const ENOUGH: u32 = 50;

    /// Returns the reason to pause the campaign, if any: failures above 10 %, or opt-outs above 2 %.
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
