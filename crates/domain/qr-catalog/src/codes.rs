//! Making, showing, changing and previewing codes.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use kernel::{
    Clock, ErrorKind, Hostname, Location, OwnerId, Page, Precondition, StoreError, ValidationErrors,
};

use crate::catalog::{Preset, catalog, preset};
use crate::code::{Channel, Code, CodeId, CodePatch, NewCode, ScanTarget, Slug, Title};
use crate::design::Design;
use crate::draw::{DrawOptions, Drawing, TooLong, draw};
use crate::ports::{CodeRenderer, CodeStats, CodeStore, CodeStoreError, CountedCode};
use crate::scannability::Scannability;

/// Lost races before a change is given up; each one means that somebody else's change landed.
const MAX_ATTEMPTS: usize = 50;

/// The most different codes on one sheet.
pub const MOST_ON_SHEET: u32 = 100;

/// What a preview without a domain is drawn for: of the length that domains usually have.
const SAMPLE_HOST: &str = "links.example.com";

/// Why a code was not shown, made or changed.
#[derive(Debug, thiserror::Error)]
pub enum CodeError {
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The domain has no such code.
    #[error("there is no such QR code")]
    NotFound,
    /// The domain has no smart link of the slug that a scan is to lead to.
    #[error("this domain has no such smart link")]
    LinkNotFound,
    /// The catalog has no such preset.
    #[error("the catalog has no such preset")]
    PresetNotFound,
    /// Another code of the domain has this path, or bears the label that belongs to it.
    #[error("another QR code of this domain has or had this path")]
    SlugTaken,
    /// What is wrong with a design, at places relative to it, beyond what [`Design::parse`] knows.
    #[error("the design can't be drawn")]
    Design(ValidationErrors),
    /// The address does not fit into a code.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// Too many others change the same code just now.
    #[error("too many writers change this QR code at once")]
    Busy,
    /// The store could not do it.
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

/// A look as it is asked for: a design, a preset of the catalog, or neither. A design wins over a preset.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Look {
    /// A full design.
    pub design: Option<Design>,
    /// The id of a preset; not looked at where there is a design.
    pub preset: Option<String>,
}

impl Look {
    /// The design that is asked for, if one is.
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

/// What a new code is made of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CodeRequest {
    /// Its path.
    pub slug: Slug,
    /// What it is called.
    pub title: Title,
    /// Where it is shown.
    pub channel: Channel,
    /// Where a scan leads.
    pub target: ScanTarget,
    /// What it looks like; the stock design where nothing is asked for.
    pub look: Look,
}

/// What is to change of a code; what is `None` stays.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CodeEdit {
    /// Another path.
    pub slug: Option<Slug>,
    /// Another title.
    pub title: Option<Title>,
    /// Another channel.
    pub channel: Option<Channel>,
    /// Where a scan is to lead.
    pub target: Option<ScanTarget>,
    /// Another look; the old one stays where nothing is asked for.
    pub look: Look,
    /// Whether scans carry the label.
    pub active: Option<bool>,
}

/// A code that is not stored, drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// What it holds.
    pub url: String,
    /// What it looks like.
    pub design: Design,
    /// The picture.
    pub drawing: Drawing,
    /// How well it is read.
    pub scannability: Scannability,
}

/// The codes of an owner's domains.
#[derive(Clone)]
pub struct Codes {
    store: Arc<dyn CodeStore>,
    renderer: Arc<dyn CodeRenderer>,
    clock: Arc<dyn Clock>,
}

impl Codes {
    /// The codes of this store, in designs that this renderer can draw.
    pub fn new(store: Arc<dyn CodeStore>, renderer: Arc<dyn CodeRenderer>, clock: Arc<dyn Clock>) -> Self {
        Self { store, renderer, clock }
    }

    /// Makes a code; it is active at once.
    pub async fn create(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        request: CodeRequest,
    ) -> Result<CountedCode, CodeError> {
        if !self.store.has_domain(owner, domain).await? {
            return Err(CodeError::DomainNotFound);
        }
        self.check_target(owner, domain, &request.target).await?;
        let new = NewCode {
            domain: domain.clone(),
            design: self.design(owner, &request.look).await?.unwrap_or_else(Design::stock),
            slug: request.slug,
            title: request.title,
            channel: request.channel,
            target: request.target,
            created_at: self.clock.now(),
        };
        let code = self.store.insert(owner, &new).await?;
        Ok(CountedCode { code, stats: CodeStats::default() })
    }

    /// Up to `limit` codes of a domain behind `after` with their statistics, in the order of creation.
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

    /// One code with its statistics.
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

    /// Changes what is supplied of a code that is `expected`, at once on the live domain. A change that changes nothing is not stored.
    pub async fn edit(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        code: CodeId,
        edit: &CodeEdit,
        expected: Precondition,
    ) -> Result<CountedCode, CodeError> {
        for _ in 0..MAX_ATTEMPTS {
            let CountedCode { code: old, stats } = self.get(owner, domain, code).await?;
            // The store replaces this very state or nothing.
            expected.check(old.fingerprint())?;
            // A link that was deleted since the code was made holds up no other change of the code.
            if let Some(target) = edit.target.as_ref().filter(|target| **target != old.target) {
                self.check_target(owner, domain, target).await?;
            }
            let patch = CodePatch {
                slug: edit.slug.clone(),
                title: edit.title.clone(),
                channel: edit.channel.clone(),
                target: edit.target.clone(),
                design: self.design(owner, &edit.look).await?,
                active: edit.active,
            };
            let Some(new) = old.edited(&patch, self.clock.now()) else {
                return Ok(CountedCode { code: old, stats });
            };
            match self.store.replace(owner, &old, &new).await {
                Ok(()) => return Ok(CountedCode { code: new, stats }),
                Err(CodeStoreError::Stale) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(CodeError::Busy)
    }

    /// The codes for a sheet, in the order of their numbers here; without numbers the first [`MOST_ON_SHEET`] of the domain.
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

    /// The catalog, 100 presets in a stable order.
    pub fn presets(&self) -> &'static [Preset] {
        catalog()
    }

    /// Draws a stored code.
    pub fn picture(&self, code: &Code, options: &DrawOptions) -> Result<Drawing, CodeError> {
        Ok(draw(&code.design, &code.url(), options)?)
    }

    /// Draws a code that is not stored: in the stock design where no look is asked for, and for a sample domain where none
    /// is named.
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

    /// A scan is not sent where nothing is: the smart link must exist when the code is pointed at it.
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

    /// The design that is asked for, if one is. Its picture must be the owner's, and its words must be ones that the font has.
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
