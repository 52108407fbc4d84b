use std::time::Duration;

use attribution::intake::Intake;
use conversion_pixel::forwarding::Forwarding;

use crate::StopSignal;

const EVERY: Duration = Duration::from_secs(600);

/// Purges event data after its retention, until the process stops. Event data are raw events of unknown types,
/// conversions that wait for clicks, and personal data in deliveries that are too old to send.
pub async fn purge_events(intake: Intake, forwarding: Forwarding, mut stop: StopSignal) {
    loop {
        if let Err(error) = intake.purge().await {
            tracing::warn!(cause = ?error, "old events could not be deleted");
        }
        if let Err(error) = forwarding.purge_fields().await {
            tracing::warn!(cause = ?error, "personal data of old pixel deliveries could not be deleted");
        }
        if stop.within(EVERY).await {
            return;
        }
    }
}
