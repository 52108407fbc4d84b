//! The recorded funnel links of an owner with the engine's stats.

use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use kernel::{AccountNumber, Clock, OwnerId, Search, StoreError};
use serde::{Deserialize, Serialize};

use crate::ports::{EngineError, FunnelEngine, LinkPlace, MAX_STATS, RecordedLink, TrackedLinkStore};
use crate::syncing::stats_of;
use crate::upstream::{Day, LinkStats, VendorStats};

/// How many calls for stats are made at once.
const AT_ONCE: usize = 4;

/// Why the links could not be listed.
#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    /// The engine is not connected, or could not answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A recorded link and its stats. `arps_cents` is [`VendorStats::arps_cents`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackedLink {
    /// The link.
    pub link: RecordedLink,
    /// Whether it is of an account that was connected before: nobody is asked about it, and it is never switched.
    pub is_foreign: bool,
    /// Its stats; all 0 when the engine has none, and of a foreign one.
    pub stats: LinkStats,
}

/// A page of links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackedLinkPage {
    /// The links by offer, then creation time, then provider id.
    pub items: Vec<TrackedLink>,
    /// The place behind which the next page begins; none on the last one.
    pub next: Option<LinkPlace>,
}

/// Lists funnel links with live stats.
#[derive(Clone)]
pub struct LinkListing {
    engine: Arc<dyn FunnelEngine>,
    links: Arc<dyn TrackedLinkStore>,
    clock: Arc<dyn Clock>,
}

impl LinkListing {
    /// Lists the links of this store with the stats of this engine.
    pub fn new(
        engine: Arc<dyn FunnelEngine>,
        links: Arc<dyn TrackedLinkStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { engine, links, clock }
    }

    /// Up to `limit` links behind `after`; with `search` those alone whose name or provider id has it. Without a connection it fails, also when there are no links.
    pub async fn page(
        &self,
        owner: OwnerId,
        search: Option<&Search>,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<TrackedLinkPage, ListingError> {
        // One more than asked for shows whether there is a next page.
        let one_more = limit.saturating_add(1);
        let mut links = match search {
            None => self.links.list(owner, after, one_more).await?,
            Some(search) => self.links.search(owner, search, after, one_more).await?,
        };
        let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = links.len() > wanted;
        links.truncate(wanted);
        let next = links.last().filter(|_| more).map(|link| (&link.upstream).into());
        let account = self.engine.connected(owner).await?.ok_or(EngineError::NotConnected)?.number;
        if links.is_empty() {
            self.engine.account(owner).await?;
        }
        let chunks: Vec<_> = links.chunks(MAX_STATS).map(<[_]>::to_vec).collect();
        let chunks = chunks.into_iter().map(|chunk| self.with_stats(owner, account, chunk));
        let chunks: Vec<_> = stream::iter(chunks).buffered(AT_ONCE).collect().await;
        let items: Result<Vec<_>, _> = chunks.into_iter().collect();
        Ok(TrackedLinkPage { items: items?.into_iter().flatten().collect(), next })
    }

    async fn with_stats(
        &self,
        owner: OwnerId,
        account: AccountNumber,
        links: Vec<RecordedLink>,
    ) -> Result<Vec<TrackedLink>, EngineError> {
        let ids = links.iter().map(|link| &link.upstream.provider_id);
        let ids: Vec<_> = ids.filter(|id| id.account() == account).cloned().collect();
        let mut stats = stats_of(&*self.engine, owner, &ids).await?.good;
        let today = Day::of(self.clock.now());
        let tracked = links.into_iter().map(|link| {
            let id = &link.upstream.provider_id;
            let none = || LinkStats {
                provider_id: id.clone(),
                vendor: VendorStats::none_on(today.clone()),
                conversions: 0,
                revenue_net_cents: 0,
            };
            let stats = stats.remove(id).unwrap_or_else(none);
            TrackedLink { is_foreign: link.upstream.provider_id.account() != account, link, stats }
        });
        Ok(tracked.collect())
    }
}

#[cfg(test)]
mod tests;
