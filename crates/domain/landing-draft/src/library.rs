//! Use-case: creates, assigns and changes notification presets.

use std::sync::Arc;

use kernel::{Acting, Clock, Hostname, OwnerId, Page, Precondition, StoreError};
use serde::{Deserialize, Serialize};

use crate::banner::{Banner, BannerContent, ContentPatch};
use crate::domain::Revision;
use crate::id::PresetId;
use crate::ports::{Draft, DraftStore, KeptBanner, PresetStore, PresetStoreError};
use crate::preset::{Preset, PresetName, PresetPatch};

/// Maximum number of attempts. An attempt fails only if a concurrent change succeeded.
const MAX_ATTEMPTS: usize = 50;

/// Reason why a call about the library failed.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The owner has no such preset.
    #[error("there is no such preset")]
    PresetNotFound,
    /// The owner has no such domain.
    #[error("this domain is not registered")]
    DomainNotFound,
    /// The owner has another preset of this name.
    #[error("another preset has this name")]
    NameTaken,
    /// The domain's banner is empty, so there is nothing to save as a preset.
    #[error("the domain's banner is empty")]
    BannerEmpty,
    /// An incomplete preset can't be enabled.
    #[error("the preset needs a title, a body, a link text, a picture, and an address for a manual link")]
    Incomplete,
    /// The draft is not at the expected revision.
    #[error("the draft has changed since it was read")]
    PreconditionFailed,
    /// Too many concurrent writers change the same preset or draft.
    #[error("too many requests change this preset at once; retry")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Part of a banner change that concerns the preset library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Following {
    /// Preset to assign; `Some(None)` removes the assignment, and `None` keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "kernel::named")]
    pub preset: Option<Option<PresetId>>,
    /// Whether the banner is enabled; `None` keeps the flag.
    pub enabled: Option<bool>,
}

impl Following {
    /// Returns the resulting assignment for a banner, as the preset and the enabled flag; `None` if the library has
    /// nothing to do.
    pub fn decide(self, banner: &Banner) -> Option<(Option<PresetId>, bool)> {
        let preset = match (self.preset, self.enabled) {
            (Some(preset), _) => preset,
            (None, Some(_)) if banner.preset_id.is_some() => banner.preset_id,
            (None, _) => return None,
        };
        Some((preset, self.enabled.unwrap_or(banner.enabled)))
    }
}

/// Use-case for an owner's notification library.
#[derive(Clone)]
pub struct Library {
    presets: Arc<dyn PresetStore>,
    drafts: Arc<dyn DraftStore>,
    clock: Arc<dyn Clock>,
}

impl Library {
    /// Creates the use-case over stores and a clock.
    pub fn new(presets: Arc<dyn PresetStore>, drafts: Arc<dyn DraftStore>, clock: Arc<dyn Clock>) -> Self {
        Self { presets, drafts, clock }
    }

    /// Lists up to `limit` presets after `after`, oldest first.
    pub async fn list(
        &self,
        owner: OwnerId,
        after: Option<PresetId>,
        limit: u32,
    ) -> Result<Page<Preset, PresetId>, LibraryError> {
        let found = self.presets.list(owner, after, limit.saturating_add(1)).await?;
        Ok(Page::of(found, limit, |preset| preset.id))
    }

    /// Creates a preset; texts and files may be set later.
    pub async fn create(
        &self,
        by: &Acting,
        name: &PresetName,
        content: ContentPatch,
    ) -> Result<Preset, LibraryError> {
        let mut new = BannerContent::default();
        new.apply(content);
        self.insert(by, name, &new).await
    }

