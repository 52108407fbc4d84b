//! Pulls of what the engines have to report: who is due, who pulls, and how far a log of events was pulled.

use async_trait::async_trait;
use engine_link::AccountId;
use kernel::{OwnerId, StoreError, UnixTime};

/// One owner's pull, held by a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pull {
    /// Whose it is.
    pub owner: OwnerId,
    /// The account that it is pulled from.
    pub account: AccountId,
    /// After which place of the log it goes on; `None` for its beginning, and where there is no log.
    pub cursor: Option<String>,
    /// How many pulls failed since the last that did not.
    pub failures: u32,
    /// The number of the lease, so that who lost it changes nothing.
    pub lease: i64,
}

/// The pulls of one kind from the engines of all connected owners.
#[async_trait]
pub trait PullStore: Send + Sync {
    /// Up to `limit` connected owners whose pull is due and whom nobody pulls, the longest due first: of those whose last pull
    /// failed, or of the others. None of `served` is among them.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Takes the owner's pull for `lease_seconds`; `None` when it is not due, or somebody has it. MUST give it to one of several
    /// callers at once.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Option<Pull>, StoreError>;

    /// Gives a pull back until `due_at`, with the number of pulls that failed in a row. MUST change nothing when the lease was
    /// lost.
    async fn finish(
        &self,
        pull: &Pull,
        now: UnixTime,
        due_at: UnixTime,
        failures: u32,
    ) -> Result<(), StoreError>;
}

/// The places in the logs of engines.
#[async_trait]
pub trait CursorStore: Send + Sync {
    /// Keeps how far a log was taken in, and the lease until `until`. `false`, and nothing is kept, when the lease was lost.
    async fn advance(
        &self,
        pull: &Pull,
        cursor: &str,
        now: UnixTime,
        until: UnixTime,
    ) -> Result<bool, StoreError>;
}
