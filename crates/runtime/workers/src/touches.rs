use std::time::Duration;

use kernel::{Clock, StoreError};
use touches::UserAgent;
use touches::ports::TouchStore;

use crate::StopSignal;

/// Pause between two passes over old touches.
const PAUSE: Duration = Duration::from_secs(60);
/// Number of touches deleted in one statement, so that no statement holds locks for long.
const STEP: u32 = 2_000;
const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// Purges touches older than `days`, and user agents of clicks after [`UserAgent::KEPT_DAYS`], in small steps. Counts
/// stay.
pub async fn purge_touches(store: impl TouchStore, clock: impl Clock, days: u32, mut stop: StopSignal) {
    loop {
        let now = clock.now();
        let old = now.plus_seconds(-i64::from(days) * SECONDS_A_DAY);
        let touches = pause_after(store.purge(old, STEP).await, "old touches could not be deleted");
        let old = now.plus_seconds(-UserAgent::KEPT_DAYS * SECONDS_A_DAY);
        let purged = store.purge_user_agents(old, STEP).await;
        let user_agents = pause_after(purged, "user agents of old clicks could not be removed");
        if stop.within(touches.min(user_agents)).await {
            return;
        }
    }
}

/// Returns the pause after a step: none if there may be more to purge.
fn pause_after(purged: Result<u64, StoreError>, failure: &str) -> Duration {
    match purged {
        Ok(purged) if purged >= u64::from(STEP) => Duration::ZERO,
        Ok(_) => PAUSE,
        Err(error) => {
            tracing::warn!(cause = ?error, "{failure}");
            PAUSE
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use async_trait::async_trait;
    use kernel::UnixTime;
    use tokio::sync::watch;
    use touches::Touch;

    use super::*;

    const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

    struct Now;

    impl Clock for Now {
        fn now(&self) -> UnixTime {
            NOW
        }
    }

    /// Store that notes what is purged, with the age in days.
    #[derive(Clone, Default)]
    struct Noted(Arc<Mutex<Vec<(&'static str, i64)>>>);

    impl Noted {
        fn note(&self, what: &'static str, before: UnixTime) -> Result<u64, StoreError> {
            let days = (NOW.seconds() - before.seconds()) / SECONDS_A_DAY;
            self.0.lock().unwrap().push((what, days));
            Err(StoreError::Unavailable("gone".into()))
        }
    }

    #[async_trait]
    impl TouchStore for Noted {
        async fn put(&self, _: &[Touch]) -> Result<(), StoreError> {
            Ok(())
        }

        async fn purge(&self, before: UnixTime, _: u32) -> Result<u64, StoreError> {
            self.note("touches", before)
        }

        async fn purge_user_agents(&self, before: UnixTime, _: u32) -> Result<u64, StoreError> {
            self.note("user agents", before)
        }
    }

    #[tokio::test]
    async fn user_agents_go_after_seven_days_and_touches_after_their_own_time() {
        let store = Noted::default();
        // Without a sender, the job stops after its first pass.
        let stop = StopSignal(watch::channel(false).1);
        purge_touches(store.clone(), Now, 90, stop).await;
        assert_eq!(*store.0.lock().unwrap(), [("touches", 90), ("user agents", 7)]);
    }

    #[test]
    fn a_full_step_is_followed_by_another_at_once() {
        for (purged, pause) in [(Ok(2_000), Duration::ZERO), (Ok(1_999), PAUSE), (Ok(0), PAUSE)] {
            assert_eq!(pause_after(purged, "failed"), pause);
        }
        assert_eq!(pause_after(Err(StoreError::Unavailable("gone".into())), "failed"), PAUSE);
    }
}
