//! Health of a destination: decides from past checks whether it is broken.

use kernel::UnixTime;

/// Minimum age of the first failed check before a destination is broken, in seconds. A short outage does not count,
/// however often it is checked. With daily checks, two consecutive failures are needed.
const BROKEN_AFTER_SECONDS: i64 = 60 * 60;

kernel::words! {
    /// Reason why a check got no response.
    Failure {
        /// No allowed IP address for the name. A name that resolves to a private network looks like a missing name.
        Dns = "dns",
        /// The port accepts no connection.
        Refused = "refused",
        /// The connection failed for another reason, or ended before a response.
        Connection = "connection",
        /// No trusted TLS connection: the certificate has expired, has another name, or is not from a known authority.
        Tls = "tls",
        Timeout = "timeout",
        /// Too many redirects.
        Redirects = "redirects",
        /// The URL contains an IP address that the configuration forbids. No request was sent.
        ForbiddenAddress = "forbidden_address",
    }
}

/// Result of checking a destination, after following redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// HTTP status of the response.
    Answered(u16),
    /// No response.
    Failed(Failure),
}

kernel::words! {
    /// Meaning of a check's result.
    Verdict {
        /// The destination exists.
        Reachable = "reachable",
        /// The destination is missing or out of order.
        Failed = "failed",
        /// The check says nothing about the destination.
        Inconclusive = "inconclusive",
    }
}

impl Look {
    /// Interprets the result. The destination exists if the server requires a login (401), blocks programs (403, 405),
    /// or limits the rate (429). Non-standard statuses of 600 and above also count as reachable.
    ///
    /// ```
    /// use application::destinations::{Failure, Look, Verdict};
    ///
    /// assert_eq!(Look::Answered(204).verdict(), Verdict::Reachable);
    /// assert_eq!(Look::Answered(404).verdict(), Verdict::Failed);
    /// assert_eq!(Look::Failed(Failure::Timeout).verdict(), Verdict::Failed);
    /// ```
    pub const fn verdict(self) -> Verdict {
        match self {
            Self::Answered(401 | 403 | 405 | 429) => Verdict::Reachable,
            Self::Answered(400..=599) => Verdict::Failed,
            Self::Answered(_) => Verdict::Reachable,
            Self::Failed(Failure::ForbiddenAddress) => Verdict::Inconclusive,
            Self::Failed(_) => Verdict::Failed,
        }
    }

    pub const fn status(self) -> Option<u16> {
        match self {
            Self::Answered(status) => Some(status),
            Self::Failed(_) => None,
        }
    }

    pub const fn failure(self) -> Option<Failure> {
        match self {
            Self::Answered(_) => None,
            Self::Failed(failure) => Some(failure),
        }
    }

    /// Whether to repeat a HEAD request with this result as GET, because many servers reject HEAD or respond wrongly. A
    /// rate-limited host (429) gets no further request. Other failures would be the same for GET.
    pub const fn asks_for_get(self) -> bool {
        match self {
            Self::Answered(429) => false,
            Self::Answered(status) => status >= 400,
            Self::Failed(failure) => matches!(failure, Failure::Connection | Failure::Timeout),
        }
    }
}

kernel::words! {
    /// Health state of a destination.
    HealthState {
        /// No conclusive check yet.
        Unknown = "unknown",
        /// The last conclusive checks do not show a broken destination.
        Ok = "ok",
        /// Checks failed for an hour or more, without a success in between.
        Broken = "broken",
    }
}

/// A check result with its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    pub at: UnixTime,
    pub look: Look,
}

/// Change of health that is reported to the owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealthChange {
    /// The destination is now broken.
    Broken,
    /// The destination works again.
    Mended {
        /// Time of the first failed check.
        broken_since: UnixTime,
    },
}

/// Health of a destination, updated by each check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    pub state: HealthState,
    /// First failed check since the last success.
    pub failing_since: Option<UnixTime>,
    /// Last check; `None` before the first check.
    pub last: Option<Looked>,
}

