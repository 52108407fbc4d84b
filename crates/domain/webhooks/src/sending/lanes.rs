//! Simulates lanes second by second, to measure how long quick endpoints wait when others are slow or hang.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::Pace;
use crate::ports::{Lane, Room};

/// Response time of a slow endpoint, in seconds.
const SLOW: u32 = 14;

/// Timeout of a hanging endpoint, in seconds.
const HANG: u32 = 15;

#[derive(Clone)]
struct Receiver {
    owner: u32,
    takes: u32,
    pace: Pace,
    /// Whether its attempts fail, and whether the last one did.
    fails: bool,
    failed: bool,
    /// End of each delivery in progress, with its lane.
    under_way: Vec<(u32, Lane)>,
    /// Start of the wait of each queued message.
    waiting: Vec<u32>,
    longest_wait: u32,
    answered: usize,
}

impl Receiver {
    fn new(owner: u32, takes: u32) -> Self {
        let (pace, under_way, waiting) = (Pace::QUICK, Vec::new(), Vec::new());
        let (fails, failed) = (takes >= HANG, false);
        Self { owner, takes, pace, fails, failed, under_way, waiting, longest_wait: 0, answered: 0 }
    }

    fn lane(&self) -> Lane {
        match (self.failed, self.pace.is_slow()) {
            (true, _) => Lane::Failing,
            (false, true) => Lane::Slow,
            (false, false) => Lane::Working,
        }
    }

    fn place(&self) -> (usize, Option<u32>) {
        (self.under_way.len(), self.waiting.first().copied())
    }
}

/// Simulates one second: finishes deliveries, queues one message for each endpoint, assigns free places.
fn second(receivers: &mut [Receiver], now: u32) {
    for receiver in receivers.iter_mut() {
        let ended = receiver.under_way.extract_if(.., |(end, _)| *end <= now).count();
        for _ in 0..ended {
            receiver.pace = receiver.pace.after(receiver.takes);
            receiver.failed = receiver.fails;
            receiver.answered += 1;
        }
        receiver.waiting.push(now);
    }
    for lane in Lane::ALL {
        while round(receivers, lane, now) > 0 {}
    }
}

fn under_way(receivers: &[Receiver], owner: u32) -> usize {
    receivers.iter().filter(|one| one.owner == owner).map(|one| one.under_way.len()).sum()
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap()
}

/// Makes one claim, like `Sending` and the queue. Returns the number of claimed messages.
fn round(receivers: &mut [Receiver], lane: Lane, now: u32) -> u32 {
    let held = receivers.iter().flat_map(|receiver| &receiver.under_way).filter(|(_, held)| *held == lane);
    let free = lane.places() - count(held.count());
    if free == 0 {
        return 0;
    }
    let room = Room::of(lane, free);
    let mut totals = BTreeMap::new();
    for receiver in receivers.iter() {
        *totals.entry(receiver.owner).or_insert(0) += count(receiver.under_way.len());
    }
    let waits = |one: &Receiver, of_owner: u32| {
        one.lane() == lane && !one.waiting.is_empty() && room.admits(count(one.under_way.len()), of_owner)
    };
    let mut due: Vec<u32> = totals.keys().copied().collect();
    due.retain(|owner| receivers.iter().any(|one| one.owner == *owner && waits(one, totals[owner])));
    due.sort_by_key(|owner| totals[owner]);
    due.truncate(usize::try_from(room.limit).unwrap());
    let share = room.share(due.len());
    let mut taken = 0;
    for owner in due {
        for of_owner in (totals[&owner]..).take(usize::try_from(share.limit).unwrap()) {
            let ready = receivers.iter_mut().filter(|one| one.owner == owner && waits(one, of_owner));
            let Some(receiver) = ready.min_by_key(|one| one.place()) else { break };
            let since = receiver.waiting.remove(0);
            receiver.longest_wait = receiver.longest_wait.max(now - since);
            receiver.under_way.push((now + receiver.takes, lane));
            taken += 1;
        }
    }
    taken
}

/// Endpoints of different owners, one each.
fn owners(numbers: Range<u32>, takes: u32) -> impl Iterator<Item = Receiver> {
    numbers.map(move |owner| Receiver::new(owner, takes))
}

#[test]
fn however_many_are_slow_the_quick_ones_do_not_wait() {
    for slow in [0, 300, 1_000] {
        let mut receivers: Vec<Receiver> = owners(0..50, 0).chain(owners(50..50 + slow, SLOW)).collect();
        // Until the first responses, slow endpoints share the places of quick ones.
        let known = (slow / Lane::Working.places() + 2) * SLOW;
        for now in 0..known {
            second(&mut receivers, now);
        }
        receivers.iter_mut().for_each(|receiver| receiver.longest_wait = 0);
        let before: usize = receivers.iter().skip(50).map(|receiver| receiver.answered).sum();
        for now in known..known + 60 {
            second(&mut receivers, now);
        }
        let waits = receivers.iter().take(50).map(|receiver| receiver.longest_wait).max();
        assert_eq!(waits, Some(0), "{slow}");
        let after: usize = receivers.iter().skip(50).map(|receiver| receiver.answered).sum();
        assert!(
            slow == 0 || count(after - before) >= 3 * slow.min(Lane::Slow.places()),
            "the slow ones are served too: {}",
            after - before
        );
    }
}

#[test]
fn those_that_become_quick_again_come_back() {
    let mut receivers: Vec<Receiver> = owners(0..500, SLOW).collect();
    for now in 0..60 {
        second(&mut receivers, now);
    }
    assert!(receivers.iter().all(|receiver| receiver.lane() == Lane::Slow));
    receivers.iter_mut().for_each(|receiver| receiver.takes = 0);
    for now in 60..180 {
        second(&mut receivers, now);
    }
    assert!(receivers.iter().all(|receiver| receiver.lane() == Lane::Working));
}

#[test]
fn nineteen_endpoints_that_hang_do_not_delay_the_twentieth_of_their_owner() {
    for takes in [SLOW, HANG] {
        let mut receivers: Vec<Receiver> = vec![Receiver::new(1, takes); 19];
        receivers.push(Receiver::new(1, 0));
        for now in 0..120 {
            second(&mut receivers, now);
            // The owner's places stay limited.
            assert!(under_way(&receivers, 1) <= 32 + 20, "{takes} {now}");
        }
        assert_eq!(receivers[19].longest_wait, 0, "{takes}");
        assert_eq!(receivers[19].answered, 119, "{takes}");
    }
}

#[test]
fn an_endpoint_that_failed_once_is_not_delayed_by_nineteen_that_hang() {
    let mut receivers: Vec<Receiver> = vec![Receiver::new(1, HANG); 20];
    receivers[19].takes = 0;
    for receiver in &mut receivers {
        receiver.failed = true;
    }
    for now in 0..120 {
        second(&mut receivers, now);
    }
    assert_eq!(receivers[19].lane(), Lane::Failing);
    // A failing endpoint has one message in progress, so it gets one a second.
    assert_eq!((receivers[19].longest_wait, receivers[19].answered), (0, 119));
}

#[test]
fn owners_whose_endpoints_all_hang_leave_places_to_the_others() {
    let mut receivers: Vec<Receiver> =
        (0..20).flat_map(|owner| vec![Receiver::new(owner, HANG); 20]).collect();
    receivers.extend(owners(100..150, 0));
    for now in 0..90 {
        second(&mut receivers, now);
    }
    let waits = receivers.iter().filter(|one| one.owner >= 100).map(|one| one.longest_wait).max();
    assert_eq!(waits, Some(0));
}
