//! In-memory engine, store and draft for tests. Every call pauses before and after its effect, so that other calls can
//! interleave and crashes can happen. With trouble enabled, calls fail at random, before or after their effect.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};

use async_trait::async_trait;
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{
    AccountNumber, Acting, Entropy as _, Fingerprint, Hostname, OwnerId, SortableId, StoreError, UnixTime,
};

use super::Provisioning;
use crate::config::{ProvisionConfig, ProvisionRequest};
use crate::link::{FunnelLinkId, ProviderId};
use crate::ports::{
    ButtonStamper, ConnectedAccount, DomainLinks, EngineAccount, EngineError, EngineLinks, EngineStats,
    FunnelEngine, FunnelLinkStore, LastSwitch, NewUpstreamLink, RecordedLink, Recording, StampError, Stamped,
    Switching,
};
use crate::slot::Slot;
use crate::stamping::Stamping;
use crate::testing::{NOW, domain, engine_link};
use crate::upstream::{EngineLink, UpstreamLink};

static SEED: AtomicU64 = AtomicU64::new(0);

/// Reproducible random numbers.
pub(super) struct Dice(SeededEntropy);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(SeededEntropy::new(seed))
    }

    /// Returns a number below `sides`.
    pub(super) fn roll(&self, sides: u64) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes) % sides
    }

    pub(super) fn one_in(&self, sides: u64) -> bool {
        self.roll(sides) == 0
    }

    pub(super) fn pick<'a, T>(&self, items: &'a [T]) -> Option<&'a T> {
        let sides = u64::try_from(items.len()).unwrap_or(0);
        if sides == 0 { None } else { items.get(self.roll(sides) as usize) }
    }
}

#[derive(Default)]
pub(super) struct State {
    /// Upstream links, oldest first, each with a flag that is true for links created by us.
    pub(super) upstream: Vec<(EngineLink, bool)>,
    /// First response for each idempotency key.
    pub(super) keys: HashMap<String, EngineLink>,
    /// Timed-out creations that have not reached the engine yet.
    pub(super) late: Vec<NewUpstreamLink>,
    pub(super) recorded: Vec<RecordedLink>,
    pub(super) config: Option<ProvisionConfig>,
    /// Nonce for idempotency keys.
    pub(super) nonce: Option<SortableId>,
    /// Latest switch of each link.
    pub(super) switches: HashMap<FunnelLinkId, UnixTime>,
    /// Connected account.
    pub(super) account: AccountNumber,
    pub(super) stamping: Option<Stamping>,
    /// Number of calls to the engine.
    pub(super) calls: u32,
    /// Dice that make calls fail; `None` if all calls succeed.
    pub(super) trouble: Option<Dice>,
    /// Error of every call to the engine, if set.
    pub(super) engine_down: Option<fn() -> EngineError>,
    /// Change that the engine applies to a new link, if set.
    pub(super) spoil: Option<fn(&mut EngineLink)>,
}

impl State {
    fn trouble(&self, sides: u64) -> bool {
        self.trouble.as_ref().is_some_and(|dice| dice.one_in(sides))
    }

    pub(super) fn create(&mut self, wanted: &NewUpstreamLink) -> EngineLink {
        if let Some(first) = self.keys.get(&wanted.idempotency_key) {
            return first.clone();
        }
        let slot = Slot::of(wanted.offer, wanted.country).unwrap();
        let mut link = EngineLink { name: wanted.name.clone(), ..self.next_link(slot) };
        link.trial_days = wanted.trial_days.map(i64::from);
        if let Some(spoil) = self.spoil {
            spoil(&mut link);
        }
        self.upstream.push((link.clone(), true));
        self.keys.insert(wanted.idempotency_key.clone(), link.clone());
        link
    }

    pub(super) fn next_link(&self, slot: Slot) -> EngineLink {
        let n = i64::try_from(self.upstream.len()).unwrap();
        let (account, created_at) = (self.account, Some(NOW.plus_seconds(n)));
        EngineLink { account, created_at, ..engine_link(&format!("up{n}"), slot) }
    }

