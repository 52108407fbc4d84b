//! Background jobs of the edge.

use std::sync::Arc;
use std::time::Duration;

use edge::{Geoip, SnapshotKeeper};
use edge_files::touch_journal::{Journal, Shipper};
use kernel::Clock as _;
use runtime::SystemClock;
use workers::StopSignal;

/// Pause between the start and the preparation of rules.
const PREPARE_AFTER: Duration = Duration::from_secs(2);
/// Interval of checks for a new country database.
const EVERY: Duration = Duration::from_secs(60);
/// Interval of checks for due snapshots.
const SNAPSHOTS_EVERY: Duration = Duration::from_secs(2);
/// Time to store the last touches during a stop. The rest stays on disk.
const LAST: Duration = Duration::from_secs(5);

/// Stores touches from the journal until the stop, and then the rest.
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
        tracing::warn!("touches stay on the disk; the next start stores them in the database");
    }
}

/// Loads the numbering plans and compiles the rules for user agents, so that requests don't wait for either. Begins a
/// little after the start, which needs the processors itself.
pub(super) async fn prepare_rules(mut stop: StopSignal) {
    if stop.within(PREPARE_AFTER).await {
        return;
    }
    // A conversion waits for plans that are being loaded, so this thread keeps its priority.
    if let Err(error) = tokio::task::spawn_blocking(conversion_pixel::load_numbering_plans).await {
        tracing::warn!(cause = ?error, "numbering plans are loaded when a conversion first needs them");
    }
    if let Err(error) = offload::in_background("rules", visitor_agent::compile_rules) {
        tracing::warn!(cause = ?error, "rules are compiled when requests first need them");
    }
}

/// Checks every minute for a new country database, until the stop.
pub(super) async fn reload_geoip(geoip: Arc<Geoip>, mut stop: StopSignal) {
    while !stop.within(EVERY).await {
        let geoip = Arc::clone(&geoip);
        match tokio::task::spawn_blocking(move || geoip.renew()).await {
            Ok(Ok(false)) => {}
            Ok(Ok(true)) => tracing::info!("the country database was reloaded"),
            Ok(Err(error)) => tracing::warn!(cause = ?error, "the country database could not be reloaded"),
            Err(error) => tracing::error!(cause = ?error, "the country database could not be reloaded"),
        }
    }
}

/// Takes snapshots of the served hosts, until the stop.
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
