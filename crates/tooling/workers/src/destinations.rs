use std::sync::Arc;
use std::time::Duration;

use application::destinations::CheckDue;
use application::destinations::ports::Turn;
use async_trait::async_trait;
use kernel::{OwnerId, StoreError};
use tokio::time::Instant;

use crate::StopSignal;
use crate::turns::{ASKING, Turns, take_turns};

/// Concurrent checks per owner.
const AT_ONCE: u32 = 4;
/// Maximum time spent on one owner before other waiting owners are served.
const TURN: Duration = Duration::from_secs(30);

/// Checks due destinations of owners who have opted in, until the stop.
pub async fn check_destinations(checks: CheckDue, stop: StopSignal) {
    take_turns(Destinations(checks), ASKING, Arc::default(), stop).await;
}

struct Destinations(CheckDue);

impl Destinations {
    /// Checks until nothing is due, or until the turn or the process ends.
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
            // Another process has the lease.
            Ok(None) => return,
            Err(error) => {
                return tracing::warn!(%owner, cause = ?error, "destinations could not be gathered; retrying later");
            }
        };
        if let Err(error) = self.look(&turn, stop).await {
            tracing::warn!(%owner, cause = ?error, "destinations could not be checked; the lease expires");
        }
    }
}
