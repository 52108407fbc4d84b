//! The one memory of a process for all that the edge serves, bounded by bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use application::snapshots::HostSnapshots;
use kernel::{Hostname, OwnerId};
use landing_page::CompiledPage;
use quick_cache::sync::{Cache, EntryAction};
use quick_cache::{DefaultHashBuilder, Lifecycle, OptionsBuilder, Weighter};
use runtime::Lookups;

use super::owners::Owners;
use super::recent_changes::{Changed, RecentChanges};
use super::{Host, HostFacts};
use crate::lookup::{KnownCodes, KnownLinks};

/// About how many hosts fill the room.
const HOSTS: usize = 10_000;
/// Parts of the room. More would only make the share of a host smaller: visitors read without waiting for each other.
const SHARDS: u64 = 4;
/// What the cache itself takes for a host, and locks and counters.
const ENTRY: usize = 256;

/// What is known of a host: one look finds all of it, and it is weighed and removed together.
#[derive(Default)]
pub struct HostMemory {
    /// Its live page.
    pub(crate) page: Host<CompiledPage>,
    /// Its links.
    pub(crate) links: Host<KnownLinks>,
    /// Its printed codes.
    pub(crate) codes: Host<KnownCodes>,
    /// Held while a snapshot of it is read.
    pub(super) restoring: tokio::sync::Mutex<()>,
    /// Whether a visitor asked for it lately.
    is_visited: AtomicBool,
}

impl HostMemory {
    fn bytes(&self) -> usize {
        self.page.bytes() + self.links.bytes() + self.codes.bytes()
    }

    /// Notes a visit. It is only read in most cases: a place that all processors write to would slow all of them.
    pub(super) fn note_visit(&self) {
        if !self.is_visited.load(Ordering::Relaxed) {
            self.is_visited.store(true, Ordering::Relaxed);
        }
    }

    /// Whether each part is known.
    pub(super) fn is_known(&self) -> bool {
        self.page.known().is_some() && self.links.known().is_some() && self.codes.known().is_some()
    }

    /// Whose host it is, if it is anybody's.
    fn owner(&self) -> Option<OwnerId> {
        self.page.owner().or_else(|| self.links.owner()).or_else(|| self.codes.owner())
    }
}

