//! What this crate needs from outside. Each port is one need of a use-case; each call is one atomic unit.

mod files;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Hostname, OwnerId, Precondition, Rgb, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

pub use self::files::{
    AcceptedFile, FileStore, IntakeError, MediaIntake, ServedFile, ServedFiles, UnfinishedUploads,
    UploadCounts,
};
#[cfg(any(test, feature = "_mock"))]
pub use self::files::{
    MockFileStore, MockMediaIntake, MockServedFiles, MockUnfinishedUploads, MockUploadCounts,
};
use crate::appearance::Font;
use crate::banner::BannerContent;
use crate::domain::{Domain, Infra, NewDomain, PlanCaps, PlanUse, Revision, Version};
use crate::file::FileName;
use crate::id::PresetId;
use crate::landing::Landing;
use crate::preset::{Preset, PresetName};
use crate::reach::CardLook;
use crate::text::DisplayName;

/// A draft as it was loaded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The state that it was loaded at.
    pub revision: Revision,
    /// Its content.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
}

/// Why a draft could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Somebody else saved in between, or the domain is gone; load again to see which.
    #[error("the draft has changed")]
    Stale,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The drafts of an owner's domains.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DraftStore: Send + Sync {
    /// The draft of a domain. MUST be `None` when `owner` has no such domain: a foreign domain looks absent.
    async fn load(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<Draft>, StoreError>;

    /// Replaces a draft that is still at `expected`, and returns its new revision. MUST be `Stale`, and change
    /// nothing, when the draft is at another revision or the owner has no such domain.
    async fn save(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        expected: Revision,
        landing: &Arc<Landing>,
        now: UnixTime,
    ) -> Result<Revision, SaveError>;

    /// The drafts of several domains, each as [`load`](Self::load) gives it, in no order; those that the owner has not are
    /// left out.
    async fn load_each(
        &self,
        owner: OwnerId,
        domains: &[Hostname],
    ) -> Result<Vec<(Hostname, Draft)>, StoreError>;

    /// Saves several drafts, each as [`save`](Self::save) does and by itself: one that fails MUST leave the others alone. The
    /// outcomes are those of `changed`, in its order; there are none when the store could not begin.
    async fn save_each(
        &self,
        owner: OwnerId,
        changed: &[ChangedDraft],
        now: UnixTime,
    ) -> Result<Vec<Result<Revision, SaveError>>, StoreError>;
}

/// A draft to be saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChangedDraft {
    /// Whose it is.
    pub domain: Hostname,
    /// The state that it must still be at.
    pub expected: Revision,
    /// Its new content.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
}

/// What a publication makes live.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Publication {
    /// The revision that the draft must still be at.
    pub expected: Revision,
    /// The number of the new version: one more than the last.
    pub version: Version,
    /// The content of the new version.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
    /// Whether the draft is replaced by the same content, as a roll-back does.
    pub replaces_draft: bool,
    /// The moment.
    pub published_at: UnixTime,
    /// The prefix of the key that published.
    pub published_by: String,
    /// The version whose content this is, for a roll-back.
    pub rolled_back_from: Option<Version>,
}

/// A published version without its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionInfo {
    /// Its number.
    pub version: Version,
    /// When it went live.
    pub published_at: UnixTime,
    /// The prefix of the key that published it.
    pub published_by: String,
    /// The version whose content it is, for a roll-back.
    pub rolled_back_from: Option<Version>,
}

/// The published versions of an owner's domains. Versions never change.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait VersionStore: Send + Sync {
    /// The live version and its content; `None` when nothing was published or the domain is not the owner's.
    async fn live(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<Option<(VersionInfo, Arc<Landing>)>, StoreError>;

    /// The content of a version; `None` when there is no such version of the owner's.
    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        version: Version,
    ) -> Result<Option<Arc<Landing>>, StoreError>;

    /// Up to `limit` versions below `before`, newest first; `None` when the owner has no such domain.
    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        before: Option<Version>,
        limit: u32,
    ) -> Result<Option<Vec<VersionInfo>>, StoreError>;

    /// Makes a publication live, everywhere at once and whole, and returns the draft's revision. MUST be `Stale`, and
    /// change nothing, when the draft is not at the expected revision, the version number is taken, or the owner has no
    /// such domain. Versions that [`Version::keeps`] leaves behind MUST be deleted, some with each publication.
    async fn publish(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        publication: &Publication,
    ) -> Result<Revision, SaveError>;
}

