use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::{Hostname, OwnerId};
use landing_draft::landing::Landing;
use quick_cache::sync::Cache;
use quick_cache::{OptionsBuilder, Weighter};

/// Maximum size of cached drafts of a process, in bytes.
const ROOM: u64 = 32 << 20;
/// Estimated number of cached drafts.
const DRAFTS: usize = 4_000;
/// Number of cache shards. A draft must fit into one shard; larger drafts are never cached.
const SHARDS: usize = 4;

/// Cache of recently read drafts, shared by all workers of a process.
///
/// No cached draft is used unchecked: a reader queries the version of the row, and loads the document only if the
/// version has changed.
pub struct DraftCache {
    drafts: Cache<(OwnerId, Hostname), Arc<Known>, ByBytes>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// Identifies one state of a draft. The revision alone is not enough, because a domain may be deleted and registered
/// again.
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

/// Overhead of a cache entry, in bytes.
const ENTRY: usize = 128;

fn drafts() -> Cache<(OwnerId, Hostname), Arc<Known>, ByBytes> {
    let options =
        OptionsBuilder::new().shards(SHARDS).estimated_items_capacity(DRAFTS).weight_capacity(ROOM).build();
    match options {
        Ok(options) => Cache::with_options(options, ByBytes, Default::default(), Default::default()),
        // Unreachable: both capacities are set.
        Err(_) => Cache::with_weighter(DRAFTS, ROOM, ByBytes),
    }
}

impl DraftCache {
    pub fn new() -> Self {
        Self { drafts: drafts(), hits: AtomicU64::default(), misses: AtomicU64::default() }
    }

    /// Number of reads whose cached draft was still current.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Number of reads that loaded a document.
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    /// Number of cached drafts.
    pub fn len(&self) -> usize {
        self.drafts.len()
    }

    /// Size of the cached drafts, in bytes.
    pub fn bytes(&self) -> u64 {
        self.drafts.weight()
    }

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