#[derive(Clone)]
struct Kept {
    host: Arc<HostMemory>,
    /// Whose it was when it was last put on the scales.
    owner: Option<OwnerId>,
    /// What it weighed when it was last put on the scales: what the cache was given must not change behind its back.
    bytes: usize,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Hostname, Kept> for ByBytes {
    fn weight(&self, name: &Hostname, kept: &Kept) -> u64 {
        let bytes = size_of::<HostMemory>() + ENTRY + name.as_str().len() + kept.bytes;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// Reports to the books of owners what makes room for others.
#[derive(Clone)]
struct Evicted(Arc<Owners>);

impl Lifecycle<Hostname, Kept> for Evicted {
    type RequestState = ();

    fn on_evict(&self, (): &mut (), name: Hostname, kept: Kept) {
        if let Some(owner) = kept.owner {
            self.0.remove(owner, &name);
        }
    }
}

/// The memory of all hosts, for all workers of a process. Hosts that nobody asks for make room for others.
pub struct Room {
    hosts: Cache<Hostname, Kept, ByBytes, DefaultHashBuilder, Evicted>,
    owners: Arc<Owners>,
    lookups: Lookups,
    /// What is known of hosts beside the memory, if anything is.
    pub(super) snapshots: Option<Arc<dyn HostSnapshots>>,
    pub(super) recent_changes: RecentChanges,
}

impl Room {
    /// An empty one of this many bytes.
    pub fn new(bytes: u64) -> Self {
        let shards = usize::try_from(SHARDS).unwrap_or(1);
        let (owners, hasher) = (Arc::<Owners>::default(), DefaultHashBuilder::default());
        let evicted = Evicted(Arc::clone(&owners));
        let options = OptionsBuilder::new()
            .shards(shards)
            .estimated_items_capacity(HOSTS)
            .weight_capacity(bytes)
            .build();
        let hosts = match options {
            Ok(options) => Cache::with_options(options, ByBytes, hasher, evicted),
            // Both capacities are given, so this does not happen.
            Err(_) => Cache::with(HOSTS, bytes, ByBytes, hasher, evicted),
        };
        Self {
            hosts,
            owners,
            lookups: Lookups::of("edge"),
            snapshots: None,
            recent_changes: RecentChanges::default(),
        }
    }

    /// The same beside these snapshots.
    pub fn beside(self, snapshots: Option<Arc<dyn HostSnapshots>>) -> Self {
        Self { snapshots, ..self }
    }

    /// The hosts that visitors asked for since this was asked the last time, as far as they are kept.
    pub(crate) fn take_visited(&self) -> Vec<Hostname> {
        let visited =
            self.hosts.iter().filter(|(_, kept)| kept.host.is_visited.swap(false, Ordering::Relaxed));
        visited.map(|(host, _)| host).collect()
    }

    /// The hosts that have changed since this was asked the last time.
    pub(crate) fn take_changed(&self) -> Changed {
        self.recent_changes.take()
    }

    /// Notes a visit of a host that had to be looked up.
    pub(crate) fn note_visit(&self, host: &Hostname) {
        if let Some(kept) = self.hosts.get(host) {
            kept.host.note_visit();
        }
    }

    /// What one host may take of it, renderings of its page aside: three quarters of a part of the room. The rest is for
    /// these, and that no host pushes out all others of its part.
    pub fn share(&self) -> usize {
        usize::try_from(self.hosts.shard_capacity().saturating_mul(3) / 4).unwrap_or(usize::MAX)
    }

    /// Notes how much is kept.
    pub fn measure(&self) {
        self.lookups.keep(self.hosts.len(), self.hosts.weight());
    }

    /// How many bytes are kept.
    pub fn weight(&self) -> u64 {
        self.hosts.weight()
    }

    /// What is known of the host with this canonical name, if anything is.
    pub(super) fn get(&self, host: &str) -> Option<Arc<HostMemory>> {
        self.hosts.get(host).map(|kept| kept.host)
    }

    /// The place for what is known of a host.
    pub(super) fn entry(&self, host: &Hostname) -> Arc<HostMemory> {
        let new = || Ok::<_, std::convert::Infallible>(Kept { host: Arc::default(), owner: None, bytes: 0 });
        match self.hosts.get_or_insert_with(host, new) {
            Ok(kept) => kept.host,
            Err(never) => match never {},
        }
    }

    /// Whether there is room for a value in what its host may take.
    pub(super) fn takes<T: HostFacts>(&self, memory: &HostMemory, value: &T) -> bool {
        let others = memory.bytes().saturating_sub(T::of(memory).bytes());
        others.saturating_add(value.bytes()) <= self.share()
    }

    /// Weighs a host anew. One that was removed meanwhile stays removed.
    pub(super) fn weigh(&self, host: &Hostname) {
        // What is not there makes a place, which goes as it is dropped.
        let _ = self.hosts.entry(host, None, |name, kept| {
            let (before, now) = (kept.owner, kept.host.owner());
            (kept.bytes, kept.owner) = (kept.host.bytes(), now);
            if let Some(before) = before.filter(|_| before != now) {
                self.owners.remove(before, name);
            }
            if let Some(owner) = now {
                self.owners.note(owner, name, ByBytes.weight(name, kept));
            }
            EntryAction::Retain(())
        });
        self.bound_owners();
        // What grows in its place pushes nothing out by itself; setting the capacity does.
        let capacity = self.hosts.capacity();
        if self.hosts.weight() > capacity {
            self.hosts.set_capacity(capacity);
        }
    }

    /// Keeps a quarter of the room free of those who take most of it, so that an owner with a thousand hosts pushes out their own
    /// and not those of others. An owner who takes less than a quarter of it gives back nothing.
    fn bound_owners(&self) {
        let quarter = self.hosts.capacity() / 4;
        while self.hosts.weight() > quarter.saturating_mul(3) {
            let Some((owner, host)) = self.owners.oldest_of_the_largest(quarter) else { return };
            let removed = self.hosts.remove_if(&host, |_| {
                self.owners.remove(owner, &host);
                true
            });
            if removed.is_none() {
                self.owners.remove(owner, &host);
            }
        }
    }
}
