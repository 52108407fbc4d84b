//! What an edge does beside answering.

use std::sync::Arc;
use std::time::Duration;

use edge::{Geoip, SnapshotKeeper};
use kernel::Clock as _;
use runtime::SystemClock;
use touch_journal::{Journal, Shipper};
use workers::StopSignal;

/// How often it is looked whether the country database was replaced.
const EVERY: Duration = Duration::from_secs(60);
/// How often it is looked which snapshots have to be taken.
const SNAPSHOTS_EVERY: Duration = Duration::from_secs(2);
/// How long the last touches may take into the database at a stop. What does not make it stays on the disk.
const LAST: Duration = Duration::from_secs(5);

/// Stores what the edge has written down, until the stop, and then the rest.
pub(super) async fn ship_touches(journal: Journal, mut shipper: Shipper, mut stop: StopSignal) {
    tokio::select! {
        () = shipper.run() => {}
        () = stop.cancelled() => {}
    }
    // Closing waits for the disk.
    if tokio::task::spawn_blocking(move || journal.close()).await.is_err() {
        tracing::error!("the journal of touches could not be closed");
    }
    if tokio::time::timeout(LAST, shipper.drain()).await.is_err() {
        tracing::warn!("touches stay on the disk; the next start ships them");
    }
}

/// Looks every minute whether the country database was replaced, until the stop.
pub(super) async fn reload_geoip(geoip: Arc<Geoip>, mut stop: StopSignal) {
    while !stop.within(EVERY).await {
        let geoip = Arc::clone(&geoip);
        match tokio::task::spawn_blocking(move || geoip.renew()).await {
            Ok(Ok(false)) => {}
            Ok(Ok(true)) => tracing::info!("the country database was read anew"),
            Ok(Err(error)) => tracing::warn!(cause = ?error, "the country database could not be read anew"),
            Err(error) => tracing::error!(cause = ?error, "the country database could not be read anew"),
        }
    }
}

/// Takes snapshots of what the edge serves, until the stop.
pub(super) async fn keep_snapshots(mut keeper: SnapshotKeeper, mut stop: StopSignal) {
    let mut was_kept = true;
    loop {
        let kept = keeper.pass(SystemClock.now()).await;
        metrics::gauge!("edge_snapshots_failing").set(if kept.is_ok() { 0.0 } else { 1.0 });
        match &kept {
            Err(error) if was_kept => tracing::warn!(cause = ?error, "snapshots can't be taken"),
            Ok(()) if !was_kept => tracing::info!("snapshots are taken again"),
            _ => {}
        }
        was_kept = kept.is_ok();
        if stop.within(SNAPSHOTS_EVERY).await {
            return;
        }
    }
}
