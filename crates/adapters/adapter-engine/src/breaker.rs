//! The circuit breaker: a state machine that takes the time as an argument.

use std::time::{Duration, Instant};

use crate::BreakerSettings;

/// Outcome of a call for the breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The engine gave a valid answer or a refusal.
    Alive,
    /// The engine gave no valid answer.
    Dead,
    /// The caller gave up, so the state of the engine is unknown.
    Unknown,
}

/// Permission for one call. Record its outcome with [`Breaker::settle`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ticket {
    era: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Calls pass. Contains the number of consecutive failures and the time of the first.
    Closed { failures: u32, since: Instant },
    /// No call passes until the pause ends.
    Open { until: Instant, pause: Duration },
    /// One call tests whether the engine works again.
    Trial { pause: Duration },
}

#[derive(Debug)]
pub(crate) struct Breaker {
    settings: BreakerSettings,
    state: State,
    /// Increases with every change of state, so that outcomes of earlier calls are ignored.
    era: u64,
}

impl Breaker {
    pub(crate) fn new(settings: BreakerSettings, now: Instant) -> Self {
        Self { settings, state: State::Closed { failures: 0, since: now }, era: 0 }
    }

    /// Returns whether a call would be refused at `now`.
    pub(crate) fn refuses(&self, now: Instant) -> bool {
        match self.state {
            State::Closed { .. } => false,
            State::Open { until, .. } => now < until,
            State::Trial { .. } => true,
        }
    }

    /// Admits or refuses one call.
    pub(crate) fn admit(&mut self, now: Instant) -> Option<Ticket> {
        if self.refuses(now) {
            return None;
        }
        if let State::Open { pause, .. } = self.state {
            self.enter(State::Trial { pause });
        }
        Some(Ticket { era: self.era })
    }

    /// Records the outcome of a call. Calls from before the last change of state are ignored.
    pub(crate) fn settle(&mut self, ticket: Ticket, verdict: Verdict, now: Instant) {
        if ticket.era != self.era {
            return;
        }
        match (self.state, verdict) {
            (State::Closed { .. }, Verdict::Alive) => self.state = State::Closed { failures: 0, since: now },
            (State::Closed { failures, since }, Verdict::Dead) => self.failed(failures, since, now),
            (State::Trial { .. }, Verdict::Alive) => self.enter(State::Closed { failures: 0, since: now }),
            (State::Trial { pause }, Verdict::Dead) => {
                let pause = pause.saturating_mul(2).min(self.settings.longest_pause);
                self.enter(State::Open { until: now + pause, pause });
            }
            // The next call may try immediately.
            (State::Trial { pause }, Verdict::Unknown) => self.enter(State::Open { until: now, pause }),
            (State::Closed { .. }, Verdict::Unknown) | (State::Open { .. }, _) => {}
        }
    }

    fn failed(&mut self, failures: u32, since: Instant, now: Instant) {
        let lasting = failures > 0 && now.saturating_duration_since(since) <= self.settings.window;
        let (failures, since) = if lasting { (failures.saturating_add(1), since) } else { (1, now) };
        if failures >= self.settings.failures {
            let pause = self.settings.pause;
            self.enter(State::Open { until: now + pause, pause });
        } else {
            self.state = State::Closed { failures, since };
        }
    }

