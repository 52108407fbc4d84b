use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Number of stored hosts above which unused ones are removed.
const MANY: usize = 1_024;

/// Reason why a request was not scheduled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotScheduled {
    /// Too many requests to the host are waiting.
    Busy,
    /// The latest start time has passed.
    Late,
}

/// Schedules requests so that each host gets one at a time.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Pause between two requests to a host.
    pause: Duration,
    /// Earliest start of the next request, by host.
    next: Mutex<HashMap<String, Instant>>,
}

impl Pace {
    pub(crate) fn new(pause: Duration) -> Self {
        Self { pause, next: Mutex::default() }
    }

    /// Waits until a request to the host may start, at the latest at `latest`.
    pub(crate) async fn turn(&self, host: &str, latest: Instant) -> Result<(), NotScheduled> {
        let at = self.reserve(host, Instant::now(), latest)?;
        tokio::time::sleep_until(at).await;
        Ok(())
    }

    fn reserve(&self, host: &str, now: Instant, latest: Instant) -> Result<Instant, NotScheduled> {
        if now > latest {
            return Err(NotScheduled::Late);
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let at = next.get(host).map_or(now, |free| now.max(*free));
        if at > latest {
            return Err(NotScheduled::Busy);
        }
        if next.len() >= MANY {
            next.retain(|_, free| *free > now);
        }
        next.insert(host.to_owned(), at + self.pause);
        Ok(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_one_turn_a_second_and_hosts_do_not_wait_for_each_other() {
        let (pace, start) = (Pace::new(Duration::from_secs(1)), Instant::now());
        let second = |seconds| start + Duration::from_secs(seconds);
        for (host, now, latest, expected) in [
            ("a.example", 0, 3, Ok(0)),
            ("a.example", 0, 3, Ok(1)),
            ("b.example", 0, 3, Ok(0)),
            ("a.example", 0, 3, Ok(2)),
            ("a.example", 0, 3, Ok(3)),
            ("a.example", 0, 3, Err(NotScheduled::Busy)),
            // A refused request used no turn.
            ("a.example", 1, 4, Ok(4)),
            ("a.example", 9, 12, Ok(9)),
            ("b.example", 9, 8, Err(NotScheduled::Late)),
        ] {
            let turn = pace.reserve(host, second(now), second(latest));
            assert_eq!(turn, expected.map(second), "{host} at {now}");
        }
    }

    #[test]
    fn hosts_are_removed_when_nobody_waits_for_them() {
        let (pace, start) = (Pace::new(Duration::from_secs(1)), Instant::now());
        for n in 0..2 * MANY {
            pace.reserve(&format!("h{n}.example"), start, start).unwrap();
        }
        let later = start + Duration::from_secs(1);
        pace.reserve("last.example", later, later).unwrap();
        assert_eq!(pace.next.lock().unwrap().len(), 1);
    }
}
