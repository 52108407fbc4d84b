//! Purse of a vendor's key, which several owners may share.

use std::collections::BTreeMap;

use kernel::{OwnerId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::time::Day;

/// Time after which a reservation without an answer counts as spent, in seconds.
pub const RESERVATION_SECONDS: i64 = 120;
/// Length of the vendor's window of calls, in seconds.
const WINDOW_SECONDS: i64 = 60;
/// Part of a window that background work leaves to people and messages: a fifth.
const KEPT_PART: u32 = 5;

/// Urgency of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    /// A person waits. May spend below the floor and beyond the daily cap.
    Interactive,
    /// Message of a campaign.
    Message,
    /// Work by the clock.
    Background,
    /// Import, which has the lowest priority.
    Import,
}

/// Reason why a call may not be made now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// The balance is too low even for a person.
    #[error("the credits are used up")]
    Empty,
    /// The balance would fall below the floor.
    #[error("the balance would fall below the floor")]
    BelowFloor,
    /// The daily cap would be exceeded, until this moment.
    #[error("the daily cap is reached")]
    DailyCap {
        /// Beginning of the next day.
        until: UnixTime,
    },
    /// The owner's share of the day would be exceeded, until this moment.
    #[error("the owner's share of the day is used up")]
    Share {
        /// Beginning of the next day.
        until: UnixTime,
    },
    /// The vendor's minute has no call left, until this moment.
    #[error("the vendor's limit of calls is reached")]
    Minute {
        /// End of the window.
        until: UnixTime,
    },
}

/// Number of a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ticket(u64);

/// Costs that an answer reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Credits of the call; `None` if the answer does not say it.
    pub used: Option<u64>,
    /// Balance after the call, if the answer says it.
    pub balance: Option<u64>,
    /// Calls that a minute allows, and calls left in it, if the answer says it.
    pub minute: Option<(u32, u32)>,
}

/// Vendor's window of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinuteWindow {
    /// Calls that a minute allows.
    pub limit: u32,
    /// Calls left in the window.
    pub left: u32,
    /// End of the window.
    pub ends_at: UnixTime,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Reservation {
    owner: OwnerId,
    credits: u64,
    until: UnixTime,
}

/// Purse of a key: balance, limits, and reservations of calls under way. Each change is stored as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purse {
    balance: Option<u64>,
    floor: u64,
    daily_cap: Option<u64>,
    shares: BTreeMap<OwnerId, u32>,
    day: Day,
    used: BTreeMap<OwnerId, u64>,
    minute: MinuteWindow,
    reserved: BTreeMap<u64, Reservation>,
    next_ticket: u64,
}

impl Purse {
    /// Creates a purse whose balance is not known yet. `minute_limit` is the number of calls a minute until an answer
    /// reports it.
    pub fn new(floor: u64, daily_cap: Option<u64>, minute_limit: u32, now: UnixTime) -> Self {
        let ends_at = now.plus_seconds(WINDOW_SECONDS);
        Self {
            balance: None,
            floor,
            daily_cap,
            shares: BTreeMap::new(),
            day: Day::of(now),
            used: BTreeMap::new(),
            minute: MinuteWindow { limit: minute_limit, left: minute_limit, ends_at },
            reserved: BTreeMap::new(),
            next_ticket: 0,
        }
    }

    /// Sets an owner's weight in the daily cap; 0 removes the owner. Weights matter when several owners share the key.
    pub fn set_share(&mut self, owner: OwnerId, weight: u32) {
        if weight == 0 {
            self.shares.remove(&owner);
        } else {
            self.shares.insert(owner, weight);
        }
    }

    /// Sets the limits of the purse.
    pub fn set_limits(&mut self, floor: u64, daily_cap: Option<u64>) {
        (self.floor, self.daily_cap) = (floor, daily_cap);
    }

    /// Balance that the vendor reported last, less what was spent since.
    pub const fn balance(&self) -> Option<u64> {
        self.balance
    }

