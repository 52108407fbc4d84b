//! Ports of this crate. Each port serves one use-case, and each call is one atomic unit.

mod files;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Acting, Hostname, OwnerId, Precondition, Rgb, StoreError, UnixTime};
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

/// Loaded draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Revision at which the draft was loaded.
    pub revision: Revision,
    /// Content of the draft.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
}

/// Reason why a draft could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A concurrent writer saved first, or the domain is gone. Loading again shows which.
    #[error("the draft has changed")]
    Stale,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Store of the drafts of an owner's domains.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DraftStore: Send + Sync {
    /// Loads the draft of a domain. MUST return `None` if the domain belongs to another owner.
    async fn load(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<Draft>, StoreError>;

    /// Replaces a draft that is still at `expected`, and returns its new revision. MUST return `Stale`, and change
    /// nothing, if the draft is at another revision or the owner has no such domain.
    async fn save(
        &self,
        by: &Acting,
        domain: &Hostname,
        expected: Revision,
        landing: &Arc<Landing>,
        now: UnixTime,
    ) -> Result<Revision, SaveError>;

    /// Loads the drafts of several domains like [`load`](Self::load), in arbitrary order. Domains that the owner does
    /// not have are left out.
    async fn load_each(
        &self,
        owner: OwnerId,
        domains: &[Hostname],
    ) -> Result<Vec<(Hostname, Draft)>, StoreError>;

    /// Saves several drafts like [`save`](Self::save), each independently: a failed draft MUST NOT affect the others.
    /// Returns the outcomes in the order of `changed`, or an error if the store could not start.
    async fn save_each(
        &self,
        by: &Acting,
        changed: &[ChangedDraft],
        now: UnixTime,
    ) -> Result<Vec<Result<Revision, SaveError>>, StoreError>;
}

/// Draft to save.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChangedDraft {
    /// Domain of the draft.
    pub domain: Hostname,
    /// Revision that the draft must still have.
    pub expected: Revision,
    /// New content of the draft.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
}

/// Publication of a new version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Publication {
    /// Revision that the draft must still have.
    pub expected: Revision,
    /// Number of the new version: the last number plus one.
    pub version: Version,
    /// Content of the new version.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
    /// Whether the content also replaces the draft, as in a rollback.
    pub replaces_draft: bool,
    /// Moment of the publication.
    pub published_at: UnixTime,
    /// Prefix of the key that published.
    pub published_by: String,
    /// Version with the original content, for a rollback.
    pub rolled_back_from: Option<Version>,
}

/// Published version without its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionInfo {
    /// Number of the version.
    pub version: Version,
    /// Moment of the publication.
    pub published_at: UnixTime,
    /// Prefix of the key that published.
    pub published_by: String,
    /// Version with the original content, for a rollback.
    pub rolled_back_from: Option<Version>,
}

/// Store of the published versions of an owner's domains. Versions never change.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait VersionStore: Send + Sync {
    /// Returns the live version and its content; `None` if nothing is published or the domain is not the owner's.
    async fn live(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<Option<(VersionInfo, Arc<Landing>)>, StoreError>;

    /// Returns the content of a version; `None` if the owner has no such version.
    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        version: Version,
    ) -> Result<Option<Arc<Landing>>, StoreError>;

    /// Lists up to `limit` versions below `before`, newest first; `None` if the owner has no such domain.
    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        before: Option<Version>,
        limit: u32,
    ) -> Result<Option<Vec<VersionInfo>>, StoreError>;

    /// Makes a publication live atomically, and returns the draft's revision. MUST return `Stale`, and change nothing,
    /// if the draft is not at the expected revision, the version number is taken, or the owner has no such domain. Each
    /// publication MUST delete some of the versions older than [`Version::keeps`].
    async fn publish(
        &self,
        by: &Acting,
        domain: &Hostname,
        publication: &Publication,
    ) -> Result<Revision, SaveError>;
}

/// Reason why a domain could not be registered.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// An owner, possibly the same one, already has the hostname.
    #[error("this hostname is already registered")]
    Taken,
    /// The plan allows no further domain.
    #[error("the plan allows no more domains")]
    CapReached,
    /// Another owner released the hostname recently. Until this moment, only that owner can register the hostname.
    #[error("another account gave this hostname up less than 7 days ago; it can be registered from {}", rfc3339(.0))]
    Quarantined(UnixTime),
    /// Another owner had the hostname within 90 days, and this owner has not proved control.
    #[error(
        "another account had this hostname within the last 90 days; register it by itself to see which DNS record proves that it is yours"
    )]
    Unproven,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn rfc3339(moment: &UnixTime) -> String {
    moment.rfc3339().unwrap_or_default()
}

/// DNS resolver for TXT records.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait TextRecords: Send + Sync {
    /// Returns the texts of a name; empty if the name has none, or the name servers don't respond.
    async fn texts(&self, name: &str) -> Vec<String>;
}

