//! How a stop waits for the requests that are being worked on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

/// The number of requests in progress in this process.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Count>);

#[derive(Debug, Default)]
struct Count {
    requests: AtomicUsize,
    closing: AtomicBool,
    /// Whether somebody waits for the last one to end.
    awaited: AtomicBool,
    /// Notified then.
    idle: Notify,
}

/// One request in progress, until it is dropped.
#[derive(Debug)]
pub struct Entered(InFlight);

impl InFlight {
    /// Counts one request until the result is dropped.
    pub fn enter(&self) -> Entered {
        self.0.requests.fetch_add(1, Ordering::AcqRel);
        Entered(self.clone())
    }

    /// From now on every answer ends its connection, so that clients move on to another process.
    pub fn close(&self) {
        self.0.closing.store(true, Ordering::Release);
    }

    /// Whether the process was asked to stop.
    pub fn is_closing(&self) -> bool {
        self.0.closing.load(Ordering::Acquire)
    }

    /// Waits until no request is in progress, at most `patience`. Returns whether all were done.
    pub async fn idle(&self, patience: Duration) -> bool {
        // Of this and the count, either the last request sees that it is awaited, or the look below that it has ended.
        self.0.awaited.store(true, Ordering::SeqCst);
        let all_ended = async {
            loop {
                // Registered before the look, so that an end between the two is not missed.
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
    /// Whether its answer is to end the connection.
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
