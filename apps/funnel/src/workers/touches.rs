use std::time::Duration;

use kernel::Clock;
use touch_journal::{Journal, Shipper};
use touches::ports::TouchStore;

use super::StopSignal;

/// How long the last touches may take into the database at a stop. What does not make it stays on the disk.
const LAST: Duration = Duration::from_secs(5);
/// How long a pass over old touches waits for the next.
const PAUSE: Duration = Duration::from_secs(60);
/// Touches forgotten in one statement, so that none holds locks for long.
const STEP: u32 = 2_000;
const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// Stores what the edge has written down, until the stop, and then the rest.
pub async fn ship_touches(journal: Journal, mut shipper: Shipper, mut stop: StopSignal) {
    tokio::select! {
        () = shipper.run() => {}
        () = stop.told() => {}
    }
    // Closing waits for the disk.
    if tokio::task::spawn_blocking(move || journal.close()).await.is_err() {
        tracing::error!("the journal of touches could not be closed");
    }
    if tokio::time::timeout(LAST, shipper.drain()).await.is_err() {
        tracing::warn!("touches stay on the disk; the next start ships them");
    }
}

/// Forgets touches that are older than `days`, in small steps. Figures stay.
pub async fn purge_touches(store: impl TouchStore, clock: impl Clock, days: u32, mut stop: StopSignal) {
    loop {
        let before = clock.now().plus_seconds(-i64::from(days) * SECONDS_A_DAY);
        let pause = match store.forget(before, STEP).await {
            Ok(forgotten) if forgotten >= u64::from(STEP) => Duration::ZERO,
            Ok(_) => PAUSE,
            Err(error) => {
                tracing::warn!(cause = ?error, "old touches could not be forgotten");
                PAUSE
            }
        };
        if stop.within(pause).await {
            return;
        }
    }
}
