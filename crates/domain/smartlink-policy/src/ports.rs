//! Ports of this crate. Each port serves one use-case, and each call is one atomic unit.

mod engine;

use async_trait::async_trait;
use kernel::{
    Acting, Fingerprint, Hostname, OwnerId, Precondition, Search, SortableId, StoreError, UnixTime,
};
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

/// Maximum number of links in one statistics call (engine protocol).
pub const MAX_STATS: usize = 100;

/// Reason why a smart link could not be created.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// Another smart link of the domain has the slug.
    #[error("this slug is taken on the domain")]
    SlugTaken,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Store of an owner's smart links. Data of other owners MUST look absent. In the same transaction, every change MUST
/// be announced to the edge and MUST change the domain's [`LinksStamp`].
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SmartLinkStore: Send + Sync {
    /// Stores a new active link and returns it. MUST return `DomainNotFound` if the domain is not the owner's. If two
    /// concurrent calls use the same slug, exactly one MUST return `SlugTaken`.
    async fn insert(&self, by: &Acting, link: &NewSmartLink) -> Result<SmartLink, InsertError>;

    /// Finds one link; `None` if the owner has no such link.
    async fn find(&self, owner: OwnerId, id: SmartLinkId) -> Result<Option<SmartLink>, StoreError>;

    /// Lists up to `limit` links of a domain with a number above `after`, in ascending order. Returns `None` if the
    /// domain is not the owner's.
    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<Option<Vec<SmartLink>>, StoreError>;

    /// Lists links like [`list`](Self::list), but only links whose name or slug contains the search text.
    async fn search(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        search: &Search,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<Option<Vec<SmartLink>>, StoreError>;

    /// Locks the link, stores the result of [`SmartLink::changed`], and returns it. Two concurrent changes of different
    /// fields MUST both take effect. MUST return [`StoreError::PreconditionFailed`], and change nothing, if the locked
    /// link does not match `expected`.
    async fn update(
        &self,
        by: &Acting,
        id: SmartLinkId,
        change: &SmartLinkChange,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<Option<SmartLink>, StoreError>;

    /// Deletes a link and frees its slug; `false` if there is no such link. MUST return
    /// [`StoreError::PreconditionFailed`], and change nothing, if the link does not match `expected`.
    async fn delete(&self, by: &Acting, id: SmartLinkId, expected: Precondition) -> Result<bool, StoreError>;
}

/// Result of recording a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recording {
    /// The link now fills the slot.
    Recorded(RecordedLink),
    /// The slot already has a link of the account, possibly the same link. The existing link stays.
    SlotTaken(RecordedLink),
    /// The link already fills another slot, of this or another domain. Nothing changed.
    LinkTaken,
    /// The owner has no such domain.
    NoDomain,
}

/// Moment of a link's latest switch; `None` if the link was never switched. No two switches have the same moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LastSwitch(pub Option<UnixTime>);

/// Result of recording a switch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switching {
    /// The switch is recorded; contains the updated link.
    Noted(RecordedLink),
    /// Another switch was recorded in the meantime. Nothing changed.
    Overtaken,
    /// The domain has no such link.
    Gone,
}

/// Store of the funnel links that fill the slots of an owner's domains. Data of other owners MUST look absent.
///
/// In the same transaction, every change MUST be announced to the edge and MUST change the domain's [`LinksStamp`].
/// Deleting a domain deletes its configuration and empties its slots. A later domain of the same name starts without
/// either.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FunnelLinkStore: Send + Sync {
    /// Returns the recorded links and the configuration of a domain; `None` if the domain is not the owner's.
    async fn load(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<DomainLinks>, StoreError>;

    /// Records the link of a slot. Even under concurrent calls, a slot MUST never have two links of an account, and a
    /// link MUST never fill two slots.
    ///
    /// Therefore `(owner, account, domain, offer, country)` and `(owner, account, provider_id)` are unique, where the
    /// account is the account of the link. A link that is already known without a slot ([`TrackedLinkStore::upsert`])
    /// MUST keep its number and get the slot.
    async fn record(
        &self,
        by: &Acting,
        domain: &Hostname,
        slot: Slot,
        link: &UpstreamLink,
    ) -> Result<Recording, StoreError>;

    /// Returns the latest switch of a link of the domain; `None` if there is no such link.
    async fn last_switch(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: FunnelLinkId,
    ) -> Result<Option<LastSwitch>, StoreError>;

    /// Records that a link of the domain was switched on or off at `now`, if `seen` is still its latest switch. The
    /// recorded moment MUST be later than all earlier switches of the link, whatever the clocks say.
    async fn set_active(
        &self,
        by: &Acting,
        domain: &Hostname,
        link: FunnelLinkId,
        active: bool,
        seen: LastSwitch,
        now: UnixTime,
    ) -> Result<Switching, StoreError>;

    /// Returns the nonce for the idempotency keys of the domain's links; `None` if the domain is not the owner's. MUST
    /// store `fresh` if the domain has no nonce yet. The nonce MUST then stay the same for all callers until the domain
    /// is deleted.
    async fn link_nonce(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        fresh: SortableId,
    ) -> Result<Option<SortableId>, StoreError>;

    /// Replaces the stored configuration; `false` if the domain is not the owner's.
    async fn save_config(
        &self,
        by: &Acting,
        domain: &Hostname,
        config: &ProvisionConfig,
    ) -> Result<bool, StoreError>;
}

