//! What destination health needs from outside.

use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{Hostname, OwnerId, Precondition, StoreError, UnixTime};

use super::{DestinationUrl, Health, HealthChange, HealthState, Look};

kernel::stored_id! {
    /// The number of a destination; later ones have higher numbers.
    DestinationId
}

/// An address that an owner's pages and links lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// Its number.
    pub id: DestinationId,
    /// The address.
    pub url: DestinationUrl,
    /// The domains on which it is used, [`MAX_DOMAINS`](super::MAX_DOMAINS) of them at most.
    pub domains: Vec<Hostname>,
    /// What is known of it.
    pub health: Health,
    /// When it is looked at next.
    pub next_look_at: UnixTime,
}

/// What a look came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// What is known now.
    pub health: Health,
    /// What of it changed, where something did.
    pub change: Option<HealthChange>,
    /// When it is looked at next.
    pub next_look_at: UnixTime,
}

/// The destinations of one owner. What belongs to another owner MUST look absent.
#[async_trait]
pub trait DestinationStore: Send + Sync {
    /// Whether the owner has opted in.
    async fn is_enabled(&self, owner: OwnerId) -> Result<bool, StoreError>;

    /// Opts in or out. MUST delete all destinations at the opt-out, make gathering due at `now` at the opt-in, and change nothing when it is so already.
    /// MUST be [`StoreError::PreconditionFailed`], and change nothing, when the [switch](super::switch_fingerprint) is not `expected`.
    async fn set_enabled(
        &self,
        owner: OwnerId,
        enabled: bool,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<(), StoreError>;

    /// Up to `limit` destinations by rising number, those above `after`, of any state or of one.
    async fn list(
        &self,
        owner: OwnerId,
        state: Option<HealthState>,
        after: Option<DestinationId>,
        limit: u32,
    ) -> Result<Vec<Destination>, StoreError>;

    /// The destination with this address.
    async fn find(&self, owner: OwnerId, url: &DestinationUrl) -> Result<Option<Destination>, StoreError>;

    /// Writes what a look came to. MUST be `false`, and change nothing, when the destination is gone, or somebody else's look was
    /// written since it was read as `seen`. MUST notify the owner's webhooks of a change in the same transaction.
    async fn settle(
        &self,
        owner: OwnerId,
        seen: &Destination,
        settlement: &Settlement,
    ) -> Result<bool, StoreError>;
}

/// One owner's turn, held by a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Whose it is.
    pub owner: OwnerId,
    /// The number of the lease, so that who lost it changes nothing.
    pub lease: i64,
    /// Whether it has to be gathered anew which destinations there are.
    pub gather: bool,
}

/// Addresses, and the domains on which each is used.
pub type Found = BTreeMap<DestinationUrl, Vec<Hostname>>;

/// What of all owners is to be looked at.
#[async_trait]
pub trait DestinationQueue: Send + Sync {
    /// Up to `limit` owners of whom something is due and whom nobody serves, the longest due first: of those who are `failing`
    /// ([`finish`](Self::finish)), or of the others. MUST leave out those of `served`, and lock nothing.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Takes the owner's turn for `lease_seconds`; `None` when nothing is due, or somebody has it. MUST give it to one of several
    /// callers at once.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Option<Turn>, StoreError>;

    /// Makes these the owner's destinations, and has them gathered again at `again_at`. Those that are there already MUST keep what is known of them,
    /// new ones are due at `now`, others are deleted. MUST be `false`, and change nothing, when the lease was lost.
    async fn replace(
        &self,
        turn: &Turn,
        found: &Found,
        now: UnixTime,
        again_at: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Up to `limit` destinations of the owner's that are due, the longest due first.
    async fn due_destinations(
        &self,
        owner: OwnerId,
        now: UnixTime,
        limit: u32,
    ) -> Result<Vec<Destination>, StoreError>;

    /// Has a destination looked at later.
    async fn postpone(
        &self,
        owner: OwnerId,
        destination: DestinationId,
        until: UnixTime,
    ) -> Result<(), StoreError>;

    /// Gives a turn back until something is due. The owner MUST count as `failing` while the last look at one of their destinations
    /// brought no answer. MUST change nothing when the lease was lost.
    async fn finish(&self, turn: &Turn) -> Result<(), StoreError>;
}

/// So many wait for the host that a look would take too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many look at this host at the moment")]
pub struct HostBusy;

/// Looks at addresses.
#[async_trait]
pub trait Prober: Send + Sync {
    /// Asks for an address by HEAD, and by GET where [`Look::asks_for_get`] says so, and follows redirects. MUST end within half a minute,
    /// MUST send no more than one request a second to a host, whoever calls, and MUST connect to addresses only that the configuration allows,
    /// also behind a redirect.
    async fn look(&self, url: &DestinationUrl) -> Result<Look, HostBusy>;
}
