//! The way of engine events into the database.

use std::sync::Arc;

use async_trait::async_trait;
use attribution::event_sink::{EventSink, IngestSource};
use attribution::intake::{Batch, Intake, IntakeError, Outcome};
use kernel::{AccountNumber, OwnerId, StoreError};
use offload::offload;
use tokio::sync::watch;

/// Outcomes of events, as labels of the metrics.
const OUTCOMES: [&str; 5] = ["accepted", "duplicate", "quarantined", "rejected", "unknown_type"];

fn count(source: IngestSource, outcome: &'static str, events: u64) {
    metrics::counter!("engine_events_total", "source" => source.as_str(), "outcome" => outcome)
        .increment(events);
}

/// Takes in events, counts them, and wakes the jobs that forward them.
pub(super) struct EventIntake {
    intake: Intake,
    taken: Arc<watch::Sender<()>>,
}

impl EventIntake {
    /// Creates the intake; `taken` is notified of new events. The counters start at zero, so that
    /// an alert sees the first rejected event.
    pub(super) fn new(intake: Intake, taken: Arc<watch::Sender<()>>) -> Self {
        for (source, word) in IngestSource::ALL.into_iter().flat_map(|one| OUTCOMES.map(|word| (one, word))) {
            count(source, word, 0);
        }
        Self { intake, taken }
    }
}

#[async_trait]
impl EventSink for EventIntake {
    async fn take(
        &self,
        owner: OwnerId,
        account: AccountNumber,
        texts: Vec<Box<str>>,
        source: IngestSource,
    ) -> Result<Outcome, IntakeError> {
        let size = texts.iter().map(|text| text.len()).sum();
        let read =
            offload(size, move || Batch::read(account, texts, |text| serde_json::from_str(text))).await;
        let batch = read.map_err(|lost| StoreError::Failed(lost.into()))??;
        let outcome = self.intake.run(owner, batch).await?;
        if outcome.accepted > 0 {
            self.taken.send_replace(());
        }
        if outcome.quarantined > 0 {
            let events = outcome.quarantined;
            tracing::error!(%owner, events, "events are quarantined: the database rejects them, they contradict a known transaction, or they lie in the future");
        }
        let rejected = u64::try_from(outcome.rejected.len()).unwrap_or(u64::MAX);
        let counts = [outcome.accepted, outcome.duplicates, outcome.quarantined, rejected, outcome.unknown];
        for (word, events) in OUTCOMES.into_iter().zip(counts) {
            count(source, word, events);
        }
        Ok(outcome)
    }
}
