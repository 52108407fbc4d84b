use std::time::Duration;

use attribution::intake::Intake;

use crate::StopSignal;

const EVERY: Duration = Duration::from_secs(30);

/// Takes in events that were set aside because their time lay in the future, until the process stops.
pub async fn take_in_due(intake: Intake, mut stop: StopSignal) {
    loop {
        match intake.take_in_due(|text| serde_json::from_str(text)).await {
            Ok(0) => {}
            Ok(events) => {
                tracing::info!(events, "events dated in the future were stored when their time came")
            }
            Err(error) => tracing::warn!(cause = ?error, "events dated in the future could not be stored"),
        }
        if stop.within(EVERY).await {
            return;
        }
    }
}
