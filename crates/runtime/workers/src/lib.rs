#![doc = include_str!("../README.md")]

mod answers;
mod backlog;
mod cleanup;
mod deliver;
mod destinations;
mod due_events;
mod forward;
mod last_used;
mod provisioning;
mod pull_events;
mod pulls;
mod purge_events;
mod purge_sessions;
mod queues;
mod sending;
mod sync_links;
mod touches;
mod turns;
mod webhooks;

use std::pin::Pin;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;

pub use self::webhooks::{purge_webhooks, send_webhooks};
pub use answers::answer_requests;
pub use backlog::measure_broadcasts;
pub use cleanup::{purge_answers, purge_audit, purge_unfinished};
pub use deliver::deliver;
pub use destinations::check_destinations;
pub use due_events::take_in_due;
pub use forward::forward;
pub use last_used::write_last_used;
pub use provisioning::provision;
pub use pull_events::{EventPuller, pull_events};
pub use purge_events::purge_events;
pub use purge_sessions::purge_sessions;
pub use queues::watch_queues;
pub use sync_links::sync_links;
pub use touches::purge_touches;

/// Maximum time for a job to finish its current work when the process stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// Signal that is set once, when the process stops.
#[derive(Clone)]
pub struct StopSignal(watch::Receiver<bool>);

impl StopSignal {
    /// Waits until the process stops.
    pub async fn cancelled(&mut self) {
        // An error means that the sender is gone, which is a stop too.
        let _ = self.0.wait_for(|stop| *stop).await;
    }

    /// Waits until the process stops, at most `limit`. Returns whether the process stops.
    pub async fn within(&mut self, limit: Duration) -> bool {
        tokio::time::timeout(limit, self.0.wait_for(|stop| *stop)).await.is_ok()
    }
}

/// Running jobs of a process.
pub struct Workers {
    jobs: JoinSet<()>,
    stop: watch::Sender<bool>,
}

impl Default for Workers {
    fn default() -> Self {
        Self { jobs: JoinSet::new(), stop: watch::Sender::new(false) }
    }
}

impl Workers {
    /// Starts a job, which must return soon after its signal.
    pub fn start<F: Future<Output = ()> + Send + 'static>(&mut self, job: impl FnOnce(StopSignal) -> F) {
        self.spawn(Box::pin(job(StopSignal(self.stop.subscribe()))));
    }

    /// Not generic, so that the code that runs a job is compiled only once.
    fn spawn(&mut self, job: Pin<Box<dyn Future<Output = ()> + Send>>) {
        self.jobs.spawn(job);
    }

    /// Stops all jobs, each between two pieces of work.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        let ended =
            tokio::time::timeout(STOP_TIMEOUT, async { while self.jobs.join_next().await.is_some() {} });
        if ended.await.is_err() {
            tracing::warn!("a job did not stop in time; its leases expire by themselves");
        }
    }
}