    /// Changes a preset, and in the same step the draft of every domain with this preset.
    pub async fn edit(
        &self,
        by: &Acting,
        preset: PresetId,
        patch: &PresetPatch,
        expected: Precondition,
    ) -> Result<Preset, LibraryError> {
        for _ in 0..MAX_ATTEMPTS {
            let old = self.find(by.owner, preset).await?;
            // The store replaces the preset only if its state is still the same.
            expected.check(old.fingerprint())?;
            let mut new = Preset { updated_at: self.clock.now(), ..old.clone() };
            crate::button::set(&mut new.name, patch.name.clone());
            new.content.apply(patch.content.clone());
            if (&new.name, &new.content) == (&old.name, &old.content) {
                return Ok(old);
            }
            match self.presets.replace(by, &old, &new).await {
                Ok(()) => return Ok(new),
                Err(PresetStoreError::Stale) => {}
                Err(PresetStoreError::NameTaken) => return Err(LibraryError::NameTaken),
                Err(PresetStoreError::Store(error)) => return Err(error.into()),
            }
        }
        Err(LibraryError::Busy)
    }

    /// Deletes a preset. Domains with this preset keep its texts, and their banners are disabled.
    pub async fn delete(
        &self,
        by: &Acting,
        preset: PresetId,
        expected: Precondition,
    ) -> Result<(), LibraryError> {
        let deleted = self.presets.delete(by, preset, expected, self.clock.now()).await?;
        if deleted { Ok(()) } else { Err(LibraryError::PresetNotFound) }
    }

    /// Saves a domain's banner as a new preset, and assigns that preset to the domain.
    pub async fn keep(
        &self,
        by: &Acting,
        domain: &Hostname,
        name: &PresetName,
    ) -> Result<Preset, LibraryError> {
        for _ in 0..MAX_ATTEMPTS {
            let draft = self.draft(by.owner, domain).await?;
            let Banner { enabled, content, .. } = draft.landing.banner.clone();
            if content.is_empty() {
                return Err(LibraryError::BannerEmpty);
            }
            let kept = KeptBanner { name: name.clone(), content, enabled, read_at: draft.revision };
            match self.presets.keep(by, domain, &kept, self.clock.now()).await {
                Ok(preset) => return Ok(preset),
                Err(PresetStoreError::Stale) => {}
                Err(PresetStoreError::NameTaken) => return Err(LibraryError::NameTaken),
                Err(PresetStoreError::Store(error)) => return Err(error.into()),
            }
        }
        Err(LibraryError::Busy)
    }

    /// Assigns a preset to a domain, or removes the assignment. Returns the new revision and banner of the draft.
    pub async fn assign(
        &self,
        by: &Acting,
        domain: &Hostname,
        preset: Option<PresetId>,
        enabled: bool,
        expected: Option<Revision>,
    ) -> Result<(Revision, Banner), LibraryError> {
        for _ in 0..MAX_ATTEMPTS {
            let draft = self.draft(by.owner, domain).await?;
            if expected.is_some_and(|expected| expected != draft.revision) {
                return Err(LibraryError::PreconditionFailed);
            }
            if let Some(assigned) = self.try_assign(by, domain, preset, enabled, expected).await? {
                return Ok(assigned);
            }
        }
        Err(LibraryError::Busy)
    }

    /// Applies the library part of a banner change to the current banner. Returns whether a preset is assigned
    /// afterwards; `None` if there was nothing to do.
    pub async fn follow(
        &self,
        by: &Acting,
        domain: &Hostname,
        asked: Following,
        expected: Option<Revision>,
    ) -> Result<Option<bool>, LibraryError> {
        for _ in 0..MAX_ATTEMPTS {
            let draft = self.draft(by.owner, domain).await?;
            if expected.is_some_and(|expected| expected != draft.revision) {
                return Err(LibraryError::PreconditionFailed);
            }
            let Some((preset, enabled)) = asked.decide(&draft.landing.banner) else { return Ok(None) };
            let seen = Some(draft.revision);
            if self.try_assign(by, domain, preset, enabled, seen).await?.is_some() {
                return Ok(Some(preset.is_some()));
            }
        }
        Err(LibraryError::Busy)
    }

