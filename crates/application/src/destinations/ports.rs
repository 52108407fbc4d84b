//! Ports of destination health.

use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{Acting, Hostname, OwnerId, Precondition, StoreError, UnixTime};

use super::{DestinationUrl, Health, HealthChange, HealthState, Look};

kernel::stored_id! {
    /// Number of a destination; later destinations have higher numbers.
    DestinationId
}

/// URL that an owner's pages and links lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    pub id: DestinationId,
    pub url: DestinationUrl,
    /// Domains that use the URL, at most [`MAX_DOMAINS`](super::MAX_DOMAINS).
    pub domains: Vec<Hostname>,
    pub health: Health,
    /// Time of the next check.
    pub next_look_at: UnixTime,
}

/// Result of a check, to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// Health after the check.
    pub health: Health,
    /// Change that the check caused, if any.
    pub change: Option<HealthChange>,
    /// Time of the next check.
    pub next_look_at: UnixTime,
}

/// Destinations of one owner. Destinations of other owners MUST look absent.
#[async_trait]
pub trait DestinationStore: Send + Sync {
    /// Whether the owner has opted in.
    async fn is_enabled(&self, owner: OwnerId) -> Result<bool, StoreError>;

    /// Opts in or out. The opt-out MUST delete all destinations. The opt-in MUST make gathering due at `now`. Repeating
    /// the current choice MUST change nothing. If the [switch](super::switch_fingerprint) is not `expected`, MUST
    /// return [`StoreError::PreconditionFailed`] and change nothing.
    async fn set_enabled(
        &self,
        by: &Acting,
        enabled: bool,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<(), StoreError>;

    /// Lists up to `limit` destinations with numbers above `after`, in ascending order. `state` filters by health.
    async fn list(
        &self,
        owner: OwnerId,
        state: Option<HealthState>,
        after: Option<DestinationId>,
        limit: u32,
    ) -> Result<Vec<Destination>, StoreError>;

    /// Finds the destination with this URL.
    async fn find(&self, owner: OwnerId, url: &DestinationUrl) -> Result<Option<Destination>, StoreError>;

    /// Stores the result of a check. MUST return `false`, without changes, if the destination is gone or was changed by
    /// another check since it was read as `seen`. MUST notify the owner's webhooks of a change in the same transaction.
    async fn settle(
        &self,
        owner: OwnerId,
        seen: &Destination,
        settlement: &Settlement,
    ) -> Result<bool, StoreError>;
}

/// Lease on the checks of one owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub owner: OwnerId,
    /// Number of the lease. A holder with an outdated number changes nothing.
    pub lease: i64,
    /// Whether the owner's destinations must be gathered again.
    pub gather: bool,
}

/// URLs, each with the domains that use it.
pub type Found = BTreeMap<DestinationUrl, Vec<Hostname>>;

/// Queue of checks for all owners.
#[async_trait]
pub trait DestinationQueue: Send + Sync {
    /// Lists up to `limit` owners with due checks and no lease, longest due first. With `failing`, only owners whose
    /// last check failed ([`finish`](Self::finish)); without, only the rest. MUST leave out the owners in `served`, and
    /// MUST take no locks.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Leases an owner's checks for `lease_seconds`; `None` when nothing is due or the lease is taken. Of concurrent
    /// callers, only one MUST get the lease.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Option<Turn>, StoreError>;

    /// Replaces the owner's destinations with `found`, and schedules the next gathering for `again_at`. Existing
    /// destinations MUST keep their health. New ones are due at `now`; missing ones are deleted. MUST return `false`,
    /// without changes, when the lease was lost.
    async fn replace(
        &self,
        turn: &Turn,
        found: &Found,
        now: UnixTime,
        again_at: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Lists up to `limit` due destinations of the owner, longest due first.
    async fn due_destinations(
        &self,
        owner: OwnerId,
        now: UnixTime,
        limit: u32,
    ) -> Result<Vec<Destination>, StoreError>;

    /// Delays the next check of a destination.
    async fn postpone(
        &self,
        owner: OwnerId,
        destination: DestinationId,
        until: UnixTime,
    ) -> Result<(), StoreError>;

    /// Releases a lease until the next check is due. The owner MUST count as `failing` if the last check of one
    /// destination got no response. MUST change nothing when the lease was lost.
    async fn finish(&self, turn: &Turn) -> Result<(), StoreError>;
}

/// Error: too many checks wait for this host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many checks of this host at once; retry later")]
pub struct HostBusy;

#[async_trait]
pub trait Prober: Send + Sync {
    /// Requests a URL with HEAD, then with GET if [`Look::asks_for_get`] says so, and follows redirects. MUST end
    /// within 30 seconds. MUST send at most one request per second to a host, across all callers. MUST connect only to
    /// IP addresses that the configuration allows, also after redirects.
    async fn look(&self, url: &DestinationUrl) -> Result<Look, HostBusy>;
}
