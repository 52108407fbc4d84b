use std::sync::Arc;
use std::time::Duration;

use application::pulls::{CursorStore, Pull, PullStore};
use async_trait::async_trait;
use attribution::event_log::{EventLog, LogError, LogPage};
use attribution::event_sink::{EventSink, IngestSource};
use kernel::Clock;
use tokio::time::Instant;

use crate::StopSignal;
use crate::pulls::{PullError, Pulling, Source};

/// Maximum number of events on a page; fewer if such a page exceeds the maximum response size.
const PAGE: u32 = 500;
/// Maximum time for one owner's log in a row; a longer log continues in the next turn at its cursor.
const TURN: Duration = Duration::from_secs(60);

/// Puller of events from all connected owners' engines.
pub struct EventPuller {
    /// Schedule and leases of the logs.
    pub pulls: Arc<dyn PullStore>,
    /// Positions in the logs.
    pub cursors: Arc<dyn CursorStore>,
    /// Event logs of the engines.
    pub log: Arc<dyn EventLog>,
    /// Sink of the events.
    pub intake: Arc<dyn EventSink>,
    pub clock: Arc<dyn Clock>,
    /// Time between two pulls of one owner, in seconds.
    pub pause_seconds: i64,
}

/// Pulls events as they become due, until the process stops.
pub async fn pull_events(puller: EventPuller, stop: StopSignal) {
    let EventPuller { pulls, cursors, log, intake, clock, pause_seconds } = puller;
    let source = Logs { cursors, log, intake, clock: Arc::clone(&clock) };
    Pulling { pulls, source, clock, pause_seconds }.run(stop).await;
}

/// Event logs of the engines.
struct Logs {
    cursors: Arc<dyn CursorStore>,
    log: Arc<dyn EventLog>,
    intake: Arc<dyn EventSink>,
    clock: Arc<dyn Clock>,
}

#[async_trait]
impl Source for Logs {
    const NAME: &'static str = "events";
    /// Lease for one page: longer than a call with all its attempts, plus storing the page.
    const LEASE_SECONDS: i64 = 60;

    /// Pulls page by page. Stores the position only after the page before it is durable.
    async fn pull(&self, pull: &Pull) -> Result<&'static str, PullError> {
        let (mut cursor, mut limit, began) = (pull.cursor.clone(), PAGE, Instant::now());
        while began.elapsed() < TURN {
            // The owner may have connected another account since the claim, where the cursor is invalid.
            let account = pull.account.as_str();
            let page = match self.log.page(pull.owner, account, cursor.as_deref(), limit).await {
                // Events may be so long that their page exceeds the maximum response size.
                Err(LogError::TooLong) if limit > 1 => {
                    limit = (limit / 8).max(1);
                    continue;
                }
                page => page.map_err(unanswered)?,
            };
            let LogPage { account, events, next_cursor } = page;
            for batch in events.chunks(attribution::intake::MAX_BATCH) {
                let taken = self.intake.take(pull.owner, account, batch.to_vec(), IngestSource::Pulled).await;
                taken.map_err(PullError::failed)?;
            }
            let Some(next) = next_cursor.filter(|next| Some(next) != cursor.as_ref()) else { break };
            let now = self.clock.now();
            let held = self.cursors.advance(pull, &next, now, now.plus_seconds(Self::LEASE_SECONDS)).await;
            if !held.map_err(PullError::failed)? || events.is_empty() {
                break;
            }
            cursor = Some(next);
        }
        Ok("done")
    }

    fn count(word: &'static str) {
        metrics::counter!("event_pulls_total", "outcome" => word).increment(1);
    }
}

fn unanswered(error: LogError) -> PullError {
    match error {
        LogError::NotConnected => PullError::NotConnected,
        error => PullError::failed(error),
    }
}
