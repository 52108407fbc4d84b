//! Use-case `Codes`: creates, lists, edits, draws and previews codes.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use kernel::{
    Acting, Clock, ErrorKind, Hostname, Location, OwnerId, Page, Precondition, StoreError, ValidationErrors,
};

use crate::catalog::{Preset, catalog, preset};
use crate::code::{Code, CodeId, CodePatch, NewCode, Notes, ScanTarget, Slug};
use crate::design::Design;
use crate::draw::{DrawOptions, Drawing, TooLong, draw};
use crate::ports::{CodeRenderer, CodeStats, CodeStore, CodeStoreError, CountedCode};
use crate::scannability::Scannability;

/// Maximum number of attempts of a change. Each lost attempt means that a concurrent change succeeded.
const MAX_ATTEMPTS: usize = 50;

/// Maximum number of different codes on one sheet.
pub const MOST_ON_SHEET: u32 = 100;

/// Hostname for previews without a domain, of typical length.
const SAMPLE_HOST: &str = "links.example.com";

/// Reason why a code was not shown, created or changed.
#[derive(Debug, thiserror::Error)]
pub enum CodeError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The domain has no such code.
    #[error("there is no such QR code")]
    NotFound,
    /// The domain has no smart link with the slug in the scan target.
    #[error("this domain has no such smart link")]
    LinkNotFound,
    /// The catalog has no preset with this id.
    #[error("the catalog has no such preset")]
    PresetNotFound,
    /// Another code of the domain has this path, or has the label that belongs to the path.
    #[error("another QR code of this domain has or had this path")]
    SlugTaken,
    /// The design needs a missing file or a character that its font lacks. Paths are relative to the design.
    #[error("the design can't be drawn")]
    Design(ValidationErrors),
    /// The address does not fit into a code.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// Too many concurrent changes of the same code.
    #[error("too many requests change this QR code at once; retry")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<CodeStoreError> for CodeError {
    fn from(error: CodeStoreError) -> Self {
        match error {
            CodeStoreError::DomainNotFound => Self::DomainNotFound,
            CodeStoreError::SlugTaken => Self::SlugTaken,
            CodeStoreError::Stale => Self::Busy,
            CodeStoreError::Store(error) => Self::Store(error),
        }
    }
}

/// Requested look: a design, a preset of the catalog, or neither. A design takes precedence over a preset.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Look {
    /// Complete design.
    pub design: Option<Design>,
    /// Id of a preset; ignored if there is a design.
    pub preset: Option<String>,
}

impl Look {
    /// Resolves the requested design; `None` if neither design nor preset is set.
    pub fn resolve(&self) -> Result<Option<Design>, CodeError> {
        match (&self.design, &self.preset) {
            (Some(design), _) => Ok(Some(design.clone())),
            (None, Some(id)) => {
                let found = preset(id).ok_or(CodeError::PresetNotFound)?;
                Ok(Some(found.design.clone()))
            }
            (None, None) => Ok(None),
        }
    }
}

/// Request to create a code.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CodeRequest {
    /// Path of the code.
    pub slug: Slug,
    /// Title and place.
    pub notes: Notes,
    /// Target of a scan.
    pub target: ScanTarget,
    /// Look of the code; the stock design by default.
    pub look: Look,
}

/// Request to change a code.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CodeEdit {
    /// Changes without a design.
    pub patch: CodePatch,
    /// New look; an empty look keeps the old one.
    pub look: Look,
}

/// Drawn code that is not stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// Address encoded in the code.
    pub url: String,
    /// Resolved design.
    pub design: Design,
    /// Drawing of the code.
    pub drawing: Drawing,
    /// Scannability of the design.
    pub scannability: Scannability,
}

/// Use-case for the codes of an owner's domains.
#[derive(Clone)]
pub struct Codes {
    store: Arc<dyn CodeStore>,
    renderer: Arc<dyn CodeRenderer>,
    clock: Arc<dyn Clock>,
}

impl Codes {
    /// Creates the use-case on a store. `renderer` checks whether a font can draw a call to action.
    pub fn new(store: Arc<dyn CodeStore>, renderer: Arc<dyn CodeRenderer>, clock: Arc<dyn Clock>) -> Self {
        Self { store, renderer, clock }
    }

    /// Creates a code, which is active at once.
    pub async fn create(
        &self,
        by: &Acting,
        domain: &Hostname,
        request: CodeRequest,
    ) -> Result<CountedCode, CodeError> {
        let owner = by.owner;
        if !self.store.has_domain(owner, domain).await? {
            return Err(CodeError::DomainNotFound);
        }
        self.check_target(owner, domain, &request.target).await?;
        let new = NewCode {
            domain: domain.clone(),
            design: self.design(owner, &request.look).await?.unwrap_or_else(Design::stock),
            slug: request.slug,
            notes: request.notes,
            target: request.target,
            created_at: self.clock.now(),
        };
        let code = self.store.insert(by, &new).await?;
        Ok(CountedCode { code, stats: CodeStats::default() })
    }

