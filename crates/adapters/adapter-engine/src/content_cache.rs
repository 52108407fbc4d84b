//! Content of an owner, behind `ContentEngine`, and the cache of content lists.

use std::sync::Arc;

use async_trait::async_trait;
use content_vault::item::{ContentId, ContentItem};
use content_vault::ports::{ContentEngine, EngineError};
use engine_link::{EngineConnection, LinkState};
use kernel::OwnerId;
use quick_cache::sync::Cache;
use quick_cache::{OptionsBuilder, Weighter};
use runtime::Lookups;

use crate::EngineClient;

/// Maximum age of a cached list in seconds.
const FRESH_SECONDS: i64 = 10;
/// Cache size in bytes; fits about 200,000 items.
const ROOM: u64 = 16 << 20;
/// Approximate number of lists that fill the cache.
const VAULTS: usize = 200;

/// Cache key: owner, revision of the connection, and time span of the request. Lists of a past span
/// are no longer used and get evicted.
type Asked = (OwnerId, i64, i64);

#[derive(Clone)]
struct ByBytes;

impl Weighter<Asked, Arc<Vec<ContentItem>>> for ByBytes {
    fn weight(&self, _: &Asked, items: &Arc<Vec<ContentItem>>) -> u64 {
        let bytes = items.capacity().saturating_mul(size_of::<ContentItem>());
        u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(128)
    }
}

/// Content lists from some seconds ago, shared by all workers of a process.
pub struct ContentCache {
    lists: Cache<Asked, Arc<Vec<ContentItem>>, ByBytes>,
    lookups: Lookups,
}

/// Creates the cache with a single shard. Several shards would divide the space, and a long list
/// would fit into none.
fn lists() -> Cache<Asked, Arc<Vec<ContentItem>>, ByBytes> {
    let options =
        OptionsBuilder::new().shards(1).estimated_items_capacity(VAULTS).weight_capacity(ROOM).build();
    match options {
        Ok(options) => Cache::with_options(options, ByBytes, Default::default(), Default::default()),
        // Both capacities are set, so this can't happen.
        Err(_) => Cache::with_weighter(VAULTS, ROOM, ByBytes),
    }
}

impl ContentCache {
    /// Creates an empty cache.
    pub fn new() -> Self {
        Self { lists: lists(), lookups: Lookups::of("vaults") }
    }

    /// Publishes the number and size of the cached lists.
    pub fn measure(&self) {
        self.lookups.keep(self.lists.len(), self.lists.weight());
    }
}

impl Default for ContentCache {
    fn default() -> Self {
        Self::new()
    }
}

/// Implements [`ContentEngine`] with a cache. A list may be some seconds old; a single item is
/// always current.
pub struct CachedContent {
    client: EngineClient,
    cache: Arc<ContentCache>,
}

impl CachedContent {
    /// Wraps a client with this cache.
    pub fn new(client: EngineClient, cache: Arc<ContentCache>) -> Self {
        Self { client, cache }
    }
}

#[async_trait]
impl ContentEngine for CachedContent {
    async fn items(&self, owner: OwnerId) -> Result<Arc<Vec<ContentItem>>, EngineError> {
        let connection = self.client.connection(owner).await?.ok_or(EngineError::NotConnected)?;
        let EngineConnection { revision, state: LinkState::Connected, .. } = connection else {
            // Only the engine knows whether it still refuses the connection.
            return Ok(self.client.content(owner).await?);
        };
        let span = self.client.transport().clock().now().seconds().div_euclid(FRESH_SECONDS);
        // Concurrent requests for the same list wait for one answer.
        let (name, mut asked) = ((owner, revision.get(), span), false);
        let list = self.cache.lists.get_or_insert_async(&name, async {
            asked = true;
            Ok(self.client.content(owner).await?)
        });
        let list = list.await;
        self.cache.lookups.count(!asked);
        list
    }

    async fn find(&self, owner: OwnerId, id: ContentId) -> Result<Option<ContentItem>, EngineError> {
        Ok(self.client.content_item(owner, id).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the longest list and a full cache.
    #[tokio::test]
    async fn long_lists_are_remembered_until_the_room_is_full() {
        let item = || ContentItem {
            content_id: ContentId::new(1),
            media_type: content_vault::item::MediaType::Photo,
            buyers_count: 0,
            tips_cents: 0,
            likes_count: 0,
            has_cover: false,
            created_at: kernel::UnixTime::from_seconds(0),
        };
        let lists = lists();
        let mut asked = 0;
        for owner in [1, 2, 1, 2, 3, 3] {
            let name = (OwnerId::new(owner), 1, 1);
            let list = lists.get_or_insert_async(&name, async {
                asked += 1;
                Ok::<_, EngineError>(Arc::new(vec![item(); 50_000]))
            });
            assert_eq!(list.await.unwrap().len(), 50_000);
        }
        assert_eq!(asked, 3);
        for owner in 4..20 {
            lists.insert((OwnerId::new(owner), 1, 1), Arc::new(vec![item(); 50_000]));
        }
        assert!((ROOM / 2..=ROOM).contains(&lists.weight()), "{}", lists.weight());
    }
}
