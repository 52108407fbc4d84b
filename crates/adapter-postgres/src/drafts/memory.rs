use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::{Hostname, OwnerId};
use landing_draft::landing::Landing;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Bytes of documents that a process remembers, as they are stored; read, they take about twice as much.
const ROOM: u64 = 8 * 1024 * 1024;
/// About how many drafts these are.
const DRAFTS: usize = 1_000;

/// Drafts that were read lately, for all workers of a process.
///
/// None of them is believed: whoever reads a draft asks the database for the version of its row, which comes with the document
/// only if it is another one than here.
pub struct ReadDrafts {
    drafts: Cache<(OwnerId, Hostname), Arc<Known>, ByLength>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// What tells one state of a draft from every other. A domain may be deleted and registered anew, so the revision alone
/// does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) revision: i64,
    pub(super) version: i64,
}

pub(super) struct Known {
    pub(super) seen: Seen,
    pub(super) landing: Landing,
    length: usize,
}

#[derive(Clone)]
struct ByLength;

impl Weighter<(OwnerId, Hostname), Arc<Known>> for ByLength {
    fn weight(&self, _: &(OwnerId, Hostname), known: &Arc<Known>) -> u64 {
        u64::try_from(known.length).unwrap_or(u64::MAX).max(1)
    }
}

impl ReadDrafts {
    /// Nothing was read yet.
    pub fn new() -> Self {
        Self {
            drafts: Cache::with_weighter(DRAFTS, ROOM, ByLength),
            hits: AtomicU64::default(),
            misses: AtomicU64::default(),
        }
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

    pub(super) fn keep(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        seen: Seen,
        landing: &Landing,
        length: usize,
    ) {
        let known = Known { seen, landing: landing.clone(), length };
        self.drafts.insert((owner, domain.clone()), Arc::new(known));
    }
}

impl Default for ReadDrafts {
    fn default() -> Self {
        Self::new()
    }
}