    fn enter(&mut self, state: State) {
        self.state = state;
        self.era = self.era.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Verdict::{Alive, Dead, Unknown};
    use super::*;

    const SETTINGS: BreakerSettings = BreakerSettings {
        failures: 3,
        window: Duration::from_secs(60),
        pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(15),
    };

    /// Simulates calls that start and end at a second, and returns which were admitted.
    fn play(calls: &[(u64, Verdict)]) -> String {
        let start = Instant::now();
        let mut breaker = Breaker::new(SETTINGS, start);
        let admitted = calls.iter().map(|(second, verdict)| {
            let now = start + Duration::from_secs(*second);
            match breaker.admit(now) {
                Some(ticket) => {
                    breaker.settle(ticket, *verdict, now);
                    '+'
                }
                None => '-',
            }
        });
        admitted.collect()
    }

    #[test]
    fn it_opens_after_enough_failures_and_closes_after_a_trial() {
        for (what, calls, admitted) in [
            ("a living engine", &[(0, Alive), (1, Alive), (2, Alive), (3, Alive)][..], "++++"),
            (
                "too few failures",
                &[(0, Dead), (1, Dead), (2, Alive), (3, Dead), (4, Dead), (5, Dead)],
                "++++++",
            ),
            ("enough failures", &[(0, Dead), (1, Dead), (2, Dead), (3, Alive), (6, Alive)], "+++--"),
            (
                "failures far apart",
                &[(0, Dead), (30, Dead), (61, Dead), (62, Dead), (63, Dead), (64, Dead)],
                "+++++-",
            ),
            (
                "calls given up",
                &[(0, Dead), (0, Dead), (1, Unknown), (1, Unknown), (2, Dead), (3, Dead)],
                "+++++-",
            ),
            ("back after the pause", &[(0, Dead), (0, Dead), (0, Dead), (5, Alive), (5, Alive)], "+++++"),
            (
                "a new count",
                &[(0, Dead), (0, Dead), (0, Dead), (5, Alive), (5, Dead), (5, Dead), (5, Alive)],
                "+++++++",
            ),
            ("still dead", &[(0, Dead), (0, Dead), (0, Dead), (5, Dead), (14, Alive), (15, Alive)], "++++-+"),
            (
                "dead for long",
                &[
                    (0, Dead),
                    (0, Dead),
                    (0, Dead),
                    (5, Dead),
                    (15, Dead),
                    (29, Alive),
                    (30, Dead),
                    (44, Dead),
                    (45, Alive),
                ],
                "+++++-+-+",
            ),
            (
                "a trial given up",
                &[(0, Dead), (0, Dead), (0, Dead), (5, Unknown), (5, Alive), (5, Alive)],
                "++++++",
            ),
        ] {
            assert_eq!(play(calls), admitted, "{what}");
        }
    }

    #[test]
    fn one_call_tries_and_late_ends_say_nothing() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut breaker = Breaker::new(SETTINGS, start);
        let late: Vec<_> = (0..6).map(|_| breaker.admit(start).unwrap()).collect();
        for ticket in &late[..3] {
            breaker.settle(*ticket, Dead, at(1));
        }
        breaker.settle(late[3], Alive, at(2));
        assert!(breaker.refuses(at(2)), "a success from before does not close it");
        let trial = breaker.admit(at(6)).unwrap();
        assert_eq!(breaker.admit(at(6)), None, "only one tries");
        breaker.settle(late[4], Dead, at(7));
        breaker.settle(trial, Alive, at(7));
        assert!(!breaker.refuses(at(7)));
        breaker.settle(late[5], Dead, at(8));
        breaker.settle(trial, Dead, at(8));
        assert_eq!(breaker.state, State::Closed { failures: 0, since: at(7) });
    }

    #[derive(Debug, Clone)]
    enum Step {
        Begin,
        End(usize, Verdict),
        Wait(u64),
    }

    fn step() -> impl Strategy<Value = Step> {
        let verdict = prop_oneof![1 => Just(Alive), 3 => Just(Dead), 1 => Just(Unknown)];
        prop_oneof![
            3 => Just(Step::Begin),
            3 => (any::<usize>(), verdict).prop_map(|(which, verdict)| Step::End(which, verdict)),
            1 => (0..40_000_u64).prop_map(Step::Wait),
        ]
    }

    proptest! {
        /// Checks the breaker by its visible behavior.
        #[test]
        fn whatever_happens_it_refuses_only_with_reason_and_never_for_good(steps in prop::collection::vec(step(), 0..80)) {
            let mut now = Instant::now();
            let mut breaker = Breaker::new(SETTINGS, now);
            let (mut running, mut dead_in_a_row, mut last_dead) = (Vec::new(), 0_u32, None);
            for step in steps {
                match step {
                    Step::Wait(millis) => now += Duration::from_millis(millis),
                    Step::Begin => match breaker.admit(now) {
                        Some(ticket) => {
                            if matches!(breaker.state, State::Trial { .. }) {
                                prop_assert!(running.iter().all(|other: &Ticket| other.era != ticket.era));
                            }
                            running.push(ticket);
                        }
                        None => {
                            prop_assert!(dead_in_a_row >= 1, "nothing was dead");
                            let trying = running.iter().any(|ticket| ticket.era == breaker.era);
                            let is_open = last_dead.is_some_and(|dead| now < dead + SETTINGS.longest_pause);
                            prop_assert!(trying || is_open, "nobody tries and the longest pause is over");
                        }
                    },
                    Step::End(which, verdict) if !running.is_empty() => {
                        let ticket = running.swap_remove(which % running.len());
                        if ticket.era == breaker.era {
                            match verdict {
                                Alive => dead_in_a_row = 0,
                                Dead => (dead_in_a_row, last_dead) = (dead_in_a_row + 1, Some(now)),
                                Unknown => {}
                            }
                        }
                        breaker.settle(ticket, verdict, now);
                        if matches!(breaker.state, State::Open { .. }) {
                            prop_assert!(dead_in_a_row >= SETTINGS.failures);
                        }
                    }
                    Step::End(..) => {}
                }
            }
            // All running calls end, the pause passes, and the next call is admitted.
            for ticket in running {
                breaker.settle(ticket, Unknown, now);
            }
            prop_assert!(breaker.admit(now + SETTINGS.longest_pause).is_some());
        }
    }
}
