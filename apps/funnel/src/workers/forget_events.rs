use std::time::Duration;

use attribution::intake::Intake;

use super::StopSignal;

const EVERY: Duration = Duration::from_secs(600);

/// Forgets raw events of unknown types, and what waits for clicks, once it was kept for long enough, until the stop.
pub async fn forget_events(intake: Intake, mut stop: StopSignal) {
    loop {
        if let Err(error) = intake.forget().await {
            tracing::warn!(cause = ?error, "old events could not be forgotten");
        }
        if stop.within(EVERY).await {
            return;
        }
    }
}