    fn record(&mut self, slot: Slot, link: &UpstreamLink) -> Recording {
        let account = link.provider_id.account();
        let own = |recorded: &&RecordedLink| recorded.upstream.provider_id.account() == account;
        if let Some(taken) = self.recorded.iter().filter(own).find(|recorded| recorded.slot == Some(slot)) {
            return Recording::SlotTaken(taken.clone());
        }
        if self.recorded.iter().any(|recorded| recorded.upstream.provider_id == link.provider_id) {
            return Recording::LinkTaken;
        }
        let id = FunnelLinkId::new(i64::try_from(self.recorded.len()).unwrap() + 1);
        let link = RecordedLink { id, domain: Some(domain()), slot: Some(slot), upstream: link.clone() };
        self.recorded.push(link.clone());
        Recording::Recorded(link)
    }
}

#[derive(Clone, Default)]
pub(super) struct World(Arc<Mutex<State>>);

impl World {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub(super) fn provisioning(&self) -> Provisioning {
        let this = Arc::new(self.clone());
        // Every instance generates different nonces, so that equal keys prove that the nonce was stored.
        let entropy = Arc::new(SeededEntropy::new(SEED.fetch_add(1, Ordering::Relaxed)));
        Provisioning::new(this.clone(), this.clone(), this, Arc::new(FixedClock::at(NOW)), entropy)
    }

    /// Applies `effect` between two pauses, with random store errors before or after.
    async fn stored<T>(&self, effect: impl FnOnce(&mut State) -> T + Send) -> Result<T, StoreError> {
        let away = || StoreError::Unavailable("no connection".into());
        pause().await;
        if self.state().trouble(12) {
            return Err(away());
        }
        let done = effect(&mut self.state());
        if self.state().trouble(12) {
            return Err(away());
        }
        pause().await;
        Ok(done)
    }

    /// Applies `effect` between two pauses, unless the engine is down, with random timeouts before or after.
    async fn answered<T>(&self, effect: impl FnOnce(&mut State) -> T + Send) -> Result<T, EngineError> {
        pause().await;
        self.state().calls += 1;
        if let Some(error) = self.state().engine_down {
            return Err(error());
        }
        if self.state().trouble(8) {
            return Err(timeout());
        }
        let done = effect(&mut self.state());
        if self.state().trouble(8) {
            return Err(timeout());
        }
        pause().await;
        Ok(done)
    }
}

fn timeout() -> EngineError {
    EngineError::Failed("no answer in time".into())
}

#[async_trait]
impl FunnelEngine for World {
    async fn connected(&self, _: OwnerId) -> Result<Option<ConnectedAccount>, EngineError> {
        let number = self.state().account;
        Ok(Some(ConnectedAccount { number, id: format!("acct_{number}") }))
    }

    async fn account(&self, _: OwnerId) -> Result<EngineAccount, EngineError> {
        let account = || EngineAccount { account_id: "1".into(), username: "creator".into() };
        self.answered(|_| account()).await
    }

    async fn links(&self, _: OwnerId) -> Result<EngineLinks, EngineError> {
        self.answered(|state| {
            let own =
                state.upstream.iter().map(|(link, _)| link).filter(|link| link.account == state.account);
            let (good, bad): (Vec<_>, Vec<_>) =
                own.cloned().map(UpstreamLink::try_from).partition(Result::is_ok);
            EngineLinks { links: good.into_iter().flatten().collect(), bad: bad.len() }
        })
        .await
    }

    async fn create_link(&self, _: OwnerId, link: &NewUpstreamLink) -> Result<UpstreamLink, EngineError> {
        if self.state().trouble(6) {
            self.state().late.push(link.clone());
            return Err(timeout());
        }
        let created = self.answered(|state| state.create(link)).await?;
        UpstreamLink::try_from(created).map_err(EngineError::BadLink)
    }

    async fn set_active(&self, _: OwnerId, id: &ProviderId, active: bool) -> Result<(), EngineError> {
        self.answered(|state| {
            let mut links = state.upstream.iter_mut().map(|(link, _)| link);
            let link = links.find(|link| link.provider_id == id.as_str()).unwrap();
            link.active = active;
        })
        .await
    }

