//! Sending due deliveries over the network.

use std::time::Duration;

use async_trait::async_trait;
use kernel::StoreError;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::StopSignal;

/// Pause if nothing is due, cut short by notifications. Polling finds retries, and deliveries from
/// other processes.
const IDLE: Duration = Duration::from_secs(1);
/// Pause after a delivery ends, so that several ends cause one claim.
const GATHER: Duration = Duration::from_millis(20);
/// Pause after a database error.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// A kind of delivery.
#[async_trait]
pub(crate) trait Deliveries: Clone + Send + Sync + 'static {
    /// Delivery held by a lease until it is done.
    type Task: Send + 'static;

    /// Returns the name in the log.
    fn name(&self) -> &'static str;

    /// Claims up to `free` due deliveries, where `free` is the number of free slots.
    async fn claim(&self, free: u32) -> Result<Vec<Self::Task>, StoreError>;

    /// Makes one attempt, and stores its result. Ends within a bounded time.
    async fn deliver(&self, task: Self::Task);
}

/// Sends due deliveries, up to `at_once` concurrently, until the stop. `wakeup` wakes the job.
///
/// Claimed deliveries are sent immediately, so none waits behind slow ones: claims fill only free
/// slots.
pub(crate) async fn send_due<D: Deliveries>(
    deliveries: D,
    at_once: u32,
    mut wakeup: watch::Receiver<()>,
    mut stop: StopSignal,
) {
    let mut running = JoinSet::new();
    loop {
        while running.try_join_next().is_some() {}
        let mut wait = IDLE;
        let under_way = u32::try_from(running.len()).unwrap_or(u32::MAX);
        match claim(&deliveries, at_once.saturating_sub(under_way)).await {
            Ok(due) => {
                for task in due {
                    let deliveries = deliveries.clone();
                    running.spawn(async move { deliveries.deliver(task).await });
                }
            }
            Err(error) => {
                tracing::warn!(cause = ?error, work = deliveries.name(), "deliveries could not be claimed");
                wait = AFTER_FAILURE;
            }
        }
        tokio::select! {
            stopped = stop.within(wait) => if stopped { break },
            Ok(()) = wakeup.changed() => {}
            // A finished delivery frees a slot for its receiver.
            Some(_) = running.join_next() => tokio::time::sleep(GATHER).await,
        }
    }
    // Finishes the deliveries in flight.
    while running.join_next().await.is_some() {}
}

async fn claim<D: Deliveries>(deliveries: &D, free: u32) -> Result<Vec<D::Task>, StoreError> {
    if free == 0 { Ok(Vec::new()) } else { deliveries.claim(free).await }
}
