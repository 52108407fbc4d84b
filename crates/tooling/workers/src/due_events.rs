use std::time::Duration;

use attribution::intake::Intake;

use crate::StopSignal;

const EVERY: Duration = Duration::from_secs(30);

/// Takes in quarantined events from the future once they are due, until the stop.
pub async fn take_in_due(intake: Intake, mut stop: StopSignal) {
    loop {
        match intake.take_in_due(|text| serde_json::from_str(text)).await {
            Ok(0) => {}
            Ok(events) => tracing::info!(events, "events that lay ahead are taken in"),
            Err(error) => tracing::warn!(cause = ?error, "events that lay ahead could not be taken in"),
        }
        if stop.within(EVERY).await {
            return;
        }
    }
}
