//! How much heavy work was done for whom of late.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long what was done counts, at most.
const WINDOW: Duration = Duration::from_secs(1);
/// How much of a processor a tenant's heavy work may take in a window before it gives way.
const SHARE: Duration = Duration::from_millis(50);

/// What was done since the window began. It is forgotten all at once, so nobody has to be looked after.
#[derive(Default)]
pub(crate) struct Ledger(Mutex<Option<Window>>);

struct Window {
    began: Instant,
    used: HashMap<i64, Duration>,
}

impl Ledger {
    /// Whether the tenant has some of their share left.
    pub(crate) fn has_left(&self, tenant: i64) -> bool {
        self.with(Instant::now(), |used| used.get(&tenant).is_none_or(|used| *used < SHARE))
    }

    pub(crate) fn charge(&self, tenant: i64, used: Duration) {
        self.with(Instant::now(), |all| *all.entry(tenant).or_default() += used);
    }

    fn with<T>(&self, now: Instant, work: impl FnOnce(&mut HashMap<i64, Duration>) -> T) -> T {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let current = window.take().filter(|window| now.duration_since(window.began) < WINDOW);
        work(&mut window.insert(current.unwrap_or_else(|| Window { began: now, used: HashMap::new() })).used)
    }
}

/// The processor's time that the calling thread has used. Where it can't be had, the time that went by.
pub(crate) fn used_by_thread() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(used).unwrap_or_default()
    }
    #[cfg(not(target_os = "linux"))]
    {
        static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        BEGAN.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_ends_with_what_was_done_and_begins_anew_with_the_window() {
        let (ledger, began) = (Ledger::default(), Instant::now());
        let used = |after: Duration, more: Duration| {
            ledger.with(began + after, |all| {
                let used = all.entry(7).or_default();
                *used += more;
                *used
            })
        };
        let millisecond = Duration::from_millis(1);
        assert_eq!(used(Duration::ZERO, 30 * millisecond), 30 * millisecond);
        assert_eq!(used(999 * millisecond, 20 * millisecond), 50 * millisecond);
        assert_eq!(used(1_000 * millisecond, 10 * millisecond), 10 * millisecond);
        ledger.charge(8, SHARE - millisecond);
        assert!(ledger.has_left(8));
        ledger.charge(8, millisecond);
        assert!(!ledger.has_left(8) && ledger.has_left(9));
    }
}
