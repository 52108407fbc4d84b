use std::sync::Arc;

use application::pulls::{Pull, PullStore};
use async_trait::async_trait;
use kernel::Clock;
use smartlink_policy::ports::EngineError;
use smartlink_policy::syncing::{SyncError, SyncLinks, Synced};

use crate::StopSignal;
use crate::pulls::{LONGEST, PullError, Pulling, Source};

/// Pulls the links of every connected owner, `pause_seconds` after the owner's last pull, until the process stops.
pub async fn sync_links(
    sync: SyncLinks,
    pulls: Arc<dyn PullStore>,
    clock: Arc<dyn Clock>,
    pause_seconds: i64,
    stop: StopSignal,
) {
    Pulling { pulls, source: Links(sync), clock, pause_seconds }.run(stop).await;
}

/// Source that pulls the links of an owner's account.
struct Links(SyncLinks);

#[async_trait]
impl Source for Links {
    const NAME: &'static str = "links";
    /// Lease for the pull of all links.
    const LEASE_SECONDS: i64 = LONGEST.as_secs().cast_signed() + 60;

    async fn pull(&self, pull: &Pull) -> Result<&'static str, PullError> {
        match self.0.run(pull.owner).await {
            Ok(Synced { bad_links: 0, bad_stats: 0, .. }) => Ok("done"),
            Ok(Synced { bad_links, bad_stats, .. }) => {
                tracing::warn!(owner = %pull.owner, links = bad_links, stats = bad_stats,
                    "an engine sent invalid links or statistics");
                Ok("with_errors")
            }
            Err(SyncError::Engine(EngineError::NotConnected)) => Err(PullError::NotConnected),
            Err(error) => Err(PullError::failed(error)),
        }
    }

    fn count(word: &'static str) {
        metrics::counter!("link_syncs_total", "outcome" => word).increment(1);
    }
}
