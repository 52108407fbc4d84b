//! Taking in the engine's events, however they come.

use std::sync::Arc;

use adapter_postgres::json;
use attribution::intake::{Intake, IntakeError, MAX_BATCH, Outcome};
use kernel::{Node, OwnerId};
use serde_json::Value;
use tokio::sync::watch;

/// How events come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The engine pushed them.
    Pushed,
    /// We pulled them.
    Pulled,
}

impl Way {
    fn word(self) -> &'static str {
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

    /// Takes a batch: what is good of it is durable when this returns.
    pub async fn take(&self, owner: OwnerId, batch: &[Value], way: Way) -> Result<Outcome, IntakeError> {
        if batch.len() > MAX_BATCH {
            return Err(IntakeError::TooMany);
        }
        let nodes: Vec<Node> = batch.iter().map(json::to_node).collect();
        let outcome = self.intake.run(owner, &nodes).await?;
        if outcome.accepted > 0 {
            self.taken.send_replace(());
        }
        let rejected = u64::try_from(outcome.rejected.len()).unwrap_or(u64::MAX);
        for (word, count) in [
            ("accepted", outcome.accepted),
            ("duplicate", outcome.duplicates),
            ("rejected", rejected),
            ("unknown_type", outcome.unknown),
        ] {
            metrics::counter!("engine_events_total", "way" => way.word(), "outcome" => word).increment(count);
        }
        Ok(outcome)
    }
}
