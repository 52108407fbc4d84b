mod owners;
mod recent_changes;
mod restored;
mod room;

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use kernel::{Hostname, OwnerId, StoreError};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

pub(crate) use recent_changes::Changed;
pub use room::{HostMemory, Room};

use runtime::Lookups;

/// Longest wait of a visitor for fresh data about a known host.
const KNOWN_WAIT: Duration = Duration::from_millis(500);
/// Longest wait of a visitor for data about an unknown host, who would otherwise get nothing.
const UNKNOWN_WAIT: Duration = Duration::from_secs(3);
/// Time after an unanswered query during which known hosts cause no other query.
const REST: Duration = Duration::from_millis(500);

/// Cached data of a host: its page, its links, or its printed codes.
pub trait HostFacts: Sized + Send + Sync + 'static {
    /// Version of a value, for comparing values cheaply.
    type Stamp: PartialEq + Send;

    /// Returns the version of this value.
    fn stamp(&self) -> Self::Stamp;

    /// Returns the owner of the host.
    fn owner(&self) -> OwnerId;

    /// Returns the approximate size in bytes.
    fn bytes(&self) -> usize;

    /// Returns the value's place in the memory of a host.
    fn of(memory: &HostMemory) -> &Host<Self>;
}

/// Source of host data for a cache.
#[async_trait]
pub trait HostSource<T: HostFacts>: Send + Sync {
    /// Returns the stamp that [`HostSource::load`] would currently load; `None` for an unknown
    /// host.
    async fn stamp(&self, host: &Hostname) -> Result<Option<T::Stamp>, StoreError>;

    /// Loads the value of the host. May reuse unchanged parts of the earlier value `known`.
    async fn load(&self, host: &Hostname, known: Option<&T>) -> Result<Option<T>, StoreError>;
}

/// Cache of host values in the memory of a process.
///
/// A cached value is fresh only while change notifications arrive. A notification about the host,
/// or an interruption of the channel, makes the value stale. The next visitor then triggers a
/// database query. If the database is unavailable, visitors get the last known value. After each
/// unanswered query they get it immediately for half a second, so a hanging database delays only
/// one visitor in that time. A query finishes even if nobody waits for it anymore; otherwise slow
/// loads would never complete.
///
/// Unknown values come from the host's snapshot, if there is one. Restored values are never fresh,
/// and are discarded once the database responds.
pub struct HostCache<T> {
    room: Arc<Room>,
    /// Whether notifications arrive.
    alive: Arc<AtomicBool>,
    /// Counts the interruptions of the channel; values checked before the last one are stale.
    era: AtomicU64,
    /// Time of the last unanswered query.
    unanswered: std::sync::Mutex<Option<Instant>>,
    lookups: Lookups,
    values: PhantomData<fn() -> T>,
}

/// Place for a value of a host.
pub struct Host<T> {
    /// Held during a database query; other visitors wait for its result.
    looking: Arc<Mutex<()>>,
    known: std::sync::RwLock<Option<Known<T>>>,
    /// Counts the change notifications about the host.
    notifications: AtomicU64,
}

struct Known<T> {
    value: Option<Arc<T>>,
    era: u64,
    notifications: u64,
    /// Whether the value comes from a snapshot and is unconfirmed by the database.
    is_restored: bool,
}

impl<T> Known<T> {
    fn restored(value: Option<T>) -> Self {
        Self { value: value.map(Arc::new), era: 0, notifications: 0, is_restored: true }
    }
}

// A derived implementation would require `T: Default`.
impl<T> Default for Host<T> {
    fn default() -> Self {
        Self {
            looking: Arc::default(),
            known: std::sync::RwLock::default(),
            notifications: AtomicU64::default(),
        }
    }
}

impl<T> Clone for Known<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), ..*self }
    }
}

impl<T: HostFacts> HostCache<T> {
    /// Creates a cache in this room. `alive` says whether the channel works, and `name` labels the
    /// metrics.
    pub fn new(room: Arc<Room>, alive: Arc<AtomicBool>, name: &'static str) -> Self {
        Self {
            room,
            alive,
            era: AtomicU64::new(0),
            unanswered: std::sync::Mutex::default(),
            lookups: Lookups::of(name),
            values: PhantomData,
        }
    }

    pub(crate) fn hears_changes(&self) -> bool {
        self.alive.load(Ordering::Acquire)
    }

    /// Records that the value of a host has grown.
    pub fn grown(&self, host: &Hostname) {
        self.room.weigh(host);
    }

    /// Records that the data of a host may have changed.
    pub fn changed(&self, host: &Hostname) {
        if let Some(memory) = self.room.get(host.as_str()) {
            T::of(&memory).notifications.fetch_add(1, Ordering::AcqRel);
        }
        self.room.recent_changes.of(host);
    }

    /// Records that any data may have changed.
    pub fn anything_changed(&self) {
        self.era.fetch_add(1, Ordering::AcqRel);
        self.room.recent_changes.of_anything();
    }

    /// Returns the fresh value of a host by canonical name, without a query. `None` requires a
    /// lookup.
    pub fn remembered(&self, host: &str) -> Option<Arc<T>> {
        let memory = self.room.get(host)?;
        let value = self.fresh(T::of(&memory))??;
        memory.note_visit();
        self.lookups.count(true);
        Some(value)
    }

    /// Returns the known value if it is fresh, without a query and without counting a visit.
    pub(crate) fn confirmed(&self, host: &Hostname) -> Option<Option<Arc<T>>> {
        self.fresh(T::of(&*self.room.get(host.as_str())?))
    }

