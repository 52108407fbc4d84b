//! What lanes do for endpoints that are quick, second by second, with as many as may be that are slow and accept everything.

use crate::Pace;
use crate::ports::{Lane, Room};

/// How many seconds an endpoint that is slow takes for each answer.
const SLOW: u32 = 14;

struct Receiver {
    takes: u32,
    pace: Pace,
    /// When each message under way ends, and the lane whose place it has.
    under_way: Vec<(u32, Lane)>,
    /// Since when a message waits, for each that does.
    waiting: Vec<u32>,
    longest_wait: u32,
    answered: usize,
}

impl Receiver {
    fn new(takes: u32) -> Self {
        let (pace, under_way, waiting) = (Pace::QUICK, Vec::new(), Vec::new());
        Self { takes, pace, under_way, waiting, longest_wait: 0, answered: 0 }
    }

    fn lane(&self) -> Lane {
        if self.pace.is_slow() { Lane::Slow } else { Lane::Working }
    }
}

/// One second: what ends is judged, everybody gets a message, and what is free is dealt out as the queue does it.
fn second(receivers: &mut [Receiver], now: u32) {
    for receiver in receivers.iter_mut() {
        let ended = receiver.under_way.extract_if(.., |(end, _)| *end <= now).count();
        for _ in 0..ended {
            receiver.pace = receiver.pace.after(receiver.takes);
            receiver.answered += 1;
        }
        receiver.waiting.push(now);
    }
    for lane in [Lane::Working, Lane::Slow] {
        while round(receivers, lane, now) > 0 {}
    }
}

/// One claim; how many messages it took.
fn round(receivers: &mut [Receiver], lane: Lane, now: u32) -> u32 {
    let held = receivers.iter().flat_map(|receiver| &receiver.under_way).filter(|(_, held)| *held == lane);
    let free = lane.places() - u32::try_from(held.count()).unwrap();
    let room = Room::of(lane, free);
    let most = usize::try_from(room.of_endpoint).unwrap();
    let mut ready: Vec<&mut Receiver> = receivers.iter_mut().filter(|one| one.lane() == lane).collect();
    ready.retain(|one| !one.waiting.is_empty() && one.under_way.len() < most);
    ready.sort_by_key(|one| (one.under_way.len(), one.waiting.first().copied()));
    let mut taken = 0;
    for receiver in ready.into_iter().take(usize::try_from(room.limit).unwrap()) {
        let since = receiver.waiting.remove(0);
        receiver.longest_wait = receiver.longest_wait.max(now - since);
        receiver.under_way.push((now + receiver.takes, lane));
        taken += 1;
    }
    taken
}

#[test]
fn however_many_are_slow_the_quick_ones_do_not_wait() {
    for slow in [0, 300, 1_000] {
        let mut receivers: Vec<Receiver> = (0..50).map(|_| Receiver::new(0)).collect();
        receivers.extend((0..slow).map(|_| Receiver::new(SLOW)));
        // Until each was judged by its first answer, they share the places.
        let known = u32::try_from(slow / 384 + 2).unwrap() * SLOW;
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
            slow == 0 || after - before >= 3 * slow.min(128),
            "the slow ones are served too: {}",
            after - before
        );
    }
}

#[test]
fn those_that_become_quick_again_come_back() {
    let mut receivers: Vec<Receiver> = (0..500).map(|_| Receiver::new(SLOW)).collect();
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
