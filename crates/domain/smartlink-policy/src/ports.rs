//! What this crate needs from outside. Each port is one need of a use-case; each call is one atomic unit.

mod engine;

use async_trait::async_trait;
use kernel::{Fingerprint, Hostname, OwnerId, Precondition, Search, SortableId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

#[cfg(any(test, feature = "_mock"))]
pub use engine::MockFunnelEngine;
pub use engine::{
    ConnectedAccount, EngineAccount, EngineError, EngineLinks, EngineStats, FunnelEngine, NewUpstreamLink,
};

use crate::config::ProvisionConfig;
use crate::host::HostLinks;
use crate::link::{FunnelLinkId, Offer, ProviderId, SmartLinkId};
pub use crate::recorded::{DomainLinks, RecordedLink};
use crate::slot::Slot;
use crate::slots::StampReason;
use crate::smart_link::{NewSmartLink, SmartLink, SmartLinkChange};
use crate::stamping::Stamping;
use crate::upstream::{LinkStats, UpstreamLink};

/// The most links that one call for stats may name (engine protocol).
pub const MAX_STATS: usize = 100;

/// Why a smart link could not be made.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// Another smart link of the domain has the slug.
    #[error("this slug is taken on the domain")]
    SlugTaken,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An owner's smart links. What belongs to another owner MUST look absent. Every change MUST be announced to the edge in
/// the same transaction, and MUST change the domain's [`LinksStamp`].
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SmartLinkStore: Send + Sync {
    /// Stores a new link, switched on, and returns it. MUST be `DomainNotFound` when the domain is not the owner's, and, of
    /// two calls at once with one slug, exactly one MUST be `SlugTaken`.
    async fn insert(&self, owner: OwnerId, link: &NewSmartLink) -> Result<SmartLink, InsertError>;

    /// One link.
    async fn find(&self, owner: OwnerId, id: SmartLinkId) -> Result<Option<SmartLink>, StoreError>;

    /// Up to `limit` links of a domain by rising number, those above `after`; `None` when the domain is not the owner's.
    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<Option<Vec<SmartLink>>, StoreError>;

    /// The same, of those whose name or slug has what is looked for.
    async fn search(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        search: &Search,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<Option<Vec<SmartLink>>, StoreError>;

    /// Stores [`SmartLink::changed`] of the link as it is under a lock, and returns it. Two changes of different fields at
    /// once MUST both hold. MUST be [`StoreError::PreconditionFailed`], and change nothing, when the link under the lock is not `expected`.
    async fn update(
        &self,
        owner: OwnerId,
        id: SmartLinkId,
        change: &SmartLinkChange,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<Option<SmartLink>, StoreError>;

    /// Deletes a link; `false` when there is none. Its slug is free from then on. MUST be [`StoreError::PreconditionFailed`], and change
    /// nothing, when the link is not `expected`.
    async fn delete(
        &self,
        owner: OwnerId,
        id: SmartLinkId,
        expected: Precondition,
    ) -> Result<bool, StoreError>;
}

/// What became of a link that was to be recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recording {
    /// It fills the slot now.
    Recorded(RecordedLink),
    /// The slot had a link of the account already, perhaps this one: that one stays.
    SlotTaken(RecordedLink),
    /// The link fills another slot already, of this or another domain: nothing was changed.
    LinkTaken,
    /// The owner has no such domain.
    NoDomain,
}

/// When a link was last switched here; `None` when it never was. It distinguishes one switch from every other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LastSwitch(pub Option<UnixTime>);

/// What became of a switch that was to be noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switching {
    /// It is noted, and this is the link.
    Noted(RecordedLink),
    /// Another switch was noted meanwhile: nothing was changed.
    Overtaken,
    /// The domain has no such link.
    Gone,
}

/// The funnel links that fill the slots of an owner's domains. What belongs to another owner MUST look absent. Every change
/// MUST be announced to the edge in the same transaction, and MUST change the domain's [`LinksStamp`]. A domain that is
/// deleted takes its configuration and its slots along; a later domain of the same name has none of them.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FunnelLinkStore: Send + Sync {
    /// What is recorded of a domain; `None` when it is not the owner's.
    async fn load(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<DomainLinks>, StoreError>;

    /// Records the link of a slot. A slot MUST never have two links and a link never two slots, whoever else records at
    /// once: `(owner, account, domain, offer, country)` and `(owner, account, provider_id)` are unique, and the account is that
    /// of the link. A link that is known without a slot
    /// ([`TrackedLinkStore::upsert`]) MUST keep its number and be given the slot.
    async fn record(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        slot: Slot,
        link: &UpstreamLink,
    ) -> Result<Recording, StoreError>;

    /// The last switch of a link of the domain; `None` when there is no such link.
    async fn last_switch(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: FunnelLinkId,
    ) -> Result<Option<LastSwitch>, StoreError>;

    /// Notes that a link of the domain was switched on or off at `now`, if `seen` still is its last switch. Each switch MUST be
    /// another and later one than those before, whatever the clocks say.
    async fn set_active(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: FunnelLinkId,
        active: bool,
        seen: LastSwitch,
        now: UnixTime,
    ) -> Result<Switching, StoreError>;

    /// The nonce that goes into the keys under which the links of a domain are created. MUST be `fresh` where the domain has
    /// none yet, and then MUST stay the same until the domain is deleted, whoever asks. `None` when the domain is not the owner's.
    async fn link_nonce(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        fresh: SortableId,
    ) -> Result<Option<SortableId>, StoreError>;

    /// Keeps what was asked for, in place of what was asked for before; `false` when the domain is not the owner's.
    async fn save_config(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        config: &ProvisionConfig,
    ) -> Result<bool, StoreError>;
}

/// A button that leads to the platform and got no address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnresolvedButton {
    /// The button's id, as the interface writes it.
    pub button_id: String,
    /// Why.
    pub reason: StampReason,
}

