use std::sync::Arc;
use std::time::Duration;

use adapter_postgres::Standby;
use kernel::UnixTime;

use workers::StopSignal;

/// Interval of checks, and so the maximum error of the reported lag.
const PAUSE: Duration = Duration::from_secs(1);

/// Tracks the lag of the read replica until the stop.
pub(super) async fn watch_standby(standby: Arc<Standby>, mut stop: StopSignal) {
    let mut was_fresh = None;
    loop {
        let looked = standby.look().await;
        let as_of = standby.as_of();
        let is_fresh = as_of.is_some();
        if was_fresh != Some(is_fresh) {
            log_age(as_of, looked.err());
            was_fresh = Some(is_fresh);
        }
        metrics::gauge!("read_replica_fresh").set(if is_fresh { 1.0 } else { 0.0 });
        if stop.within(PAUSE).await {
            return;
        }
    }
}

fn log_age(as_of: Option<UnixTime>, error: Option<kernel::StoreError>) {
    match (as_of, error) {
        (Some(_), _) => tracing::info!("the read replica is used"),
        (None, Some(error)) => tracing::warn!(cause = ?error, "the read replica is not used"),
        (None, None) => tracing::warn!("the read replica is not used: it lags behind, or is not a standby"),
    }
}
