//! Rules of a gate: entering, waiting and rejection.

use std::collections::HashMap;

use crate::turns::{Key, Turns, Verdict};

/// Limits of a [`Gate`](crate::Gate). The unit of weights is up to the callers: one per caller, or
/// bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum weight inside, of all tenants together.
    pub room: usize,
    /// Maximum weight inside, of one tenant.
    pub room_each: usize,
    /// Maximum number of waiting callers, of all tenants together.
    pub waiting: usize,
    /// Maximum number of waiting callers, of one tenant.
    pub waiting_each: usize,
}

/// Callers inside and waiting callers, each with a ticket.
#[derive(Debug)]
pub(crate) struct Admissions<T> {
    limits: Limits,
    inside: HashMap<Key, usize>,
    waiting: Turns<(usize, T)>,
}

/// A caller that enters.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Admitted<T> {
    pub(crate) key: Key,
    pub(crate) weight: usize,
    pub(crate) ticket: T,
}

/// Result of a request to enter.
#[derive(Debug)]
pub(crate) struct Asked<T> {
    /// Callers that enter now. The requesting caller waits unless it is one of them.
    pub(crate) admitted: Vec<Admitted<T>>,
    /// Ticket of the requesting caller, if too many are waiting.
    pub(crate) refused: Option<T>,
}

