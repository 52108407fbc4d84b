//! Queue of work for threads, with tenants in rotation.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::turns::{Key, Turns};

pub(crate) type Work = Box<dyn FnOnce() + Send>;

/// Waiting work, and the threads that wait for it.
#[derive(Default)]
pub(crate) struct FairQueue {
    waiting: Mutex<Turns<Work>>,
    arrived: Condvar,
}

impl FairQueue {
    /// Appends work to the queue of `key`.
    pub(crate) fn push(&self, key: Key, work: Work) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(key, work);
        self.arrived.notify_one();
    }

    /// Waits for work; takes the first item of the next queue in rotation.
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
