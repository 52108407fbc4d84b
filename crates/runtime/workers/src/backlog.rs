use std::time::Duration;

use broadcast_gate::backlog::{Backlog, BacklogStore};
use kernel::{Clock, UnixTime};

use crate::StopSignal;

/// Interval between measurements.
const LOOK: Duration = Duration::from_secs(15);

/// Publishes the remaining work of running campaigns as metrics, until the process stops. The numbers cover the whole
/// service, so every process with this job publishes the same.
pub async fn measure_broadcasts(store: impl BacklogStore, clock: impl Clock, mut stop: StopSignal) {
    loop {
        let now = clock.now();
        match store.backlog(now).await {
            Ok(backlog) => show(&backlog, now),
            Err(error) => tracing::warn!(cause = ?error, "the backlog of campaigns could not be read"),
        }
        if stop.within(LOOK).await {
            return;
        }
    }
}

fn show(backlog: &Backlog, now: UnixTime) {
    // A gauge is a float, exact far beyond any number of fans.
    let gauge = |count: u64| u32::try_from(count).map_or(f64::INFINITY, f64::from);
    metrics::gauge!("broadcast_rows_pending").set(gauge(backlog.pending));
    metrics::gauge!("broadcast_rows_unknown").set(gauge(backlog.unknown));
    let overdue = backlog.overdue_since.map_or(0, |since| now.seconds().saturating_sub(since.seconds()));
    metrics::gauge!("broadcast_overdue_seconds").set(gauge(u64::try_from(overdue).unwrap_or_default()));
}
