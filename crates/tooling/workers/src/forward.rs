use async_trait::async_trait;
use conversion_pixel::Platform;
use conversion_pixel::answer::Verdict;
use conversion_pixel::forwarding::Forwarding;
use conversion_pixel::ports::Task;
use kernel::StoreError;
use tokio::sync::watch;

use crate::StopSignal;
use crate::sending::{Deliveries, send_due};

/// Concurrent requests to the platform. Eight owners with dead pixels can fill them; after that,
/// free slots rotate among owners.
const AT_ONCE: u32 = 512;

/// Number of conversions per claim.
const ROUND: u32 = 128;

/// Sends due conversions to one platform, until the stop. `wakeup` wakes the job.
///
/// Each platform has a job of its own, so a hanging platform delays no other.
pub async fn forward(
    forwarding: Forwarding,
    platform: Platform,
    wakeup: watch::Receiver<()>,
    stop: StopSignal,
) {
    send_due(Conversions { forwarding, platform }, AT_ONCE, wakeup, stop).await;
}

/// Deliveries of conversions to one platform.
#[derive(Clone)]
struct Conversions {
    forwarding: Forwarding,
    platform: Platform,
}

#[async_trait]
impl Deliveries for Conversions {
    type Task = Task;

    fn name(&self) -> &'static str {
        self.platform.as_str()
    }

    async fn claim(&self, free: u32) -> Result<Vec<Task>, StoreError> {
        self.forwarding.claim(self.platform, free.min(ROUND)).await
    }

    async fn deliver(&self, task: Task) {
        let outcome = self.forwarding.deliver(&task).await;
        if let Err(error) = &outcome {
            tracing::warn!(owner = %task.owner, cause = ?error, "the result of a delivery could not be stored; it will be retried");
        }
        let labels = [("platform", self.platform.as_str()), ("outcome", name_of(&outcome))];
        metrics::counter!("pixel_deliveries_total", &labels).increment(1);
    }
}

fn name_of(outcome: &Result<Option<Verdict>, StoreError>) -> &'static str {
    match outcome {
        Ok(Some(verdict)) => verdict.as_str(),
        Ok(None) => "not_sent",
        Err(_) => "store_failed",
    }
}
