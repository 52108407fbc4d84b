//! Use-case: pulls all links of an account with their statistics from the engine, and records them.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{AccountNumber, Clock, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

use crate::link::ProviderId;
use crate::ports::{EngineError, EngineStats, FunnelEngine, MAX_STATS, PulledLink, TrackedLinkStore};
use crate::upstream::{Day, LinkStats, VendorStats};

/// Reason why a pull failed.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// The engine is not connected, or the call failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Result of a pull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Synced {
    /// Number of recorded links.
    pub links: usize,
    /// Number of invalid links, which were left out.
    pub bad_links: usize,
    /// Number of invalid statistics, which were left out.
    pub bad_stats: usize,
}

/// Use-case that pulls an owner's links from the engine; runs in the worker.
#[derive(Clone)]
pub struct SyncLinks {
    engine: Arc<dyn FunnelEngine>,
    links: Arc<dyn TrackedLinkStore>,
    clock: Arc<dyn Clock>,
}

impl SyncLinks {
    /// Creates the use-case over an engine, a store and a clock.
    pub fn new(
        engine: Arc<dyn FunnelEngine>,
        links: Arc<dyn TrackedLinkStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { engine, links, clock }
    }

    /// Pulls all links of an owner with their statistics and records them.
    pub async fn run(&self, owner: OwnerId) -> Result<Synced, SyncError> {
        let pulled_at = self.clock.now();
        let listed = self.engine.links(owner).await?;
        let mut synced = Synced { bad_links: listed.bad, ..Synced::default() };
        for chunk in listed.links.chunks(MAX_STATS) {
            let ids: Vec<_> = chunk.iter().map(|link| link.provider_id.clone()).collect();
            let mut stats = stats_of(&*self.engine, owner, &ids).await?;
            synced.bad_stats += stats.bad;
            let pulled = chunk
                .iter()
                .map(|link| PulledLink { stats: stats.good.remove(&link.provider_id), link: link.clone() });
            let pulled: Vec<_> = pulled.collect();
            self.links.upsert(owner, &pulled, pulled_at).await?;
            synced.links += pulled.len();
        }
        Ok(synced)
    }
}

/// Valid statistics by link, and the number of invalid ones.
pub(crate) struct FoundStats {
    pub(crate) good: HashMap<ProviderId, LinkStats>,
    pub(crate) bad: usize,
}

/// Loads the statistics of at most [`MAX_STATS`] links of one account.
pub(crate) async fn stats_of(
    engine: &dyn FunnelEngine,
    owner: OwnerId,
    links: &[ProviderId],
) -> Result<FoundStats, EngineError> {
    let mut stats = FoundStats { good: HashMap::new(), bad: 0 };
    let Some(account) = links.first().map(ProviderId::account) else { return Ok(stats) };
    for answer in engine.link_stats(owner, links).await? {
        match checked(answer, account) {
            Some(good) if links.contains(&good.provider_id) => {
                // Counters are cumulative, so the latest of several days is complete.
                let known = stats.good.get(&good.provider_id);
                if known.is_none_or(|known: &LinkStats| known.vendor.day <= good.vendor.day) {
                    stats.good.insert(good.provider_id.clone(), good);
                }
            }
            _ => stats.bad += 1,
        }
    }
    Ok(stats)
}

/// Validates statistics: the day must exist, and no count may be below 0. Revenue may be negative after
/// refunds.
fn checked(answer: EngineStats, account: AccountNumber) -> Option<LinkStats> {
    let counts = [answer.clicks, answer.subscribers, answer.spenders, answer.conversions];
    if counts.iter().any(|count| *count < 0) {
        return None;
    }
    Some(LinkStats {
        provider_id: ProviderId::parse(&answer.provider_id)?.of_account(account),
        vendor: VendorStats {
            day: Day::parse(&answer.day)?,
            clicks: answer.clicks,
            subscribers: answer.subscribers,
            revenue_cents: answer.revenue_cents,
            spenders: answer.spenders,
        },
        conversions: answer.conversions,
        revenue_net_cents: answer.revenue_net_cents,
    })
}

#[cfg(test)]
mod tests;
