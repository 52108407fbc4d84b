//! Pulls from the engines: due owners, leases, and positions in event logs.

use async_trait::async_trait;
use engine_link::AccountId;
use kernel::{OwnerId, StoreError, UnixTime};

/// Lease on the pull of one owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pull {
    pub owner: OwnerId,
    /// Account to pull from.
    pub account: AccountId,
    /// Position in the event log after which the pull continues; `None` for the start, and for pulls without a log.
    pub cursor: Option<String>,
    /// Number of consecutive failed pulls.
    pub failures: u32,
    /// Number of the lease. A holder with an outdated number changes nothing.
    pub lease: i64,
}

/// Pulls of one kind, for all connected owners.
#[async_trait]
pub trait PullStore: Send + Sync {
    /// Lists up to `limit` connected owners with a due pull and no lease, longest due first. With `failing`, only
    /// owners whose last pull failed; without, only the rest. Leaves out the owners in `served`.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Leases the owner's pull for `lease_seconds`; `None` when the pull is not due or the lease is taken. Of
    /// concurrent callers, only one MUST get the lease.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Option<Pull>, StoreError>;

    /// Releases a lease, schedules the next pull for `due_at`, and stores the number of consecutive failures. MUST
    /// change nothing when the lease was lost.
    async fn finish(
        &self,
        pull: &Pull,
        now: UnixTime,
        due_at: UnixTime,
        failures: u32,
    ) -> Result<(), StoreError>;
}

/// Positions in the event logs of engines.
#[async_trait]
pub trait CursorStore: Send + Sync {
    /// Stores the position up to which a log was processed, and extends the lease to `until`. Returns `false`, without
    /// changes, when the lease was lost.
    async fn advance(
        &self,
        pull: &Pull,
        cursor: &str,
        now: UnixTime,
        until: UnixTime,
    ) -> Result<bool, StoreError>;
}