/// Store of an owner's domains.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DomainStore: Send + Sync {
    /// Registers a domain in the state `pending`, with an empty draft at the first revision.
    ///
    /// - Concurrent registrations MUST NOT exceed the limit of the owner's plan.
    /// - A hostname in use by any owner MUST return `Taken`. If the limit is reached too, `CapReached` takes
    ///   precedence.
    /// - A hostname released by another owner MUST be checked with
    ///   [`Release::claim`](crate::ownership::Release::claim), even if the release happens concurrently.
    async fn register(
        &self,
        by: &Acting,
        domain: &NewDomain,
        caps: &PlanCaps,
    ) -> Result<Domain, RegisterError>;

    /// Lists the owner's domains, oldest first.
    async fn list(&self, owner: OwnerId) -> Result<Vec<Domain>, StoreError>;

    /// Finds one domain. MUST return `None` if the domain belongs to another owner.
    async fn find(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<Domain>, StoreError>;

    /// Returns the owner's plan and the number of domains that count towards its limit; `None` if the owner does not
    /// exist.
    async fn plan_use(&self, owner: OwnerId) -> Result<Option<PlanUse>, StoreError>;

    /// Deletes a domain with its draft and versions, and takes its pages offline; `false` if the owner has no such
    /// domain. Afterwards, the owner can register the hostname again, and the release MUST be on record for all other
    /// owners. If `expected` is given and the draft is not at that revision, MUST return
    /// [`StoreError::PreconditionFailed`] and change nothing.
    async fn delete(
        &self,
        by: &Acting,
        domain: &Hostname,
        expected: Option<Revision>,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Replaces the infra state; `false` if the state is no longer `expected`, or the domain is gone. If `revision` is
    /// given and the draft is at another revision, MUST return [`StoreError::PreconditionFailed`] and change nothing.
    async fn replace_infra(
        &self,
        by: &Acting,
        domain: &Hostname,
        revision: Option<Revision>,
        expected: &Infra,
        infra: &Infra,
    ) -> Result<bool, StoreError>;
}

/// Provisioning attempt for a domain, held by a lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvisioningTask {
    /// Owner of the domain.
    pub owner: OwnerId,
    /// Hostname of the domain.
    pub hostname: Hostname,
    /// State before the attempt.
    pub infra: Infra,
    /// Number of the lease; a later claim of the same domain gets another number.
    pub lease: i64,
    /// Start of the attempt.
    pub began_at: UnixTime,
}

/// Queue of domains to provision, across all owners.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ProvisioningQueue: Send + Sync {
    /// Returns up to `limit` owners with a domain that [`claim`](Self::claim) would return, longest overdue first.
    /// `failing` selects owners with a domain whose provisioning was already attempted; otherwise the remaining owners
    /// are returned. MUST skip the owners in `served` and take no locks.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Claims up to `limit` due pending domains of the owner for `lease_seconds`. A domain MUST NOT be claimed twice
    /// while its lease runs, however many processes call.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<ProvisioningTask>, StoreError>;

    /// Stores the state after an attempt. MUST return `false`, and change nothing, if the lease was lost or the domain
    /// is gone.
    async fn settle(&self, task: &ProvisioningTask, infra: &Infra) -> Result<bool, StoreError>;
}

/// Provisioner that makes a domain reach this service.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Provisioner: Send + Sync {
    /// Runs one attempt. The error is a message for the domain's owner, shown as `provisioning_error`.
    async fn provision(&self, domain: &Hostname) -> Result<(), String>;
}

/// Stamp that identifies one live page of a domain. Unique over time, even if the domain is deleted and registered
/// again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveStamp {
    /// Owner of the page.
    pub owner: OwnerId,
    /// Version of the page.
    pub version: Version,
    /// Moment of the publication.
    pub published_at: UnixTime,
}

/// Live page, as the edge serves it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LivePage {
    /// Stamp of the page.
    pub stamp: LiveStamp,
    /// Domain of the page.
    pub hostname: Hostname,
    /// Display name of the domain.
    pub display_name: DisplayName,
    /// Content of the page.
    #[serde(with = "kernel::shared")]
    pub landing: Arc<Landing>,
}

/// Lookup of live pages by the hostname that visitors request. The only port without an owner parameter, because the
/// lookup finds the owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LivePages: Send + Sync {
    /// Loads the live page of a domain; `None` if nothing is published there.
    async fn load(&self, domain: &Hostname) -> Result<Option<LivePage>, StoreError>;

    /// Returns the stamp of the live page, to validate a cached page.
    async fn stamp(&self, domain: &Hostname) -> Result<Option<LiveStamp>, StoreError>;

    /// Whether the domain is registered and active, so that a certificate may be issued for it.
    async fn is_active(&self, domain: &Hostname) -> Result<bool, StoreError>;
}

