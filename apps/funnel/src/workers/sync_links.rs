use std::sync::Arc;
use std::time::Duration;

use engine_link::EngineConnections;
use kernel::OwnerId;
use smartlink_policy::ports::EngineError;
use smartlink_policy::syncing::{SyncError, SyncLinks};
use tokio::task::JoinSet;

use super::StopSignal;

/// Owners whose links are pulled at once, so that one slow engine does not hold up the others.
const AT_ONCE: usize = 8;

/// Pulls the links of every connected owner, over and over with `pause` between two rounds.
pub async fn sync_links(
    sync: SyncLinks,
    connections: Arc<dyn EngineConnections>,
    pause: Duration,
    mut stop: StopSignal,
) {
    let sync = Arc::new(sync);
    loop {
        match connections.owners().await {
            Ok(owners) => {
                tokio::select! {
                    () = round(&sync, owners) => {}
                    () = stop.told() => return,
                }
            }
            Err(error) => tracing::warn!(cause = ?error, "the connected owners could not be listed"),
        }
        if stop.within(pause).await {
            return;
        }
    }
}

async fn round(sync: &Arc<SyncLinks>, owners: Vec<OwnerId>) {
    let mut running = JoinSet::new();
    for owner in owners {
        if running.len() >= AT_ONCE {
            running.join_next().await;
        }
        let sync = Arc::clone(sync);
        running.spawn(async move { report(owner, sync.run(owner).await) });
    }
    while running.join_next().await.is_some() {}
}

fn report(owner: OwnerId, outcome: Result<smartlink_policy::syncing::Synced, SyncError>) {
    let word = match &outcome {
        Ok(synced) if synced.bad_links > 0 || synced.bad_figures > 0 => {
            let (links, figures) = (synced.bad_links, synced.bad_figures);
            tracing::warn!(%owner, links, figures, "an engine told of links or figures that make no sense");
            "with_faults"
        }
        Ok(_) => "done",
        // Whoever has not connected again since the engine refused him sees it at every call of his own.
        Err(SyncError::Engine(EngineError::NotConnected)) => "not_connected",
        Err(error) => {
            tracing::warn!(%owner, cause = ?error, "links could not be pulled");
            "failed"
        }
    };
    metrics::counter!("link_syncs_total", "outcome" => word).increment(1);
}