/// Button that asks for a funnel link and got no URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnresolvedButton {
    /// Id of the button, as in the API.
    pub button_id: String,
    /// Reason why the button has no URL.
    pub reason: StampReason,
}

/// Result of stamping the buttons of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stamped {
    /// Number of buttons whose URL was changed, added or removed.
    pub changed: u32,
    /// Number of buttons with a URL after stamping.
    pub total: u32,
    /// Buttons without a URL although the owner asked for one, in order of segments and positions.
    pub unresolved: Vec<UnresolvedButton>,
}

/// Reason why the buttons could not be stamped.
#[derive(Debug, thiserror::Error)]
pub enum StampError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// Too many concurrent writers edit the same draft.
    #[error("too many requests edit this draft at once; retry")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Stamper of URLs on the buttons of a domain's draft.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ButtonStamper: Send + Sync {
    /// Stamps every draft button that asks for a funnel link with the result of [`Stamping::stamp`] for its segment, in
    /// one step.
    ///
    /// A button without a stamp MUST lose its former URL. A URL typed by hand MUST stay untouched. An unchanged draft
    /// MUST keep its revision. After a concurrent edit, the stamper MUST retry on the new draft.
    async fn stamp(&self, by: &Acting, domain: &Hostname, stamping: &Stamping)
    -> Result<Stamped, StampError>;

    /// Returns the fingerprint of the domain's draft, for `ETag` and `If-Match`.
    async fn draft_state(&self, owner: OwnerId, domain: &Hostname) -> Result<Fingerprint, StampError>;
}

/// Position of a link in the list of all links, in ascending order of offer, creation time and provider id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LinkPlace {
    /// Offer of the link.
    pub offer: Offer,
    /// Creation time on the platform.
    pub created_at: UnixTime,
    /// Id on the platform.
    pub provider_id: ProviderId,
}

impl From<&UpstreamLink> for LinkPlace {
    fn from(link: &UpstreamLink) -> Self {
        Self { offer: link.offer, created_at: link.created_at, provider_id: link.provider_id.clone() }
    }
}

/// Link with its statistics, as pulled from the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PulledLink {
    /// Pulled link.
    pub link: UpstreamLink,
    /// Statistics of the link; `None` if the engine returned no valid ones.
    pub stats: Option<LinkStats>,
}

/// Store of all known upstream links of an owner, with or without a slot.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait TrackedLinkStore: Send + Sync {
    /// Lists up to `limit` links after `after`, in the order of [`LinkPlace`].
    async fn list(
        &self,
        owner: OwnerId,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<Vec<RecordedLink>, StoreError>;

    /// Lists links like [`list`](Self::list), but only links whose name or provider id contains the search text.
    async fn search(
        &self,
        owner: OwnerId,
        search: &Search,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<Vec<RecordedLink>, StoreError>;

    /// Records links pulled from the engine by a call that began at `pulled_at`.
    ///
    /// - A new link MUST be recorded without a slot.
    /// - A known link MUST keep its domain and slot. If [`FunnelLinkStore::set_active`] recorded a switch at or after
    ///   `pulled_at`, the link MUST also keep `active`.
    /// - Missing statistics MUST keep the stored ones. A recorded link that was not pulled MUST stay.
    /// - A change of a link in a slot MUST be announced to the edge. Without a change, the store MUST announce nothing.
    async fn upsert(
        &self,
        owner: OwnerId,
        pulled: &[PulledLink],
        pulled_at: UnixTime,
    ) -> Result<(), StoreError>;
}

/// Version of a host's links. Unique over time, even if the domain is deleted and registered again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinksStamp {
    /// Owner of the host.
    pub owner: OwnerId,
    /// Number that changes with every change of the host's smart links, slots or registration.
    pub revision: i64,
    /// Whether clicks keep the visitor's user agent, because an active pixel of the owner sends it. Changes without a
    /// new revision. Earlier releases wrote stamps without this field.
    #[serde(default)]
    pub keeps_user_agents: bool,
}

/// Lookup of links by the hostname that visitors request. The only port without an owner parameter, because the lookup
/// finds the owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LiveLinks: Send + Sync {
    /// Returns the current stamp, to validate cached links; `None` if the host is not registered. MUST be one cheap
    /// lookup.
    async fn stamp(&self, host: &Hostname) -> Result<Option<LinksStamp>, StoreError>;

    /// Loads the links of a host and their stamp, both as of one moment; `None` if the host is not registered.
    ///
    /// Inactive smart links may be included or left out. Invalid policies MUST be an error. `known` contains the links
    /// of an earlier load; policies of unchanged links may be reused, because a host may have very many.
    async fn load<'a>(
        &self,
        host: &Hostname,
        known: Option<&'a HostLinks>,
    ) -> Result<Option<(LinksStamp, HostLinks)>, StoreError>;
}
