//! The delivery of one message to one endpoint: its states, and when it is tried again.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::answer::Verdict;

/// Waits before the second try and those after it, in seconds: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h.
pub const SCHEDULE: [i64; 7] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/// For how long deliveries are kept, in seconds: 30 days.
pub const KEPT_SECONDS: i64 = 30 * 86_400;

/// The state of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// It is tried from that moment on, while its endpoint is active.
    Pending {
        /// The time from which on it is tried.
        next_attempt_at: UnixTime,
    },
    /// The endpoint took it.
    Delivered,
    /// It is not tried any more, unless somebody asks for it.
    Failed,
}

impl DeliveryState {
    /// The word on the wire.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Pending { .. } => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

/// How far a delivery has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The state.
    pub state: DeliveryState,
    /// How often it was tried since it was made, or since it was last driven anew.
    pub attempts: u32,
}

impl Progress {
    /// The beginning, and where it begins again when somebody asks for it: due now, with the whole schedule before it.
    pub const fn begin(now: UnixTime) -> Self {
        Self { state: DeliveryState::Pending { next_attempt_at: now }, attempts: 0 }
    }

    /// How far it has come after a try.
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
}

/// The next try after so many, or none.
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
        // The first try is made at once.
        assert_eq!(waits, [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
        assert_eq!(progress, Progress { state: DeliveryState::Failed, attempts: 8 });
    }

    proptest! {
        /// Whatever answers come: it ends after eight tries at most, the next try is never in the past, only a success
        /// delivers, and after the end nothing but a new beginning moves it.
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
