use kernel::OwnerId;

use crate::pages::Walk;
use crate::transport::Call;
use crate::wire::{self, Page};
use crate::{Content, ContentPage, ContentPages, EngineClient, EngineError, Failure};

/// What content is ordered by, the most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentSort {
    /// How many bought it.
    Buyers,
    /// Tips.
    Tips,
}

impl ContentSort {
    /// The word of the protocol.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Buyers => "buyers",
            Self::Tips => "tips",
        }
    }
}

impl EngineClient {
    /// GET `/v1/content`, one page of at most `limit` pieces, from the beginning or from a cursor of an earlier page.
    pub async fn content_page(
        &self,
        owner: OwnerId,
        sort: ContentSort,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<ContentPage, EngineError> {
        let mut call =
            Call::get("content", &["v1", "content"]).query("sort", sort.as_str()).query("limit", limit);
        if let Some(cursor) = cursor {
            call = call.query("cursor", cursor);
        }
        self.call(owner, &call, |answer| {
            let page: Page<Content> = wire::json(answer)?;
            let total = page.total.ok_or_else(|| Failure::Malformed("there is no total".to_owned()))?;
            Ok(ContentPage { items: page.items, next_cursor: page.next_cursor, total })
        })
        .await
    }

    /// GET `/v1/content`, page by page to the end.
    pub fn content(&self, owner: OwnerId, sort: ContentSort) -> ContentPages {
        let walk = Walk::new(self.lines().settings().most_pages);
        ContentPages { client: self.clone(), owner, sort, walk }
    }

    /// GET `/v1/content/{content_id}`: one piece of content. `None` when the engine has none of this number.
    pub async fn content_item(
        &self,
        owner: OwnerId,
        content_id: i64,
    ) -> Result<Option<Content>, EngineError> {
        let id = content_id.to_string();
        let path = ["v1", "content", id.as_str()];
        self.call(owner, &Call::get("content_item", &path), |answer| {
            if answer.status.as_u16() == 404 {
                return Ok(None);
            }
            let content: Content = wire::json(answer)?;
            if content.content_id == content_id {
                Ok(Some(content))
            } else {
                Err(Failure::Malformed("not the content that was asked for".to_owned()))
            }
        })
        .await
    }
}
