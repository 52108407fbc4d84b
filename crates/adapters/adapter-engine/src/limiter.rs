//! What belongs to one connection: its breaker and its share of calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine_link::BaseUrl;
use kernel::OwnerId;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use crate::breaker::{Breaker, Ticket, Verdict};
use crate::{EngineSettings, Failure};

/// The lanes of all connections that were talked over.
#[derive(Default)]
pub(crate) struct ConnectionLimiters(Mutex<HashMap<OwnerId, (BaseUrl, Arc<ConnectionLimiter>)>>);

pub(crate) struct ConnectionLimiter {
    breaker: Mutex<Breaker>,
    share: Semaphore,
}

/// A call under way on a lane. Dropped without a verdict, it counts as given up.
pub(crate) struct Permit<'a> {
    lane: &'a ConnectionLimiter,
    ticket: Option<Ticket>,
    _share: Option<SemaphorePermit<'a>>,
}

impl ConnectionLimiters {
    /// The lane of a connection. One to another address starts anew, and takes the place of the old one.
    pub(crate) fn of(
        &self,
        owner: OwnerId,
        base_url: &BaseUrl,
        settings: &EngineSettings,
    ) -> Arc<ConnectionLimiter> {
        let mut lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match lanes.get(&owner) {
            Some((address, lane)) if address == base_url => Arc::clone(lane),
            _ => {
                let lane = Arc::new(ConnectionLimiter::new(settings));
                lanes.insert(owner, (base_url.clone(), Arc::clone(&lane)));
                lane
            }
        }
    }
}

impl ConnectionLimiter {
    fn new(settings: &EngineSettings) -> Self {
        let breaker = Breaker::new(settings.breaker, Instant::now().into_std());
        Self { breaker: Mutex::new(breaker), share: Semaphore::new(settings.calls_at_once) }
    }

    /// Waits for a free place on the lane until `deadline`, unless the breaker is open.
    pub(crate) async fn enter(&self, deadline: Instant) -> Result<Permit<'_>, Failure> {
        if self.breaker().refuses(Instant::now().into_std()) {
            return Err(Failure::CircuitOpen);
        }
        let waited = tokio::time::timeout_at(deadline, self.share.acquire()).await;
        let Ok(Ok(share)) = waited else { return Err(Failure::Busy) };
        // Those who went before may have opened the breaker meanwhile.
        self.admitted(Some(share))
    }

    /// Goes past those who wait for a place, unless the breaker is open.
    pub(crate) fn enter_at_once(&self) -> Result<Permit<'_>, Failure> {
        self.admitted(None)
    }

    fn admitted<'a>(&'a self, share: Option<SemaphorePermit<'a>>) -> Result<Permit<'a>, Failure> {
        let ticket = self.breaker().admit(Instant::now().into_std()).ok_or(Failure::CircuitOpen)?;
        Ok(Permit { lane: self, ticket: Some(ticket), _share: share })
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Tells how the call ended.
    pub(crate) fn settle(mut self, verdict: Verdict) {
        self.end(verdict);
    }

    fn end(&mut self, verdict: Verdict) {
        if let Some(ticket) = self.ticket.take() {
            self.lane.breaker().settle(ticket, verdict, Instant::now().into_std());
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.end(Verdict::Unknown);
    }
}