/// What stamping did to the buttons of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stamped {
    /// How many buttons have another address than before, or one more, or one less.
    pub changed: u32,
    /// How many buttons have an address now.
    pub total: u32,
    /// Which have none although the owner asked for one, in the order of segments and positions.
    pub unresolved: Vec<UnresolvedButton>,
}

/// Why the buttons could not be stamped.
#[derive(Debug, thiserror::Error)]
pub enum StampError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// Too many others edit the same draft just now.
    #[error("too many writers edit this draft at once")]
    Busy,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Puts addresses on the buttons of a domain's draft.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ButtonStamper: Send + Sync {
    /// Gives every draft button whose url asks for a funnel link what [`Stamping::stamp`] says for its segment, in one step
    /// of the draft. A button without an address MUST lose the one that it had; a hand-typed url MUST stay untouched; a
    /// draft that nothing changes in MUST keep its revision. A writer that was faster MUST be waited out, by stamping what
    /// they wrote.
    async fn stamp(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        stamping: &Stamping,
    ) -> Result<Stamped, StampError>;

    /// State of the domain's draft, which is the domain's `ETag`.
    async fn draft_state(&self, owner: OwnerId, domain: &Hostname) -> Result<Fingerprint, StampError>;
}

/// The place of a link in the list of all links: offer, then time of creation, then provider id, each rising.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LinkPlace {
    /// What it offers.
    pub offer: Offer,
    /// When it was made upstream.
    pub created_at: UnixTime,
    /// The platform's id.
    pub provider_id: ProviderId,
}

impl From<&UpstreamLink> for LinkPlace {
    fn from(link: &UpstreamLink) -> Self {
        Self { offer: link.offer, created_at: link.created_at, provider_id: link.provider_id.clone() }
    }
}

/// A link and its stats as they were pulled from the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PulledLink {
    /// The link.
    pub link: UpstreamLink,
    /// Its stats; none when the engine had none that make sense.
    pub stats: Option<LinkStats>,
}

/// All upstream links that are known of an owner's account, in slots or not.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait TrackedLinkStore: Send + Sync {
    /// Up to `limit` links behind `after`, in the order of [`LinkPlace`].
    async fn list(
        &self,
        owner: OwnerId,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<Vec<RecordedLink>, StoreError>;

    /// The same, of those whose name or provider id has what is looked for.
    async fn search(
        &self,
        owner: OwnerId,
        search: &Search,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<Vec<RecordedLink>, StoreError>;

    /// Records what was pulled from the engine by a call that began at `pulled_at`. A link that is not known yet MUST be
    /// recorded without a slot; of one that is, domain and slot MUST stay, and MUST `active` too where
    /// [`FunnelLinkStore::set_active`] noted something at or after `pulled_at`. Stats that are none leave the stored ones. A
    /// link that is recorded and was not pulled stays. What is newly known of a link in a slot MUST reach the edge like any
    /// other change; what changes nothing MUST announce nothing.
    async fn upsert(
        &self,
        owner: OwnerId,
        pulled: &[PulledLink],
        pulled_at: UnixTime,
    ) -> Result<(), StoreError>;
}

/// What distinguishes the links of a host at one moment from those at every other, also across a deletion and a new registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinksStamp {
    /// Whose host it is.
    pub owner: OwnerId,
    /// A number that every change of the host's smart links, slots and registration makes another.
    pub revision: i64,
}

/// The links of all hosts, by the name that visitors ask for. The one port without an owner: it is what finds the owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LiveLinks: Send + Sync {
    /// Which links are live, to check remembered ones by; `None` when nobody registered the host. MUST be one cheap look-up.
    async fn stamp(&self, host: &Hostname) -> Result<Option<LinksStamp>, StoreError>;

    /// The links of a host with their stamp, both of one moment; `None` when nobody registered the host. Smart links that are
    /// off MUST be among them, or left out; policies that can't be read MUST be an error. Of `known`, what was loaded of the
    /// host before, the policies of links that have not changed since may be used again: a host may have very many.
    async fn load<'a>(
        &self,
        host: &Hostname,
        known: Option<&'a HostLinks>,
    ) -> Result<Option<(LinksStamp, HostLinks)>, StoreError>;
}