    /// Credits that were spent today, by all owners.
    pub fn used_today(&self, now: UnixTime) -> u64 {
        if Day::of(now) == self.day { self.used.values().sum() } else { 0 }
    }

    /// Reserves a call that costs at most `credits`. A free call needs only a place in the minute.
    ///
    /// ```
    /// use kernel::{OwnerId, UnixTime};
    /// use platform_sync::{Purse, Refusal, Spent, Urgency};
    ///
    /// let (now, owner) = (UnixTime::from_seconds(1_800_000_000), OwnerId::new(1));
    /// let mut purse = Purse::new(100, None, 60, now);
    /// let first = purse.reserve(owner, Urgency::Background, 1, now).unwrap();
    /// purse.settle(first, Spent { used: Some(1), balance: Some(100), minute: None }, now);
    /// assert_eq!(purse.reserve(owner, Urgency::Background, 1, now), Err(Refusal::BelowFloor));
    /// assert!(purse.reserve(owner, Urgency::Interactive, 1, now).is_ok());
    /// ```
    ///
    /// # Errors
    /// A limit forbids the call.
    pub fn reserve(
        &mut self,
        owner: OwnerId,
        urgency: Urgency,
        credits: u64,
        now: UnixTime,
    ) -> Result<Ticket, Refusal> {
        self.turn_to(now);
        let kept = match urgency {
            Urgency::Interactive | Urgency::Message => 0,
            Urgency::Background | Urgency::Import => self.minute.limit / KEPT_PART,
        };
        if self.minute.left <= kept {
            return Err(Refusal::Minute { until: self.minute.ends_at });
        }
        if credits > 0 {
            self.check(owner, urgency, credits)?;
        }
        let ticket = Ticket(self.next_ticket);
        self.next_ticket = self.next_ticket.wrapping_add(1);
        self.minute.left = self.minute.left.saturating_sub(1);
        let until = now.plus_seconds(RESERVATION_SECONDS);
        self.reserved.insert(ticket.0, Reservation { owner, credits, until });
        Ok(ticket)
    }

    fn check(&self, owner: OwnerId, urgency: Urgency, credits: u64) -> Result<(), Refusal> {
        let under_way = |of: Option<OwnerId>| -> u64 {
            let chosen = self.reserved.values().filter(|held| of.is_none_or(|owner| owner == held.owner));
            chosen.map(|held| held.credits).sum()
        };
        let after = self.balance.map(|balance| balance.checked_sub(under_way(None).saturating_add(credits)));
        let until = self.day.plus(1).start();
        match (after, urgency) {
            (Some(None), _) => return Err(Refusal::Empty),
            (_, Urgency::Interactive) => return Ok(()),
            (Some(Some(after)), _) if after < self.floor => return Err(Refusal::BelowFloor),
            _ => {}
        }
        let Some(cap) = self.daily_cap else { return Ok(()) };
        let today: u64 = self.used.values().sum();
        if today.saturating_add(under_way(None)).saturating_add(credits) > cap {
            return Err(Refusal::DailyCap { until });
        }
        let weights: u64 = self.shares.values().map(|weight| u64::from(*weight)).sum();
        if let Some(weight) = self.shares.get(&owner).filter(|_| self.shares.len() > 1) {
            let share = u128::from(cap) * u128::from(*weight) / u128::from(weights.max(1));
            let mine = self.used.get(&owner).copied().unwrap_or_default();
            let mine = mine.saturating_add(under_way(Some(owner))).saturating_add(credits);
            if u128::from(mine) > share {
                return Err(Refusal::Share { until });
            }
        }
        Ok(())
    }

