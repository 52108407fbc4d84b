use std::sync::Arc;
use std::time::Duration;

use landing_draft::provisioning::ProvisionDomains;
use tokio::sync::Notify;

use super::StopSignal;

/// How many domains one round takes.
const ROUND: u32 = 20;
/// How long to wait when nothing is due. News cut it short; it is what finds work when news are lost.
const IDLE: Duration = Duration::from_secs(1);
/// How long to wait after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// Provisions domains as they become due, until the stop. `news` wakes it.
pub async fn provision(domains: ProvisionDomains, news: Arc<Notify>, mut stop: StopSignal) {
    loop {
        let wait = match domains.run(ROUND).await {
            Ok(round) => {
                let outcomes = [
                    ("active", round.activated),
                    ("waiting", round.waiting),
                    ("failed", round.failed),
                    ("lost", round.lost),
                ];
                for (outcome, count) in outcomes {
                    metrics::counter!("provisioning_attempts_total", "outcome" => outcome)
                        .increment(count.into());
                }
                if round.tried() == ROUND { Duration::ZERO } else { IDLE }
            }
            Err(error) => {
                tracing::warn!(cause = ?error, "domains could not be provisioned");
                AFTER_FAILURE
            }
        };
        tokio::select! {
            stopped = stop.within(wait) => if stopped { return },
            () = news.notified() => {}
        }
    }
}