    async fn link_stats(&self, _: OwnerId, _: &[ProviderId]) -> Result<Vec<EngineStats>, EngineError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl FunnelLinkStore for World {
    async fn load(&self, _: OwnerId, asked: &Hostname) -> Result<Option<DomainLinks>, StoreError> {
        let ours = *asked == domain();
        self.stored(|state| {
            ours.then(|| {
                let own = |link: &RecordedLink| link.upstream.provider_id.account() == state.account;
                let (links, aside) = state.recorded.iter().cloned().partition(own);
                DomainLinks { config: state.config.clone(), links, aside }
            })
        })
        .await
    }

    async fn record(
        &self,
        _: &Acting,
        _: &Hostname,
        slot: Slot,
        link: &UpstreamLink,
    ) -> Result<Recording, StoreError> {
        self.stored(|state| state.record(slot, link)).await
    }

    async fn last_switch(
        &self,
        _: OwnerId,
        _: &Hostname,
        id: FunnelLinkId,
    ) -> Result<Option<LastSwitch>, StoreError> {
        self.stored(|state| {
            let known = state.recorded.iter().any(|link| link.id == id);
            known.then(|| LastSwitch(state.switches.get(&id).copied()))
        })
        .await
    }

    async fn set_active(
        &self,
        _: &Acting,
        _: &Hostname,
        id: FunnelLinkId,
        active: bool,
        seen: LastSwitch,
        now: UnixTime,
    ) -> Result<Switching, StoreError> {
        self.stored(|state| {
            let last = state.switches.get(&id).copied();
            let Some(link) = state.recorded.iter_mut().find(|link| link.id == id) else {
                return Switching::Gone;
            };
            if LastSwitch(last) != seen {
                return Switching::Overtaken;
            }
            state.switches.insert(id, last.map_or(now, |last| last.plus_seconds(1)));
            link.upstream.active = active;
            Switching::Noted(link.clone())
        })
        .await
    }

    async fn link_nonce(
        &self,
        _: OwnerId,
        asked: &Hostname,
        fresh: SortableId,
    ) -> Result<Option<SortableId>, StoreError> {
        let ours = *asked == domain();
        self.stored(|state| ours.then(|| *state.nonce.get_or_insert(fresh))).await
    }

    async fn save_config(
        &self,
        _: &Acting,
        _: &Hostname,
        config: &ProvisionConfig,
    ) -> Result<bool, StoreError> {
        self.stored(|state| state.config = Some(config.clone())).await.map(|()| true)
    }
}

#[async_trait]
impl ButtonStamper for World {
    async fn stamp(&self, _: &Acting, _: &Hostname, by: &Stamping) -> Result<Stamped, StampError> {
        let changed = self.stored(|state| state.stamping.replace(by.clone()).as_ref() != Some(by)).await?;
        Ok(Stamped { changed: changed.into(), total: 1, unresolved: Vec::new() })
    }

    async fn draft_state(&self, _: OwnerId, _: &Hostname) -> Result<Fingerprint, StampError> {
        Ok(Fingerprint::new(1))
    }
}

pub(super) fn config(countries: &[&str], days: i64) -> ProvisionConfig {
    let trial_countries: Vec<_> = countries.iter().map(|code| (*code).to_owned()).collect();
    ProvisionConfig::parse(&ProvisionRequest {
        trial_countries: &trial_countries,
        paid_countries: "rest",
        default_paid: true,
        trial_days: Some(days),
    })
    .unwrap()
}

/// Yields once to other tasks.
async fn pause() {
    let mut paused = false;
    std::future::poll_fn(|context: &mut Context<'_>| {
        if std::mem::replace(&mut paused, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Runs a task until it pauses or ends.
pub(super) fn step<T>(task: &mut Pin<Box<dyn Future<Output = T>>>) -> Option<T> {
    match task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => Some(done),
        Poll::Pending => None,
    }
}

/// Runs a task to completion.
pub(super) fn finish<T>(task: impl Future<Output = T> + 'static) -> T {
    let mut task: Pin<Box<dyn Future<Output = T>>> = Box::pin(task);
    loop {
        if let Some(done) = step(&mut task) {
            return done;
        }
    }
}