impl<T> Admissions<T> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, inside: HashMap::new(), waiting: Turns::default() }
    }

    /// Requests entry for a caller of this weight; a weight above the room counts as the whole
    /// room. Removes waiting callers that are gone.
    pub(crate) fn ask(
        &mut self,
        key: Key,
        weight: usize,
        ticket: T,
        is_gone: impl Fn(&T) -> bool,
    ) -> Asked<T> {
        let Limits { room, room_each, .. } = self.limits;
        if self.is_full(key, 1) {
            self.waiting.retain(|(_, ticket)| !is_gone(ticket));
        }
        self.waiting.push(key, (weight.min(room).min(room_each), ticket));
        let admitted = self.admit();
        let last = self.is_full(key, 0).then(|| self.waiting.pop_last(key)).flatten();
        Asked { admitted, refused: last.map(|(_, ticket)| ticket) }
    }

    /// Releases the weight of a caller; returns the callers that enter now.
    pub(crate) fn leave(&mut self, key: Key, weight: usize) -> Vec<Admitted<T>> {
        if let Some(inside) = self.inside.get_mut(&key) {
            *inside = inside.saturating_sub(weight);
            if *inside == 0 {
                self.inside.remove(&key);
            }
        }
        self.admit()
    }

    /// Returns whether `more` callers of this tenant would exceed the limits of waiting.
    fn is_full(&self, key: Key, more: usize) -> bool {
        let Limits { waiting, waiting_each, .. } = self.limits;
        self.waiting.len() + more > waiting || self.waiting.len_of(key) + more > waiting_each
    }

    fn admit(&mut self) -> Vec<Admitted<T>> {
        std::iter::from_fn(|| self.next()).collect()
    }

    /// Returns the next caller that fits. Skips tenants that have used their share. Does not skip a
    /// caller that is too heavy for the remaining room, so that light callers can't block it
    /// forever.
    fn next(&mut self) -> Option<Admitted<T>> {
        let (Limits { room, room_each, .. }, inside) = (self.limits, &self.inside);
        let total: usize = inside.values().sum();
        let judge = |key: Key, (weight, _): &(usize, T)| {
            if inside.get(&key).copied().unwrap_or(0) + weight > room_each {
                Verdict::Skip
            } else if total + weight > room {
                Verdict::Stop
            } else {
                Verdict::Take
            }
        };
        let (key, (weight, ticket)) = self.waiting.next_where(judge)?;
        *self.inside.entry(key).or_default() += weight;
        Some(Admitted { key, weight, ticket })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    const PLENTY: usize = 1_000;

    fn entered(admitted: Vec<Admitted<usize>>) -> Vec<usize> {
        admitted.into_iter().map(|one| one.ticket).collect()
    }

    #[test]
    fn a_neighbour_enters_before_the_backlog_of_another() {
        let limits = Limits { room: 2, room_each: 2, waiting: PLENTY, waiting_each: PLENTY };
        let mut gate = Admissions::new(limits);
        for ticket in 0..30 {
            let asked = gate.ask(Some(1), 1, ticket, |_| false);
            assert_eq!(entered(asked.admitted).len(), usize::from(ticket < 2));
        }
        assert_eq!(entered(gate.ask(Some(2), 1, 99, |_| false).admitted), [0; 0]);
        assert_eq!(entered(gate.leave(Some(1), 1)), [2], "whose turn it was already");
        assert_eq!(entered(gate.leave(Some(1), 1)), [99]);
        assert_eq!(entered(gate.leave(Some(2), 1)), [3]);
    }

    #[test]
    fn a_queue_is_bounded_for_each_tenant_and_for_all() {
        let limits = Limits { room: 1, room_each: 1, waiting: 3, waiting_each: 2 };
        let mut gate = Admissions::new(limits);
        for (key, refused) in [(1, false), (1, false), (1, false), (1, true), (2, false), (3, true)] {
            let asked = gate.ask(Some(key), 1, 0, |_| false);
            assert_eq!(asked.refused.is_some(), refused, "{key}");
        }
        let asked = gate.ask(Some(3), 1, 7, |ticket| *ticket == 0);
        assert!(asked.refused.is_none(), "callers that are gone don't count");
        assert_eq!(entered(gate.leave(Some(1), 1)), [7]);
    }

    #[test]
    fn nobody_waits_where_waiting_is_off() {
        let mut gate = Admissions::new(Limits { room: 10, room_each: 6, waiting: 0, waiting_each: 0 });
        for (key, weight, refused) in [(1, 6, false), (1, 1, true), (2, 5, true), (2, 4, false)] {
            assert_eq!(
                gate.ask(Some(key), weight, 0, |_| false).refused.is_some(),
                refused,
                "{key} {weight}"
            );
        }
        assert_eq!(entered(gate.leave(Some(1), 6)), [0; 0]);
        assert!(gate.ask(Some(1), PLENTY, 0, |_| false).refused.is_none(), "all of the room at most");
    }

    #[test]
    fn a_heavy_caller_is_not_kept_out_by_light_ones() {
        let limits = Limits { room: 10, room_each: 10, waiting: PLENTY, waiting_each: PLENTY };
        let mut gate = Admissions::new(limits);
        for (key, weight, ticket) in [(1, 6, 0), (2, 8, 1), (3, 1, 2)] {
            gate.ask(Some(key), weight, ticket, |_| false);
        }
        assert_eq!(entered(gate.leave(Some(1), 6)), [1, 2]);
    }

    /// The same rules, written as simply as possible.
    struct Model {
        limits: Limits,
        /// Tenant, weight and ticket of callers inside and of waiting callers.
        inside: Vec<(i64, usize, usize)>,
        waiting: VecDeque<(i64, usize, usize)>,
        order: Vec<i64>,
    }

    impl Model {
        fn weight(&self, of: Option<i64>) -> usize {
            let counted = self.inside.iter().filter(|(key, ..)| of.is_none_or(|of| of == *key));
            counted.map(|(_, weight, _)| weight).sum()
        }

        fn waits(&self, of: Option<i64>) -> usize {
            self.waiting.iter().filter(|(key, ..)| of.is_none_or(|of| of == *key)).count()
        }

        fn settle(&mut self) -> Vec<usize> {
            let mut admitted = Vec::new();
            'again: loop {
                for key in self.order.clone() {
                    let first = self.waiting.iter().position(|(whose, ..)| *whose == key).unwrap();
                    let (_, weight, ticket) = self.waiting[first];
                    if self.weight(Some(key)) + weight > self.limits.room_each {
                        continue;
                    }
                    if self.weight(None) + weight > self.limits.room {
                        return admitted;
                    }
                    self.waiting.remove(first);
                    self.inside.push((key, weight, ticket));
                    admitted.push(ticket);
                    self.order.retain(|whose| *whose != key);
                    if self.waits(Some(key)) > 0 {
                        self.order.push(key);
                    }
                    continue 'again;
                }
                return admitted;
            }
        }

        fn ask(&mut self, key: i64, weight: usize, ticket: usize) -> (Vec<usize>, bool) {
            self.waiting.push_back((key, weight.min(self.limits.room).min(self.limits.room_each), ticket));
            if !self.order.contains(&key) {
                self.order.push(key);
            }
            let admitted = self.settle();
            let Limits { waiting, waiting_each, .. } = self.limits;
            let is_refused = self.waits(None) > waiting || self.waits(Some(key)) > waiting_each;
            if is_refused {
                self.waiting.pop_back();
                self.order.retain(|whose| self.waiting.iter().any(|(key, ..)| key == whose));
            }
            (admitted, is_refused)
        }
    }

    proptest! {
        #[test]
        fn gates_follow_the_model(
            (room, room_each, waiting, waiting_each) in (1..12_usize, 1..8_usize, 0..10_usize, 0..6_usize),
            steps in prop::collection::vec((1..4_i64, 0..9_usize, any::<prop::sample::Index>()), 1..80),
        ) {
            let limits = Limits { room, room_each, waiting, waiting_each };
            let mut gate = Admissions::new(limits);
            let mut model = Model { limits, inside: Vec::new(), waiting: VecDeque::new(), order: Vec::new() };
            for (ticket, (key, weight, which)) in steps.into_iter().enumerate() {
                if weight == 0 && !model.inside.is_empty() {
                    let (key, weight, _) = model.inside.remove(which.index(model.inside.len()));
                    prop_assert_eq!(entered(gate.leave(Some(key), weight)), model.settle());
                } else {
                    let asked = gate.ask(Some(key), weight.max(1), ticket, |_| false);
                    let expected = model.ask(key, weight.max(1), ticket);
                    prop_assert_eq!((entered(asked.admitted), asked.refused.is_some()), expected);
                }
                prop_assert!(model.weight(None) <= room);
            }
            for (key, weight, _) in std::mem::take(&mut model.inside) {
                gate.leave(Some(key), weight);
            }
        }
    }
}
