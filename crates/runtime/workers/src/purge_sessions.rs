use std::time::Duration;

use auth_scopes::{Session, SessionStore};
use kernel::Clock;

use crate::StopSignal;

const EVERY: Duration = Duration::from_secs(600);
/// Pause between two steps of one cleanup, so that the cleanup never delays other work.
const BETWEEN_STEPS: Duration = Duration::from_millis(50);

/// Deletes ended dashboard sessions, in small steps, until the process stops.
pub async fn purge_sessions(store: impl SessionStore, clock: impl Clock, mut stop: StopSignal) {
    loop {
        let now = clock.now();
        let wait = match store.purge(Session::idle_since(now), now).await {
            Ok(0) => EVERY,
            Ok(_) => BETWEEN_STEPS,
            Err(error) => {
                tracing::warn!(cause = ?error, "old sessions could not be deleted");
                EVERY
            }
        };
        if stop.within(wait).await {
            return;
        }
    }
}
