//! What this crate needs from outside. Each port is one need of a use-case; each call is one atomic unit.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Currency, FileName, Font, Hostname, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

use crate::code::{Code, CodeId, LinkSlug, NewCode};
use crate::design::CallToAction;
use crate::draw::Drawing;
use crate::live::{CodesStamp, HostCodes};
use crate::picture::PictureForm;
use crate::print::Sheet;

/// What a code brought in, all time.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CodeStats {
    /// Scans, those of bots aside.
    pub scans: i64,
    /// Landing views with the code's label.
    pub visits: i64,
    /// Clicks in those visits.
    pub clicks: i64,
    /// Subscriptions attributed to those clicks.
    pub subs: i64,
    /// Revenue attributed to those clicks, in minor units.
    pub revenue_cents: i64,
    /// Net in other currencies since the code was created, in minor units. `revenue_cents` excludes it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other_currencies: BTreeMap<Currency, i64>,
}

/// A code and what it brought in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CountedCode {
    /// The code.
    pub code: Code,
    /// What it brought in.
    pub stats: CodeStats,
}

/// Why a code could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum CodeStoreError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// Another code of the domain has this path, or bears the label that belongs to it.
    #[error("this path is in use")]
    SlugTaken,
    /// It was changed meanwhile, or the owner never had it; load again to see which.
    #[error("the code has changed")]
    Stale,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The codes of an owner's domains.
///
/// On one domain a path is had once, and so is a source label. Beyond both, a code MUST NOT be at a slug whose label
/// ([`SourceLabel::of`](crate::code::SourceLabel::of)) another code bears. All three MUST hold against every other call
/// at the same time, so calls that write must take turns on a domain: two unique keys are not enough for the third.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CodeStore: Send + Sync {
    /// Adds a code, active, with the label of its slug, as [`Code::made`] says, and makes it live at once. MUST be
    /// `DomainNotFound` when the owner has no such domain, and `SlugTaken` when any code of the domain blocks the slug
    /// ([`Code::blocks`]). Of two creations of one path at once, one MUST be `SlugTaken`; so MUST one of a creation and a
    /// renaming to one path. A number is never given twice.
    async fn insert(&self, owner: OwnerId, new: &NewCode) -> Result<Code, CodeStoreError>;

    /// Up to `limit` codes of a domain with a number above `after` and their statistics, in the order of creation, in one round
    /// trip. `None` when the owner has no such domain.
    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<CodeId>,
        limit: u32,
    ) -> Result<Option<Vec<CountedCode>>, StoreError>;

    /// One code with its statistics; MUST be `None` for another owner's, and for one of another domain.
    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        code: CodeId,
    ) -> Result<Option<CountedCode>, StoreError>;

    /// Replaces `old` by `new`, which is the same code of the same domain with the same label, and makes it live at once.
    /// MUST be `Stale`, and change nothing, when the stored code is no longer `old` or the owner has none; `SlugTaken`,
    /// and change nothing, when another code of the domain blocks the new slug ([`Code::blocks`]). Statistics stay.
    async fn replace(&self, owner: OwnerId, old: &Code, new: &Code) -> Result<(), CodeStoreError>;

    /// Whether the owner uploaded this file. MUST be false for one that others uploaded, and for one that nobody did.
    async fn owns_file(&self, owner: OwnerId, file: &FileName) -> Result<bool, StoreError>;

    /// Whether the owner has a smart link of this slug on the domain, active or not. MUST be false for other owners' links, and
    /// for one of another domain.
    async fn has_smart_link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        slug: &LinkSlug,
    ) -> Result<bool, StoreError>;

    /// Whether the owner has this domain.
    async fn has_domain(&self, owner: OwnerId, domain: &Hostname) -> Result<bool, StoreError>;
}

/// The codes of all owners, by the name that visitors ask for, as the edge reads them. Without an owner: it is what finds
/// the owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LiveCodes: Send + Sync {
    /// What shows whether remembered codes are still those of the domain. MUST change with every creation and every
    /// [`CodeStore::replace`] on it, and MUST NOT repeat, not after a deletion and a new registration either. `None` when
    /// nobody has the domain.
    async fn stamp(&self, domain: &Hostname) -> Result<Option<CodesStamp>, StoreError>;

    /// The codes of a domain and their stamp, both of one moment. `None` when nobody has the domain; a domain without
    /// codes has an empty list.
    async fn load(&self, domain: &Hostname) -> Result<Option<HostCodes>, StoreError>;
}

/// A drawing that was not rendered. Nobody who asks for it can do anything about that.
#[derive(Debug, thiserror::Error)]
#[error("the code could not be rendered")]
pub struct RenderError(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// Turns drawings of codes into pictures, with what drawings only give a place to: the picture in the middle, which is the stored
/// file of that name, and the words of a frame.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CodeRenderer: Send + Sync {
    /// The first character of a call to action that its font can't draw; `None` when it can be drawn whole, and then
    /// [`CodeRenderer::picture`] MUST draw it.
    fn missing_glyph(&self, text: &CallToAction, font: Font) -> Option<char>;

    /// A drawing of this crate in a form. What has one [`PictureName`](crate::picture::PictureName) MUST be one picture. It MUST
    /// hold up nobody else meanwhile.
    async fn picture(&self, drawing: Drawing, form: PictureForm) -> Result<Arc<[u8]>, RenderError>;

    /// A sheet of these drawings as a PDF. It MUST hold up nobody else meanwhile.
    async fn sheet(&self, drawings: Vec<Drawing>, sheet: Sheet) -> Result<Vec<u8>, RenderError>;
}
