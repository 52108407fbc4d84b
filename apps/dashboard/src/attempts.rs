//! Limits of sign-in attempts: a budget per address, and a queue of keys to check.
//!
//! A wrong key uses up budget of its address, and the budget is checked before the API is called.
//! Each address has one key checked at a time. Addresses with recent failures share one slot, so
//! that wrong keys never delay a sign-in from elsewhere.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

/// Wrong keys per address that are checked without a pause.
const BURST: u32 = 10;

/// Time until an address gets back one attempt.
pub(crate) const REFILL: Duration = Duration::from_secs(12);

/// Concurrent checks for addresses without failures. The number is low, so that a burst of sign-ins
/// leaves the API to signed-in users. A hundred people still sign in within a second.
const CHECKED_AT_ONCE: usize = 2;

/// Number of remembered addresses. Beyond it, addresses with the fewest failures are dropped.
const REMEMBERED: usize = 50_000;

/// Sign-in attempts of all addresses.
pub(crate) struct Attempts {
    sources: Mutex<HashMap<IpAddr, Source>>,
    clean: Semaphore,
    failed_lately: Semaphore,
    room: usize,
}

struct Source {
    budget: Budget,
    turns: Arc<Semaphore>,
}

/// A budget of wrong keys that refills evenly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Budget {
    /// Time when the budget is full again; in the past while it is full.
    whole_at: Instant,
}

/// Permission to check a key.
pub(crate) struct Turn<'a> {
    attempts: &'a Attempts,
    address: IpAddr,
    _own: OwnedSemaphorePermit,
    _shared: SemaphorePermit<'a>,
}

impl Budget {
    fn whole(now: Instant) -> Self {
        Self { whole_at: now }
    }

    fn is_whole(self, now: Instant) -> bool {
        self.whole_at <= now
    }

    fn is_spent(self, now: Instant) -> bool {
        self.whole_at.saturating_duration_since(now) > REFILL.saturating_mul(BURST.saturating_sub(1))
    }

    fn spend(&mut self, now: Instant) {
        let from = self.whole_at.max(now);
        self.whole_at = from.checked_add(REFILL).unwrap_or(from);
    }
}

impl Attempts {
    pub(crate) fn new() -> Self {
        Self::with_room(REMEMBERED)
    }

    fn with_room(room: usize) -> Self {
        Self {
            sources: Mutex::default(),
            clean: Semaphore::new(CHECKED_AT_ONCE),
            failed_lately: Semaphore::new(1),
            room,
        }
    }

    /// Waits until a key from this address may be checked. Returns `None` after too many wrong
    /// keys.
    pub(crate) async fn turn(&self, address: IpAddr) -> Option<Turn<'_>> {
        let address = network(address);
        let own = self.turns_of(address, Instant::now())?.acquire_owned().await.ok()?;
        // Other keys of the address may have failed meanwhile.
        let failed = self.failed(address, Instant::now())?;
        let shared = if failed { &self.failed_lately } else { &self.clean }.acquire().await.ok()?;
        Some(Turn { attempts: self, address, _own: own, _shared: shared })
    }

    /// Returns the queue of an address, or `None` if the budget is spent.
    fn turns_of(&self, address: IpAddr, now: Instant) -> Option<Arc<Semaphore>> {
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if sources.len() >= self.room && !sources.contains_key(&address) {
            prune(&mut sources, now);
        }
        let source = sources
            .entry(address)
            .or_insert_with(|| Source { budget: Budget::whole(now), turns: Arc::new(Semaphore::new(1)) });
        (!source.budget.is_spent(now)).then(|| Arc::clone(&source.turns))
    }

    /// Returns whether a key of this address failed recently, or `None` if the budget is spent.
    fn failed(&self, address: IpAddr, now: Instant) -> Option<bool> {
        let sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(source) = sources.get(&address) else { return Some(false) };
        (!source.budget.is_spent(now)).then(|| !source.budget.is_whole(now))
    }
}

impl Turn<'_> {
    pub(crate) fn was_wrong(self) {
        self.count(Instant::now());
    }

    fn count(&self, now: Instant) {
        let mut sources = self.attempts.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(source) = sources.get_mut(&self.address) {
            source.budget.spend(now);
        }
    }
}

/// Returns the address that owns a budget: an IPv6 address stands for its whole /64 network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address => address,
    }
}

