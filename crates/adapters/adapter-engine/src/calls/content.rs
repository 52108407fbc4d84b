//! Content of an account, for [`CachedContent`](crate::CachedContent).

use std::collections::HashSet;
use std::sync::Arc;

use content_vault::item::{ContentId, ContentItem, MediaType};
use content_vault::ports::EngineError as PortError;
use kernel::{OwnerId, UnixTime};
use serde::Deserialize;

use crate::answer::json;
use crate::pages::Walk;
use crate::transport::Call;
use crate::wire::{self, Page};
use crate::{EngineClient, EngineError, Failure};

/// Maximum number of items per page.
const PAGE: usize = 200;

#[derive(Deserialize)]
struct Content {
    content_id: i64,
    #[serde(deserialize_with = "wire::media_type")]
    media_type: MediaType,
    buyers_count: u64,
    tips_cents: i64,
    likes_count: u64,
    has_cover: bool,
    #[serde(deserialize_with = "wire::time")]
    created_at: UnixTime,
}

impl From<Content> for ContentItem {
    fn from(content: Content) -> Self {
        Self {
            content_id: ContentId::new(content.content_id),
            media_type: content.media_type,
            buyers_count: wire::count(content.buyers_count),
            tips_cents: content.tips_cents,
            likes_count: wire::count(content.likes_count),
            has_cover: content.has_cover,
            created_at: content.created_at,
        }
    }
}

impl From<EngineError> for PortError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::NotConnected => Self::NotConnected,
            EngineError::Failed(failure) => Self::Failed(failure.into()),
            EngineError::Store(error) => Self::Store(error),
        }
    }
}

impl EngineClient {
    /// Calls GET `/v1/content` for all pages.
    pub(crate) async fn content(&self, owner: OwnerId) -> Result<Arc<Vec<ContentItem>>, EngineError> {
        let mut walk = Walk::new(self.transport().settings().most_pages);
        let (mut items, mut seen) = (Vec::new(), HashSet::new());
        while walk.goes_on() {
            let page = self.content_page(owner, walk.cursor()).await?;
            // An item may move to a later page between two calls.
            let fresh = page.items.into_iter().filter(|item| seen.insert(item.content_id));
            items.extend(fresh.map(ContentItem::from));
            walk.turn(page.next_cursor).map_err(EngineError::Failed)?;
        }
        Ok(Arc::new(items))
    }

    async fn content_page(&self, owner: OwnerId, cursor: Option<&str>) -> Result<Page<Content>, EngineError> {
        let mut call = Call::get("content", &["v1", "content"]).query("sort", "buyers").query("limit", PAGE);
        if let Some(cursor) = cursor {
            call = call.query("cursor", cursor);
        }
        self.call(owner, &call, |answer| {
            let page: Page<Content> = json(answer)?;
            page.total.ok_or_else(|| Failure::Malformed("there is no total".to_owned()))?;
            Ok(page)
        })
        .await
    }

    /// Calls GET `/v1/content/{content_id}`; `None` if the engine has no such item.
    pub(crate) async fn content_item(
        &self,
        owner: OwnerId,
        id: ContentId,
    ) -> Result<Option<ContentItem>, EngineError> {
        let number = id.get().to_string();
        let path = ["v1", "content", number.as_str()];
        self.call(owner, &Call::get("content_item", &path), move |answer| {
            if answer.status.as_u16() == 404 {
                return Ok(None);
            }
            let content: Content = json(answer)?;
            if content.content_id == id.get() {
                Ok(Some(content.into()))
            } else {
                Err(Failure::Malformed("not the content that was asked for".to_owned()))
            }
        })
        .await
    }
}
