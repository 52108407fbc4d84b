//! Sending of deliveries over the network, as they become due.

use std::time::Duration;

use async_trait::async_trait;
use kernel::StoreError;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::StopSignal;

/// Pause if nothing is due. A notification shortens the pause, which also covers retries and other processes'
/// deliveries.
const IDLE: Duration = Duration::from_secs(1);
/// Pause before a claim, so that deliveries that end together need only one claim.
const GATHER: Duration = Duration::from_millis(20);
/// Pause after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// Kind of delivery.
#[async_trait]
pub(crate) trait Deliveries: Clone + Send + Sync + 'static {
    /// Delivery held by a lease until it is sent.
    type Task: Send + 'static;

    /// Name in the log.
    fn name(&self) -> &'static str;

    /// Claims at most `free` due deliveries, the number of free places.
    async fn claim(&self, free: u32) -> Result<Vec<Self::Task>, StoreError>;

    /// Attempts one delivery, and stores the result. MUST end within a bounded time.
    async fn deliver(&self, task: Self::Task);
}

/// Sends due deliveries, at most `at_once` concurrently, until the process stops. `wakeup` starts a claim at once.
///
/// Claims only deliveries that are sent at once, so that none waits in a queue behind slow receivers: each claim
/// assigns the free places.
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
            // A finished delivery frees a place, perhaps for the same receiver.
            Some(_) = running.join_next() => tokio::time::sleep(GATHER).await,
        }
    }
    // Completes the deliveries in progress.
    while running.join_next().await.is_some() {}
}

async fn claim<D: Deliveries>(deliveries: &D, free: u32) -> Result<Vec<D::Task>, StoreError> {
    if free == 0 { Ok(Vec::new()) } else { deliveries.claim(free).await }
}
