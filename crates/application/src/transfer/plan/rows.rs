//! Rows of an imported document, and their outcomes.

use auth_scopes::{Email, MemberName, Restriction};
use kernel::{Hostname, ValidationErrors};
use landing_draft::banner::BannerContent;
use landing_draft::preset::PresetName;
use landing_draft::text::DisplayName;
use landing_draft::transfer::Portable;
use qr_catalog::code::{Notes, ScanTarget, Slug as CodeSlug, SourceLabel};
use qr_catalog::design::Design;
use smartlink_policy::expiry::Expiry;
use smartlink_policy::policy::Policy;
use smartlink_policy::slug::{LinkName, Slug};

use super::{Action, Fault};

/// Row of a document, or the errors of the row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Path in the document, such as `domains.0`.
    pub path: String,
    /// Natural name of the described object, if it has one.
    pub name: Option<String>,
    /// Domain of the object, if readable.
    pub domain: Option<Hostname>,
    pub content: Result<Content, ValidationErrors>,
}

/// Content of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    Domain(Box<DomainRow>),
    SmartLink(Box<SmartLinkRow>),
    Code(Box<CodeRow>),
    Preset(Box<PresetRow>),
    Member(Box<MemberRow>),
}

/// Preset of the library, identified by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct PresetRow {
    pub name: PresetName,
    pub content: BannerContent,
}

/// Team member, identified by the e-mail address. Members with the same address are matched in order.
#[derive(Debug, Clone, PartialEq)]
pub struct MemberRow {
    pub name: MemberName,
    pub email: Email,
    /// Limits on the member's rights; `None` for full rights.
    pub restriction: Option<Restriction>,
}

/// Domain with its draft.
#[derive(Debug, Clone, PartialEq)]
pub struct DomainRow {
    pub hostname: Hostname,
    /// Name that the owner gave the domain.
    pub display_name: DisplayName,
    /// Preset of the library that the banner follows.
    pub preset: Option<PresetName>,
    pub draft: Portable,
}

/// Smart link, identified by domain and slug.
#[derive(Debug, Clone, PartialEq)]
pub struct SmartLinkRow {
    pub domain: Hostname,
    /// Last segment of the link's path.
    pub slug: Slug,
    pub name: LinkName,
    /// Policy that splits the visitors.
    pub policy: Policy,
    /// Whether the link is active.
    pub active: bool,
    pub expiry: Expiry,
}

/// Printed code, identified by domain and slug.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeRow {
    pub domain: Hostname,
    /// Path segment after `/qr/`.
    pub slug: CodeSlug,
    /// Label of the scans; `None` for the label of the slug.
    pub source: Option<SourceLabel>,
    pub notes: Notes,
    /// Target of a scan.
    pub target: ScanTarget,
    pub design: Design,
    /// Whether redirects carry the label.
    pub active: bool,
}

/// Outcome of a row.
#[derive(Debug)]
pub struct RowResult {
    /// Path in the document.
    pub path: String,
    /// Natural name of the described object, if it has one.
    pub name: Option<String>,
    /// Action taken, or the reason for the failure.
    pub outcome: Result<Action, Fault>,
}