    /// Tries one assignment. Returns `None` if the preset, or a draft with an expected revision, has changed since it
    /// was loaded.
    async fn try_assign(
        &self,
        by: &Acting,
        domain: &Hostname,
        preset: Option<PresetId>,
        enabled: bool,
        expected: Option<Revision>,
    ) -> Result<Option<(Revision, Banner)>, LibraryError> {
        let preset = match preset {
            Some(preset) => Some(self.find(by.owner, preset).await?),
            None => None,
        };
        if enabled && preset.as_ref().is_some_and(|preset| !preset.content.is_complete()) {
            return Err(LibraryError::Incomplete);
        }
        match self.presets.assign(by, domain, preset, enabled, expected, self.clock.now()).await {
            Ok(Some(draft)) => Ok(Some((draft.revision, draft.landing.banner.clone()))),
            Ok(None) => Err(LibraryError::DomainNotFound),
            Err(PresetStoreError::Stale | PresetStoreError::NameTaken) => Ok(None),
            Err(PresetStoreError::Store(error)) => Err(error.into()),
        }
    }

    async fn draft(&self, owner: OwnerId, domain: &Hostname) -> Result<Draft, LibraryError> {
        self.drafts.load(owner, domain).await?.ok_or(LibraryError::DomainNotFound)
    }

    async fn find(&self, owner: OwnerId, preset: PresetId) -> Result<Preset, LibraryError> {
        self.presets.find(owner, preset).await?.ok_or(LibraryError::PresetNotFound)
    }

