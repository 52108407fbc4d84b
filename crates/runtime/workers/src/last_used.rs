use std::sync::Arc;
use std::time::Duration;

use auth_scopes::{KeyStore, LastUsed};
use kernel::Clock;

use crate::StopSignal;

const EVERY: Duration = Duration::from_secs(5);

/// Stores the times of last use of API keys, outside of requests, and once more when the process stops.
pub async fn write_last_used(
    last_used: Arc<LastUsed>,
    keys: impl KeyStore,
    clock: impl Clock,
    mut stop: StopSignal,
) {
    loop {
        let stopped = stop.within(EVERY).await;
        if let Err(error) = last_used.flush(&keys, clock.now()).await {
            tracing::warn!(cause = ?error, "the last use of some keys could not be written");
        }
        if stopped {
            return;
        }
    }
}
