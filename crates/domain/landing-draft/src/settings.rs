//! Settings of look and reach, which are changed together, and the preview card that depends on both.

use kernel::{Location, ValidationErrors};
use serde_json::Value;

use crate::appearance::UiPatch;
use crate::landing::Landing;
use crate::reach::{CardLook, ReachPatch, STOCK_ACCENT, STOCK_BACKGROUND, SharePicture};
use crate::reading::Fields;

/// Change of the sections of look and reach.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SettingsPatch {
    /// Change of the look.
    pub ui: UiPatch,
    /// Change of the reach.
    pub reach: ReachPatch,
}

impl SettingsPatch {
    /// Parses the sections of look and reach, each an object or null. The error lists every invalid field with its
    /// path.
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
    /// Replaces the sections in the patch.
    pub fn set(&mut self, patch: SettingsPatch) {
        self.appearance.ui.apply(patch.ui);
        self.reach.apply(patch.reach);
    }

    /// Returns the sections as they were set. The look has null for stock sections; the reach omits unset sections.
    pub fn settings(&self) -> Value {
        let mut settings = self.appearance.ui.to_json();
        if let Value::Object(sections) = &mut settings {
            sections.extend(self.reach.sections().map(|(name, section)| (name.to_owned(), section)));
        }
        settings
    }

    /// Returns the content of the preview card; `None` if no card is wanted or there is nothing to show.
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
