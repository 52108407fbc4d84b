//! Delivery of one message to one endpoint: states and retries.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, NoAnswer, Verdict};

/// Waits before the second and later attempts, in seconds: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h.
pub const SCHEDULE: [i64; 7] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/// Time from the first attempt to the last one of the schedule, in seconds: 27 h 35 min 5 s.
pub const SCHEDULE_SECONDS: i64 = {
    let [a, b, c, d, e, f, g] = SCHEDULE;
    a + b + c + d + e + f + g
};

/// Maximum number of attempts in a delivery's log: twice the whole schedule.
pub const ATTEMPTS_KEPT: u32 = 16;

/// Retention of deliveries, in seconds: 30 days.
pub const KEPT_SECONDS: i64 = 30 * 86_400;

/// State of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// Attempts follow while the endpoint is active.
    Pending {
        /// Earliest time of the next attempt.
        next_attempt_at: UnixTime,
    },
    /// The endpoint accepted the message.
    Delivered,
    /// No more attempts, unless the owner requests one.
    Failed,
}

impl DeliveryState {
    /// State of a test after its only attempt.
    pub fn of_test(answer: &Answer) -> Self {
        if answer.verdict() == Verdict::Delivered { Self::Delivered } else { Self::Failed }
    }

    /// Word in the API.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Pending { .. } => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

/// Progress of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Current state.
    pub state: DeliveryState,
    /// Number of attempts since the creation or the last redrive.
    pub attempts: u32,
}

impl Progress {
    /// Initial progress, also after a redrive: due now, with the whole schedule ahead.
    pub const fn begin(now: UnixTime) -> Self {
        Self { state: DeliveryState::Pending { next_attempt_at: now }, attempts: 0 }
    }

    /// Returns the progress after an attempt.
    ///
    /// ```
    /// use kernel::UnixTime;
    /// use webhooks::{DeliveryState, Progress, Verdict};
    ///
    /// let now = UnixTime::from_seconds(1_795_176_000);
    /// let next_attempt_at = now.plus_seconds(5);
    /// assert_eq!(Progress::begin(now).after(Verdict::Failed, now).state, DeliveryState::Pending { next_attempt_at });
    /// ```
    #[must_use]
    pub fn after(&self, verdict: Verdict, now: UnixTime) -> Self {
        let attempts = self.attempts.saturating_add(1);
        let state = match verdict {
            Verdict::Delivered => DeliveryState::Delivered,
            Verdict::Gone => DeliveryState::Failed,
            Verdict::Failed => again(attempts, now),
        };
        Self { state, attempts }
    }

    /// Delays the next attempt as the endpoint asked (`Retry-After`), but never shortens the wait of the schedule. An
    /// endpoint can ask for a time up to `ends`, the end of the schedule.
    ///
    /// ```
    /// use kernel::UnixTime;
    /// use webhooks::delivery::SCHEDULE_SECONDS;
    /// use webhooks::{DeliveryState, Progress, Verdict};
    ///
    /// let now = UnixTime::from_seconds(1_795_176_000);
    /// let failed = Progress::begin(now).after(Verdict::Failed, now);
    /// let postponed = failed.postponed(3_600, now, now.plus_seconds(SCHEDULE_SECONDS));
    /// assert_eq!(postponed.state, DeliveryState::Pending { next_attempt_at: now.plus_seconds(3_600) });
    /// ```
    #[must_use]
    pub fn postponed(&self, seconds: u32, now: UnixTime, ends: UnixTime) -> Self {
        let state = match self.state {
            DeliveryState::Pending { next_attempt_at } => {
                let asked = now.plus_seconds(i64::from(seconds)).min(ends);
                DeliveryState::Pending { next_attempt_at: next_attempt_at.max(asked) }
            }
            state => state,
        };
        Self { state, ..*self }
    }

    /// Restarts a delivery that has failed or waits for its next attempt. `None` for a delivered one, and for one that
    /// is due or in progress.
    pub fn redriven(&self, now: UnixTime) -> Option<Self> {
        let waits = match self.state {
            DeliveryState::Pending { next_attempt_at } => next_attempt_at > now,
            DeliveryState::Failed => true,
            DeliveryState::Delivered => false,
        };
        waits.then(|| Self::begin(now))
    }
}

/// Attempt in a delivery's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Time of the response or of the timeout.
    pub at: UnixTime,
    /// HTTP status; `None` if there was no response.
    pub status: Option<u16>,
    /// Reason why there was no response.
    pub failure: Option<NoAnswer>,
    /// Duration of the request, in milliseconds.
    pub millis: u32,
}

impl Attempt {
    /// Creates the log entry for this response.
    pub fn of(answer: &Answer, at: UnixTime, millis: u32) -> Self {
        Self { at, status: answer.status(), failure: answer.failure(), millis }
    }

    /// Creates the record of an attempt that began at `began` and ended at `at` with this response.
    pub fn since(began: UnixTime, answer: &Answer, at: UnixTime) -> Self {
        let millis = u32::try_from(at.millis().saturating_sub(began.millis())).unwrap_or_default();
        Self::of(answer, at, millis)
    }
}

