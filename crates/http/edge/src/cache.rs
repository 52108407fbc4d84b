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

/// How long a visitor waits for what is new of a host of which something is known already.
const KNOWN_WAIT: Duration = Duration::from_millis(500);
/// The same of any other host, whose visitor would get nothing otherwise.
const UNKNOWN_WAIT: Duration = Duration::from_secs(3);
/// For how long after a question without an answer no other is asked about what is known.
const REST: Duration = Duration::from_millis(500);

/// What the edge has to know of a host: its page, its links, its printed codes.
pub trait HostFacts: Sized + Send + Sync + 'static {
    /// Returns whether two values are the same without comparing them whole.
    type Stamp: PartialEq + Send;

    /// The stamp of this value.
    fn stamp(&self) -> Self::Stamp;

    /// Whose host it is.
    fn owner(&self) -> OwnerId;

    /// The bytes that it takes, about.
    fn bytes(&self) -> usize;

    /// Where such a value is kept.
    fn of(memory: &HostMemory) -> &Host<Self>;
}

/// Where such values come from.
#[async_trait]
pub trait HostSource<T: HostFacts>: Send + Sync {
    /// The stamp of what [`HostSource::load`] would answer now; `None` for a host of which nothing is known.
    async fn stamp(&self, host: &Hostname) -> Result<Option<T::Stamp>, StoreError>;

    /// The value of the host. What of `known`, an earlier value, still holds need not be asked for again.
    async fn load(&self, host: &Hostname, known: Option<&T>) -> Result<Option<T>, StoreError>;
}

/// Values of hosts, kept in the memory of a process.
///
/// What is kept is fresh only while notifications of changes arrive: a notification about a host, or a silence of the channel,
/// ends that, and the next visitor's request looks in the database first. Should the database be unavailable then, the
/// last known value is used all the same: at once for half a second after every question that was not answered, so that a
/// database that hangs costs one visitor in that time half a second, and the others nothing. A question that nobody waits
/// for any more is answered all the same: what takes long to load would never be there otherwise.
///
/// What is not known is then taken from a snapshot of the host, if the room has any. It is never fresh, and nothing of it is used once the
/// database answers.
pub struct HostCache<T> {
    room: Arc<Room>,
    /// Whether notifications arrive.
    alive: Arc<AtomicBool>,
    /// Counts the silences of the channel; what was checked before the last one is not fresh.
    era: AtomicU64,
    /// When the database did not answer the last time.
    unanswered: std::sync::Mutex<Option<Instant>>,
    lookups: Lookups,
    values: PhantomData<fn() -> T>,
}

/// The place of a value of a host.
pub struct Host<T> {
    /// Held while somebody looks in the database; the others wait for what they find.
    looking: Arc<Mutex<()>>,
    known: std::sync::RwLock<Option<Known<T>>>,
    /// Counts the change notifications about this host.
    notifications: AtomicU64,
}

struct Known<T> {
    value: Option<Arc<T>>,
    era: u64,
    notifications: u64,
    /// Whether it comes from a snapshot, which the database has not confirmed since.
    is_restored: bool,
}

impl<T> Known<T> {
    fn restored(value: Option<T>) -> Self {
        Self { value: value.map(Arc::new), era: 0, notifications: 0, is_restored: true }
    }
}

// Derived, both would ask the same of `T`.
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
    /// A cache in this room that trusts the channel whose liveness this is; `name` labels its metrics.
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

    /// The value of this host has grown.
    pub fn grown(&self, host: &Hostname) {
        self.room.weigh(host);
    }

    /// What is known of this host may have changed.
    pub fn changed(&self, host: &Hostname) {
        if let Some(memory) = self.room.get(host.as_str()) {
            T::of(&memory).notifications.fetch_add(1, Ordering::AcqRel);
        }
        self.room.recent_changes.of(host);
    }

    /// Anything may have changed.
    pub fn anything_changed(&self) {
        self.era.fetch_add(1, Ordering::AcqRel);
        self.room.recent_changes.of_anything();
    }

    /// What is fresh of the host with this canonical name, without a question: `None` when it has to be looked up.
    pub fn remembered(&self, host: &str) -> Option<Arc<T>> {
        let memory = self.room.get(host)?;
        let value = self.fresh(T::of(&memory))??;
        memory.note_visit();
        self.lookups.count(true);
        Some(value)
    }

    /// What is known of the host if that is fresh, without a question and without a visit.
    pub(crate) fn confirmed(&self, host: &Hostname) -> Option<Option<Arc<T>>> {
        self.fresh(T::of(&*self.room.get(host.as_str())?))
    }

    /// What holds for this host, if anything does.
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

    /// Waits for whoever looks already, and looks if what they found does not do. The look goes on if nobody waits any more.
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

    /// What was known last of the host, by this process or by the one before it.
    async fn last_known(&self, host: &Hostname, memory: &HostMemory) -> Option<Option<Arc<T>>> {
        let entry = T::of(memory);
        if entry.known().is_none() {
            self.room.restore(host, memory).await;
        }
        last_known(entry)
    }

    /// Whether the database is left alone.
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

    /// Asks the database. The counters are read before the question: a notification that comes while it is answered makes the value stale
    /// in the answer.
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
        // A database that was restored from a backup may give a stamp again that a snapshot has.
        let known = entry.known().filter(|known| !known.is_restored).and_then(|known| known.value);
        let value = match (known, stamp) {
            (_, None) => None,
            (Some(known), Some(stamp)) if known.stamp() == stamp => Some(known),
            (known, Some(_)) => source.load(host, known.as_deref()).await?.map(Arc::new),
        };
        // What is larger than a host may be is loaded for each visitor, in turn: its host waits, and no other.
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