impl Default for Health {
    fn default() -> Self {
        Self { state: HealthState::Unknown, failing_since: None, last: None }
    }
}

impl Health {
    /// Time of the first failed check of a broken destination; `None` if not broken.
    pub const fn broken_since(&self) -> Option<UnixTime> {
        match self.state {
            HealthState::Broken => self.failing_since,
            HealthState::Unknown | HealthState::Ok => None,
        }
    }

    /// Returns the health after a check at `now`, and the change, if any. One success repairs the destination. A
    /// failure an hour or more after the first failure breaks it, if no success came between. An inconclusive check
    /// changes only `last`.
    ///
    /// ```
    /// use application::destinations::{Health, HealthChange, Look};
    /// use kernel::UnixTime;
    ///
    /// let monday = UnixTime::from_seconds(1_795_176_000);
    /// let (once, change) = Health::default().after(Look::Answered(404), monday);
    /// assert_eq!(change, None);
    /// let (twice, change) = once.after(Look::Answered(404), monday.plus_seconds(86_400));
    /// assert_eq!((change, twice.broken_since()), (Some(HealthChange::Broken), Some(monday)));
    /// ```
    #[must_use]
    pub fn after(self, look: Look, now: UnixTime) -> (Self, Option<HealthChange>) {
        let seen = Self { last: Some(Looked { at: now, look }), ..self };
        match look.verdict() {
            Verdict::Inconclusive => (seen, None),
            Verdict::Reachable => {
                let change = self.broken_since().map(|broken_since| HealthChange::Mended { broken_since });
                (Self { state: HealthState::Ok, failing_since: None, ..seen }, change)
            }
            Verdict::Failed => {
                let since = self.failing_since.unwrap_or(now);
                let failing = Self { failing_since: Some(since), ..seen };
                let is_old = now >= since.plus_seconds(BROKEN_AFTER_SECONDS);
                if self.state == HealthState::Broken || !is_old {
                    return (failing, None);
                }
                (Self { state: HealthState::Broken, ..failing }, Some(HealthChange::Broken))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::NOW;

    const DAY: i64 = 24 * 60 * 60;

    #[test]
    fn what_a_look_says() {
        use Verdict::{Failed, Inconclusive, Reachable};
        for (status, verdict, asks_for_get) in [
            (200, Reachable, false),
            (204, Reachable, false),
            (304, Reachable, false),
            (399, Reachable, false),
            (400, Failed, true),
            (401, Reachable, true),
            (402, Failed, true),
            (403, Reachable, true),
            (404, Failed, true),
            (405, Reachable, true),
            (410, Failed, true),
            (429, Reachable, false),
            (451, Failed, true),
            (500, Failed, true),
            (501, Failed, true),
            (503, Failed, true),
            (599, Failed, true),
            (999, Reachable, true),
        ] {
            let look = Look::Answered(status);
            assert_eq!((look.verdict(), look.asks_for_get()), (verdict, asks_for_get), "{status}");
            assert_eq!((look.status(), look.failure()), (Some(status), None));
        }
        for (failure, verdict, asks_for_get) in [
            (Failure::Dns, Failed, false),
            (Failure::Refused, Failed, false),
            (Failure::Connection, Failed, true),
            (Failure::Tls, Failed, false),
            (Failure::Timeout, Failed, true),
            (Failure::Redirects, Failed, false),
            (Failure::ForbiddenAddress, Inconclusive, false),
        ] {
            let look = Look::Failed(failure);
            assert_eq!((look.verdict(), look.asks_for_get()), (verdict, asks_for_get), "{failure}");
            assert_eq!((look.status(), look.failure()), (None, Some(failure)));
        }
    }

    const GOOD: Look = Look::Answered(200);
    const BAD: Look = Look::Answered(404);
    const MUTE: Look = Look::Failed(Failure::ForbiddenAddress);

    /// Table rows: check times in seconds with results, final state, `broken_since`, and the change of the last check.
    #[test]
    fn when_a_destination_is_broken_and_when_it_is_mended() {
        use HealthState::{Broken, Ok, Unknown};
        let mended = |since| Some(HealthChange::Mended { broken_since: NOW.plus_seconds(since) });
        let broken = Some(HealthChange::Broken);
        for (looks, state, since, change) in [
            (&[][..], Unknown, None, None),
            (&[(0, GOOD)], Ok, None, None),
            (&[(0, BAD)], Unknown, None, None),
            (&[(0, MUTE)], Unknown, None, None),
            (&[(0, GOOD), (DAY, BAD)], Ok, None, None),
            (&[(0, BAD), (DAY, BAD)], Broken, Some(0), broken),
            (&[(0, BAD), (3_600, BAD)], Broken, Some(0), broken),
            // Many checks during a short outage.
            (&[(0, BAD), (5, BAD), (3_599, BAD)], Unknown, None, None),
            (&[(0, BAD), (5, BAD), (3_599, BAD), (3_600, GOOD)], Ok, None, None),
            (&[(0, GOOD), (DAY, BAD), (2 * DAY, BAD)], Broken, Some(DAY), broken),
            (&[(0, BAD), (DAY, GOOD), (2 * DAY, BAD)], Ok, None, None),
            (&[(0, BAD), (DAY, MUTE), (2 * DAY, BAD)], Broken, Some(0), broken),
            (&[(0, BAD), (DAY, BAD), (2 * DAY, BAD)], Broken, Some(0), None),
            (&[(0, BAD), (DAY, BAD), (2 * DAY, MUTE)], Broken, Some(0), None),
            (&[(0, BAD), (DAY, BAD), (DAY + 1, GOOD)], Ok, None, mended(0)),
            (&[(0, BAD), (DAY, BAD), (2 * DAY, GOOD), (3 * DAY, BAD)], Ok, None, None),
            // A clock that was set back.
            (&[(0, BAD), (-DAY, BAD)], Unknown, None, None),
        ] {
            let start = (Health::default(), None);
            let (health, reported) = looks
                .iter()
                .fold(start, |(health, _), (at, look)| health.after(*look, NOW.plus_seconds(*at)));
            let since = since.map(|since| NOW.plus_seconds(since));
            assert_eq!((health.state, health.broken_since(), reported), (state, since, change), "{looks:?}");
        }
    }

    fn looks() -> impl Strategy<Value = Vec<(i64, Look)>> {
        let failures = proptest::sample::select(Failure::ALL.to_vec());
        let look = prop_oneof![(100_u16..1000).prop_map(Look::Answered), failures.prop_map(Look::Failed)];
        proptest::collection::vec((0..2 * DAY, look), 0..40)
    }

    proptest! {
        /// For every sequence of checks: changes alternate, start with `Broken`, and match the state.
        #[test]
        fn changes_and_state_agree(looks in looks()) {
            let (mut health, mut now, mut was_broken) = (Health::default(), NOW, None);
            let mut failed: Vec<UnixTime> = Vec::new();
            for (pause, look) in looks {
                now = now.plus_seconds(pause);
                let (after, change) = health.after(look, now);
                match look.verdict() {
                    Verdict::Reachable => failed.clear(),
                    Verdict::Failed => failed.push(now),
                    Verdict::Inconclusive => prop_assert_eq!(after.state, health.state),
                }
                // Broken means two failures at least an hour apart, with no success in between or since.
                let is_broken = failed.last().zip(failed.first())
                    .is_some_and(|(last, first)| last.seconds() - first.seconds() >= BROKEN_AFTER_SECONDS);
                prop_assert_eq!(after.state == HealthState::Broken, is_broken);
                prop_assert_eq!(after.broken_since(), failed.first().copied().filter(|_| is_broken));
                prop_assert_eq!(after.last, Some(Looked { at: now, look }));
                let expected = match (was_broken, after.broken_since()) {
                    (None, Some(_)) => Some(HealthChange::Broken),
                    (Some(broken_since), None) => Some(HealthChange::Mended { broken_since }),
                    _ => None,
                };
                prop_assert_eq!(change, expected);
                (health, was_broken) = (after, after.broken_since());
            }
        }
    }
}