    /// Settles a reservation by its answer. A reservation that expired is counted already; a repeat changes nothing.
    pub fn settle(&mut self, ticket: Ticket, spent: Spent, now: UnixTime) {
        self.turn_to(now);
        let held = self.reserved.remove(&ticket.0);
        if let Some(held) = held {
            self.spend(held.owner, spent.used.unwrap_or(held.credits));
        }
        if let Some(balance) = spent.balance {
            self.balance = Some(balance);
        }
        if let Some((limit, left)) = spent.minute {
            // Calls that are under way are not in the answer's number yet.
            let under_way = u32::try_from(self.reserved.len()).unwrap_or(u32::MAX);
            (self.minute.limit, self.minute.left) =
                (limit, self.minute.left.min(left.saturating_sub(under_way)));
            self.minute.left = self.minute.left.min(limit);
        }
    }

    /// Corrects the balance and today's credits by the vendor's own ledger, which has webhooks and other programs, too.
    /// The difference counts for nobody in particular, so it is put on `owner`.
    pub fn correct(&mut self, owner: OwnerId, balance: u64, used_today: u64, now: UnixTime) {
        self.turn_to(now);
        self.balance = Some(balance);
        let unseen = used_today.saturating_sub(self.used.values().sum());
        *self.used.entry(owner).or_default() += unseen;
    }

    fn spend(&mut self, owner: OwnerId, credits: u64) {
        let used = self.used.entry(owner).or_default();
        *used = used.saturating_add(credits);
        self.balance = self.balance.map(|balance| balance.saturating_sub(credits));
    }

