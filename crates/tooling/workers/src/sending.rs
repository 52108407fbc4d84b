//! Deliveries to others on the network, sent as they become due.

use std::time::Duration;

use async_trait::async_trait;
use kernel::StoreError;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::StopSignal;

/// How long to wait when nothing is due. A notification cuts it short; it is what finds what another process took in, and retries.
const IDLE: Duration = Duration::from_secs(1);
/// So that deliveries that end together are followed by one claim.
const GATHER: Duration = Duration::from_millis(20);
/// How long to wait after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// One kind of delivery.
#[async_trait]
pub(crate) trait Deliveries: Clone + Send + Sync + 'static {
    /// What is held by a lease until it is delivered.
    type Task: Send + 'static;

    /// What it is called in the log.
    fn name(&self) -> &'static str;

    /// Takes some that are due, `free` at most: as many as there are places.
    async fn claim(&self, free: u32) -> Result<Vec<Self::Task>, StoreError>;

    /// Tries one, and writes what came of it. It ends within a bounded time.
    async fn deliver(&self, task: Self::Task);
}

/// Sends what is due, `at_once` at most, until the stop. `wakeup` wakes it.
///
/// Nothing is claimed that is not sent at once, so nobody is in a queue behind those who are slow: claims deal out the places
/// that are free.
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
            // What ended makes room for more to the same receiver.
            Some(_) = running.join_next() => tokio::time::sleep(GATHER).await,
        }
    }
    // What is on its way is brought to its end.
    while running.join_next().await.is_some() {}
}

async fn claim<D: Deliveries>(deliveries: &D, free: u32) -> Result<Vec<D::Task>, StoreError> {
    if free == 0 { Ok(Vec::new()) } else { deliveries.claim(free).await }
}
