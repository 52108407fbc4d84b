//! Items of the vault, as the engine counts them (specification 'Vault content item').

use kernel::UnixTime;

/// The engine's number of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentId(i64);

impl ContentId {
    /// The item with this number.
    pub const fn new(id: i64) -> Self {
        Self(id)
    }

    /// The number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum MediaType {
    /// A picture.
    Photo,
    /// A moving picture.
    Gif,
    /// A film.
    Video,
    /// A sound.
    Audio,
}

impl MediaType {
    /// Reads the word of the interface.
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The word of the interface.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// An item with the engine's counters, which are of all time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentItem {
    /// The engine's number.
    pub content_id: ContentId,
    /// What it is.
    pub media_type: MediaType,
    /// How many fans bought it.
    pub buyers_count: i64,
    /// What it was tipped, in cents.
    pub tips_cents: i64,
    /// How often it was liked.
    pub likes_count: i64,
    /// Whether it has a cover picture.
    pub has_cover: bool,
    /// When it was made.
    pub created_at: UnixTime,
}

/// The place of an item among `items` by buyers, most first, ties by number; counted from 1. `None` when it is not among
/// them.
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
