//! Items of the vault, as the engine counts them.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

kernel::stored_id! {
    /// The engine's number of an item.
    ContentId
}

impl From<i64> for ContentId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

kernel::words! {
    /// The kind of an item.
    MediaType {
        /// A picture.
        Photo = "photo",
        /// A short film without sound.
        Gif = "gif",
        /// A film.
        Video = "video",
        /// A sound recording.
        Audio = "audio",
    }
}

/// An item with the engine's counters, which are of all time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentItem {
    /// The engine's number of the item.
    pub content_id: ContentId,
    /// The kind of the item.
    pub media_type: MediaType,
    /// How many fans bought it.
    pub buyers_count: i64,
    /// The tips for it, in cents.
    pub tips_cents: i64,
    /// How often it was liked.
    pub likes_count: i64,
    /// Whether it has a cover picture.
    pub has_cover: bool,
    /// When it was made.
    pub created_at: UnixTime,
}

impl ContentItem {
    /// An item without cover that nobody bought, tipped or liked yet. Counters are set on the fields.
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

/// The place of an item among `items` by buyers, most first, ties by number; counted from 1. `None` when it is not among
/// them.
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
