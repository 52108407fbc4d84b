use std::time::Duration;

use async_trait::async_trait;
use kernel::StoreError;
use tokio::sync::watch;
use webhooks::Verdict;
use webhooks::ports::{Lane, Task};
use webhooks::sending::Sending;

use crate::StopSignal;
use crate::sending::{Deliveries, send_due};

/// How often what is old is deleted.
const PURGE_EVERY: Duration = Duration::from_secs(600);

/// Sends the messages of one lane as they become due, until the stop. The lanes have places of their own, so however many
/// endpoints hang, they take none from those that answer.
pub async fn send_webhooks(sending: Sending, lane: Lane, stop: StopSignal) {
    // Nobody wakes it: what happens is found within a second, as what happens in another process is.
    let (_silent, wakeup) = watch::channel(());
    send_due(Messages { sending, lane }, lane.places(), wakeup, stop).await;
}

/// Purges deliveries and secrets that were kept for long enough, until the stop.
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

/// Messages on their way to endpoints.
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
            tracing::warn!(owner = %task.owner, cause = ?error, "a delivery could not be written; it is tried again");
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
