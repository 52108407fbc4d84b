//! Pulling data from the engines of all connected owners, in rotation.

use std::sync::Arc;
use std::time::Duration;

use application::pulls::{Pull, PullStore};
use async_trait::async_trait;
use kernel::{Clock, OwnerId, StoreError};

use crate::StopSignal;
use crate::turns::{ASKING, Turns, take_turns};

/// Timeout of a whole pull.
pub(crate) const LONGEST: Duration = Duration::from_secs(300);
/// Longest pause for an engine that keeps failing, in seconds.
const LONGEST_PAUSE: i64 = 600;

/// Reason why a pull ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PullError {
    /// The owner is no longer connected, or the engine rejects the token.
    #[error("the engine is not connected")]
    NotConnected,
    /// The pull failed temporarily.
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl PullError {
    pub(crate) fn failed(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Failed(Box::new(error))
    }
}

/// A kind of data to pull.
#[async_trait]
pub(crate) trait Source: Send + Sync + 'static {
    /// Name in the log.
    const NAME: &'static str;
    /// Length of a pull's lease.
    const LEASE_SECONDS: i64;

    /// Pulls once; returns the outcome label.
    async fn pull(&self, pull: &Pull) -> Result<&'static str, PullError>;

    /// Counts a pull by its outcome label.
    fn count(word: &'static str);
}

/// Pulls one kind of data, regularly for each owner.
pub(crate) struct Pulling<S> {
    pub(crate) pulls: Arc<dyn PullStore>,
    pub(crate) source: S,
    pub(crate) clock: Arc<dyn Clock>,
    /// Seconds between two pulls of one owner.
    pub(crate) pause_seconds: i64,
}

impl<S: Source> Pulling<S> {
    /// Pulls for due owners, until the stop.
    pub(crate) async fn run(self, stop: StopSignal) {
        take_turns(self, ASKING, Arc::default(), stop).await;
    }

    /// Pulls once; returns the outcome label and the number of consecutive failures.
    async fn pull(&self, pull: &Pull) -> (&'static str, u32) {
        let failures = pull.failures.saturating_add(1);
        match tokio::time::timeout(LONGEST, self.source.pull(pull)).await {
            Ok(Ok(word)) => (word, 0),
            // Not logged, because the owner sees the rejection at every own call.
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
            // Another process has the lease.
            Ok(None) => return,
            Err(error) => return tracing::warn!(%owner, cause = ?error, "{} could not be held", S::NAME),
        };
        // Stored data is durable and an interrupted part is pulled again, so another process can continue
        // immediately after a stop.
        let (wait, failures) = tokio::select! {
            (word, failures) = self.pull(&pull) => {
                S::count(word);
                (pause(self.pause_seconds, failures), failures)
            }
            () = stop.cancelled() => (0, pull.failures),
        };
        let now = self.clock.now();
        if let Err(error) = self.pulls.finish(&pull, now, now.plus_seconds(wait), failures).await {
            tracing::warn!(%owner, cause = ?error, "{} could not be released; the lease expires", S::NAME);
        }
    }
}

/// Returns the pause before the next pull, in seconds; doubles with each consecutive failure.
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
