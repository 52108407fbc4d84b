//! Pulls from the engines of all connected owners, in fair turns.

use std::sync::Arc;
use std::time::Duration;

use application::pulls::{Pull, PullStore};
use async_trait::async_trait;
use kernel::{Clock, OwnerId, StoreError};

use crate::StopSignal;
use crate::turns::{ASKING, Turns, take_turns};

/// Maximum duration of one whole pull, however the engine behaves.
pub(crate) const LONGEST: Duration = Duration::from_secs(300);
/// Maximum pause of an engine that keeps failing, in seconds.
const LONGEST_PAUSE: i64 = 600;

/// Reason why a pull ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PullError {
    /// The owner is not connected any more, or the engine refuses the token.
    #[error("the engine is not connected")]
    NotConnected,
    /// The pull failed for now.
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl PullError {
    pub(crate) fn failed(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Failed(Box::new(error))
    }
}

/// Kind of data to be pulled.
#[async_trait]
pub(crate) trait Source: Send + Sync + 'static {
    /// Name in the log.
    const NAME: &'static str;
    /// Duration of a pull's lease, in seconds.
    const LEASE_SECONDS: i64;

    /// Pulls once; returns the outcome label.
    async fn pull(&self, pull: &Pull) -> Result<&'static str, PullError>;

    /// Counts a pull by its outcome label.
    fn count(word: &'static str);
}

/// Pulls one kind of data for each owner, at intervals.
pub(crate) struct Pulling<S> {
    pub(crate) pulls: Arc<dyn PullStore>,
    pub(crate) source: S,
    pub(crate) clock: Arc<dyn Clock>,
    /// Time between two pulls of one owner, in seconds.
    pub(crate) pause_seconds: i64,
}

impl<S: Source> Pulling<S> {
    /// Pulls for owners as they become due, until the process stops.
    pub(crate) async fn run(self, stop: StopSignal) {
        take_turns(self, ASKING, Arc::default(), stop).await;
    }

    /// Pulls once. Returns the outcome label, and the new number of consecutive failures.
    async fn pull(&self, pull: &Pull) -> (&'static str, u32) {
        let failures = pull.failures.saturating_add(1);
        match tokio::time::timeout(LONGEST, self.source.pull(pull)).await {
            Ok(Ok(word)) => (word, 0),
            // An owner whom the engine refuses sees the error at every call of their own.
            Ok(Err(PullError::NotConnected)) => ("not_connected", failures),
            Ok(Err(PullError::Failed(cause))) => {
                tracing::warn!(owner = %pull.owner, ?cause, "{} could not be pulled", S::NAME);
                ("failed", failures)
            }
            Err(_) => {
                tracing::warn!(owner = %pull.owner, "a pull of {} took too long and was cut off", S::NAME);
                ("cut_off", failures)
            }
        }
    }
}

#[async_trait]
impl<S: Source> Turns for Pulling<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    async fn due(&self, failing: bool, served: &[OwnerId], limit: u32) -> Result<Vec<OwnerId>, StoreError> {
        self.pulls.due(self.clock.now(), failing, served, limit).await
    }

    async fn serve(&self, owner: OwnerId, mut stop: StopSignal) {
        let pull = match self.pulls.claim(owner, self.clock.now(), S::LEASE_SECONDS).await {
            Ok(Some(pull)) => pull,
            // Another process serves the owner.
            Ok(None) => return,
            Err(error) => return tracing::warn!(%owner, cause = ?error, "{} could not be claimed", S::NAME),
        };
        // Stored data is durable, and an interrupted part is pulled again. So the pull may end here when the process
        // stops, and another process continues at once.
        let (wait, failures) = tokio::select! {
            (word, failures) = self.pull(&pull) => {
                S::count(word);
                (pause(self.pause_seconds, failures), failures)
            }
            () = stop.cancelled() => (0, pull.failures),
        };
        let now = self.clock.now();
        if let Err(error) = self.pulls.finish(&pull, now, now.plus_seconds(wait), failures).await {
            tracing::warn!(%owner, cause = ?error, "the lease on {} could not be released; it expires", S::NAME);
        }
    }
}

/// Returns the pause until an owner's next pull, in seconds; doubles with each consecutive failure.
fn pause(usual: i64, failures: u32) -> i64 {
    let longer = usual.saturating_mul(1_i64 << failures.min(20));
    longer.min(LONGEST_PAUSE.max(usual))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_fails_is_asked_ever_more_rarely() {
        for (usual, failures, expected) in
            [(30, 0, 30), (30, 1, 60), (30, 3, 240), (30, 5, 600), (30, u32::MAX, 600), (3_600, 4, 3_600)]
        {
            assert_eq!(pause(usual, failures), expected, "{usual} {failures}");
        }
    }
}
