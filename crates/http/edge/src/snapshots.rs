//! Takes snapshots of the hosts that this process serves, in the background.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use application::snapshots::{HostSnapshot, HostSnapshots, SnapshotChanges};
use kernel::{Hostname, StoreError, UnixTime};
use landing_draft::ports::LiveStamp;
use landing_page::CompiledPage;
use offload::offload;
use qr_catalog::live::CodesStamp;
use smartlink_policy::ports::LinksStamp;

use crate::cache::{Changed, HostCache, HostFacts, HostSource};
use crate::lookup::{EdgeLookup, KnownCodes, KnownLinks};

/// Number of hosts checked per pass. Each may cost six queries.
const HOSTS_OF_A_PASS: usize = 64;
/// Number of snapshots written together.
const BATCH: usize = 16;
/// Interval in seconds for recording that all hosts are current, and which of them are used.
const CONFIRMED_EVERY: i64 = 60;

/// Keeps the snapshots of a process in sync with the database, while change notifications arrive.
///
/// A host is added when a visitor requests it. It is checked again when it changes, after a start,
/// and after every interruption of the channel. The lookup uses the caches like a visitor's
/// request, so a fresh host costs no query.
pub struct SnapshotKeeper {
    lookup: EdgeLookup,
    snapshots: Arc<dyn HostSnapshots>,
    /// Stamps of the snapshots that this process has taken or checked.
    taken: HashMap<Hostname, Stamps>,
    /// Hosts to check.
    pending: BTreeSet<Hostname>,
    /// Hosts visited since the last record.
    used: HashSet<Hostname>,
    written_at: Option<UnixTime>,
    /// Whether another process takes the snapshots.
    is_second: bool,
}

#[derive(Debug, PartialEq)]
struct Stamps(Option<LiveStamp>, Option<LinksStamp>, Option<CodesStamp>);

/// Current data of a host.
struct Parts {
    page: Option<Arc<CompiledPage>>,
    links: Option<Arc<KnownLinks>>,
    codes: Option<Arc<KnownCodes>>,
}

impl SnapshotKeeper {
    /// Creates a keeper for snapshots of `lookup`.
    pub fn new(lookup: EdgeLookup, snapshots: Arc<dyn HostSnapshots>) -> Self {
        let pending = snapshots.hosts().into_iter().collect();
        let (taken, used) = (HashMap::new(), HashSet::new());
        Self { lookup, snapshots, taken, pending, used, written_at: None, is_second: false }
    }

    /// Checks changed hosts, and writes their snapshots. Does nothing without a notification
    /// channel, so existing snapshots remain.
    pub async fn pass(&mut self, now: UnixTime) -> Result<(), StoreError> {
        self.note_changes();
        if !self.lookup.memory.hears_changes() {
            return Ok(());
        }
        let mut changes = SnapshotChanges::default();
        let mut looked = Ok(());
        for _ in 0..HOSTS_OF_A_PASS {
            let Some(host) = self.pending.first().cloned() else { break };
            looked = self.look(&host, &mut changes, now).await;
            if looked.is_err() {
                break;
            }
            self.pending.remove(&host);
            if changes.taken.len() >= BATCH {
                self.hand_over(mem::take(&mut changes), now).await?;
            }
        }
        let is_due = self.written_at.is_none_or(|at| now >= at.plus_seconds(CONFIRMED_EVERY));
        if is_due {
            self.written_at = Some(now);
            changes.confirmed.extend(self.taken.keys().filter(|host| !self.pending.contains(*host)).cloned());
            changes.used.extend(self.used.drain());
        }
        if is_due || !changes.is_empty() {
            self.hand_over(changes, now).await?;
        }
        looked
    }

    fn note_changes(&mut self) {
        let room = &self.lookup.memory.room;
        match room.take_changed() {
            Changed::All => self.pending.extend(self.snapshots.hosts()),
            Changed::Hosts(hosts) => {
                self.pending.extend(hosts.into_iter().filter(|host| self.taken.contains_key(host)));
            }
        }
        for host in room.take_visited() {
            if !self.taken.contains_key(&host) {
                self.pending.insert(host.clone());
            }
            self.used.insert(host);
        }
    }

