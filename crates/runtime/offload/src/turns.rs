//! Queues of tenants, served in rotation.

use std::collections::{HashMap, VecDeque};

/// Tenant of work; `None` for the process itself.
pub(crate) type Key = Option<i64>;

/// Waiting items. Each tenant has its own queue, and the queues are served in rotation, so a tenant
/// with many items delays only itself.
#[derive(Debug)]
pub(crate) struct Turns<T> {
    queues: HashMap<Key, VecDeque<T>>,
    /// Keys of the nonempty queues, in rotation order.
    order: VecDeque<Key>,
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Self { queues: HashMap::new(), order: VecDeque::new() }
    }
}

/// Verdict on the first item of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The item is taken.
    Take,
    /// The queue keeps its turn, and the next queue is examined.
    Skip,
    /// No item is taken.
    Stop,
}

impl<T> Turns<T> {
    /// Returns the number of waiting items.
    pub(crate) fn len(&self) -> usize {
        self.queues.values().map(VecDeque::len).sum()
    }

    /// Returns the number of a tenant's waiting items.
    pub(crate) fn len_of(&self, key: Key) -> usize {
        self.queues.get(&key).map_or(0, VecDeque::len)
    }

    /// Appends an item to its tenant's queue.
    pub(crate) fn push(&mut self, key: Key, item: T) {
        let queue = self.queues.entry(key).or_default();
        queue.push_back(item);
        if queue.len() == 1 {
            self.order.push_back(key);
        }
    }

    /// Takes the first item of the next queue.
    pub(crate) fn next(&mut self) -> Option<T> {
        self.next_where(|_, _| Verdict::Take).map(|(_, item)| item)
    }

    /// Takes the first item that `judge` permits; `judge` sees the first item of each queue, in
    /// rotation order.
    pub(crate) fn next_where(&mut self, judge: impl Fn(Key, &T) -> Verdict) -> Option<(Key, T)> {
        let first = |key: &Key| self.queues.get(key).and_then(VecDeque::front).map(|item| judge(*key, item));
        let mut judged = self.order.iter().map(first).enumerate();
        let (place, verdict) = judged.find(|(_, verdict)| *verdict != Some(Verdict::Skip))?;
        if verdict == Some(Verdict::Stop) {
            return None;
        }
        let key = self.order.remove(place)?;
        let queue = self.queues.get_mut(&key)?;
        let item = queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&key);
        } else {
            self.order.push_back(key);
        }
        item.map(|item| (key, item))
    }

    /// Removes the last item of a tenant's queue.
    pub(crate) fn pop_last(&mut self, key: Key) -> Option<T> {
        let last = self.queues.get_mut(&key).and_then(VecDeque::pop_back);
        self.forget_empty();
        last
    }

    /// Removes the items for which `keeps` is false.
    pub(crate) fn retain(&mut self, keeps: impl Fn(&T) -> bool) {
        self.queues.values_mut().for_each(|queue| queue.retain(&keeps));
        self.forget_empty();
    }

    fn forget_empty(&mut self) {
        self.queues.retain(|_, queue| !queue.is_empty());
        self.order.retain(|key| self.queues.contains_key(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns() -> Turns<&'static str> {
        let mut turns = Turns::default();
        for (key, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            turns.push(Some(key), name);
        }
        turns
    }

    #[test]
    fn tenants_take_turns() {
        let mut turns = turns();
        assert_eq!((turns.len(), turns.len_of(Some(1)), turns.len_of(None)), (6, 3, 0));
        let taken: Vec<_> = std::iter::from_fn(|| turns.next()).collect();
        assert_eq!(taken, ["a1", "b1", "c1", "a2", "b2", "a3"]);
        assert!(
            turns.queues.is_empty() && turns.order.is_empty(),
            "nothing is remembered of tenants that left"
        );
    }

    #[test]
    fn a_tenant_that_is_skipped_keeps_its_turn() {
        let mut turns = turns();
        let not_a = |key, _: &_| if key == Some(1) { Verdict::Skip } else { Verdict::Take };
        assert_eq!(turns.next_where(not_a), Some((Some(2), "b1")));
        assert_eq!(turns.next(), Some("a1"));
        assert_eq!(turns.next_where(|_, _| Verdict::Stop), None);
        assert_eq!(turns.next(), Some("c1"));
    }

    #[test]
    fn items_that_are_given_up_are_forgotten() {
        let mut turns = turns();
        assert_eq!(turns.pop_last(Some(3)), Some("c1"));
        assert_eq!(turns.pop_last(Some(3)), None);
        turns.retain(|name| !name.starts_with('b'));
        let taken: Vec<_> = std::iter::from_fn(|| turns.next()).collect();
        assert_eq!(taken, ["a1", "a2", "a3"]);
    }
}