/// Why a domain could not be registered.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// The name belongs to somebody, perhaps to this owner.
    #[error("this hostname is already registered")]
    Taken,
    /// The plan allows no further domain.
    #[error("the plan allows no further domain")]
    CapReached,
    /// Another owner gave the name up lately, and nobody else gets it before this moment.
    #[error("another account gave this hostname up less than 7 days ago; it can be registered from {}", rfc3339(.0))]
    Quarantined(UnixTime),
    /// Another owner had the name within 90 days, and nothing proves that it is this owner's.
    #[error(
        "another account had this hostname within the last 90 days; register it by itself to see which DNS record proves that it is yours"
    )]
    Unproven,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn rfc3339(moment: &UnixTime) -> String {
    moment.rfc3339().unwrap_or_default()
}

/// TXT records in the DNS.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait TextRecords: Send + Sync {
    /// The texts of a name. A name without any, and name servers that do not answer, are none.
    async fn texts(&self, name: &str) -> Vec<String>;
}

/// An owner's domains.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DomainStore: Send + Sync {
    /// Registers a domain, pending, with an empty draft at the first revision. Two registrations at once MUST NOT
    /// pass the cap of the owner's plan together. A name in use by any owner MUST be `Taken`; where the cap is
    /// reached too, the cap is reported. A name that another owner gave up MUST be judged by
    /// [`Release::claim`](crate::ownership::Release::claim), also when it is given up at the same moment.
    async fn register(
        &self,
        owner: OwnerId,
        domain: &NewDomain,
        caps: &PlanCaps,
    ) -> Result<Domain, RegisterError>;

    /// The owner's domains, oldest first.
    async fn list(&self, owner: OwnerId) -> Result<Vec<Domain>, StoreError>;

    /// One domain; MUST be `None` for another owner's.
    async fn find(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<Domain>, StoreError>;

    /// The owner's plan and how many domains count for its cap; `None` when there is no such owner.
    async fn plan_use(&self, owner: OwnerId) -> Result<Option<PlanUse>, StoreError>;

    /// Deletes a domain with its draft and versions and takes its pages off; the name is free for this owner afterwards, and its
    /// release MUST be on record for every other one. `false` when the owner has no such domain. MUST be
    /// [`StoreError::PreconditionFailed`], and change nothing, when the draft is not at `expected` where that is given.
    async fn delete(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        expected: Option<Revision>,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Replaces the infra state if it is still `expected`; `false` when it is not, or the domain is gone. MUST be
    /// [`StoreError::PreconditionFailed`], and change nothing, when the draft is not at `revision` where that is given.
    async fn replace_infra(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        revision: Option<Revision>,
        expected: &Infra,
        infra: &Infra,
    ) -> Result<bool, StoreError>;
}

/// One attempt to provision a domain, held by a lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvisioningTask {
    /// Whose domain.
    pub owner: OwnerId,
    /// Which domain.
    pub hostname: Hostname,
    /// Its state before the attempt.
    pub infra: Infra,
    /// The lease's number: a later claim of the same domain has another.
    pub lease: i64,
    /// When this attempt began.
    pub began_at: UnixTime,
}

/// The queue of domains that wait to be provisioned, of all owners.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ProvisioningQueue: Send + Sync {
    /// Up to `limit` owners with a domain that [`claim`](Self::claim) would give, the longest due first: of those with one that
    /// was tried before (`failing`), or of the others. MUST leave out those of `served`, and lock nothing.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Takes up to `limit` pending domains of the owner's that are due, for `lease_seconds`. A domain MUST NOT be handed out
    /// twice while its lease runs, however many processes ask.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<ProvisioningTask>, StoreError>;

    /// Writes the state after an attempt. MUST be `false`, and change nothing, when the lease was lost or the domain is
    /// gone.
    async fn settle(&self, task: &ProvisioningTask, infra: &Infra) -> Result<bool, StoreError>;
}

/// The way to make a domain reach this service.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Provisioner: Send + Sync {
    /// One attempt. The error is a sentence for the domain's owner, who sees it as `provisioning_error`.
    async fn provision(&self, domain: &Hostname) -> Result<(), String>;
}

/// What distinguishes one live page of a domain from every other, also across a deletion and a new registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveStamp {
    /// Whose page.
    pub owner: OwnerId,
    /// Which version.
    pub version: Version,
    /// When it went live.
    pub published_at: UnixTime,
}

/// A live page, as the edge serves it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LivePage {
    /// Whose and which.
    pub stamp: LiveStamp,
    /// On which domain.
    pub hostname: Hostname,
    /// What the domain is called.
    pub display_name: DisplayName,
    /// Its content.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
}

/// The live pages of all owners, by the name that visitors ask for. The one port without an owner: it is what finds the owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LivePages: Send + Sync {
    /// The live page of a domain; `None` when nothing is published there.
    async fn load(&self, domain: &Hostname) -> Result<Option<LivePage>, StoreError>;

    /// Which page is live, to check a remembered one by.
    async fn stamp(&self, domain: &Hostname) -> Result<Option<LiveStamp>, StoreError>;

    /// Whether the domain is registered and active, so that a certificate may be had for it.
    async fn is_active(&self, domain: &Hostname) -> Result<bool, StoreError>;
}

