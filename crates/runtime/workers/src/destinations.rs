use std::sync::Arc;
use std::time::Duration;

use application::destinations::CheckDue;
use application::destinations::ports::Turn;
use async_trait::async_trait;
use kernel::{OwnerId, StoreError};
use tokio::time::Instant;

use crate::StopSignal;
use crate::turns::{ASKING, Turns, take_turns};

/// Number of concurrent checks of one owner's destinations.
const AT_ONCE: u32 = 4;
/// Maximum time for one owner's destinations in a row; an owner with more goes to the end of the queue.
const TURN: Duration = Duration::from_secs(30);

/// Checks the destinations of opted-in owners as they become due, until the process stops.
pub async fn check_destinations(checks: CheckDue, stop: StopSignal) {
    take_turns(Destinations(checks), ASKING, Arc::default(), stop).await;
}

struct Destinations(CheckDue);

impl Destinations {
    /// Checks until nothing is due, the owner's time is over, or the process stops.
    async fn look(&self, turn: &Turn, mut stop: StopSignal) -> Result<(), StoreError> {
        let began = Instant::now();
        while began.elapsed() < TURN && !stop.within(Duration::ZERO).await {
            if self.0.round(turn, AT_ONCE).await?.due() == 0 {
                break;
            }
        }
        self.0.finish(turn).await
    }
}

#[async_trait]
impl Turns for Destinations {
    fn name(&self) -> &'static str {
        "destinations"
    }

    async fn due(&self, failing: bool, served: &[OwnerId], limit: u32) -> Result<Vec<OwnerId>, StoreError> {
        self.0.due(failing, served, limit).await
    }

    async fn serve(&self, owner: OwnerId, stop: StopSignal) {
        let turn = match self.0.begin(owner).await {
            Ok(Some(turn)) => turn,
            // Another process serves the owner.
            Ok(None) => return,
            Err(error) => {
                return tracing::warn!(%owner, cause = ?error, "destinations could not be collected; retried later");
            }
        };
        if let Err(error) = self.look(&turn, stop).await {
            tracing::warn!(%owner, cause = ?error, "destinations could not be checked; the lease expires");
        }
    }
}
