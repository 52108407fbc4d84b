use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::answer::Verdict;

/// Time of continuous failure after which an endpoint is disabled, in seconds: five days.
pub const FAILING_SECONDS: i64 = 5 * 86_400;

kernel::words! {
    /// Reason why the service disabled an endpoint.
    DisabledReason {
        /// The endpoint responded with 410 Gone.
        Gone = "gone",
        /// The endpoint failed for five days.
        Failing = "failing",
    }
}

/// Switch state of an endpoint.
///
/// ```
/// use kernel::UnixTime;
/// use webhooks::{DisabledReason, EndpointState, Verdict};
///
/// let now = UnixTime::from_seconds(1_795_176_000);
/// let gone = EndpointState::WORKING.after(Verdict::Gone, now);
/// assert_eq!(gone, EndpointState::Disabled(DisabledReason::Gone));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndpointState {
    /// Messages are sent.
    Active {
        /// Time of the first failure since the last success.
        failing_since: Option<UnixTime>,
    },
    /// The owner disabled the endpoint.
    Paused,
    /// The service disabled the endpoint.
    Disabled(DisabledReason),
}

impl EndpointState {
    /// Active state without failures.
    pub const WORKING: Self = Self::Active { failing_since: None };

    /// State after the owner switches the endpoint on or off. Switching on ends a pause or a disablement. Switching
    /// off keeps the reason why the service disabled the endpoint.
    #[must_use]
    pub const fn switched(self, on: bool) -> Self {
        match (on, self) {
            (true, Self::Active { .. }) => self,
            (true, _) => Self::WORKING,
            (false, Self::Disabled(_)) => self,
            (false, _) => Self::Paused,
        }
    }

    /// State after an attempt. A disabled endpoint stays disabled.
    #[must_use]
    pub fn after(self, verdict: Verdict, now: UnixTime) -> Self {
        let Self::Active { failing_since } = self else { return self };
        match verdict {
            Verdict::Delivered => Self::WORKING,
            Verdict::Gone => Self::Disabled(DisabledReason::Gone),
            Verdict::Failed => {
                let since = failing_since.unwrap_or(now);
                if now >= since.plus_seconds(FAILING_SECONDS) {
                    Self::Disabled(DisabledReason::Failing)
                } else {
                    Self::Active { failing_since: Some(since) }
                }
            }
        }
    }

    /// Whether messages are sent.
    pub const fn is_active(&self) -> bool {
        matches!(self, Self::Active { .. })
    }

    /// Reason why the service disabled the endpoint, if it did.
    pub const fn disabled_reason(&self) -> Option<DisabledReason> {
        match self {
            Self::Disabled(reason) => Some(*reason),
            Self::Active { .. } | Self::Paused => None,
        }
    }

    /// Time of the first failure since the last success.
    pub const fn failing_since(&self) -> Option<UnixTime> {
        match self {
            Self::Active { failing_since } => *failing_since,
            Self::Paused | Self::Disabled(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
    const FAILING: EndpointState = EndpointState::Active { failing_since: Some(NOW) };
    const GONE: EndpointState = EndpointState::Disabled(DisabledReason::Gone);
    const GIVEN_UP: EndpointState = EndpointState::Disabled(DisabledReason::Failing);
    const WORKING: EndpointState = EndpointState::WORKING;
    const PAUSED: EndpointState = EndpointState::Paused;

    #[test]
    fn every_try_moves_an_endpoint() {
        for (before, verdict, seconds, after) in [
            (WORKING, Verdict::Delivered, 0, WORKING),
            (WORKING, Verdict::Failed, 0, FAILING),
            (WORKING, Verdict::Gone, 0, GONE),
            (FAILING, Verdict::Delivered, 9, WORKING),
            (FAILING, Verdict::Failed, FAILING_SECONDS - 1, FAILING),
            (FAILING, Verdict::Failed, FAILING_SECONDS, GIVEN_UP),
            (FAILING, Verdict::Gone, 9, GONE),
            (PAUSED, Verdict::Failed, 9, PAUSED),
            (PAUSED, Verdict::Gone, 9, PAUSED),
            (GIVEN_UP, Verdict::Delivered, 9, GIVEN_UP),
            (GONE, Verdict::Failed, 9, GONE),
        ] {
            assert_eq!(before.after(verdict, NOW.plus_seconds(seconds)), after, "{before:?} {verdict:?}");
        }
    }

    #[test]
    fn the_switch_of_the_owner_begins_anew() {
        for (before, on, after) in [
            (WORKING, true, WORKING),
            (FAILING, true, FAILING),
            (PAUSED, true, WORKING),
            (GONE, true, WORKING),
            (GIVEN_UP, true, WORKING),
            (WORKING, false, PAUSED),
            (FAILING, false, PAUSED),
            (PAUSED, false, PAUSED),
            (GIVEN_UP, false, GIVEN_UP),
        ] {
            assert_eq!(before.switched(on), after, "{before:?} {on}");
        }
    }

    proptest! {
        /// Compares with a model that keeps the whole history: an endpoint is disabled exactly when a failure comes
        /// five days or more after the first failure since its last success.
        #[test]
        fn an_endpoint_is_given_up_after_five_days_of_failure(tries in prop::collection::vec(
            (prop::bool::weighted(0.1), 0_i64..100_000), 1..40,
        )) {
            let (mut state, mut now) = (EndpointState::WORKING, NOW);
            let mut failures: Vec<UnixTime> = Vec::new();
            for (succeeds, wait) in tries {
                now = now.plus_seconds(wait);
                let verdict = if succeeds { Verdict::Delivered } else { Verdict::Failed };
                state = state.after(verdict, now);
                if succeeds { failures.clear() } else { failures.push(now) }
                let first = failures.first();
                let over = first.is_some_and(|first| now.seconds() - first.seconds() >= FAILING_SECONDS);
                prop_assert_eq!(state == GIVEN_UP, over);
                if over {
                    return Ok(());
                }
                prop_assert_eq!(state.failing_since(), first.copied());
            }
        }
    }
}