/// Why a preset could not be made or changed.
#[derive(Debug, thiserror::Error)]
pub enum PresetStoreError {
    /// The owner has another preset of this name.
    #[error("this name is in use")]
    NameTaken,
    /// The preset or the draft was changed or deleted meanwhile, or the owner never had it; load again to see which.
    #[error("the preset or the draft has changed")]
    Stale,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A domain's banner that is kept as a preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptBanner {
    /// What the preset is called.
    pub name: PresetName,
    /// What the banner holds.
    pub content: BannerContent,
    /// Whether the banner is on.
    pub enabled: bool,
    /// The revision of the draft that the banner was read at.
    pub read_at: Revision,
}

/// An owner's notification library and what of it is assigned to which domain.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait PresetStore: Send + Sync {
    /// Up to `limit` presets with a number above `after`, oldest first.
    async fn list(
        &self,
        owner: OwnerId,
        after: Option<PresetId>,
        limit: u32,
    ) -> Result<Vec<Preset>, StoreError>;

    /// One preset; MUST be `None` for another owner's.
    async fn find(&self, owner: OwnerId, preset: PresetId) -> Result<Option<Preset>, StoreError>;

    /// The preset of this name; MUST be `None` where only another owner has one.
    async fn by_name(&self, owner: OwnerId, name: &PresetName) -> Result<Option<Preset>, StoreError>;

    /// Adds a preset. MUST be `NameTaken` when the owner has one of this name.
    async fn insert(
        &self,
        owner: OwnerId,
        name: &PresetName,
        content: &BannerContent,
        now: UnixTime,
    ) -> Result<Preset, PresetStoreError>;

    /// Replaces `old` by `new`, and in the same transaction writes `new` onto the draft of every domain that it is
    /// assigned to ([`Preset::stamp`]), so that no reader sees a part of it. MUST be `Stale`, and change nothing, when
    /// the stored preset is no longer `old`.
    async fn replace(&self, owner: OwnerId, old: &Preset, new: &Preset) -> Result<(), PresetStoreError>;

    /// Deletes a preset and in the same transaction parts every draft from it ([`Landing::release_preset`]). `false`
    /// when the owner has no such preset. MUST be [`StoreError::PreconditionFailed`], and change nothing, when the preset is not
    /// `expected`.
    async fn delete(
        &self,
        owner: OwnerId,
        preset: PresetId,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Assigns a preset to a domain, or none, and stamps the domain's draft in the same transaction; the draft's new
    /// revision and landing. `None` when the owner has no such domain. MUST be `Stale`, and change nothing, when the stored
    /// preset is no longer the one given, or the draft is not at `expected` where one is.
    async fn assign(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        preset: Option<Preset>,
        enabled: bool,
        expected: Option<Revision>,
        now: UnixTime,
    ) -> Result<Option<Draft>, PresetStoreError>;

    /// Adds the preset of a domain's banner and assigns it to the domain, both or neither. MUST be `NameTaken` when the
    /// owner has one of this name, and `Stale` when the draft is not at [`KeptBanner::read_at`] or the domain is gone.
    async fn keep(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        kept: &KeptBanner,
        now: UnixTime,
    ) -> Result<Preset, PresetStoreError>;
}

/// Sets labels in type.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LabelPress: Send + Sync {
    /// The files of these texts as outlines in this font and colour, by text. A text that must stay live text, because the
    /// font lacks a character or it is too long for one line, is left out. MUST give the same for the same, keep the
    /// pictures before it names them, and hold up nobody else meanwhile.
    async fn set(
        &self,
        texts: BTreeSet<String>,
        font: Font,
        colour: Rgb,
    ) -> Result<HashMap<String, FileName>, StoreError>;
}

/// Draws the cards of previews.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CardPress: Send + Sync {
    /// The file of this card, a PNG of [`CARD_SIZE`](crate::reach::CARD_SIZE) pixels; none where the font lacks a character of
    /// the title. MUST give the same for the same, keep the picture before it names it, and hold up nobody else meanwhile.
    async fn draw(&self, look: &CardLook) -> Result<Option<FileName>, StoreError>;
}

/// Threads for work that takes longer than a millisecond of a processor, which must not be done where many requests take turns.
#[async_trait]
pub trait CpuPool: Send + Sync {
    /// Does work on values that take `weight` bytes. It may be done at once where that is little.
    async fn run(&self, weight: usize, work: Box<dyn FnOnce() + Send>) -> Result<(), StoreError>;
}
