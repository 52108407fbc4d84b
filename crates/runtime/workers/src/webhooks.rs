use std::time::Duration;

use async_trait::async_trait;
use kernel::StoreError;
use tokio::sync::watch;
use webhooks::Verdict;
use webhooks::ports::{Lane, Task};
use webhooks::sending::Sending;

use crate::StopSignal;
use crate::sending::{Deliveries, send_due};

/// Interval between purges.
const PURGE_EVERY: Duration = Duration::from_secs(600);

/// Sends the messages of one lane as they become due, until the process stops. Each lane has separate places, so
/// hanging endpoints take none from healthy ones.
pub async fn send_webhooks(sending: Sending, lane: Lane, stop: StopSignal) {
    // No wakeups: a new message of any process is found within a second.
    let (_silent, wakeup) = watch::channel(());
    send_due(Messages { sending, lane }, lane.places(), wakeup, stop).await;
}

/// Purges deliveries and secrets after their retention, until the process stops.
pub async fn purge_webhooks(sending: Sending, mut stop: StopSignal) {
    loop {
        if let Err(error) = sending.purge().await {
            tracing::warn!(cause = ?error, "old deliveries of webhooks could not be deleted");
        }
        if stop.within(PURGE_EVERY).await {
            return;
        }
    }
}

/// Messages to endpoints.
#[derive(Clone)]
struct Messages {
    sending: Sending,
    lane: Lane,
}

#[async_trait]
impl Deliveries for Messages {
    type Task = Task;

    fn name(&self) -> &'static str {
        match self.lane {
            Lane::Working => "webhooks",
            Lane::Slow => "slow webhooks",
            Lane::Failing => "failing webhooks",
        }
    }

    async fn claim(&self, free: u32) -> Result<Vec<Task>, StoreError> {
        self.sending.claim(self.lane, free).await
    }

    async fn deliver(&self, task: Task) {
        let outcome = self.sending.deliver(&task).await;
        if let Err(error) = &outcome {
            tracing::warn!(owner = %task.owner, cause = ?error, "the result of a webhook delivery could not be stored; the delivery is retried");
        }
        let labels = [("lane", self.lane.as_str()), ("outcome", name_of(&outcome))];
        metrics::counter!("webhook_deliveries_total", &labels).increment(1);
    }
}

fn name_of(outcome: &Result<Option<Verdict>, StoreError>) -> &'static str {
    match outcome {
        Ok(Some(verdict)) => verdict.as_str(),
        Ok(None) => "not_sent",
        Err(_) => "store_failed",
    }
}
