//! How a stop waits for the requests that are being worked on.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// The number of requests in progress in this process.
#[derive(Debug, Clone)]
pub struct InFlight(Arc<watch::Sender<usize>>);

impl Default for InFlight {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }
}

/// One request in progress, until it is dropped.
#[derive(Debug)]
pub struct Entered(InFlight);

impl InFlight {
    /// Counts one request until the result is dropped.
    pub fn enter(&self) -> Entered {
        self.0.send_modify(|count| *count += 1);
        Entered(self.clone())
    }

    /// Waits until no request is in progress, at most `patience`. Tells whether all were done.
    pub async fn idle(&self, patience: Duration) -> bool {
        let mut count = self.0.subscribe();
        let outcome = tokio::time::timeout(patience, count.wait_for(|count| *count == 0)).await;
        outcome.is_ok()
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.0.0.send_modify(|count| *count = count.saturating_sub(1));
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
}
