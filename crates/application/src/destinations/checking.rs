//! Looking at destinations: what is due, and one that somebody asks for.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use futures_util::future::join_all;
use kernel::{Clock, OwnerId, Page, Precondition, StoreError, UnixTime};

use super::ports::{
    Destination, DestinationId, DestinationQueue, DestinationStore, HostBusy, Prober, Settlement, Turn,
};
use super::{
    DestinationUrl, GATHER_EVERY_SECONDS, Gathering, HealthState, LOOK_EVERY_SECONDS, Look, Verdict,
};

/// Longer than any turn takes, so that a lease is lost only with its process.
const LEASE_SECONDS: i64 = 300;

/// When a destination is looked at whose host was busy, in seconds.
const BUSY_SECONDS: i64 = 10 * 60;

/// Why a destination was not looked at.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The address is none of the owner's destinations.
    #[error(
        "this address is none of your destinations; new ones are found within an hour while looking is switched on"
    )]
    NotFound,
    /// Too many look at its host.
    #[error(transparent)]
    HostBusy(#[from] HostBusy),
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a look makes of a destination.
fn settlement(seen: &Destination, look: Look, now: UnixTime) -> Settlement {
    let (health, change) = seen.health.after(look, now);
    Settlement { health, change, next_look_at: now.plus_seconds(LOOK_EVERY_SECONDS) }
}

/// The destinations of an owner, for the owner.
#[derive(Clone)]
pub struct Destinations {
    store: Arc<dyn DestinationStore>,
    prober: Arc<dyn Prober>,
    clock: Arc<dyn Clock>,
}

impl Destinations {
    /// Those of this store, looked at by this prober.
    pub fn new(store: Arc<dyn DestinationStore>, prober: Arc<dyn Prober>, clock: Arc<dyn Clock>) -> Self {
        Self { store, prober, clock }
    }

    /// Whether the owner has opted in.
    pub async fn is_enabled(&self, owner: OwnerId) -> Result<bool, StoreError> {
        self.store.is_enabled(owner).await
    }

    /// Opts in or out of a switch that is `expected`.
    pub async fn set_enabled(
        &self,
        owner: OwnerId,
        enabled: bool,
        expected: Precondition,
    ) -> Result<(), StoreError> {
        self.store.set_enabled(owner, enabled, expected, self.clock.now()).await
    }

    /// Up to `limit` destinations behind `after`, by rising number.
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

    /// Looks at a destination now, and answers what is known of it then.
    pub async fn check(&self, owner: OwnerId, url: &DestinationUrl) -> Result<Destination, CheckError> {
        let seen = self.store.find(owner, url).await?.ok_or(CheckError::NotFound)?;
        let look = self.prober.look(url).await?;
        let settled = settlement(&seen, look, self.clock.now());
        if self.store.settle(owner, &seen, &settled).await? {
            return Ok(Destination { health: settled.health, next_look_at: settled.next_look_at, ..seen });
        }
        // Somebody else looked at the same time.
        self.store.find(owner, url).await?.ok_or(CheckError::NotFound)
    }
}

/// What became of the destinations of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Round {
    /// Looks that found something.
    pub reachable: u32,
    /// Looks that failed.
    pub failed: u32,
    /// Looks that say nothing.
    pub inconclusive: u32,
    /// Destinations whose host was busy.
    pub postponed: u32,
    /// Looks that were not written: the destination is gone, or somebody else looked.
    pub lost: u32,
}

impl Round {
    /// How many destinations were due.
    pub const fn due(&self) -> u32 {
        self.reachable + self.failed + self.inconclusive + self.postponed + self.lost
    }
}

/// Looks at what is due.
#[derive(Clone)]
pub struct CheckDue {
    queue: Arc<dyn DestinationQueue>,
    store: Arc<dyn DestinationStore>,
    prober: Arc<dyn Prober>,
    gathering: Gathering,
    clock: Arc<dyn Clock>,
}

impl CheckDue {
    /// Looks at what is in this queue.
    pub fn new(
        queue: Arc<dyn DestinationQueue>,
        store: Arc<dyn DestinationStore>,
        prober: Arc<dyn Prober>,
        gathering: Gathering,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { queue, store, prober, gathering, clock }
    }

    /// Up to `limit` owners of whom something is due, as [`DestinationQueue::due`] returns them.
    pub async fn due(
        &self,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError> {
        self.queue.due(self.clock.now(), failing, served, limit).await
    }

    /// Takes the owner's turn, and gathers their destinations if that is due. `None` when somebody else has it.
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

    /// Looks at up to `at_once` destinations that are due, side by side.
    pub async fn round(&self, turn: &Turn, at_once: u32) -> Result<Round, StoreError> {
        let mut round = Round::default();
        let due = self.queue.due_destinations(turn.owner, self.clock.now(), at_once).await?;
        // One that can't be settled takes none of the others along.
        for looked in join_all(due.iter().map(|destination| self.look(turn.owner, destination))).await {
            *looked?.of(&mut round) += 1;
        }
        Ok(round)
    }

    /// Gives a turn back.
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
