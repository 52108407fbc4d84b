use std::time::Duration;

use kernel::Clock;
use touches::ports::TouchStore;

use crate::StopSignal;

/// Pause between two passes over old touches.
const PAUSE: Duration = Duration::from_secs(60);
/// Number of touches deleted in one statement, so that no statement holds locks for long.
const STEP: u32 = 2_000;
const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// Purges touches older than `days`, in small steps. Counts stay.
pub async fn purge_touches(store: impl TouchStore, clock: impl Clock, days: u32, mut stop: StopSignal) {
    loop {
        let before = clock.now().plus_seconds(-i64::from(days) * SECONDS_A_DAY);
        let pause = match store.purge(before, STEP).await {
            Ok(purged) if purged >= u64::from(STEP) => Duration::ZERO,
            Ok(_) => PAUSE,
            Err(error) => {
                tracing::warn!(cause = ?error, "old touches could not be deleted");
                PAUSE
            }
        };
        if stop.within(pause).await {
            return;
        }
    }
}
