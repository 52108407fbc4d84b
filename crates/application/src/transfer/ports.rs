//! Port for applying an import, in addition to the stores of each domain.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Acting, Hostname, OwnerId, StoreError, UnixTime};
use landing_draft::domain::{PlanCaps, Revision};
use landing_draft::file::FileName;
use landing_draft::landing::Landing;
use landing_draft::preset::Preset;
use landing_draft::text::DisplayName;
use qr_catalog::code::{Code, CodePatch, NewCode};
use qr_catalog::design::{Design, Logo};
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::smart_link::{NewSmartLink, SmartLinkChange};

/// Planned change of a domain and of everything on it.
#[derive(Debug, Clone, PartialEq)]
pub struct DomainChange {
    pub hostname: Hostname,
    /// New state of the domain itself; `None` if it stays unchanged.
    pub settled: Option<SettledDomain>,
    /// Smart links to create or change, in this order.
    pub smart_links: Vec<SmartLinkWrite>,
    /// Printed codes to create or change, in this order.
    pub codes: Vec<CodeWrite>,
}

impl DomainChange {
    /// Creates an empty change.
    pub fn of(hostname: Hostname) -> Self {
        Self { hostname, settled: None, smart_links: Vec::new(), codes: Vec::new() }
    }

    /// Uploaded files that the change names.
    pub fn files(&self) -> BTreeSet<&FileName> {
        let pages = self.settled.iter().flat_map(|settled| settled.draft.landing.files());
        pages.chain(self.codes.iter().filter_map(|code| code.design().logo().map(Logo::file))).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.settled.is_none() && self.smart_links.is_empty() && self.codes.is_empty()
    }
}

/// New state of a domain.
#[derive(Debug, Clone, PartialEq)]
pub struct SettledDomain {
    /// Name that the owner gave the domain.
    pub display_name: DisplayName,
    pub draft: DraftChange,
    /// Preset that the banner follows from now on, as it was read; `None` for no preset.
    pub preset: Option<Preset>,
}

/// Smart link to create or change.
#[derive(Debug, Clone, PartialEq)]
pub enum SmartLinkWrite {
    Insert {
        link: NewSmartLink,
        /// Whether the link is active.
        active: bool,
    },
    Change {
        id: SmartLinkId,
        change: SmartLinkChange,
    },
}

/// Printed code to create or change.
#[derive(Debug, Clone, PartialEq)]
pub enum CodeWrite {
    /// Create a code with the slug that its label comes from, then apply a patch.
    Insert {
        /// Code to create.
        new: NewCode,
        /// Patch to apply after the creation.
        then: CodePatch,
    },
    Replace {
        /// Code as it was read.
        before: Code,
        /// New state of the code.
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

/// Change of a draft.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftChange {
    /// Revision that the draft must still have; `None` if the same change registers the domain.
    pub expected: Option<Revision>,
    /// Content at the expected revision.
    pub before: Arc<Landing>,
    /// New content.
    pub landing: Arc<Landing>,
}

/// Whether a change is applied or only checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Apply,
    /// Check whether the change could be applied, and change nothing.
    DryRun,
}

/// Reason why a change was not applied.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// The data behind the plan has changed; plan again.
    #[error("the data has changed since the change was planned")]
    Stale,
    /// Another owner has the hostname.
    #[error("this hostname is already registered")]
    Taken,
    /// The owner's plan allows no more domains.
    #[error("the plan allows no more domains")]
    CapReached,
    /// Another owner removed the hostname less than 7 days ago.
    #[error("another account gave this hostname up less than 7 days ago")]
    Quarantined,
    /// Another owner had the hostname within 90 days, and no DNS record proves the new ownership.
    #[error("another account had this hostname within the last 90 days")]
    Unproven,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Applies the changes of an import.
#[async_trait]
pub trait TransferStore: Send + Sync {
    /// Lists the ids of segments and buttons in the drafts of the owner's domains, each with its domain.
    async fn ids(&self, owner: OwnerId) -> Result<HashMap<String, Hostname>, StoreError>;

    /// Applies a whole change or nothing; nothing in [`Mode::DryRun`].
    ///
    /// - MUST return `Stale` when the owner already has a domain to register.
    /// - MUST return `Stale` when a draft is not at the expected revision.
    /// - MUST return `Stale` when a preset, smart link or code differs from what was read.
    /// - MUST return `Taken` for a hostname of another owner.
    /// - MUST NOT exceed the domain limit of the owner's plan.
    async fn apply(
        &self,
        by: &Acting,
        change: &DomainChange,
        caps: &PlanCaps,
        mode: Mode,
        now: UnixTime,
    ) -> Result<(), ApplyError>;
}
