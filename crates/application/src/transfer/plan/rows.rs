//! The rows of a document that is taken in, and what became of each.

use auth_scopes::{Email, MemberName, Restriction};
use kernel::{Hostname, ValidationErrors};
use landing_draft::banner::BannerContent;
use landing_draft::preset::PresetName;
use landing_draft::text::DisplayName;
use landing_draft::transfer::Portable;
use qr_catalog::code::{Channel, ScanTarget, Slug as CodeSlug, SourceLabel, Title};
use qr_catalog::design::Design;
use smartlink_policy::expiry::Expiry;
use smartlink_policy::policy::Policy;
use smartlink_policy::slug::{LinkName, Slug};

use super::{Action, Fault};

/// A row of a document, or what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its place in the document, such as `domains.0`.
    pub path: String,
    /// The natural name of what it describes, as far as it has one.
    pub name: Option<String>,
    /// The domain that it belongs to, as far as that can be read.
    pub domain: Option<Hostname>,
    /// What it says.
    pub content: Result<Content, ValidationErrors>,
}

/// What a row says.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A domain and its draft.
    Domain(Box<DomainRow>),
    /// A smart link.
    SmartLink(Box<SmartLinkRow>),
    /// A printed code.
    Code(Box<CodeRow>),
    /// A preset of the library.
    Preset(Box<PresetRow>),
    /// A member of the team.
    Member(Box<MemberRow>),
}

/// A preset of the library, known by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct PresetRow {
    /// What it is called.
    pub name: PresetName,
    /// What it says.
    pub content: BannerContent,
}

/// A member of the team, known by their address; where several have the same, by their order too.
#[derive(Debug, Clone, PartialEq)]
pub struct MemberRow {
    /// What they are called.
    pub name: MemberName,
    /// Their address for mail.
    pub email: Email,
    /// What they are restricted to.
    pub restriction: Option<Restriction>,
}

/// A domain and its draft.
#[derive(Debug, Clone, PartialEq)]
pub struct DomainRow {
    /// Its natural name.
    pub hostname: Hostname,
    /// What its owner calls it.
    pub display_name: DisplayName,
    /// The preset of the library that its banner follows.
    pub preset: Option<PresetName>,
    /// Its draft.
    pub draft: Portable,
}

/// A smart link, known by domain and slug.
#[derive(Debug, Clone, PartialEq)]
pub struct SmartLinkRow {
    /// On which domain.
    pub domain: Hostname,
    /// The last part of its address.
    pub slug: Slug,
    /// What it is called.
    pub name: LinkName,
    /// How it splits its visitors.
    pub policy: Policy,
    /// Whether it is switched on.
    pub active: bool,
    /// When it ends.
    pub expiry: Expiry,
}

/// A printed code, known by domain and slug.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeRow {
    /// On which domain.
    pub domain: Hostname,
    /// What follows `/qr/`.
    pub slug: CodeSlug,
    /// The label of its scans; that of its slug where none is named.
    pub source: Option<SourceLabel>,
    /// What it is called.
    pub title: Title,
    /// Where it is shown.
    pub channel: Channel,
    /// Where a scan leads.
    pub target: ScanTarget,
    /// What it looks like.
    pub design: Design,
    /// Whether scans carry the label.
    pub active: bool,
}

/// What became of a row.
#[derive(Debug)]
pub struct RowResult {
    /// Its place in the document.
    pub path: String,
    /// The natural name of what it describes, as far as it has one.
    pub name: Option<String>,
    /// What was done with it, or why nothing was.
    pub outcome: Result<Action, Fault>,
}
