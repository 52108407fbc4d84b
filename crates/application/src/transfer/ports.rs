//! What taking in needs of a store beside what each domain needs of its own.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Hostname, OwnerId, StoreError, UnixTime};
use landing_draft::domain::{PlanCaps, Revision};
use landing_draft::file::FileName;
use landing_draft::landing::Landing;
use landing_draft::preset::Preset;
use landing_draft::text::DisplayName;
use qr_catalog::code::{Code, CodePatch, NewCode};
use qr_catalog::design::{Design, Logo};
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::smart_link::{NewSmartLink, SmartLinkChange};

/// What becomes of a domain and of what is on it.
#[derive(Debug, Clone, PartialEq)]
pub struct DomainChange {
    /// Which domain.
    pub hostname: Hostname,
    /// What it becomes itself; none where it stays as it is.
    pub settled: Option<SettledDomain>,
    /// Smart links that are made or changed, in this order.
    pub smart_links: Vec<SmartLinkWrite>,
    /// Printed codes that are made or changed, in this order.
    pub codes: Vec<CodeWrite>,
}

impl DomainChange {
    /// No change yet.
    pub fn of(hostname: Hostname) -> Self {
        Self { hostname, settled: None, smart_links: Vec::new(), codes: Vec::new() }
    }

    /// The uploaded files that it names.
    pub fn files(&self) -> BTreeSet<&FileName> {
        let pages = self.settled.iter().flat_map(|settled| settled.draft.landing.files());
        pages.chain(self.codes.iter().filter_map(|code| code.design().logo().map(Logo::file))).collect()
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.settled.is_none() && self.smart_links.is_empty() && self.codes.is_empty()
    }
}

/// What a domain becomes.
#[derive(Debug, Clone, PartialEq)]
pub struct SettledDomain {
    /// What its owner calls it.
    pub display_name: DisplayName,
    /// Its draft.
    pub draft: DraftChange,
    /// The preset that its banner follows from now on, as it was read; none where it follows none.
    pub preset: Option<Preset>,
}

/// A smart link that is made or changed.
#[derive(Debug, Clone, PartialEq)]
pub enum SmartLinkWrite {
    /// It is made.
    Insert {
        /// The link.
        link: NewSmartLink,
        /// Whether it is switched on.
        active: bool,
    },
    /// It is changed.
    Change {
        /// Which link.
        id: SmartLinkId,
        /// What changes.
        change: SmartLinkChange,
    },
}

/// A printed code that is made or changed.
#[derive(Debug, Clone, PartialEq)]
pub enum CodeWrite {
    /// It is made, by the slug that its label is of, and then changed.
    Insert {
        /// The code as it is made.
        new: NewCode,
        /// What changes then.
        then: CodePatch,
    },
    /// It is changed.
    Replace {
        /// As it was read.
        before: Code,
        /// What it becomes.
        after: Code,
    },
}

impl CodeWrite {
    fn design(&self) -> &Design {
        match self {
            Self::Insert { new, .. } => &new.design,
            Self::Replace { after, .. } => &after.design,
        }
    }
}

/// What a draft becomes.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftChange {
    /// The state that it must still be at; none where the domain is registered by the same change.
    pub expected: Option<Revision>,
    /// Its content at that state.
    pub before: Arc<Landing>,
    /// Its new content.
    pub landing: Arc<Landing>,
}

/// Whether a change is made, or only tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It is made.
    Apply,
    /// It is found out whether it could be made, and nothing changes.
    DryRun,
}

/// Why a change was not made.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// Something that the change was planned on is not so any more: plan again.
    #[error("what the change was planned on has changed")]
    Stale,
    /// The name belongs to another owner.
    #[error("this hostname is already registered")]
    Taken,
    /// The plan allows no further domain.
    #[error("the plan allows no more domains")]
    CapReached,
    /// Another owner gave the name up less than 7 days ago.
    #[error("another account gave this hostname up less than 7 days ago")]
    Quarantined,
    /// Another owner had the name within 90 days, and nothing proves that it is this owner's.
    #[error("another account had this hostname within the last 90 days")]
    Unproven,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a document becomes in the store.
#[async_trait]
pub trait TransferStore: Send + Sync {
    /// The ids of segments and buttons that the drafts of the owner's domains have, each with its domain.
    async fn ids(&self, owner: OwnerId) -> Result<HashMap<String, Hostname>, StoreError>;

    /// Makes a change with all that belongs to it, or nothing of it; in [`Mode::DryRun`] nothing. MUST be `Stale` when a domain
    /// that is to be registered is the owner's by now, when a draft is not at the expected revision, or a preset, a smart link or a
    /// code is not as it was read. MUST be `Taken` for the name of another owner, and MUST NOT pass the cap of the owner's plan.
    async fn apply(
        &self,
        owner: OwnerId,
        change: &DomainChange,
        caps: &PlanCaps,
        mode: Mode,
        now: UnixTime,
    ) -> Result<(), ApplyError>;
}
