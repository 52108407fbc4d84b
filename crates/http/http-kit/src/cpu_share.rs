//! Limits of the CPU time that an owner's requests may use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kernel::OwnerId;
use offload::Tenant;

/// Inverse of the sustained share: a quarter of one CPU.
const SHARE: u32 = 4;

/// CPU time above the share that an owner may use at once. Normal use stays far below, because a
/// request takes about a millisecond.
const BURST: Duration = Duration::from_millis(500);

/// Longest delay of a request. The delay slows an owner down, and must not look like an outage.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Number of remembered owners before those without requests and debts are removed.
const REMEMBERED: usize = 10_000;

/// CPU time spent for each owner in this process. The rate limit counts requests; this counts their
/// cost, so that an owner with expensive requests slows down only themselves.
#[derive(Debug)]
pub struct CpuShares {
    limited: bool,
    owners: Mutex<HashMap<OwnerId, Share>>,
}

#[derive(Debug)]
struct Share {
    tenant: Arc<Tenant>,
    /// Part of the tenant's CPU time that is already in `debt`.
    counted: Duration,
    /// CPU time spent above the share, as of `at`.
    debt: Duration,
    at: Instant,
}

impl CpuShares {
    /// Creates the shares. Nobody waits unless `limited`.
    pub fn new(limited: bool) -> Self {
        Self { limited, owners: Mutex::default() }
    }

    /// Returns the owner's tenant, and the delay of the next request.
    pub fn enter(&self, owner: OwnerId) -> (Arc<Tenant>, Duration) {
        self.enter_at(owner, Instant::now())
    }

    fn enter_at(&self, owner: OwnerId, now: Instant) -> (Arc<Tenant>, Duration) {
        let mut shares = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if shares.len() >= REMEMBERED && !shares.contains_key(&owner) {
            shares.retain(|_, share| {
                share.wait(now);
                !share.debt.is_zero() || Arc::strong_count(&share.tenant) > 1
            });
        }
        let share = shares.entry(owner).or_insert_with(|| Share::new(owner, now));
        let wait = if self.limited { share.wait(now) } else { Duration::ZERO };
        (Arc::clone(&share.tenant), wait)
    }
}

impl Share {
    fn new(owner: OwnerId, at: Instant) -> Self {
        let tenant = Arc::new(Tenant::new(owner.get()));
        Self { tenant, counted: Duration::ZERO, debt: Duration::ZERO, at }
    }

    /// Updates the debt with the elapsed and the spent time. Returns the delay until the debt is
    /// within the burst.
    fn wait(&mut self, now: Instant) -> Duration {
        let spent = self.tenant.spent();
        let worked_off = now.saturating_duration_since(self.at) / SHARE;
        self.debt = self.debt.saturating_sub(worked_off) + spent.saturating_sub(self.counted);
        (self.counted, self.at) = (spent, now);
        self.debt.saturating_sub(BURST).saturating_mul(SHARE).min(LONGEST_WAIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWNER: OwnerId = OwnerId::new(1);

    #[test]
    fn a_debt_beyond_the_burst_is_waited_for_and_worked_off() {
        let began = Instant::now();
        let mut share = Share::new(OWNER, began);
        let millis = Duration::from_millis;
        share.debt = millis(400);
        assert_eq!(share.wait(began), Duration::ZERO, "within the burst");
        share.debt = millis(700);
        assert_eq!(share.wait(began), millis(800));
        assert_eq!(share.wait(began + millis(400)), millis(400), "a quarter of the time is worked off");
        assert_eq!(share.wait(began + millis(800)), Duration::ZERO);
        share.debt = Duration::from_secs(60);
        assert_eq!(share.wait(began + millis(800)), LONGEST_WAIT);
    }

    #[tokio::test]
    async fn what_is_spent_for_one_owner_delays_nobody_else() {
        for limited in [true, false] {
            let shares = CpuShares::new(limited);
            let (tenant, wait) = shares.enter(OWNER);
            assert_eq!(wait, Duration::ZERO);
            let busy = async {
                let began = Instant::now();
                while began.elapsed() < BURST + Duration::from_millis(50) {}
            };
            tenant.works(busy).await;
            assert_eq!(!shares.enter(OWNER).1.is_zero(), limited);
            assert_eq!(shares.enter(OwnerId::new(2)).1, Duration::ZERO);
        }
    }

    #[test]
    fn idle_owners_are_removed() {
        let (shares, now) = (CpuShares::new(true), Instant::now());
        let busy = shares.enter_at(OWNER, now);
        for number in 2..=2 * i64::try_from(REMEMBERED).unwrap() {
            shares.enter_at(OwnerId::new(number), now);
        }
        let left = shares.owners.lock().unwrap();
        assert!(left.len() <= REMEMBERED && left.contains_key(&OWNER), "{}", left.len());
        drop(busy);
    }
}
