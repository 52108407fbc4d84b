//! The share of the processors that the requests of one owner may take.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kernel::OwnerId;
use offload::Tenant;

/// An owner may keep a quarter of one processor busy for good.
const SHARE: u32 = 4;

/// What an owner may take beyond that at once. Ordinary use never comes near it: a request takes about a millisecond.
const BURST: Duration = Duration::from_millis(500);

/// The longest that a request waits. Waiting slows an owner down, and must not look like an outage.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// How many owners may be remembered before those without requests and debts are removed.
const REMEMBERED: usize = 10_000;

/// What was spent for each owner in this process. Requests are counted by the rate limit; this counts what they cost, so that an owner
/// with dear requests slows down their own and nobody else's.
#[derive(Debug)]
pub struct CpuShares {
    limited: bool,
    owners: Mutex<HashMap<OwnerId, Share>>,
}

#[derive(Debug)]
struct Share {
    tenant: Arc<Tenant>,
    /// How much of what the tenant spent is part of `debt` already.
    counted: Duration,
    /// What was spent and not worked off yet, as of `at`.
    debt: Duration,
    at: Instant,
}

impl CpuShares {
    /// Nothing was spent yet. Unless the shares are `limited`, nobody ever waits.
    pub fn new(limited: bool) -> Self {
        Self { limited, owners: Mutex::default() }
    }

    /// The owner as a tenant of the processors, and how long the next request has to wait.
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

    /// Works off what the time since the last look allows, adds what was spent since, and returns how long it takes until no more than
    /// the burst is left.
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
