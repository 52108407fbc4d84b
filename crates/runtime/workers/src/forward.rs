use async_trait::async_trait;
use conversion_pixel::Platform;
use conversion_pixel::answer::Verdict;
use conversion_pixel::forwarding::Forwarding;
use conversion_pixel::ports::Task;
use kernel::StoreError;
use tokio::sync::watch;

use crate::StopSignal;
use crate::sending::{Deliveries, send_due};

/// Maximum number of concurrent requests to the platform. Eight owners with dead pixels fill it; after that, claims
/// assign places fairly as they become free.
const AT_ONCE: u32 = 512;

/// Maximum number of conversions per claim.
const ROUND: u32 = 128;

/// Sends conversions to one platform as they become due, until the process stops. `wakeup` starts a claim at once.
///
/// Each platform has a job of its own, so a hanging platform delays none of the others.
pub async fn forward(
    forwarding: Forwarding,
    platform: Platform,
    wakeup: watch::Receiver<()>,
    stop: StopSignal,
) {
    send_due(Conversions { forwarding, platform }, AT_ONCE, wakeup, stop).await;
}

/// Conversions for one platform.
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
            tracing::warn!(owner = %task.owner, cause = ?error, "the result of a pixel delivery could not be stored; the delivery is retried");
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
