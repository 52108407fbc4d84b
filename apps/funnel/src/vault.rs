//! The ports of the vault and of content requests on an engine.

use std::collections::HashSet;
use std::sync::Arc;

use adapter_engine::{Content, ContentSort, EngineClient, Failure, IdempotencyKey, MediaType, RequestAnswer};
use async_trait::async_trait;
use content_vault::item::{ContentId, ContentItem};
use content_vault::ports::{ContentEngine, EngineError, RequestEngine, SendOutcome};
use content_vault::request::{Answer, Outgoing};
use engine_link::{EngineConnection, EngineConnections, LinkState};
use kernel::{Clock as _, OwnerId};
use quick_cache::sync::Cache;
use quick_cache::{OptionsBuilder, Weighter};
use runtime::Lookups;
use runtime::SystemClock;

/// How old the list of a vault may be, in seconds.
const BELIEVED_SECONDS: i64 = 10;
/// Bytes of all vaults together that a process remembers: some 200,000 items.
const ROOM: u64 = 16 << 20;
/// About how many vaults these are.
const VAULTS: usize = 200;

/// An owner, the making of the connection, and the span of time in which the list was asked for. A list whose span is over
/// is not asked for any more, and makes room for others.
type Asked = (OwnerId, i64, i64);

#[derive(Clone)]
struct ByBytes;

impl Weighter<Asked, Arc<Vec<ContentItem>>> for ByBytes {
    fn weight(&self, _: &Asked, items: &Arc<Vec<ContentItem>>) -> u64 {
        let bytes = items.capacity().saturating_mul(size_of::<ContentItem>());
        u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(128)
    }
}

/// The content of vaults as engines told it some seconds ago, shared by all workers of a process.
pub struct Remembered {
    lists: Cache<Asked, Arc<Vec<ContentItem>>, ByBytes>,
    lookups: Lookups,
}

/// In one shard: several would divide the room, and a long list would fit into none of them.
fn lists() -> Cache<Asked, Arc<Vec<ContentItem>>, ByBytes> {
    let options =
        OptionsBuilder::new().shards(1).estimated_items_capacity(VAULTS).weight_capacity(ROOM).build();
    match options {
        Ok(options) => Cache::with_options(options, ByBytes, Default::default(), Default::default()),
        // Both capacities are given, so this does not happen.
        Err(_) => Cache::with_weighter(VAULTS, ROOM, ByBytes),
    }
}

impl Remembered {
    /// Nothing is remembered yet.
    pub fn new() -> Self {
        Self { lists: lists(), lookups: Lookups::of("vaults") }
    }

    /// Notes how many lists are kept.
    pub fn measure(&self) {
        self.lookups.keep(self.lists.len(), self.lists.weight());
    }
}

impl Default for Remembered {
    fn default() -> Self {
        Self::new()
    }
}

/// The vaults of all owners.
pub struct VaultEngine {
    client: EngineClient,
    connections: Arc<dyn EngineConnections>,
    remembered: Arc<Remembered>,
}

impl VaultEngine {
    /// Over this client, for the owners that these connections know.
    pub fn new(
        client: EngineClient,
        connections: Arc<dyn EngineConnections>,
        remembered: Arc<Remembered>,
    ) -> Self {
        Self { client, connections, remembered }
    }

    async fn ask(&self, owner: OwnerId) -> Result<Arc<Vec<ContentItem>>, EngineError> {
        let mut pages = self.client.content(owner, ContentSort::Buyers);
        let (mut items, mut seen) = (Vec::new(), HashSet::new());
        while let Some(page) = pages.next().await.map_err(failure)? {
            // An item may move to a later page while we turn it.
            items.extend(page.into_iter().filter(|item| seen.insert(item.content_id)).map(content_item));
        }
        Ok(Arc::new(items))
    }
}

#[async_trait]
impl ContentEngine for VaultEngine {
    async fn items(&self, owner: OwnerId) -> Result<Arc<Vec<ContentItem>>, EngineError> {
        let connection = self.connections.find(owner).await?.ok_or(EngineError::NotConnected)?;
        let EngineConnection { revision, state: LinkState::Connected, .. } = connection else {
            // A refusal may be over, which only the engine can tell.
            return self.ask(owner).await;
        };
        let span = SystemClock.now().seconds().div_euclid(BELIEVED_SECONDS);
        // Requests at once for one list wait for one answer.
        let (name, mut asked) = ((owner, revision.get(), span), false);
        let list = self.remembered.lists.get_or_insert_async(&name, async {
            asked = true;
            self.ask(owner).await
        });
        let list = list.await;
        self.remembered.lookups.count(!asked);
        list
    }

