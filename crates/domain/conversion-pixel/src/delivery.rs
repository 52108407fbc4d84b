//! Delivery of one event to one pixel: states and retries.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Verdict};
use crate::event::Event;

/// Waits before the second and later attempts, in seconds: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h.
pub const SCHEDULE: [i64; 7] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/// Minimum wait after the platform limited the rate, in seconds.
pub const THROTTLE_SECONDS: i64 = 60;

/// State of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// Attempts follow.
    Pending {
        /// Earliest time of the next attempt.
        next_attempt_at: UnixTime,
    },
    /// The platform accepted the event.
    Delivered,
    /// The platform rejected the pixel's token; the delivery waits for a new token.
    WaitingToken,
    /// No more attempts.
    Parked(ParkReason),
}

impl std::fmt::Display for DeliveryState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl DeliveryState {
    /// Word in the API.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Pending { .. } => "pending",
            Self::Delivered => "delivered",
            Self::WaitingToken => "waiting_token",
            Self::Parked(_) => "parked",
        }
    }
}

kernel::words! {
    /// Reason why a delivery gets no more attempts.
    ParkReason {
        /// The platform does not accept events of this age.
        TooOld = "too_old",
        /// The platform rejected the event itself.
        Refused = "refused",
        /// Every attempt of the schedule failed.
        Exhausted = "exhausted",
        /// The pixel was deleted.
        PixelDeleted = "pixel_deleted",
    }
}

/// Progress of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Current state.
    pub state: DeliveryState,
    /// Number of attempts.
    pub attempts: u32,
    /// Last response of the platform; `None` before the first attempt.
    pub last_answer: Option<Answer>,
}

impl Progress {
    /// Initial progress: parked if the event is too old, waiting if the pixel's token was `refused`, else due now.
    ///
    /// ```
    /// use conversion_pixel::{DeliveryState, Event, ParkReason, Platform, Progress};
    /// use kernel::UnixTime;
    ///
    /// let time = UnixTime::from_seconds(1_795_176_000);
    /// let (name, id, json) = ("Lead".into(), "77".into(), "{}".into());
    /// let event = Event { platform: Platform::Meta, name, id, time, json };
    /// let late = time.plus_seconds(8 * 86_400);
    /// assert_eq!(Progress::begin(&event, false, time).state, DeliveryState::Pending { next_attempt_at: time });
    /// assert_eq!(Progress::begin(&event, false, late).state, DeliveryState::Parked(ParkReason::TooOld));
    /// ```
    pub fn begin(event: &Event, refused: bool, now: UnixTime) -> Self {
        let state = if event.is_too_old(now) {
            DeliveryState::Parked(ParkReason::TooOld)
        } else if refused {
            DeliveryState::WaitingToken
        } else {
            DeliveryState::Pending { next_attempt_at: now }
        };
        Self { state, attempts: 0, last_answer: None }
    }

    /// Returns the progress after an attempt.
    #[must_use]
    pub fn after(&self, answer: Answer, now: UnixTime) -> Self {
        let attempts = self.attempts.saturating_add(1);
        let state = match answer.verdict {
            Verdict::Delivered => DeliveryState::Delivered,
            Verdict::Auth => DeliveryState::WaitingToken,
            Verdict::Permanent => DeliveryState::Parked(ParkReason::Refused),
            Verdict::Retry => again(attempts, 0, answer.retry_after, now),
            Verdict::Throttled => again(attempts, THROTTLE_SECONDS, answer.retry_after, now),
        };
        Self { state, attempts, last_answer: Some(answer) }
    }

    /// Progress of a test after its only attempt: delivered, or parked for good.
    pub const fn of_test(answer: Answer) -> Self {
        let state = match answer.verdict {
            Verdict::Delivered => DeliveryState::Delivered,
            Verdict::Auth | Verdict::Permanent => DeliveryState::Parked(ParkReason::Refused),
            Verdict::Retry | Verdict::Throttled => DeliveryState::Parked(ParkReason::Exhausted),
        };
        Self { state, attempts: 1, last_answer: Some(answer) }
    }

    /// Parks the delivery for a reason that is known without an attempt.
    #[must_use]
    pub const fn parked(&self, reason: ParkReason) -> Self {
        Self { state: DeliveryState::Parked(reason), ..*self }
    }

    /// Returns the progress after the pixel got a new token: a waiting delivery is due now.
    #[must_use]
    pub const fn with_new_token(&self, now: UnixTime) -> Self {
        match self.state {
            DeliveryState::WaitingToken => {
                Self { state: DeliveryState::Pending { next_attempt_at: now }, ..*self }
            }
            _ => *self,
        }
    }

    /// Restarts a parked delivery with the whole schedule, unless its event is too old. `None` if nothing changes.
    pub fn redriven(&self, event: &Event, refused: bool, now: UnixTime) -> Option<Self> {
        let parked = matches!(self.state, DeliveryState::Parked(_)) && !event.is_too_old(now);
        parked.then(|| Self { last_answer: self.last_answer, ..Self::begin(event, refused, now) })
    }
}

