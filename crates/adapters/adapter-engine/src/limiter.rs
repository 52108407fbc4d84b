//! Limits of a connection: its circuit breaker and the number of concurrent calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine_link::BaseUrl;
use kernel::OwnerId;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use crate::breaker::{Breaker, Ticket, Verdict};
use crate::{EngineSettings, Failure};

/// Limiters of all connections used so far.
#[derive(Default)]
pub(crate) struct ConnectionLimiters(Mutex<HashMap<OwnerId, (BaseUrl, Arc<ConnectionLimiter>)>>);

pub(crate) struct ConnectionLimiter {
    breaker: Mutex<Breaker>,
    slots: Semaphore,
}

/// Permission for a running call. If dropped without a verdict, the outcome is unknown.
pub(crate) struct Permit<'a> {
    limiter: &'a ConnectionLimiter,
    ticket: Option<Ticket>,
    _slot: Option<SemaphorePermit<'a>>,
}

impl ConnectionLimiters {
    /// Returns the limiter of a connection. A changed address gets a new limiter.
    pub(crate) fn of(
        &self,
        owner: OwnerId,
        base_url: &BaseUrl,
        settings: &EngineSettings,
    ) -> Arc<ConnectionLimiter> {
        let mut limiters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match limiters.get(&owner) {
            Some((address, limiter)) if address == base_url => Arc::clone(limiter),
            _ => {
                let limiter = Arc::new(ConnectionLimiter::new(settings));
                limiters.insert(owner, (base_url.clone(), Arc::clone(&limiter)));
                limiter
            }
        }
    }
}

impl ConnectionLimiter {
    fn new(settings: &EngineSettings) -> Self {
        let breaker = Breaker::new(settings.breaker, Instant::now().into_std());
        Self { breaker: Mutex::new(breaker), slots: Semaphore::new(settings.calls_at_once) }
    }

    /// Waits for a free slot until `deadline`, unless the breaker is open.
    pub(crate) async fn enter(&self, deadline: Instant) -> Result<Permit<'_>, Failure> {
        if self.breaker().refuses(Instant::now().into_std()) {
            return Err(Failure::CircuitOpen);
        }
        let waited = tokio::time::timeout_at(deadline, self.slots.acquire()).await;
        let Ok(Ok(slot)) = waited else { return Err(Failure::Busy) };
        // Earlier calls may have opened the breaker meanwhile.
        self.admitted(Some(slot))
    }

    /// Enters without a slot, unless the breaker is open.
    pub(crate) fn enter_at_once(&self) -> Result<Permit<'_>, Failure> {
        self.admitted(None)
    }

    fn admitted<'a>(&'a self, slot: Option<SemaphorePermit<'a>>) -> Result<Permit<'a>, Failure> {
        let ticket = self.breaker().admit(Instant::now().into_std()).ok_or(Failure::CircuitOpen)?;
        Ok(Permit { limiter: self, ticket: Some(ticket), _slot: slot })
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Records the outcome of the call.
    pub(crate) fn settle(mut self, verdict: Verdict) {
        self.end(verdict);
    }

    fn end(&mut self, verdict: Verdict) {
        if let Some(ticket) = self.ticket.take() {
            self.limiter.breaker().settle(ticket, verdict, Instant::now().into_std());
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.end(Verdict::Unknown);
    }
}