    async fn find(&self, owner: OwnerId, id: ContentId) -> Result<Option<ContentItem>, EngineError> {
        let found = self.client.content_item(owner, id.get()).await.map_err(failure)?;
        Ok(found.map(content_item))
    }
}

fn failure(error: adapter_engine::EngineError) -> EngineError {
    match error {
        adapter_engine::EngineError::NotConnected => EngineError::NotConnected,
        adapter_engine::EngineError::Store(error) => error.into(),
        error @ adapter_engine::EngineError::Failed(_) => EngineError::Failed(error.into()),
    }
}

fn content_item(content: Content) -> ContentItem {
    use content_vault::item::MediaType as Kind;
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    ContentItem {
        content_id: ContentId::new(content.content_id),
        media_type: match content.media_type {
            MediaType::Photo => Kind::Photo,
            MediaType::Gif => Kind::Gif,
            MediaType::Video => Kind::Video,
            MediaType::Audio => Kind::Audio,
        },
        buyers_count: count(content.buyers_count),
        tips_cents: content.tips_cents,
        likes_count: count(content.likes_count),
        has_cover: content.has_cover,
        created_at: content.created_at,
    }
}

/// Tells engines how requests were answered.
pub struct RequestAnswers(EngineClient);

impl RequestAnswers {
    /// Over this client.
    pub fn new(client: EngineClient) -> Self {
        Self(client)
    }
}

#[async_trait]
impl RequestEngine for RequestAnswers {
    async fn respond(&self, owner: OwnerId, outgoing: &Outgoing) -> SendOutcome {
        let Some(key) = IdempotencyKey::parse(&outgoing.key()) else {
            return SendOutcome::Refused("unspeakable".to_owned());
        };
        let answer = match &outgoing.answer {
            Answer::Start => RequestAnswer::Start,
            Answer::Fulfill { media_ids } => RequestAnswer::Fulfill { media_ids: media_ids.clone() },
            Answer::Decline { reason } => RequestAnswer::Decline { reason: reason.clone() },
        };
        let engine = self.0.only(outgoing.account);
        match engine.respond_to_request(owner, outgoing.upstream_id, &answer, &key).await {
            Ok(()) => SendOutcome::Delivered,
            Err(error) => outcome(&error, owner),
        }
    }
}

/// A 4xx under our key is the engine's word on this answer, whatever earlier tries met. 408 and 425 tell nothing of it.
fn outcome(error: &adapter_engine::EngineError, owner: OwnerId) -> SendOutcome {
    match error {
        adapter_engine::EngineError::Failed(Failure::Rejected(status)) if ![408, 425].contains(status) => {
            tracing::warn!(%owner, status, "an engine refuses the answer to a request");
            SendOutcome::Refused(format!("status_{status}"))
        }
        _ => SendOutcome::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest list that is promised to be quick, and a full room.
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

    #[test]
    fn only_a_refusal_by_the_engine_is_final() {
        let failed = adapter_engine::EngineError::Failed;
        for (error, expected) in [
            (failed(Failure::Rejected(404)), Some("status_404")),
            (failed(Failure::Rejected(409)), Some("status_409")),
            (failed(Failure::Rejected(422)), Some("status_422")),
            (failed(Failure::Rejected(408)), None),
            (failed(Failure::Rejected(425)), None),
            (failed(Failure::Status(500)), None),
            (failed(Failure::TimedOut), None),
            (failed(Failure::RateLimited(None)), None),
            (failed(Failure::Malformed(String::new())), None),
            (adapter_engine::EngineError::NotConnected, None),
        ] {
            let expected =
                expected.map_or(SendOutcome::Unknown, |code| SendOutcome::Refused(code.to_owned()));
            assert_eq!(outcome(&error, OwnerId::new(1)), expected, "{error:?}");
        }
    }
}
