use async_trait::async_trait;
use conversion_pixel::Platform;
use conversion_pixel::answer::Verdict;
use conversion_pixel::forwarding::Forwarding;
use conversion_pixel::ports::Task;
use kernel::StoreError;
use tokio::sync::watch;

use crate::StopSignal;
use crate::sending::{Deliveries, send_due};

/// Requests to the platform at once: eight owners whose pixels are dead fill them, and after that places are dealt out by
/// turns as they become free.
const AT_ONCE: u32 = 512;

/// How many conversions one claim takes.
const ROUND: u32 = 128;

/// Sends conversions to one platform as they become due, until the stop. `wakeup` wakes it.
///
/// Each platform has a job of its own, so one that hangs delays none of the others.
pub async fn forward(
    forwarding: Forwarding,
    platform: Platform,
    wakeup: watch::Receiver<()>,
    stop: StopSignal,
) {
    send_due(Conversions { forwarding, platform }, AT_ONCE, wakeup, stop).await;
}

/// Conversions on their way to one platform.
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
            tracing::warn!(owner = %task.owner, cause = ?error, "a delivery could not be written; it is tried again");
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
