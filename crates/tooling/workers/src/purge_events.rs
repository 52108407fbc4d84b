use std::time::Duration;

use attribution::intake::Intake;
use conversion_pixel::forwarding::Forwarding;

use crate::StopSignal;

const EVERY: Duration = Duration::from_secs(600);

/// Purges what was kept of events for long enough, until the stop: raw ones of unknown types, what waits for clicks, and
/// what identifies fans in deliveries that nobody takes any more.
pub async fn purge_events(intake: Intake, forwarding: Forwarding, mut stop: StopSignal) {
    loop {
        if let Err(error) = intake.purge().await {
            tracing::warn!(cause = ?error, "old events could not be deleted");
        }
        if let Err(error) = forwarding.purge_fields().await {
            tracing::warn!(cause = ?error, "old deliveries could not be emptied");
        }
        if stop.within(EVERY).await {
            return;
        }
    }
}
