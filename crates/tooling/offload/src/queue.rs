//! What waits for a thread, by turns over those for whom it is done.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, PoisonError};

pub(crate) type Work = Box<dyn FnOnce() + Send>;

/// For whom work is done; `None` for work of the process itself.
type Key = Option<i64>;

/// Work that waits. Each tenant has a queue of its own, and the queues are served by turns: who asks for much waits for their own work.
#[derive(Default)]
pub(crate) struct FairQueue {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

#[derive(Default)]
struct Waiting {
    queues: HashMap<Key, VecDeque<Work>>,
    /// The keys of the queues that hold something, in the order of their turns.
    turns: VecDeque<Key>,
}

impl FairQueue {
    /// Puts work at the end of the queue of `key`.
    pub(crate) fn push(&self, key: Key, work: Work) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = waiting.queues.entry(key).or_default();
        queue.push_back(work);
        if queue.len() == 1 {
            waiting.turns.push_back(key);
        }
        drop(waiting);
        self.arrived.notify_one();
    }

    /// Waits for work and takes the first of the queue whose turn it is.
    pub(crate) fn pop(&self) -> Work {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(work) = waiting.next() {
                return work;
            }
            waiting = self.arrived.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Waiting {
    fn next(&mut self) -> Option<Work> {
        let key = self.turns.pop_front()?;
        let queue = self.queues.get_mut(&key)?;
        let work = queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        work
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn tenants_take_turns() {
        let (queue, done) = (FairQueue::default(), Arc::new(Mutex::new(Vec::new())));
        for (key, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            let done = Arc::clone(&done);
            queue.push(Some(key), Box::new(move || done.lock().unwrap().push(name)));
        }
        for _ in 0..6 {
            queue.pop()();
        }
        assert_eq!(*done.lock().unwrap(), ["a1", "b1", "c1", "a2", "b2", "a3"]);
        assert!(queue.waiting.lock().unwrap().queues.is_empty(), "what is done is not remembered");
    }
}