    fn turn_to(&mut self, now: UnixTime) {
        if Day::of(now) > self.day {
            self.day = Day::of(now);
            self.used.clear();
        }
        if now >= self.minute.ends_at {
            self.minute.left = self.minute.limit;
            self.minute.ends_at = now.plus_seconds(WINDOW_SECONDS);
        }
        let expired: Vec<_> = self.reserved.iter().filter(|(_, held)| held.until <= now).collect();
        let expired: Vec<_> = expired.into_iter().map(|(ticket, held)| (*ticket, *held)).collect();
        for (ticket, held) in expired {
            self.reserved.remove(&ticket);
            self.spend(held.owner, held.credits);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);
    const ONE: OwnerId = OwnerId::new(1);
    const TWO: OwnerId = OwnerId::new(2);

    fn purse(balance: u64, floor: u64, cap: Option<u64>) -> Purse {
        let mut purse = Purse::new(floor, cap, 60, NOW);
        purse.correct(ONE, balance, 0, NOW);
        purse
    }

    #[test]
    fn limits_stop_what_is_less_urgent() {
        use Urgency::*;
        let until = Day::of(NOW).plus(1).start();
        for (balance, floor, cap, urgency, credits, expected) in [
            (100, 10, None, Background, 90, Ok(())),
            (100, 10, None, Background, 91, Err(Refusal::BelowFloor)),
            (100, 10, None, Message, 91, Err(Refusal::BelowFloor)),
            (100, 10, None, Import, 91, Err(Refusal::BelowFloor)),
            (100, 10, None, Interactive, 100, Ok(())),
            (100, 10, None, Interactive, 101, Err(Refusal::Empty)),
            (100, 10, None, Background, 101, Err(Refusal::Empty)),
            (100, 0, Some(50), Background, 50, Ok(())),
            (100, 0, Some(50), Background, 51, Err(Refusal::DailyCap { until })),
            (100, 0, Some(50), Message, 51, Err(Refusal::DailyCap { until })),
            (100, 0, Some(50), Interactive, 51, Ok(())),
            (0, 10, Some(0), Background, 0, Ok(())),
        ] {
            let found = purse(balance, floor, cap).reserve(ONE, urgency, credits, NOW).map(drop);
            assert_eq!(found, expected, "{balance} {floor} {cap:?} {urgency:?} {credits}");
        }
        let mut unknown = Purse::new(10, None, 60, NOW);
        assert!(unknown.reserve(ONE, Background, 5, NOW).is_ok());
    }

    #[test]
    fn owners_share_a_cap_by_weight() {
        let mut purse = purse(1_000, 0, Some(100));
        purse.set_share(ONE, 3);
        assert!(purse.clone().reserve(ONE, Urgency::Background, 100, NOW).is_ok(), "alone");
        purse.set_share(TWO, 1);
        let until = Day::of(NOW).plus(1).start();
        assert_eq!(purse.clone().reserve(ONE, Urgency::Background, 76, NOW), Err(Refusal::Share { until }));
        let ticket = purse.reserve(ONE, Urgency::Background, 75, NOW).unwrap();
        assert_eq!(purse.reserve(ONE, Urgency::Background, 1, NOW), Err(Refusal::Share { until }));
        assert!(purse.reserve(TWO, Urgency::Background, 25, NOW).is_ok());
        purse.settle(ticket, Spent { used: Some(70), ..Spent::default() }, NOW);
        assert!(purse.reserve(ONE, Urgency::Background, 5, NOW).is_ok());
        assert!(purse.reserve(ONE, Urgency::Background, 5, until).is_ok(), "the next day");
    }

    #[test]
    fn people_and_messages_keep_a_fifth_of_the_minute() {
        let mut purse = Purse::new(0, None, 10, NOW);
        let until = NOW.plus_seconds(60);
        for _ in 0..8 {
            assert!(purse.reserve(ONE, Urgency::Background, 0, NOW).is_ok());
        }
        assert_eq!(purse.reserve(ONE, Urgency::Background, 0, NOW), Err(Refusal::Minute { until }));
        for _ in 0..2 {
            assert!(purse.reserve(ONE, Urgency::Message, 0, NOW).is_ok());
        }
        assert_eq!(purse.reserve(ONE, Urgency::Interactive, 0, NOW), Err(Refusal::Minute { until }));
        assert!(purse.reserve(ONE, Urgency::Background, 0, until).is_ok());
    }

    #[test]
    fn answers_correct_the_purse() {
        let mut purse = purse(100, 0, None);
        let ticket = purse.reserve(ONE, Urgency::Background, 5, NOW).unwrap();
        purse.settle(ticket, Spent { used: Some(0), balance: Some(70), minute: Some((60, 3)) }, NOW);
        assert_eq!((purse.balance(), purse.used_today(NOW)), (Some(70), 0));
        assert!(matches!(purse.reserve(ONE, Urgency::Background, 0, NOW), Err(Refusal::Minute { .. })));
        purse.correct(ONE, 60, 12, NOW);
        purse.settle(ticket, Spent { used: Some(9), ..Spent::default() }, NOW);
        assert_eq!((purse.balance(), purse.used_today(NOW)), (Some(60), 12), "a repeat");
        purse.reserve(ONE, Urgency::Interactive, 5, NOW).unwrap();
        let later = NOW.plus_seconds(RESERVATION_SECONDS);
        purse.reserve(ONE, Urgency::Background, 0, later).unwrap();
        assert_eq!((purse.balance(), purse.used_today(later)), (Some(55), 17), "an answer that never came");
    }

    proptest! {
        #[test]
        fn background_work_never_spends_the_floor_nor_more_than_the_cap(
            calls in prop::collection::vec((any::<bool>(), 0_u64..20, 0_i64..40, any::<bool>()), 0..200),
            cap in 0_u64..300,
        ) {
            let mut purse = purse(250, 50, Some(cap));
            purse.set_share(ONE, 1);
            purse.set_share(TWO, 2);
            let (mut now, mut open) = (NOW, Vec::new());
            for (first, credits, seconds, settles) in calls {
                now = now.plus_seconds(seconds);
                let owner = if first { ONE } else { TWO };
                if let Ok(ticket) = purse.reserve(owner, Urgency::Background, credits, now) {
                    open.push((ticket, credits));
                }
                if let Some((ticket, credits)) = open.pop().filter(|_| settles) {
                    purse.settle(ticket, Spent { used: Some(credits), ..Spent::default() }, now);
                }
                prop_assert!(purse.balance().unwrap() >= 50);
                prop_assert!(purse.used_today(now) <= cap);
            }
        }
    }
}
