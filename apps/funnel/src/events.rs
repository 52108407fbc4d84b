//! Taking in the engine's events, however they come.

use std::sync::Arc;

use adapter_postgres::json;
use async_trait::async_trait;
use attribution::intake::{Batch, Intake, IntakeError, Outcome};
use edge::EventSink;
use kernel::{AccountNumber, OwnerId, StoreError};
use offload::offload;
use tokio::sync::watch;

/// How events come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IngestSource {
    /// The engine pushed them.
    Pushed,
    /// We pulled them.
    Pulled,
}

impl IngestSource {
    fn as_str(self) -> &'static str {
        match self {
            Self::Pushed => "push",
            Self::Pulled => "pull",
        }
    }
}

/// Takes in events, counts them, and wakes who forwards them.
#[derive(Clone)]
pub struct EventIntake {
    intake: Intake,
    taken: Arc<watch::Sender<()>>,
}

impl EventIntake {
    /// Takes events in by `intake`; `taken` is told when there is something new.
    pub fn new(intake: Intake, taken: Arc<watch::Sender<()>>) -> Self {
        Self { intake, taken }
    }

    /// Takes a batch of the texts of events of an account of the owner: what is good of it is durable when this returns.
    pub async fn take(
        &self,
        owner: OwnerId,
        account: AccountNumber,
        texts: Vec<Box<str>>,
        way: IngestSource,
    ) -> Result<Outcome, IntakeError> {
        let size = texts.iter().map(|text| text.len()).sum();
        let read = offload(size, move || Batch::read(account, texts, json::parse)).await;
        let batch = read.map_err(|lost| StoreError::Failed(lost.into()))??;
        let outcome = self.intake.run(owner, batch).await?;
        if outcome.accepted > 0 {
            self.taken.send_replace(());
        }
        if outcome.quarantined > 0 {
            let events = outcome.quarantined;
            tracing::error!(%owner, events, "the database can't take events; they are set aside");
        }
        let rejected = u64::try_from(outcome.rejected.len()).unwrap_or(u64::MAX);
        for (word, count) in [
            ("accepted", outcome.accepted),
            ("duplicate", outcome.duplicates),
            ("quarantined", outcome.quarantined),
            ("rejected", rejected),
            ("unknown_type", outcome.unknown),
        ] {
            metrics::counter!("engine_events_total", "way" => way.as_str(), "outcome" => word)
                .increment(count);
        }
        Ok(outcome)
    }
}

#[async_trait]
impl EventSink for EventIntake {
    async fn take(
        &self,
        owner: OwnerId,
        account: AccountNumber,
        texts: Vec<Box<str>>,
    ) -> Result<Outcome, IntakeError> {
        EventIntake::take(self, owner, account, texts, IngestSource::Pushed).await
    }
}