/// Removes idle addresses with a full budget. If that is not enough, also removes half of the
/// others.
fn prune(sources: &mut HashMap<IpAddr, Source>, now: Instant) {
    let before = sources.len();
    sources.retain(|_, source| !source.is_idle() || !source.budget.is_whole(now));
    if sources.len() < before {
        return;
    }
    let mut ends: Vec<Instant> = sources.values().map(|source| source.budget.whole_at).collect();
    let middle = ends.len() / 2;
    if middle < ends.len() {
        let (_, median, _) = ends.select_nth_unstable(middle);
        let median = *median;
        sources.retain(|_, source| !source.is_idle() || source.budget.whole_at > median);
    }
}

impl Source {
    /// Returns whether nobody has or waits for a turn.
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.turns) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn a_budget_of_ten_refills_by_one_in_twelve_seconds() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut budget = Budget::whole(start);
        for failure in 0..10 {
            assert!(!budget.is_spent(start), "{failure}");
            budget.spend(start);
        }
        for (seconds, spent, whole) in
            [(0, true, false), (11, true, false), (12, false, false), (119, false, false), (120, false, true)]
        {
            let at = (budget.is_spent(after(seconds)), budget.is_whole(after(seconds)));
            assert_eq!(at, (spent, whole), "{seconds}");
        }
        budget.spend(after(12));
        assert!(budget.is_spent(after(12)));
        assert!(!budget.is_spent(after(24)));
    }

    #[test]
    fn an_address_of_ipv6_counts_with_its_network() {
        for (one, other, same) in [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("::ffff:192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
        ] {
            let [one, other] = [one, other].map(|text| network(text.parse().unwrap()));
            assert_eq!(one == other, same, "{one} {other}");
        }
    }

    #[tokio::test]
    async fn an_address_that_guesses_is_refused_and_its_neighbour_is_not() {
        let attempts = Attempts::new();
        for _ in 0..BURST {
            attempts.turn(address(1)).await.unwrap().was_wrong();
        }
        assert!(attempts.turn(address(1)).await.is_none(), "a right key too, or it could be guessed");
        assert!(attempts.turn(address(2)).await.is_some());
    }

    #[tokio::test]
    async fn a_right_key_costs_nothing() {
        let attempts = Attempts::new();
        for _ in 0..400 {
            drop(attempts.turn(address(1)).await.unwrap());
        }
    }

    #[tokio::test]
    async fn of_four_hundred_wrong_keys_at_once_ten_are_checked_and_nobody_else_waits() {
        let attempts = Arc::new(Attempts::new());
        let held = attempts.turn(address(1)).await.unwrap();
        let waiting: Vec<_> = (0..400)
            .map(|_| {
                let attempts = Arc::clone(&attempts);
                tokio::spawn(async move {
                    let turn = attempts.turn(address(1)).await;
                    let checked = turn.is_some();
                    turn.into_iter().for_each(Turn::was_wrong);
                    checked
                })
            })
            .collect();
        tokio::task::yield_now().await;
        let other = tokio::time::timeout(Duration::from_secs(5), attempts.turn(address(2))).await;
        assert!(other.unwrap().is_some());
        held.was_wrong();
        let mut checked = 0;
        for attempt in waiting {
            checked += u32::from(attempt.await.unwrap());
        }
        assert_eq!(checked, BURST - 1);
    }

    #[tokio::test]
    async fn addresses_that_failed_share_one_place_and_leave_the_others_to_those_who_did_not() {
        let attempts = Attempts::new();
        for last in 1..=100 {
            attempts.turn(address(last)).await.unwrap().was_wrong();
        }
        let slow = attempts.turn(address(1)).await.unwrap();
        let soon =
            async |last| tokio::time::timeout(Duration::from_millis(50), attempts.turn(address(last))).await;
        assert!(soon(2).await.is_err(), "it waits for the one place");
        assert!(soon(200).await.is_ok_and(|turn| turn.is_some()));
        drop(slow);
        assert!(soon(2).await.is_ok_and(|turn| turn.is_some()));
    }

    #[tokio::test]
    async fn what_is_remembered_is_bounded_and_whoever_failed_most_is_forgotten_last() {
        let attempts = Attempts::with_room(8);
        for _ in 0..BURST {
            attempts.turn(address(1)).await.unwrap().was_wrong();
        }
        for last in 2..=100 {
            attempts.turn(address(last)).await.unwrap().was_wrong();
        }
        assert!(attempts.sources.lock().unwrap().len() <= 8);
        assert!(attempts.turn(address(1)).await.is_none());
    }
}
