//! Keeping what is known of upstream links fresh: all links and stats of an account, pulled and recorded.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{AccountNumber, Clock, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

use crate::link::ProviderId;
use crate::ports::{EngineError, EngineStats, FunnelEngine, MAX_STATS, PulledLink, TrackedLinkStore};
use crate::upstream::{Day, LinkStats, VendorStats};

/// Why an account could not be pulled.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// The engine is not connected, or could not answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a pull brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Synced {
    /// How many links were recorded.
    pub links: usize,
    /// How many links made no sense and were left out.
    pub bad_links: usize,
    /// How many stats made no sense and were left out.
    pub bad_stats: usize,
}

/// Pulls an owner's links from the engine. A job of the worker.
#[derive(Clone)]
pub struct SyncLinks {
    engine: Arc<dyn FunnelEngine>,
    links: Arc<dyn TrackedLinkStore>,
    clock: Arc<dyn Clock>,
}

impl SyncLinks {
    /// Pulls from this engine into this store.
    pub fn new(
        engine: Arc<dyn FunnelEngine>,
        links: Arc<dyn TrackedLinkStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { engine, links, clock }
    }

    /// Pulls all links of an owner with their stats and records them.
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

/// Stats by link: those that make sense, and how many do not.
pub(crate) struct FoundStats {
    pub(crate) good: HashMap<ProviderId, LinkStats>,
    pub(crate) bad: usize,
}

/// The stats of at most [`MAX_STATS`] links, all of one account.
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
                // Counters grow, so of several days the last one has all.
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

/// Stats that can be: a day of the calendar, and no count below 0. Money may be, after refunds.
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