    /// Lists up to `limit` codes of a domain with numbers above `after`, in order of creation, with statistics.
    pub async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<CodeId>,
        limit: u32,
    ) -> Result<Page<CountedCode, CodeId>, CodeError> {
        let found = self.store.list(owner, domain, after, limit.saturating_add(1)).await?;
        Ok(Page::of(found.ok_or(CodeError::DomainNotFound)?, limit, |counted| counted.code.id))
    }

    /// Finds a code with its statistics.
    pub async fn get(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        code: CodeId,
    ) -> Result<CountedCode, CodeError> {
        if let Some(found) = self.store.find(owner, domain, code).await? {
            return Ok(found);
        }
        let has_domain = self.store.has_domain(owner, domain).await?;
        Err(if has_domain { CodeError::NotFound } else { CodeError::DomainNotFound })
    }

    /// Changes a code if it matches `expected`, with immediate effect on the live domain. An edit without any
    /// difference is not stored.
    pub async fn edit(
        &self,
        by: &Acting,
        domain: &Hostname,
        code: CodeId,
        edit: &CodeEdit,
        expected: Precondition,
    ) -> Result<CountedCode, CodeError> {
        let owner = by.owner;
        for _ in 0..MAX_ATTEMPTS {
            let CountedCode { code: old, stats } = self.get(owner, domain, code).await?;
            // The store replaces exactly this state or nothing.
            expected.check(old.fingerprint())?;
            // An unchanged target is not checked, so a deleted link does not block other edits of the code.
            if let Some(target) = edit.patch.target.as_ref().filter(|target| **target != old.target) {
                self.check_target(owner, domain, target).await?;
            }
            let design = self.design(owner, &edit.look).await?;
            let patch = CodePatch { design, ..edit.patch.clone() };
            let Some(new) = old.edited(&patch, self.clock.now()) else {
                return Ok(CountedCode { code: old, stats });
            };
            match self.store.replace(by, &old, &new).await {
                Ok(()) => return Ok(CountedCode { code: new, stats }),
                Err(CodeStoreError::Stale) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(CodeError::Busy)
    }

    /// Loads the codes for a sheet, in the order of `numbers`; without numbers, the first [`MOST_ON_SHEET`] codes of
    /// the domain.
    pub async fn for_sheet(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        ids: Option<&[CodeId]>,
    ) -> Result<Vec<Code>, CodeError> {
        let Some(ids) = ids else {
            let first = self.list(owner, domain, None, MOST_ON_SHEET).await?;
            return Ok(first.items.into_iter().map(|counted| counted.code).collect());
        };
        let mut codes = Vec::with_capacity(ids.len());
        for id in ids {
            codes.push(self.get(owner, domain, *id).await?.code);
        }
        Ok(codes)
    }

    /// Catalog of 100 presets in a stable order.
    pub fn presets(&self) -> &'static [Preset] {
        catalog()
    }

    /// Draws a stored code.
    pub fn picture(&self, code: &Code, options: &DrawOptions) -> Result<Drawing, CodeError> {
        Ok(draw(&code.design, &code.url(), options)?)
    }

    /// Draws a code that is not stored. Uses the stock design without a look, and a sample domain without a domain.
    pub async fn preview(
        &self,
        owner: OwnerId,
        look: &Look,
        domain: Option<&Hostname>,
        slug: &Slug,
    ) -> Result<Preview, CodeError> {
        let url = match domain {
            Some(domain) if self.store.has_domain(owner, domain).await? => slug.url(domain),
            Some(_) => return Err(CodeError::DomainNotFound),
            None => format!("https://{SAMPLE_HOST}{}", slug.path()),
        };
        let design = self.design(owner, look).await?.unwrap_or_else(Design::stock);
        let drawing = draw(&design, &url, &DrawOptions::default())?;
        let scannability = Scannability::of(&design);
        Ok(Preview { url, design, drawing, scannability })
    }

    /// Checks that the smart link of a new target exists, so that scans do not lead nowhere.
    async fn check_target(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        target: &ScanTarget,
    ) -> Result<(), CodeError> {
        match target.smart_link() {
            Some(slug) if !self.store.has_smart_link(owner, domain, slug).await? => {
                Err(CodeError::LinkNotFound)
            }
            _ => Ok(()),
        }
    }

    /// Resolves the requested design. The owner must have uploaded its logo, and its font must have all characters of
    /// the call to action.
    async fn design(&self, owner: OwnerId, look: &Look) -> Result<Option<Design>, CodeError> {
        let Some(design) = look.resolve()? else { return Ok(None) };
        let mut errors = ValidationErrors::none();
        if let Some(logo) = design.logo()
            && !self.store.owns_file(owner, logo.file()).await?
        {
            let at = Location::root().at("logo").at("file");
            errors.push(at, ErrorKind::Value, "there is no such file of yours; upload it first");
        }
        if let Some(frame) = design.frame()
            && let Some(missing) = self.renderer.missing_glyph(frame.text(), frame.font())
        {
            let message = format!("{} can't draw {missing:?}", frame.font());
            errors.push(Location::root().at("frame").at("text"), ErrorKind::Value, message);
        }
        errors.into_result().map_err(CodeError::Design)?;
        Ok(Some(design))
    }
}
