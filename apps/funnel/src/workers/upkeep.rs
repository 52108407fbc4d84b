use std::time::Duration;

use adapter_postgres::PgIdempotencyStore;
use kernel::Clock;

use super::StopSignal;

const EVERY: Duration = Duration::from_secs(60);
/// Between two steps of one clean-up, so that it never holds up other work.
const BETWEEN_STEPS: Duration = Duration::from_millis(50);

/// Deletes stored answers that are too old to be replayed, in small steps, until the stop.
pub async fn forget_answers(store: PgIdempotencyStore, clock: impl Clock, mut stop: StopSignal) {
    loop {
        let wait = match store.forget_old(clock.now()).await {
            Ok(0) => EVERY,
            Ok(_) => BETWEEN_STEPS,
            Err(error) => {
                tracing::warn!(cause = ?error, "old answers could not be deleted");
                EVERY
            }
        };
        if stop.within(wait).await {
            return;
        }
    }
}