/// Pending state with the next attempt; failed at the end of the schedule.
fn again(attempts: u32, now: UnixTime) -> DeliveryState {
    let failed = usize::try_from(attempts).unwrap_or(usize::MAX);
    match SCHEDULE.get(failed.saturating_sub(1)) {
        Some(wait) => DeliveryState::Pending { next_attempt_at: now.plus_seconds(*wait) },
        None => DeliveryState::Failed,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

    #[test]
    fn the_schedule_has_seven_waits_and_an_end() {
        let (mut progress, mut now, mut waits) = (Progress::begin(NOW), NOW, Vec::new());
        while let DeliveryState::Pending { next_attempt_at } = progress.state {
            waits.push(next_attempt_at.seconds() - now.seconds());
            now = next_attempt_at;
            progress = progress.after(Verdict::Failed, now);
        }
        // The first attempt is immediate.
        assert_eq!(waits, [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
        assert_eq!(progress, Progress { state: DeliveryState::Failed, attempts: 8 });
    }

    #[test]
    fn a_test_ends_with_its_only_attempt() {
        for (answer, state) in [
            (Answer::new(204, b""), DeliveryState::Delivered),
            (Answer::new(410, b""), DeliveryState::Failed),
            (Answer::new(500, b""), DeliveryState::Failed),
            (Answer::none(NoAnswer::Timeout), DeliveryState::Failed),
        ] {
            assert_eq!(DeliveryState::of_test(&answer), state, "{answer:?}");
        }
    }

    #[test]
    fn an_endpoint_may_ask_for_a_longer_wait_within_the_schedule() {
        let ends = NOW.plus_seconds(SCHEDULE_SECONDS);
        assert_eq!(SCHEDULE.iter().sum::<i64>(), SCHEDULE_SECONDS);
        for (attempts, now, asked, expected) in [
            (1, 0, 0, 5),
            (1, 0, 4, 5),
            (1, 0, 3_600, 3_600),
            (2, 3_600, 60, 3_600 + 300),
            (1, 0, 99_305, 99_305),
            (1, 0, 99_306, 99_305),
            (1, 0, u32::MAX, 99_305),
            // The last wait of the schedule is never shortened.
            (7, 90_000, u32::MAX, 126_000),
            // A delivery that waited for a disabled endpoint keeps the waits of the schedule.
            (1, 500_000, u32::MAX, 500_005),
        ] {
            let now = NOW.plus_seconds(now);
            let failed =
                Progress { attempts: attempts - 1, ..Progress::begin(now) }.after(Verdict::Failed, now);
            let next_attempt_at = NOW.plus_seconds(expected);
            let postponed = failed.postponed(asked, now, ends);
            assert_eq!(
                postponed,
                Progress { state: DeliveryState::Pending { next_attempt_at }, attempts },
                "{asked}"
            );
        }
        for verdict in [Verdict::Delivered, Verdict::Gone] {
            let over = Progress::begin(NOW).after(verdict, NOW);
            assert_eq!(over.postponed(3_600, NOW, ends), over);
        }
    }

    #[test]
    fn a_redrive_takes_what_failed_and_what_waits() {
        let pending = |after| DeliveryState::Pending { next_attempt_at: NOW.plus_seconds(after) };
        for (state, taken) in [
            (DeliveryState::Failed, true),
            (pending(1), true),
            (pending(36_000), true),
            (pending(0), false),
            (pending(-1), false),
            (DeliveryState::Delivered, false),
        ] {
            let redriven = Progress { state, attempts: 3 }.redriven(NOW);
            assert_eq!(redriven, taken.then(|| Progress::begin(NOW)), "{state:?}");
        }
    }

    proptest! {
        /// Properties for all responses: a delivery ends after at most eight attempts, and the next attempt is never in
        /// the past. Only success delivers, and only a redrive restarts a finished delivery.
        #[test]
        fn a_delivery_ends(verdicts in prop::collection::vec(
            prop::sample::select(vec![Verdict::Delivered, Verdict::Failed, Verdict::Failed, Verdict::Gone]), 1..20,
        ), late in prop::collection::vec(0_i64..100_000, 20)) {
            let (mut progress, mut now) = (Progress::begin(NOW), NOW);
            let mut last = None;
            for (verdict, late) in verdicts.iter().zip(&late) {
                let DeliveryState::Pending { next_attempt_at } = progress.state else { break };
                prop_assert!(next_attempt_at >= now);
                now = next_attempt_at.plus_seconds(*late);
                progress = progress.after(*verdict, now);
                last = Some(*verdict);
            }
            prop_assert!(progress.attempts <= 8);
            match progress.state {
                DeliveryState::Delivered => prop_assert_eq!(last, Some(Verdict::Delivered)),
                DeliveryState::Failed => {
                    prop_assert!(last == Some(Verdict::Gone) || progress.attempts == 8);
                }
                DeliveryState::Pending { .. } => prop_assert!(progress.attempts < 8),
            }
        }
    }
}
