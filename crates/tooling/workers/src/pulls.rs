//! What the engines of all connected owners have to report is pulled by turns.

use std::sync::Arc;
use std::time::Duration;

use application::pulls::{Pull, PullStore};
use async_trait::async_trait;
use kernel::{Clock, OwnerId, StoreError};

use crate::StopSignal;
use crate::turns::{ASKING, Turns, take_turns};

/// The longest that one whole pull may take, however the engine goes about it.
pub(crate) const LONGEST: Duration = Duration::from_secs(300);
/// The longest wait for an engine that keeps failing, in seconds.
const LONGEST_PAUSE: i64 = 600;

/// Why a pull ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PullError {
    /// Nobody is connected any more, or the engine refuses the owner.
    #[error("the engine is not connected")]
    NotConnected,
    /// It could not be done now.
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl PullError {
    pub(crate) fn failed(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Failed(Box::new(error))
    }
}

/// One kind of thing that is pulled.
#[async_trait]
pub(crate) trait Source: Send + Sync + 'static {
    /// What it is called in the log.
    const NAME: &'static str;
    /// For how long a pull is held.
    const LEASE_SECONDS: i64;

    /// Pulls what there is; the word for how it went.
    async fn pull(&self, pull: &Pull) -> Result<&'static str, PullError>;

    /// Counts a pull by how it went.
    fn count(word: &'static str);
}

/// Pulls one kind of thing, each owner's once in a while.
pub(crate) struct Pulling<S> {
    pub(crate) pulls: Arc<dyn PullStore>,
    pub(crate) source: S,
    pub(crate) clock: Arc<dyn Clock>,
    /// Between two pulls of one owner, in seconds.
    pub(crate) pause_seconds: i64,
}

impl<S: Source> Pulling<S> {
    /// Pulls for owners as they become due, until the stop.
    pub(crate) async fn run(self, stop: StopSignal) {
        take_turns(self, ASKING, Arc::default(), stop).await;
    }

    /// How the pull went, and how many failed in a row by now.
    async fn pull(&self, pull: &Pull) -> (&'static str, u32) {
        let failures = pull.failures.saturating_add(1);
        match tokio::time::timeout(LONGEST, self.source.pull(pull)).await {
            Ok(Ok(word)) => (word, 0),
            // Whoever has not connected again since the engine refused them sees it at every call of their own.
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
            // Another process has it.
            Ok(None) => return,
            Err(error) => return tracing::warn!(%owner, cause = ?error, "{} could not be held", S::NAME),
        };
        // What was taken in is durable, and a part that is cut off comes again: at the stop another process goes on at once.
        let (wait, failures) = tokio::select! {
            (word, failures) = self.pull(&pull) => {
                S::count(word);
                (pause(self.pause_seconds, failures), failures)
            }
            () = stop.cancelled() => (0, pull.failures),
        };
        let now = self.clock.now();
        if let Err(error) = self.pulls.finish(&pull, now, now.plus_seconds(wait), failures).await {
            tracing::warn!(%owner, cause = ?error, "{} could not be given back; the lease runs out", S::NAME);
        }
    }
}

/// How long an owner waits for the next pull, in seconds: twice as long after each failure in a row.
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
