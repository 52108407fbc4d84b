//! The sections of the look and of the reach, which are set together, and what follows from both.

use kernel::{Location, ValidationErrors};
use serde_json::Value;

use crate::appearance::UiPatch;
use crate::landing::Landing;
use crate::reach::{CardLook, ReachPatch, STOCK_ACCENT, STOCK_BACKGROUND, SharePicture};
use crate::reading::Fields;

/// New sections of the look and of the reach, which are set together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SettingsPatch {
    /// The look.
    pub ui: UiPatch,
    /// The reach.
    pub reach: ReachPatch,
}

impl SettingsPatch {
    /// Reads the sections of both, each an object or null, or says all that is wrong with them. Each error begins with its path.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let keys = [UiPatch::KEYS, ReachPatch::KEYS].concat();
        let fields = Fields::of(node, &Location::root(), &keys, &mut errors);
        let patch = fields.map(|fields| Self {
            ui: UiPatch::read(&fields, &mut errors),
            reach: ReachPatch::read(&fields, &mut errors),
        });
        errors.into_result().map(|()| patch.unwrap_or_default())
    }
}

impl Landing {
    /// Replaces the sections that the patch names.
    pub fn set(&mut self, patch: SettingsPatch) {
        self.appearance.ui.apply(patch.ui);
        self.reach.apply(patch.reach);
    }

    /// The sections as they were set: those of the look, null for the stock one, and those of the reach that are set.
    pub fn settings(&self) -> Value {
        let mut settings = self.appearance.ui.to_json();
        if let Value::Object(sections) = &mut settings {
            sections.extend(self.reach.sections().map(|(name, section)| (name.to_owned(), section)));
        }
        settings
    }

    /// What the card of the preview is to show; none where no card is wanted or there is nothing to show.
    pub fn card_look(&self) -> Option<CardLook> {
        let share = self.reach.share.as_ref()?;
        let is_uploaded = share.picture == Some(SharePicture::Upload) && self.reach.picture.is_some();
        let title = share.title.as_deref().filter(|title| !title.trim().is_empty() && !is_uploaded)?;
        let ui = &self.appearance.ui;
        let buttons = ui.buttons.unwrap_or_default();
        Some(CardLook {
            title: title.to_owned(),
            description: share.description.clone().unwrap_or_default(),
            font: ui.label_font(),
            background: self.appearance.canvas_color.unwrap_or(STOCK_BACKGROUND),
            accent: buttons.color.unwrap_or(STOCK_ACCENT),
        })
    }
}