    /// Checks a host. Fails if the database is unavailable.
    async fn look(
        &mut self,
        host: &Hostname,
        changes: &mut SnapshotChanges,
        now: UnixTime,
    ) -> Result<(), StoreError> {
        let parts = self.parts(host).await?.filter(|parts| !parts.is_nobodys());
        let Some(parts) = parts else {
            self.taken.remove(host);
            changes.gone.push(host.clone());
            return Ok(());
        };
        let stamps = parts.stamps();
        // A damaged snapshot is taken again.
        if self.taken.get(host) == Some(&stamps) && self.snapshots.has(host, now) {
            changes.confirmed.push(host.clone());
        } else {
            let snapshot = offload(parts.bytes(), move || parts.snapshot()).await;
            changes.taken.push((host.clone(), snapshot.map_err(|lost| StoreError::Failed(lost.into()))?));
            self.taken.insert(host.clone(), stamps);
        }
        Ok(())
    }

    /// Returns all parts, each fresh. `None` if a part is too large for the cache.
    async fn parts(&self, host: &Hostname) -> Result<Option<Parts>, StoreError> {
        let EdgeLookup { memory, pages, links, codes } = &self.lookup;
        let page = part(host, &memory.pages, pages).await?;
        let links = part(host, &memory.links, links).await?;
        let codes = part(host, &memory.codes, codes).await?;
        let all = page.zip(links).zip(codes);
        if all.is_none() && !memory.hears_changes() {
            return Err(StoreError::Unavailable("changes are not heard of any more".into()));
        }
        Ok(all.map(|((page, links), codes)| Parts { page, links, codes }))
    }

    async fn hand_over(&mut self, changes: SnapshotChanges, now: UnixTime) -> Result<(), StoreError> {
        let hosts: Vec<_> = changes.taken.iter().map(|(host, _)| host.clone()).collect();
        let handed = self.snapshots.take(changes, now).await;
        let kept: HashSet<_> = self.snapshots.hosts().into_iter().collect();
        match &handed {
            // The other process was writing, so earlier checks of this process were not recorded.
            Ok(true) if mem::take(&mut self.is_second) => {
                self.taken.clear();
                self.pending.extend(kept);
            }
            // Evicted hosts are added again when visited.
            Ok(true) => self.taken.retain(|host, _| kept.contains(host)),
            Ok(false) => {
                self.taken.clear();
                self.is_second = true;
            }
            // The snapshots are taken again later.
            Err(_) => {
                for host in hosts {
                    self.taken.remove(&host);
                    self.pending.insert(host);
                }
            }
        }
        handed.map(drop)
    }
}

impl Parts {
    fn is_nobodys(&self) -> bool {
        self.page.is_none() && self.links.is_none() && self.codes.is_none()
    }

    fn stamps(&self) -> Stamps {
        Stamps(stamp(self.page.as_ref()), stamp(self.links.as_ref()), stamp(self.codes.as_ref()))
    }

    fn bytes(&self) -> usize {
        bytes(self.page.as_ref()) + bytes(self.links.as_ref()) + bytes(self.codes.as_ref())
    }

    fn snapshot(&self) -> HostSnapshot {
        HostSnapshot {
            page: self.page.as_ref().map(|page| page.live().clone()),
            links: self.links.as_ref().map(|known| (known.stamp, known.links.clone())),
            codes: self.codes.as_ref().map(|known| known.codes.clone()),
        }
    }
}

/// Returns a fresh part of a host's data, if possible.
async fn part<T: HostFacts>(
    host: &Hostname,
    cache: &Arc<HostCache<T>>,
    source: &Arc<impl HostSource<T> + ?Sized + 'static>,
) -> Result<Option<Option<Arc<T>>>, StoreError> {
    if let Some(known) = cache.confirmed(host) {
        return Ok(Some(known));
    }
    cache.get(host, source).await?;
    Ok(cache.confirmed(host))
}

fn stamp<T: HostFacts>(part: Option<&Arc<T>>) -> Option<T::Stamp> {
    part.map(|part| part.stamp())
}

fn bytes<T: HostFacts>(part: Option<&Arc<T>>) -> usize {
    part.map_or(0, |part| part.bytes())
}

#[cfg(test)]
mod tests;
