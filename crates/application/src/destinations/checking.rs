//! Checks of destinations: scheduled checks, and single checks on request.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use futures_util::future::join_all;
use kernel::{Acting, Clock, OwnerId, Page, Precondition, StoreError, UnixTime};

use super::ports::{
    Destination, DestinationId, DestinationQueue, DestinationStore, HostBusy, Prober, Settlement, Turn,
};
use super::{
    DestinationUrl, GATHER_EVERY_SECONDS, Gathering, HealthState, LOOK_EVERY_SECONDS, Look, Verdict,
};

/// Duration of a lease, in seconds. Longer than any round of checks, so only a crashed process loses its lease.
const LEASE_SECONDS: i64 = 300;

/// Delay of a check whose host was busy, in seconds.
const BUSY_SECONDS: i64 = 10 * 60;

/// Reason why a destination was not checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The URL is not one of the owner's destinations.
    #[error(
        "this address is not one of your destinations; new ones are found within an hour while checks are on"
    )]
    NotFound,
    /// Too many checks wait for this host.
    #[error(transparent)]
    HostBusy(#[from] HostBusy),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Computes the stored result of a check.
fn settlement(seen: &Destination, look: Look, now: UnixTime) -> Settlement {
    let (health, change) = seen.health.after(look, now);
    Settlement { health, change, next_look_at: now.plus_seconds(LOOK_EVERY_SECONDS) }
}

/// An owner's own view of their destinations.
#[derive(Clone)]
pub struct Destinations {
    store: Arc<dyn DestinationStore>,
    prober: Arc<dyn Prober>,
    clock: Arc<dyn Clock>,
}

impl Destinations {
    pub fn new(store: Arc<dyn DestinationStore>, prober: Arc<dyn Prober>, clock: Arc<dyn Clock>) -> Self {
        Self { store, prober, clock }
    }

    pub async fn is_enabled(&self, owner: OwnerId) -> Result<bool, StoreError> {
        self.store.is_enabled(owner).await
    }

    /// Opts in or out. Fails if the state of the switch is not `expected`.
    pub async fn set_enabled(
        &self,
        by: &Acting,
        enabled: bool,
        expected: Precondition,
    ) -> Result<(), StoreError> {
        self.store.set_enabled(by, enabled, expected, self.clock.now()).await
    }

    /// Lists up to `limit` destinations with numbers above `after`, in ascending order.
    pub async fn list(
        &self,
        owner: OwnerId,
        state: Option<HealthState>,
        after: Option<DestinationId>,
        limit: u32,
    ) -> Result<Page<Destination, DestinationId>, StoreError> {
        let found = self.store.list(owner, state, after, limit.saturating_add(1)).await?;
        Ok(Page::of(found, limit, |destination| destination.id))
    }

    /// Checks a destination now, and returns it with its new health.
    pub async fn check(&self, owner: OwnerId, url: &DestinationUrl) -> Result<Destination, CheckError> {
        let seen = self.store.find(owner, url).await?.ok_or(CheckError::NotFound)?;
        let look = self.prober.look(url).await?;
        let settled = settlement(&seen, look, self.clock.now());
        if self.store.settle(owner, &seen, &settled).await? {
            return Ok(Destination { health: settled.health, next_look_at: settled.next_look_at, ..seen });
        }
        // Another check at the same time was faster.
        self.store.find(owner, url).await?.ok_or(CheckError::NotFound)
    }
}

/// Numbers of checks in one round, by result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Round {
    /// Number of checks that reached a working destination.
    pub reachable: u32,
    /// Number of checks whose destination failed.
    pub failed: u32,
    /// Number of checks without a conclusion.
    pub inconclusive: u32,
    /// Number of checks that were delayed because the host was busy.
    pub postponed: u32,
    /// Number of results that were not stored, because the destination was deleted or another check was faster.
    pub lost: u32,
}

impl Round {
    /// Number of destinations that were due.
    pub const fn due(&self) -> u32 {
        self.reachable + self.failed + self.inconclusive + self.postponed + self.lost
    }
}

/// Runs the due checks of all owners.
#[derive(Clone)]
pub struct CheckDue {
    queue: Arc<dyn DestinationQueue>,
    store: Arc<dyn DestinationStore>,
    prober: Arc<dyn Prober>,
    gathering: Gathering,
    clock: Arc<dyn Clock>,
}

impl CheckDue {
    pub fn new(
        queue: Arc<dyn DestinationQueue>,
        store: Arc<dyn DestinationStore>,
        prober: Arc<dyn Prober>,
        gathering: Gathering,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { queue, store, prober, gathering, clock }
    }

    /// Lists up to `limit` owners with due checks, as [`DestinationQueue::due`] returns them.
    pub async fn due(
        &self,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError> {
        self.queue.due(self.clock.now(), failing, served, limit).await
    }

    /// Leases an owner's checks, and gathers the destinations if that is due. `None` when the lease is taken.
    pub async fn begin(&self, owner: OwnerId) -> Result<Option<Turn>, StoreError> {
        let Some(turn) = self.queue.claim(owner, self.clock.now(), LEASE_SECONDS).await? else {
            return Ok(None);
        };
        if turn.gather {
            let found = self.gathering.run(owner).await?;
            let now = self.clock.now();
            let again_at = now.plus_seconds(GATHER_EVERY_SECONDS);
            if !self.queue.replace(&turn, &found, now, again_at).await? {
                return Ok(None);
            }
        }
        Ok(Some(turn))
    }

    /// Checks up to `at_once` due destinations concurrently.
    pub async fn round(&self, turn: &Turn, at_once: u32) -> Result<Round, StoreError> {
        let mut round = Round::default();
        let due = self.queue.due_destinations(turn.owner, self.clock.now(), at_once).await?;
        // All results are awaited first, so one failed write does not cancel the other checks.
        for looked in join_all(due.iter().map(|destination| self.look(turn.owner, destination))).await {
            *looked?.of(&mut round) += 1;
        }
        Ok(round)
    }

    /// Releases the lease.
    pub async fn finish(&self, turn: &Turn) -> Result<(), StoreError> {
        self.queue.finish(turn).await
    }

    async fn look(&self, owner: OwnerId, seen: &Destination) -> Result<Outcome, StoreError> {
        let Ok(look) = self.prober.look(&seen.url).await else {
            let until = self.clock.now().plus_seconds(BUSY_SECONDS);
            self.queue.postpone(owner, seen.id, until).await?;
            return Ok(Outcome::Postponed);
        };
        let settlement = settlement(seen, look, self.clock.now());
        let settled = self.store.settle(owner, seen, &settlement).await?;
        Ok(if settled { Outcome::Looked(look.verdict()) } else { Outcome::Lost })
    }
}

enum Outcome {
    Looked(Verdict),
    Postponed,
    Lost,
}

impl Outcome {
    const fn of(self, round: &mut Round) -> &mut u32 {
        match self {
            Self::Looked(Verdict::Reachable) => &mut round.reachable,
            Self::Looked(Verdict::Failed) => &mut round.failed,
            Self::Looked(Verdict::Inconclusive) => &mut round.inconclusive,
            Self::Postponed => &mut round.postponed,
            Self::Lost => &mut round.lost,
        }
    }
}
