use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError};
use landing_draft::provisioning::{ProvisionDomains, Round};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::StopSignal;
use crate::turns::{ASKING, Turns, take_turns};

/// Number of concurrently provisioned domains of one owner.
const AT_ONCE: u32 = 4;
/// Maximum time for one owner's domains in a row; an owner with more goes to the end of the queue.
const TURN: Duration = Duration::from_secs(30);

/// Provisions domains as they become due, until the process stops. `wakeup` starts a search at once.
pub async fn provision(domains: ProvisionDomains, wakeup: Arc<Notify>, stop: StopSignal) {
    // Publishes zeros, so that an alert notices the first failing domains.
    count(Round::default());
    take_turns(Domains(domains), ASKING, wakeup, stop).await;
}

struct Domains(ProvisionDomains);

#[async_trait]
impl Turns for Domains {
    fn name(&self) -> &'static str {
        "domains to be provisioned"
    }

    async fn due(&self, failing: bool, served: &[OwnerId], limit: u32) -> Result<Vec<OwnerId>, StoreError> {
        self.0.due(failing, served, limit).await
    }

    async fn serve(&self, owner: OwnerId, mut stop: StopSignal) {
        let began = Instant::now();
        while began.elapsed() < TURN && !stop.within(Duration::ZERO).await {
            match self.0.run(owner, AT_ONCE).await {
                Ok(round) if round.tried() == 0 => return,
                Ok(round) => count(round),
                Err(error) => {
                    tracing::warn!(%owner, cause = ?error, "domains could not be provisioned");
                    return;
                }
            }
        }
    }
}

fn count(round: Round) {
    let outcomes = [
        ("active", round.activated),
        ("waiting", round.waiting),
        ("failed", round.failed),
        ("lost", round.lost),
    ];
    for (outcome, count) in outcomes {
        metrics::counter!("provisioning_attempts_total", "outcome" => outcome).increment(count.into());
    }
}