    /// Returns the value of the host, if there is one.
    pub async fn get(
        self: &Arc<Self>,
        host: &Hostname,
        source: &Arc<impl HostSource<T> + ?Sized + 'static>,
    ) -> Result<Option<Arc<T>>, StoreError> {
        let memory = self.room.entry(host);
        let entry = T::of(&memory);
        if let Some(value) = self.fresh(entry) {
            self.lookups.count(true);
            return Ok(value);
        }
        if self.rests()
            && let Some(last) = self.last_known(host, &memory).await
        {
            return Ok(last);
        }
        let is_known = entry.known().is_some() || self.room.has_snapshot(host);
        let wait = if is_known { KNOWN_WAIT } else { UNKNOWN_WAIT };
        let looked = timeout(wait, self.look_in_turn(host, &memory, source)).await;
        match looked.unwrap_or_else(|late| Err(StoreError::Unavailable(late.into()))) {
            Err(StoreError::Unavailable(cause)) => {
                self.rest();
                self.last_known(host, &memory).await.ok_or(StoreError::Unavailable(cause))
            }
            outcome => outcome,
        }
    }

    /// Waits for a running query, and queries again if its result is already stale. The query
    /// continues even if nobody waits anymore.
    async fn look_in_turn(
        self: &Arc<Self>,
        host: &Hostname,
        memory: &Arc<HostMemory>,
        source: &Arc<impl HostSource<T> + ?Sized + 'static>,
    ) -> Result<Option<Arc<T>>, StoreError> {
        let entry = T::of(memory);
        let turn = Arc::clone(&entry.looking).lock_owned().await;
        if let Some(value) = self.fresh(entry) {
            self.lookups.count(true);
            return Ok(value);
        }
        if self.rests()
            && let Some(last) = last_known(entry)
        {
            return Ok(last);
        }
        self.lookups.count(false);
        let (cache, memory) = (Arc::clone(self), Arc::clone(memory));
        let (host, source) = (host.clone(), Arc::clone(source));
        let look = tokio::spawn(async move {
            let _turn = turn;
            cache.look(&host, &memory, source.as_ref()).await
        });
        look.await.unwrap_or_else(|broken| Err(StoreError::Failed(broken.into())))
    }

    /// Returns the last known value of the host, from this process or from a snapshot.
    async fn last_known(&self, host: &Hostname, memory: &HostMemory) -> Option<Option<Arc<T>>> {
        let entry = T::of(memory);
        if entry.known().is_none() {
            self.room.restore(host, memory).await;
        }
        last_known(entry)
    }

    /// Returns whether queries are suspended.
    fn rests(&self) -> bool {
        let unanswered = *self.unanswered.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        unanswered.is_some_and(|at| at.elapsed() < REST)
    }

    fn rest(&self) {
        let mut unanswered = self.unanswered.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *unanswered = Some(Instant::now());
    }

    fn fresh(&self, entry: &Host<T>) -> Option<Option<Arc<T>>> {
        let known = entry.known()?;
        let fresh = self.hears_changes()
            && !known.is_restored
            && known.era == self.era.load(Ordering::Acquire)
            && known.notifications == entry.notifications.load(Ordering::Acquire);
        fresh.then_some(known.value)
    }

    /// Queries the database. Reads the counters first, so that a notification during the query
    /// makes the value stale.
    async fn look(
        &self,
        host: &Hostname,
        memory: &HostMemory,
        source: &(impl HostSource<T> + ?Sized),
    ) -> Result<Option<Arc<T>>, StoreError> {
        let entry = T::of(memory);
        let (era, notifications) =
            (self.era.load(Ordering::Acquire), entry.notifications.load(Ordering::Acquire));
        let stamp = source.stamp(host).await?;
        // A database restored from a backup may reuse a stamp that a snapshot has.
        let known = entry.known().filter(|known| !known.is_restored).and_then(|known| known.value);
        let value = match (known, stamp) {
            (_, None) => None,
            (Some(known), Some(stamp)) if known.stamp() == stamp => Some(known),
            (known, Some(_)) => source.load(host, known.as_deref()).await?.map(Arc::new),
        };
        // A value above the size limit is not cached, so it is loaded again for each visitor of this
        // host.
        if value.as_ref().is_none_or(|value| self.room.takes(memory, &**value)) {
            entry.learn(Known { value: value.clone(), era, notifications, is_restored: false });
            self.room.weigh(host);
        }
        Ok(value)
    }
}

fn last_known<T>(entry: &Host<T>) -> Option<Option<Arc<T>>> {
    let known = entry.known()?;
    metrics::counter!("edge_last_known_total").increment(1);
    Some(known.value)
}

impl<T: HostFacts> Host<T> {
    fn owner(&self) -> Option<OwnerId> {
        let known = self.known.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.as_ref()?.value.as_ref().map(|value| value.owner())
    }

    fn bytes(&self) -> usize {
        let known = self.known.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.as_ref().and_then(|known| known.value.as_ref()).map_or(0, |value| value.bytes())
    }
}

impl<T> Host<T> {
    fn known(&self) -> Option<Known<T>> {
        self.known.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    fn learn(&self, known: Known<T>) {
        *self.known.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(known);
    }

    fn learn_if_unknown(&self, known: Known<T>) {
        self.known.write().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(known);
    }
}

#[cfg(test)]
mod tests;
