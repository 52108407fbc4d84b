//! Items of the vault, with the counters of the engine.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

kernel::stored_id! {
    /// Number of an item at the engine.
    ContentId
}

impl From<i64> for ContentId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

kernel::words! {
    /// Media type of an item.
    MediaType {
        /// Still picture.
        Photo = "photo",
        /// Short silent animation.
        Gif = "gif",
        /// Video with or without sound.
        Video = "video",
        /// Sound recording.
        Audio = "audio",
    }
}

/// Item of the vault with all-time counters of the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentItem {
    /// Number of the item at the engine.
    pub content_id: ContentId,
    /// Media type of the item.
    pub media_type: MediaType,
    /// Number of fans who bought the item.
    pub buyers_count: i64,
    /// Sum of tips for the item, in cents.
    pub tips_cents: i64,
    /// Number of likes.
    pub likes_count: i64,
    /// Whether the item has a cover picture.
    pub has_cover: bool,
    /// Creation time at the engine.
    pub created_at: UnixTime,
}

impl ContentItem {
    /// Creates an item without a cover and with all counters at 0. Set counters on the fields.
    pub fn new(content_id: impl Into<ContentId>, media_type: MediaType, created_at: UnixTime) -> Self {
        let content_id = content_id.into();
        Self {
            content_id,
            media_type,
            buyers_count: 0,
            tips_cents: 0,
            likes_count: 0,
            has_cover: false,
            created_at,
        }
    }
}

/// Returns the rank of an item by number of buyers, starting at 1. Ties go to the smaller item number. Returns `None`
/// if `items` lacks the item.
///
/// ```
/// use content_vault::{ContentId, ContentItem, MediaType, rank};
/// use kernel::UnixTime;
///
/// let item = |id: i64, buyers_count| {
///     ContentItem { buyers_count, ..ContentItem::new(id, MediaType::Photo, UnixTime::from_seconds(0)) }
/// };
/// let items = [item(3, 5), item(1, 5), item(2, 9)];
/// assert_eq!(rank(&items, ContentId::new(1)), Some(2));
/// ```
pub fn rank(items: &[ContentItem], id: ContentId) -> Option<u64> {
    let own = items.iter().find(|item| item.content_id == id)?;
    let before =
        |item: &&ContentItem| (item.buyers_count, own.content_id) > (own.buyers_count, item.content_id);
    let ahead = items.iter().filter(before).count();
    u64::try_from(ahead).ok()?.checked_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::item;

    #[test]
    fn ranks_are_by_buyers_and_ties_by_number() {
        let items = [item(3, 5, 0), item(1, 5, 0), item(2, 9, 0), item(4, 0, 0)];
        for (id, expected) in [(2, Some(1)), (1, Some(2)), (3, Some(3)), (4, Some(4)), (5, None)] {
            assert_eq!(rank(&items, ContentId::new(id)), expected, "{id}");
        }
    }
}
