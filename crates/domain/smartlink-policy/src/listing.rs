//! Use-case: lists the recorded funnel links of an owner with live statistics from the engine.

use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use kernel::{AccountNumber, Clock, OwnerId, Search, StoreError};
use serde::{Deserialize, Serialize};

use crate::ports::{EngineError, FunnelEngine, LinkPlace, MAX_STATS, RecordedLink, TrackedLinkStore};
use crate::syncing::stats_of;
use crate::upstream::{Day, LinkStats, VendorStats};

/// Maximum number of concurrent statistics calls.
const AT_ONCE: usize = 4;

/// Reason why the links could not be listed.
#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    /// The engine is not connected, or the call failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Recorded link with its statistics. For the average revenue per subscriber, see [`VendorStats::arps_cents`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackedLink {
    /// Recorded link.
    pub link: RecordedLink,
    /// Whether the link belongs to a formerly connected account. The engine is never asked about such a link, and the
    /// link is never switched.
    pub is_foreign: bool,
    /// Statistics of the link; all 0 if the engine has none, and for a foreign link.
    pub stats: LinkStats,
}

/// Page of links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackedLinkPage {
    /// Links in order of offer, creation time, and provider id.
    pub items: Vec<TrackedLink>,
    /// Position of the last item, after which the next page starts; `None` on the last page.
    pub next: Option<LinkPlace>,
}

/// Use-case that lists funnel links with live statistics.
#[derive(Clone)]
pub struct LinkListing {
    engine: Arc<dyn FunnelEngine>,
    links: Arc<dyn TrackedLinkStore>,
    clock: Arc<dyn Clock>,
}

impl LinkListing {
    /// Creates the use-case over an engine, a store and a clock.
    pub fn new(
        engine: Arc<dyn FunnelEngine>,
        links: Arc<dyn TrackedLinkStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { engine, links, clock }
    }

    /// Returns up to `limit` links after `after`. With `search`, only links whose name or provider id contains the
    /// text. Fails without a connection, even if there are no links.
    pub async fn page(
        &self,
        owner: OwnerId,
        search: Option<&Search>,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<TrackedLinkPage, ListingError> {
        // One extra item shows whether there is a next page.
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
