//! Ports of this crate. Each call is one atomic unit.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Acting, Currency, FileName, Font, Hostname, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

use crate::code::{Code, CodeId, LinkSlug, NewCode};
use crate::design::CallToAction;
use crate::draw::Drawing;
use crate::live::{CodesStamp, HostCodes};
use crate::picture::PictureForm;
use crate::print::Sheet;

/// All-time statistics of a code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CodeStats {
    /// Number of scans, without bots.
    pub scans: i64,
    /// Number of landing views with the code's label.
    pub visits: i64,
    /// Number of clicks in those visits.
    pub clicks: i64,
    /// Number of subscriptions attributed to those clicks.
    pub subs: i64,
    /// Revenue attributed to those clicks, in minor units.
    pub revenue_cents: i64,
    /// Net in other currencies since the code was created, in minor units. `revenue_cents` excludes it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other_currencies: BTreeMap<Currency, i64>,
}

/// Code with its lifetime statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CountedCode {
    /// Stored code.
    pub code: Code,
    /// Statistics of the code.
    pub stats: CodeStats,
}

/// Reason why a code was not stored.
#[derive(Debug, thiserror::Error)]
pub enum CodeStoreError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// Another code of the domain has this path, or has the label that belongs to the path.
    #[error("this path is in use")]
    SlugTaken,
    /// The code was changed meanwhile, or the owner does not have it. Load the code again to find out.
    #[error("the code has changed")]
    Stale,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Codes of the owners' domains.
///
/// On one domain, each path and each source label is unique. In addition, a code MUST NOT use a slug whose label
/// ([`SourceLabel::of`](crate::code::SourceLabel::of)) another code has. All three rules MUST hold under concurrent
/// calls. Two unique keys do not cover the third rule, so writers must lock the domain.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CodeStore: Send + Sync {
    /// Adds an active code with the label of its slug, as [`Code::made`] does. The code MUST be live at once.
    ///
    /// - MUST return `DomainNotFound` when the owner has no such domain.
    /// - MUST return `SlugTaken` when a code of the domain blocks the slug ([`Code::blocks`]).
    /// - Of two concurrent calls for one path, creations or renamings, one MUST return `SlugTaken`.
    /// - MUST never reuse a number.
    async fn insert(&self, by: &Acting, new: &NewCode) -> Result<Code, CodeStoreError>;

    /// Lists up to `limit` codes of a domain with numbers above `after`, in order of creation. Includes statistics, in
    /// one round trip. `None` when the owner has no such domain.
    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<CodeId>,
        limit: u32,
    ) -> Result<Option<Vec<CountedCode>>, StoreError>;

    /// Finds a code with its statistics. MUST return `None` for a code of another owner or domain.
    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        code: CodeId,
    ) -> Result<Option<CountedCode>, StoreError>;

    /// Replaces `old` by `new`, which has the same id, domain and label. The change is live at once, and statistics
    /// stay.
    ///
    /// - MUST return `Stale`, without changes, when the stored code differs from `old` or the owner does not have it.
    /// - MUST return `SlugTaken`, without changes, when another code of the domain blocks the new slug
    ///   ([`Code::blocks`]).
    async fn replace(&self, by: &Acting, old: &Code, new: &Code) -> Result<(), CodeStoreError>;

    /// Whether the owner uploaded this file. MUST be false for files of other owners and for missing files.
    async fn owns_file(&self, owner: OwnerId, file: &FileName) -> Result<bool, StoreError>;

    /// Whether the owner has a smart link with this slug on the domain, active or not. MUST be false for links of other
    /// owners and of other domains.
    async fn has_smart_link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        slug: &LinkSlug,
    ) -> Result<bool, StoreError>;

    /// Whether the owner has this domain.
    async fn has_domain(&self, owner: OwnerId, domain: &Hostname) -> Result<bool, StoreError>;
}

/// Codes of all owners by hostname, as the edge reads them. Calls name no owner, because the edge knows only the
/// hostname.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LiveCodes: Send + Sync {
    /// Returns a stamp that shows whether cached codes are current. MUST change with every creation and every
    /// [`CodeStore::replace`] on the domain. MUST NOT repeat, even after a deletion and a new registration. `None` when
    /// the domain is not registered.
    async fn stamp(&self, domain: &Hostname) -> Result<Option<CodesStamp>, StoreError>;

    /// Loads the codes of a domain with their stamp, from one consistent state. `None` when the domain is not
    /// registered; an empty list for a domain without codes.
    async fn load(&self, domain: &Hostname) -> Result<Option<HostCodes>, StoreError>;
}

/// Error: a drawing was not rendered. The cause is internal, so the caller can't fix it.
#[derive(Debug, thiserror::Error)]
#[error("the code could not be rendered")]
pub struct RenderError(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// Renders drawings to pictures. Fills in the logo, from the stored file, and the text of a frame.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CodeRenderer: Send + Sync {
    /// Finds the first character of a call to action that its font can't draw. With `None`, [`CodeRenderer::picture`]
    /// MUST draw the whole text.
    fn missing_glyph(&self, text: &CallToAction, font: Font) -> Option<char>;

    /// Renders a drawing. Equal [`PictureName`](crate::picture::PictureName)s MUST give equal pictures. MUST NOT block
    /// the async runtime.
    async fn picture(&self, drawing: Drawing, form: PictureForm) -> Result<Arc<[u8]>, RenderError>;

    /// Renders a sheet of these drawings as PDF. MUST NOT block the async runtime.
    async fn sheet(&self, drawings: Vec<Drawing>, sheet: Sheet) -> Result<Vec<u8>, RenderError>;
}
