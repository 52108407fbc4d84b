//! Waiting for running requests during a stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

/// Number of running requests in this process.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Count>);

#[derive(Debug, Default)]
struct Count {
    requests: AtomicUsize,
    closing: AtomicBool,
    /// Whether a stop waits for the last request.
    awaited: AtomicBool,
    /// Notified when the last request has ended.
    idle: Notify,
}

/// A running request, until dropped.
#[derive(Debug)]
pub struct Entered(InFlight);

impl InFlight {
    /// Counts a request until the result is dropped.
    pub fn enter(&self) -> Entered {
        self.0.requests.fetch_add(1, Ordering::AcqRel);
        Entered(self.clone())
    }

    /// Makes every response close its connection from now on, so that clients move to another
    /// process.
    pub fn close(&self) {
        self.0.closing.store(true, Ordering::Release);
    }

    /// Returns whether the process is stopping.
    pub fn is_closing(&self) -> bool {
        self.0.closing.load(Ordering::Acquire)
    }

    /// Waits until no request is running, at most `patience`. Returns whether all have ended.
    pub async fn idle(&self, patience: Duration) -> bool {
        // Sequential consistency ensures that the last request sees `awaited`, or the check below sees
        // its end.
        self.0.awaited.store(true, Ordering::SeqCst);
        let all_ended = async {
            loop {
                // Registered before the check, so that an end in between is not missed.
                let notified = self.0.idle.notified();
                tokio::pin!(notified);
                notified.as_mut().enable();
                if self.0.requests.load(Ordering::SeqCst) == 0 {
                    return;
                }
                notified.await;
            }
        };
        tokio::time::timeout(patience, all_ended).await.is_ok()
    }
}

impl Entered {
    /// Returns whether the response must close its connection.
    pub fn is_last(&self) -> bool {
        self.0.is_closing()
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let count = &self.0.0;
        if count.requests.fetch_sub(1, Ordering::SeqCst) == 1 && count.awaited.load(Ordering::SeqCst) {
            count.idle.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn waits_for_the_last_request_and_no_longer() {
        let in_flight = InFlight::default();
        let first = in_flight.enter();
        let second = in_flight.enter();
        assert!(!in_flight.idle(Duration::ZERO).await);
        drop(first);
        assert!(!in_flight.idle(Duration::ZERO).await);
        drop(second);
        assert!(in_flight.idle(Duration::from_secs(5)).await);
    }

    #[tokio::test]
    async fn who_waits_is_woken_by_the_last_one() {
        let in_flight = InFlight::default();
        let last = in_flight.enter();
        let (all_ended, ()) = tokio::join!(in_flight.idle(Duration::from_secs(60)), async { drop(last) });
        assert!(all_ended);
    }
}