/// Reason why a preset could not be created or changed.
#[derive(Debug, thiserror::Error)]
pub enum PresetStoreError {
    /// The owner has another preset of this name.
    #[error("another preset has this name")]
    NameTaken,
    /// The preset or the draft was changed or deleted in the meantime, or never existed. Loading again shows which.
    #[error("the preset or the draft has changed")]
    Stale,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Banner of a domain, to be saved as a preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptBanner {
    /// Name of the preset.
    pub name: PresetName,
    /// Content of the banner.
    pub content: BannerContent,
    /// Whether the banner is enabled.
    pub enabled: bool,
    /// Revision of the draft from which the banner was read.
    pub read_at: Revision,
}

/// Store of an owner's notification library, and of the assignments of presets to domains.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait PresetStore: Send + Sync {
    /// Lists up to `limit` presets with a number above `after`, oldest first.
    async fn list(
        &self,
        owner: OwnerId,
        after: Option<PresetId>,
        limit: u32,
    ) -> Result<Vec<Preset>, StoreError>;

    /// Finds one preset. MUST return `None` if the preset belongs to another owner.
    async fn find(&self, owner: OwnerId, preset: PresetId) -> Result<Option<Preset>, StoreError>;

    /// Finds the preset of this name. MUST return `None` if only another owner has one.
    async fn by_name(&self, owner: OwnerId, name: &PresetName) -> Result<Option<Preset>, StoreError>;

    /// Adds a preset. MUST return `NameTaken` if the owner has a preset of this name.
    async fn insert(
        &self,
        by: &Acting,
        name: &PresetName,
        content: &BannerContent,
        now: UnixTime,
    ) -> Result<Preset, PresetStoreError>;

    /// Replaces `old` by `new`. In the same transaction, writes `new` into the draft of every domain with this preset
    /// ([`Preset::stamp`]), so that readers see all changes or none. MUST return `Stale`, and change nothing, if the
    /// stored preset no longer equals `old`.
    async fn replace(&self, by: &Acting, old: &Preset, new: &Preset) -> Result<(), PresetStoreError>;

    /// Deletes a preset; `false` if the owner has no such preset. In the same transaction, removes the assignment from
    /// every draft ([`Landing::release_preset`]). MUST return [`StoreError::PreconditionFailed`], and change nothing,
    /// if the preset does not match `expected`.
    async fn delete(
        &self,
        by: &Acting,
        preset: PresetId,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Assigns a preset to a domain, or removes the assignment, and updates the domain's draft in the same transaction.
    /// Returns the new draft; `None` if the owner has no such domain. MUST return `Stale`, and change nothing, if the
    /// stored preset differs from `preset`, or the draft is not at the revision `expected`.
    async fn assign(
        &self,
        by: &Acting,
        domain: &Hostname,
        preset: Option<Preset>,
        enabled: bool,
        expected: Option<Revision>,
        now: UnixTime,
    ) -> Result<Option<Draft>, PresetStoreError>;

    /// Saves a domain's banner as a preset and assigns the preset to the domain, both or neither. MUST return
    /// `NameTaken` if the owner has a preset of this name. MUST return `Stale` if the draft is not at
    /// [`KeptBanner::read_at`] or the domain is gone.
    async fn keep(
        &self,
        by: &Acting,
        domain: &Hostname,
        kept: &KeptBanner,
        now: UnixTime,
    ) -> Result<Preset, PresetStoreError>;
}

/// Renderer of labels.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LabelPress: Send + Sync {
    /// Renders texts as outlines in this font and colour, and returns the files by text. Texts that must stay live text
    /// are left out: the font lacks a character, or the text is too long for one line.
    ///
    /// MUST return equal files for equal inputs. MUST store the pictures before it returns their names. MUST NOT block
    /// other tasks.
    async fn set(
        &self,
        texts: BTreeSet<String>,
        font: Font,
        colour: Rgb,
    ) -> Result<HashMap<String, FileName>, StoreError>;
}

/// Rendered preview card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnCard {
    /// Name of the picture; `None` if nothing of the title can be drawn.
    pub file: Option<FileName>,
    /// Characters that were left out, each once.
    pub missing: Vec<String>,
}

/// Renderer of preview cards.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CardPress: Send + Sync {
    /// Renders a card as a PNG of [`CARD_SIZE`](crate::reach::CARD_SIZE) pixels. MUST report characters that it leaves
    /// out. MUST return equal files for equal inputs. MUST store the picture before it returns its name. MUST NOT block
    /// other tasks.
    async fn draw(&self, look: &CardLook) -> Result<DrawnCard, StoreError>;
}

/// Thread pool for work that takes more than a millisecond of CPU time, which must not run on threads that serve
/// requests.
#[async_trait]
pub trait CpuPool: Send + Sync {
    /// Runs work on values of `weight` bytes. Light work may run on the calling thread.
    async fn run(&self, weight: usize, work: Box<dyn FnOnce() + Send>) -> Result<(), StoreError>;
}
