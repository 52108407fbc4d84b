//! Shared memory of a process for everything that the edge serves, bounded in bytes.

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

/// Estimated number of hosts in the room.
const HOSTS: usize = 10_000;
/// Number of shards. More would only shrink the limit of a host, since readers do not block each
/// other.
const SHARDS: u64 = 4;
/// Overhead per host: cache entry, locks and counters.
const ENTRY: usize = 256;

/// Data of a host. One lookup finds all of it, and it is weighed and evicted as a whole.
#[derive(Default)]
pub struct HostMemory {
    pub(crate) page: Host<CompiledPage>,
    pub(crate) links: Host<KnownLinks>,
    pub(crate) codes: Host<KnownCodes>,
    /// Held while a snapshot of the host is read.
    pub(super) restoring: tokio::sync::Mutex<()>,
    /// Whether a visitor requested the host recently.
    is_visited: AtomicBool,
}

impl HostMemory {
    fn bytes(&self) -> usize {
        self.page.bytes() + self.links.bytes() + self.codes.bytes()
    }

    /// Records a visit. Writes only if necessary, because a shared write from all processors would
    /// slow them down.
    pub(super) fn note_visit(&self) {
        if !self.is_visited.load(Ordering::Relaxed) {
            self.is_visited.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether all parts are known.
    pub(super) fn is_known(&self) -> bool {
        self.page.known().is_some() && self.links.known().is_some() && self.codes.known().is_some()
    }

    /// Owner of the host, if any.
    fn owner(&self) -> Option<OwnerId> {
        self.page.owner().or_else(|| self.links.owner()).or_else(|| self.codes.owner())
    }
}

#[derive(Clone)]
struct Kept {
    host: Arc<HostMemory>,
    /// Owner at the last weighing.
    owner: Option<OwnerId>,
    /// Size at the last weighing. The cache requires that the size of an entry stays constant
    /// between weighings.
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

/// Removes evicted hosts from the owners' books.
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

/// Memory of all hosts, for all workers of a process. Unused hosts are evicted.
pub struct Room {
    hosts: Cache<Hostname, Kept, ByBytes, DefaultHashBuilder, Evicted>,
    owners: Arc<Owners>,
    lookups: Lookups,
    /// Snapshots of hosts, if enabled.
    pub(super) snapshots: Option<Arc<dyn HostSnapshots>>,
    pub(super) recent_changes: RecentChanges,
}

impl Room {
    /// Creates an empty room of this many bytes.
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
            // Impossible, because both capacities are set.
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

    /// Adds snapshots.
    pub fn beside(self, snapshots: Option<Arc<dyn HostSnapshots>>) -> Self {
        Self { snapshots, ..self }
    }

    /// Returns the cached hosts that were visited since the last call.
    pub(crate) fn take_visited(&self) -> Vec<Hostname> {
        let visited =
            self.hosts.iter().filter(|(_, kept)| kept.host.is_visited.swap(false, Ordering::Relaxed));
        visited.map(|(host, _)| host).collect()
    }

    /// Returns the hosts that changed since the last call.
    pub(crate) fn take_changed(&self) -> Changed {
        self.recent_changes.take()
    }

    /// Records a visit of a host that required a lookup.
    pub(crate) fn note_visit(&self, host: &Hostname) {
        if let Some(kept) = self.hosts.get(host) {
            kept.host.note_visit();
        }
    }

    /// Returns the maximum size of one host, without renderings of its page: three quarters of a
    /// shard. The rest remains for renderings, and keeps one host from evicting the whole shard.
    pub fn share(&self) -> usize {
        usize::try_from(self.hosts.shard_capacity().saturating_mul(3) / 4).unwrap_or(usize::MAX)
    }

    /// Publishes the size of the cache.
    pub fn measure(&self) {
        self.lookups.keep(self.hosts.len(), self.hosts.weight());
    }

    /// Returns the cached bytes.
    pub fn weight(&self) -> u64 {
        self.hosts.weight()
    }

    /// Returns the data of a host by canonical name, if cached.
    pub(super) fn get(&self, host: &str) -> Option<Arc<HostMemory>> {
        self.hosts.get(host).map(|kept| kept.host)
    }

    /// Returns the data of a host, adding an empty entry if necessary.
    pub(super) fn entry(&self, host: &Hostname) -> Arc<HostMemory> {
        let new = || Ok::<_, std::convert::Infallible>(Kept { host: Arc::default(), owner: None, bytes: 0 });
        match self.hosts.get_or_insert_with(host, new) {
            Ok(kept) => kept.host,
            Err(never) => match never {},
        }
    }

    /// Returns whether a value fits into its host's limit.
    pub(super) fn takes<T: HostFacts>(&self, memory: &HostMemory, value: &T) -> bool {
        let others = memory.bytes().saturating_sub(T::of(memory).bytes());
        others.saturating_add(value.bytes()) <= self.share()
    }

    /// Weighs a host again. An evicted host stays evicted.
    pub(super) fn weigh(&self, host: &Hostname) {
        // A missing entry creates a placeholder, which is dropped right away.
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
        // Growth of an existing entry evicts nothing; setting the capacity does.
        let capacity = self.hosts.capacity();
        if self.hosts.weight() > capacity {
            self.hosts.set_capacity(capacity);
        }
    }

    /// Keeps a quarter of the room free of the largest owners, so that an owner of a thousand hosts
    /// evicts only their own. Owners below a quarter of the room lose nothing.
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
