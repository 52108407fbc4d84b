use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::{Hostname, OwnerId};
use landing_draft::landing::Landing;
use quick_cache::sync::Cache;
use quick_cache::{OptionsBuilder, Weighter};

/// Bytes of drafts that a process remembers.
const ROOM: u64 = 32 << 20;
/// About how many drafts these are.
const DRAFTS: usize = 4_000;
/// Parts of the room. A draft is kept in one of them, so that no single one takes more than its share; a larger one is read
/// anew each time.
const SHARDS: usize = 4;

/// Drafts that were read lately, for all workers of a process.
///
/// None of them is used unchecked: whoever reads a draft asks the database for the version of its row, which comes with the document
/// only if it is another one than here.
pub struct DraftCache {
    drafts: Cache<(OwnerId, Hostname), Arc<Known>, ByBytes>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// What distinguishes one state of a draft from every other. A domain may be deleted and registered anew, so the revision alone
/// does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) revision: i64,
    pub(super) version: i64,
}

pub(super) struct Known {
    pub(super) seen: Seen,
    pub(super) landing: Arc<Landing>,
    bytes: usize,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<(OwnerId, Hostname), Arc<Known>> for ByBytes {
    fn weight(&self, (_, domain): &(OwnerId, Hostname), known: &Arc<Known>) -> u64 {
        let bytes = size_of::<Known>() + ENTRY + domain.as_str().len() + known.bytes;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// What the cache itself takes for an entry.
const ENTRY: usize = 128;

fn drafts() -> Cache<(OwnerId, Hostname), Arc<Known>, ByBytes> {
    let options =
        OptionsBuilder::new().shards(SHARDS).estimated_items_capacity(DRAFTS).weight_capacity(ROOM).build();
    match options {
        Ok(options) => Cache::with_options(options, ByBytes, Default::default(), Default::default()),
        // Both capacities are given, so this does not happen.
        Err(_) => Cache::with_weighter(DRAFTS, ROOM, ByBytes),
    }
}

impl DraftCache {
    /// Nothing was read yet.
    pub fn new() -> Self {
        Self { drafts: drafts(), hits: AtomicU64::default(), misses: AtomicU64::default() }
    }

    /// How many reads found that what they knew still holds.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// How many reads brought a document.
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    /// How many drafts are remembered.
    pub fn len(&self) -> usize {
        self.drafts.len()
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> u64 {
        self.drafts.weight()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.drafts.is_empty()
    }

    pub(super) fn get(&self, owner: OwnerId, domain: &Hostname) -> Option<Arc<Known>> {
        self.drafts.get(&(owner, domain.clone()))
    }

    pub(super) fn count(&self, hit: bool) {
        if hit { &self.hits } else { &self.misses }.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn keep(&self, owner: OwnerId, domain: &Hostname, seen: Seen, landing: &Arc<Landing>) {
        let known = Known { seen, landing: Arc::clone(landing), bytes: landing.weight() };
        self.drafts.insert((owner, domain.clone()), Arc::new(known));
    }
}

impl Default for DraftCache {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_kept_by_their_bytes() {
        let read = DraftCache::new();
        let mut landing = Landing::empty();
        let html = landing_draft::appearance::CustomHtml::parse(&"x".repeat(500_000)).unwrap();
        landing.appearance.design = landing_draft::appearance::Design::CustomHtml(html);
        let (large, seen) = (Arc::new(landing), Seen { revision: 1, version: 1 });
        for n in 0..500 {
            let domain = Hostname::parse(&format!("d{n}.example")).unwrap();
            read.keep(OwnerId::new(1), &domain, seen, &large);
        }
        assert!(read.len() < 70, "{}", read.len());
        assert!((ROOM / 2..=ROOM).contains(&read.bytes()), "{}", read.bytes());
    }
}
