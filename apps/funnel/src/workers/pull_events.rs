use std::sync::Arc;
use std::time::Duration;

use adapter_engine::{EngineClient, EngineError};
use adapter_postgres::{EventPull, PgEventCursors};
use attribution::intake::IntakeError;
use kernel::{Clock, StoreError};
use tokio::task::JoinSet;

use super::StopSignal;
use crate::events::{EventIntake, Way};

/// How often it is looked who is due.
const LOOK: Duration = Duration::from_secs(1);
/// Owners whose events are pulled at once. A dead engine holds its place for ten seconds, and ever more rarely.
const AT_ONCE: usize = 64;
/// How long a log is held for one page: longer than a call with all its tries and the taking in.
const LEASE_SECONDS: i64 = 60;
/// Events of one page.
const PAGE: u32 = 500;
/// The longest wait for an engine that keeps failing, in seconds.
const LONGEST_PAUSE: i64 = 600;

/// Pulls the events of every connected owner.
pub struct EventPuller {
    /// How far each log was pulled.
    pub cursors: PgEventCursors,
    /// The engines.
    pub engines: EngineClient,
    /// Where events go.
    pub intake: EventIntake,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Between two pulls of one owner, in seconds.
    pub pause_seconds: i64,
}

#[derive(Debug, thiserror::Error)]
enum PullError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Intake(#[from] IntakeError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Pulls events as they become due, until the stop. Each owner has a task of his own, so that nobody waits for another's
/// engine.
pub async fn pull_events(puller: EventPuller, mut stop: StopSignal) {
    let (puller, mut running) = (Arc::new(puller), JoinSet::new());
    loop {
        while running.try_join_next().is_some() {}
        let free = u32::try_from(AT_ONCE.saturating_sub(running.len())).unwrap_or_default();
        match puller.cursors.claim_due(puller.clock.now(), LEASE_SECONDS, free).await {
            Ok(due) => {
                for pull in due {
                    let puller = Arc::clone(&puller);
                    running.spawn(async move { puller.run(pull).await });
                }
            }
            Err(error) => tracing::warn!(cause = ?error, "the logs that are due could not be listed"),
        }
        if stop.within(LOOK).await {
            // What was taken in is durable; a page that is cut off comes again.
            return;
        }
    }
}

impl EventPuller {
    async fn run(&self, pull: EventPull) {
        let outcome = self.pull(&pull).await;
        let (word, failures) = match &outcome {
            Ok(()) => ("done", 0),
            Err(PullError::Engine(EngineError::NotConnected)) => {
                ("not_connected", pull.failures.saturating_add(1))
            }
            Err(error) => {
                tracing::warn!(owner = %pull.owner, cause = ?error, "events could not be pulled");
                ("failed", pull.failures.saturating_add(1))
            }
        };
        metrics::counter!("event_pulls_total", "outcome" => word).increment(1);
        let now = self.clock.now();
        let due_at = now.plus_seconds(pause(self.pause_seconds, failures));
        if let Err(error) = self.cursors.finish(&pull, now, due_at, failures).await {
            tracing::warn!(owner = %pull.owner, cause = ?error, "a log could not be given back; its lease runs out");
        }
    }

    /// Page by page to the end. The place is kept only when the page before it is durable.
    async fn pull(&self, pull: &EventPull) -> Result<(), PullError> {
        let mut cursor = pull.cursor.clone();
        loop {
            let page = self.engines.events(pull.owner, cursor.as_deref(), PAGE).await?;
            for batch in page.items.chunks(attribution::intake::MAX_BATCH) {
                self.intake.take(pull.owner, batch, Way::Pulled).await?;
            }
            let Some(next) = page.next_cursor.filter(|next| Some(next) != cursor.as_ref()) else {
                return Ok(());
            };
            let now = self.clock.now();
            if !self.cursors.advance(pull, &next, now, now.plus_seconds(LEASE_SECONDS)).await? {
                return Ok(());
            }
            cursor = Some(next);
            if page.items.is_empty() {
                return Ok(());
            }
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
