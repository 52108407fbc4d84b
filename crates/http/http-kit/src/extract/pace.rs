//! Minimum pace of a request body.

use std::time::Duration;

/// Longest stall of a body, after which the sender counts as gone.
const STALL: Duration = Duration::from_secs(20);

/// Maximum lag of a body behind [`SLOWEST`]. A fast start earns no more than this.
const LAG: Duration = Duration::from_secs(30);

/// Slowest pace of a body, in bytes per second. Without a limit, one byte every few seconds would
/// hold a connection for months.
const SLOWEST: u64 = 16 << 10;

/// Maximum total time of waiting for a body.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// Remaining time of a sender. Only time spent waiting for the sender counts.
#[derive(Debug)]
pub(super) struct Pace {
    lag: Duration,
    total: Duration,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self { lag: LAG, total: LONGEST }
    }

    /// Returns the time to wait for more bytes; zero if the body is late.
    pub(super) fn patience(&self) -> Duration {
        STALL.min(self.lag).min(self.total)
    }

    /// Records a wait, and the bytes that ended it.
    pub(super) fn count(&mut self, waited: Duration, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let earned = Duration::from_nanos(bytes.saturating_mul(1_000_000_000) / SLOWEST);
        self.lag = self.lag.saturating_sub(waited).saturating_add(earned).min(LAG);
        self.total = self.total.saturating_sub(waited);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIB: usize = 1 << 10;
    const MIB: usize = 1 << 20;

    /// Returns the remaining seconds after these waits in seconds, each ended by this many bytes.
    fn after(steps: impl IntoIterator<Item = (u64, usize)>) -> u64 {
        let mut pace = Pace::new();
        for (seconds, bytes) in steps {
            if pace.patience() < Duration::from_secs(seconds) || pace.patience().is_zero() {
                return 0;
            }
            pace.count(Duration::from_secs(seconds), bytes);
        }
        pace.patience().as_secs()
    }

    #[test]
    fn a_body_that_trickles_is_given_up() {
        assert_eq!(after([]), 20);
        assert_eq!(after([(15, 0)]), 15);
        assert_eq!(after([(15, 100), (15, 100)]), 0);
        assert_eq!(after([(20, 16 * 20 * KIB)]), 20, "as slow as is allowed");
        assert_eq!(after(vec![(10, 16 * 10 * KIB); 100]), 20);
        assert_eq!(after(vec![(10, 15 * 10 * KIB); 100]), 0, "a little slower");
    }

    #[test]
    fn a_body_that_came_fast_may_not_trickle_afterwards() {
        let fast = (0, 200 * MIB);
        assert_eq!(after([fast, (15, 400)]), 15);
        assert_eq!(after([fast].into_iter().chain(vec![(5, 400); 6])), 0);
        assert_eq!(after([(20, 0), fast]), 20, "a sender that catches up may stall again");
    }

    #[test]
    fn a_body_ends_within_half_an_hour() {
        let steady = (10, MIB);
        assert_eq!(after(vec![steady; 179]), 10);
        assert_eq!(after(vec![steady; 180]), 0);
    }
}