/// Pending state with the next attempt; parked at the end of the schedule. The platform may ask for a longer wait, but
/// at most for the rest of the schedule.
fn again(attempts: u32, at_least: i64, asked: Option<u32>, now: UnixTime) -> DeliveryState {
    let failed = usize::try_from(attempts).unwrap_or(usize::MAX);
    let left = SCHEDULE.get(failed.saturating_sub(1)..).unwrap_or_default();
    let Some(wait) = left.first() else { return DeliveryState::Parked(ParkReason::Exhausted) };
    let asked = i64::from(asked.unwrap_or_default()).min(left.iter().sum());
    DeliveryState::Pending { next_attempt_at: now.plus_seconds((*wait).max(at_least).max(asked)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{NOW, conversion};
    use crate::{EventMap, Platform, Switches};

    fn event() -> Event {
        Event::of(&conversion(), Platform::Meta, &EventMap::default(), Switches::default(), NOW).unwrap()
    }

    fn due() -> Progress {
        Progress::begin(&event(), false, NOW)
    }

    fn answer(verdict: Verdict) -> Answer {
        Answer { verdict, status: Some(500), code: Some(1), ..Answer::NONE }
    }

    /// Waits until a delivery with this response to every attempt is parked, and the reason.
    fn waits(verdict: Verdict) -> (Vec<i64>, ParkReason) {
        let (mut progress, mut now, mut waits) = (due(), NOW, Vec::new());
        loop {
            progress = progress.after(answer(verdict), now);
            match progress.state {
                DeliveryState::Pending { next_attempt_at } => {
                    waits.push(next_attempt_at.seconds() - now.seconds());
                    now = next_attempt_at;
                }
                DeliveryState::Parked(reason) => return (waits, reason),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn the_schedule_ends_in_parking() {
        assert_eq!(waits(Verdict::Retry), (SCHEDULE.to_vec(), ParkReason::Exhausted));
        let throttled = vec![60, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
        assert_eq!(waits(Verdict::Throttled), (throttled, ParkReason::Exhausted));
        assert_eq!(waits(Verdict::Permanent), (vec![], ParkReason::Refused));
    }

    #[test]
    fn a_platform_may_ask_for_a_longer_wait_within_the_schedule() {
        for (verdict, attempts, asked, expected) in [
            (Verdict::Retry, 1, 0, 5),
            (Verdict::Retry, 1, 3_600, 3_600),
            (Verdict::Throttled, 1, 30, 60),
            (Verdict::Throttled, 1, 600, 600),
            (Verdict::Retry, 2, 60, 300),
            (Verdict::Retry, 1, u32::MAX, 99_305),
            (Verdict::Retry, 7, u32::MAX, 36_000),
        ] {
            let asking = Answer { retry_after: Some(asked), ..answer(verdict) };
            let after = Progress { attempts: attempts - 1, ..due() }.after(asking, NOW);
            let next_attempt_at = NOW.plus_seconds(expected);
            assert_eq!(after.state, DeliveryState::Pending { next_attempt_at }, "{attempts} {asked}");
        }
    }

    #[test]
    fn every_answer_moves_a_delivery() {
        for (verdict, expected) in [
            (Verdict::Delivered, "delivered"),
            (Verdict::Throttled, "pending"),
            (Verdict::Retry, "pending"),
            (Verdict::Auth, "waiting_token"),
            (Verdict::Permanent, "parked"),
        ] {
            let after = due().after(answer(verdict), NOW);
            assert_eq!((after.state.as_str(), after.attempts), (expected, 1));
            assert_eq!(after.last_answer, Some(answer(verdict)));
        }
    }

    #[test]
    fn a_new_token_frees_what_waited_for_one_and_nothing_else() {
        let freed = DeliveryState::Pending { next_attempt_at: NOW };
        for verdict in [Verdict::Delivered, Verdict::Retry, Verdict::Permanent, Verdict::Auth] {
            let before = due().after(answer(verdict), NOW);
            let after = before.with_new_token(NOW);
            let expected = if verdict == Verdict::Auth { freed } else { before.state };
            assert_eq!(after, Progress { state: expected, ..before });
        }
    }

    #[test]
    fn a_delivery_begins_due_waiting_or_too_late() {
        let late = NOW.plus_seconds(8 * 86_400);
        for (refused, now, expected) in [
            (false, NOW, DeliveryState::Pending { next_attempt_at: NOW }),
            (true, NOW, DeliveryState::WaitingToken),
            (false, late, DeliveryState::Parked(ParkReason::TooOld)),
            (true, late, DeliveryState::Parked(ParkReason::TooOld)),
        ] {
            let begun = Progress::begin(&event(), refused, now);
            assert_eq!(begun, Progress { state: expected, attempts: 0, last_answer: None });
        }
    }

    #[test]
    fn what_is_parked_and_young_is_driven_again() {
        let parked = due().after(answer(Verdict::Permanent), NOW);
        let again = parked.redriven(&event(), false, NOW).unwrap();
        assert_eq!((again.state, again.attempts), (DeliveryState::Pending { next_attempt_at: NOW }, 0));
        let waiting = parked.redriven(&event(), true, NOW).unwrap();
        assert_eq!(waiting.state, DeliveryState::WaitingToken);
        assert_eq!(parked.redriven(&event(), false, NOW.plus_seconds(8 * 86_400)), None);
        assert_eq!(due().redriven(&event(), false, NOW), None);
    }

    #[test]
    fn a_test_ends_with_its_only_attempt() {
        for (verdict, state) in [
            (Verdict::Delivered, DeliveryState::Delivered),
            (Verdict::Auth, DeliveryState::Parked(ParkReason::Refused)),
            (Verdict::Permanent, DeliveryState::Parked(ParkReason::Refused)),
            (Verdict::Retry, DeliveryState::Parked(ParkReason::Exhausted)),
            (Verdict::Throttled, DeliveryState::Parked(ParkReason::Exhausted)),
        ] {
            let answer = answer(verdict);
            assert_eq!(Progress::of_test(answer), Progress { state, attempts: 1, last_answer: Some(answer) });
        }
    }
}