    async fn insert(
        &self,
        by: &Acting,
        name: &PresetName,
        content: &BannerContent,
    ) -> Result<Preset, LibraryError> {
        match self.presets.insert(by, name, content, self.clock.now()).await {
            Ok(preset) => Ok(preset),
            Err(PresetStoreError::NameTaken) => Err(LibraryError::NameTaken),
            Err(PresetStoreError::Stale) => Err(LibraryError::Busy),
            Err(PresetStoreError::Store(error)) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::FixedClock;
    use serde_json::Value;

    use super::*;
    use crate::banner::BannerPatch;
    use crate::landing::Landing;
    use crate::ports::{MockDraftStore, MockPresetStore};
    use crate::testing::NOW;

    const OWNER: OwnerId = OwnerId::new(1);
    const BY: Acting = Acting::service(OWNER);

    fn preset(title: &str) -> Preset {
        let mut content = BannerContent::default();
        let patch = BannerPatch::parse(&Value::from_iter([("title", Value::from(title))])).unwrap();
        content.apply(patch.content);
        let name = PresetName::parse("n").unwrap();
        Preset { id: PresetId::new(1), name, content, created_at: NOW, updated_at: NOW }
    }

    fn library(banner: Banner, expect: impl FnOnce(&mut MockPresetStore)) -> Library {
        let mut drafts = MockDraftStore::new();
        drafts.expect_load().returning(move |_, host| {
            let mut landing = Landing::empty();
            landing.banner = banner.clone();
            Ok((host.as_str() == "a.example")
                .then_some(Draft { revision: Revision(1), landing: Arc::new(landing) }))
        });
        let mut presets = MockPresetStore::new();
        presets.expect_find().returning(|_, id| Ok((id == PresetId::new(1)).then(|| preset("T"))));
        expect(&mut presets);
        Library::new(Arc::new(presets), Arc::new(drafts), Arc::new(FixedClock::at(NOW)))
    }

    fn domain() -> Hostname {
        Hostname::parse("a.example").unwrap()
    }

    #[tokio::test]
    async fn an_incomplete_preset_is_not_enabled() {
        let library = library(Banner::default(), |_| {});
        let refused = library.assign(&BY, &domain(), Some(PresetId::new(1)), true, None).await;
        assert!(matches!(refused, Err(LibraryError::Incomplete)));
        let missing = library.assign(&BY, &domain(), Some(PresetId::new(2)), false, None).await;
        assert!(matches!(missing, Err(LibraryError::PresetNotFound)));
    }

    #[tokio::test]
    async fn an_empty_banner_is_not_kept() {
        let library = library(Banner::default(), |_| {});
        let name = PresetName::parse("n").unwrap();
        assert!(matches!(library.keep(&BY, &domain(), &name).await, Err(LibraryError::BannerEmpty)));
        let elsewhere = Hostname::parse("b.example").unwrap();
        assert!(matches!(library.keep(&BY, &elsewhere, &name).await, Err(LibraryError::DomainNotFound)));
    }

    #[tokio::test]
    async fn a_banner_that_changed_meanwhile_is_kept_as_it_is_now() {
        let mut races = 0;
        let filled = Banner { content: preset("T").content, ..Banner::default() };
        let library = library(filled, |presets| {
            presets.expect_keep().times(2).returning(move |_, _, kept, _| {
                assert_eq!((kept.content.title.as_str(), kept.read_at), ("T", Revision(1)));
                races += 1;
                if races == 1 { Err(PresetStoreError::Stale) } else { Ok(preset("T")) }
            });
        });
        let kept = library.keep(&BY, &domain(), &PresetName::parse("n").unwrap()).await.unwrap();
        assert_eq!(kept.id, PresetId::new(1));
    }

    #[test]
    fn what_a_banner_asks_of_the_library() {
        let preset = Some(PresetId::new(1));
        let followed = |preset_id, enabled| Banner { preset_id, enabled, ..Banner::default() };
        for (asked, enabled, banner, expected) in [
            (None, None, followed(preset, true), None),
            (None, Some(true), followed(None, false), None),
            (None, Some(false), followed(preset, true), Some((preset, false))),
            (Some(None), None, followed(preset, true), Some((None, true))),
            (Some(preset), None, followed(None, false), Some((preset, false))),
            (Some(preset), Some(true), followed(None, false), Some((preset, true))),
        ] {
            assert_eq!(Following { preset: asked, enabled }.decide(&banner), expected);
        }
    }

    #[tokio::test]
    async fn what_is_decided_on_a_draft_is_written_onto_that_draft_alone() {
        let mut races = 0;
        let followed = Banner { preset_id: Some(PresetId::new(1)), enabled: true, ..Banner::default() };
        let library = library(followed, |presets| {
            presets.expect_assign().times(2).returning(move |_, _, _, enabled, expected, _| {
                assert_eq!((enabled, expected), (false, Some(Revision(1))));
                races += 1;
                let draft = Draft { revision: Revision(2), landing: Arc::default() };
                if races == 1 { Err(PresetStoreError::Stale) } else { Ok(Some(draft)) }
            });
        });
        let off = Following { preset: None, enabled: Some(false) };
        assert_eq!(library.follow(&BY, &domain(), off, None).await.unwrap(), Some(true));
        let late = library.follow(&BY, &domain(), off, Some(Revision(7))).await;
        assert!(matches!(late, Err(LibraryError::PreconditionFailed)));
    }

    #[tokio::test]
    async fn an_edit_runs_again_after_a_lost_race_and_not_at_all_without_a_change() {
        let mut races = 0;
        let library = library(Banner::default(), |presets| {
            presets.expect_replace().times(2).returning(move |_, _, _| {
                races += 1;
                if races == 1 { Err(PresetStoreError::Stale) } else { Ok(()) }
            });
        });
        let patch = |title: &str| {
            PresetPatch::parse(&Value::from_iter([("title", Value::from(title))]), false).unwrap()
        };
        let edited = library.edit(&BY, PresetId::new(1), &patch("New"), Precondition::None).await.unwrap();
        assert_eq!(edited.content.title, "New");
        let same = library.edit(&BY, PresetId::new(1), &patch("T"), Precondition::None).await.unwrap();
        assert_eq!(same.content.title, "T");
    }
}
