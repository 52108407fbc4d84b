//! When a destination is broken. Pure: the moments come in.

use kernel::UnixTime;

/// How long a destination must have failed, in seconds, before it is broken: an outage that passes is none, however often somebody
/// looks at it meanwhile. Looks come once a day, so it takes two that fail one after the other.
const BROKEN_AFTER_SECONDS: i64 = 60 * 60;

kernel::words! {
    /// Why a look brought no answer.
    Failure {
        /// The name has no address that may be connected to. A name that leads into a private network looks like a missing one.
        Dns = "dns",
        /// The port accepts no connection.
        Refused = "refused",
        /// No connection for another reason, or one that ended before an answer came.
        Connection = "connection",
        /// No connection that can be trusted: a certificate that has run out, of another name or of nobody.
        Tls = "tls",
        /// No answer in time.
        Timeout = "timeout",
        /// One redirect after the other.
        Redirects = "redirects",
        /// The address is a number that the configuration does not allow: it was not asked.
        ForbiddenAddress = "forbidden_address",
    }
}

/// What was seen of a destination, behind its redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// A server answered with this HTTP status.
    Answered(u16),
    /// None did.
    Failed(Failure),
}

kernel::words! {
    /// What a look says.
    Verdict {
        /// There is something.
        Reachable = "reachable",
        /// There is nothing, or it does not work.
        Failed = "failed",
        /// Nothing.
        Inconclusive = "inconclusive",
    }
}

impl Look {
    /// What the look says. A server that wants somebody to sign in (401), lets no programs in (403, 405) or is asked too often (429)
    /// is there; so is one with a status of its own making, of 600 and above.
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

    /// The status of the answer.
    pub const fn status(self) -> Option<u16> {
        match self {
            Self::Answered(status) => Some(status),
            Self::Failed(_) => None,
        }
    }

    /// Why there was no answer.
    pub const fn failure(self) -> Option<Failure> {
        match self {
            Self::Answered(_) => None,
            Self::Failed(failure) => Some(failure),
        }
    }

    /// Whether a HEAD that came to this is followed by a GET: many servers refuse HEAD, or answer it wrongly. One that is asked too often is left
    /// alone, and where nothing was connected to a GET would find the same.
    pub const fn asks_for_get(self) -> bool {
        match self {
            Self::Answered(429) => false,
            Self::Answered(status) => status >= 400,
            Self::Failed(failure) => matches!(failure, Failure::Connection | Failure::Timeout),
        }
    }
}

kernel::words! {
    /// How a destination is.
    HealthState {
        /// Nobody knows yet.
        Unknown = "unknown",
        /// It was reachable, and is not known to be broken since.
        Ok = "ok",
        /// It is broken.
        Broken = "broken",
    }
}

/// A look, and when it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    /// When.
    pub at: UnixTime,
    /// What was seen.
    pub look: Look,
}

/// What becomes of a destination that its owner is notified of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealthChange {
    /// It is broken.
    Broken,
    /// It works again.
    Mended {
        /// Since when it was broken.
        broken_since: UnixTime,
    },
}

/// What is known of a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// How it is.
    pub state: HealthState,
    /// The first look that failed since the last that did not.
    pub failing_since: Option<UnixTime>,
    /// The last look; `None` before the first.
    pub last: Option<Looked>,
}

impl Default for Health {
    fn default() -> Self {
        Self { state: HealthState::Unknown, failing_since: None, last: None }
    }
}

impl Health {
    /// Since when it is broken: the first look that failed. `None` of one that is not.
    pub const fn broken_since(&self) -> Option<UnixTime> {
        match self.state {
            HealthState::Broken => self.failing_since,
            HealthState::Unknown | HealthState::Ok => None,
        }
    }

    /// What is known after a look at `now`, and whether that is a change. One look that succeeds mends; it is broken when a look
    /// fails an hour or more after the first that failed, with none between that succeeded. A look that says nothing changes nothing.
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

    /// After these looks at these seconds: the state, since when it is broken, and what the last look changed.
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
            // Somebody looked again and again while it was out of order for a moment.
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
        /// However looks follow each other: changes alternate, begin with `Broken`, and say what the state says.
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
                // Broken is what failed at two looks at least, an hour apart, and at none that succeeded since.
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
