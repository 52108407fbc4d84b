//! The push-style notification banner.

mod content;
mod style;

use kernel::{Location, ValidationErrors};
use serde_json::Value;

pub use content::{ActivitySource, BannerContent, BannerTexts, BannerVariant, ContentPatch, LinkMode};
pub use style::{AvatarShape, BannerStyle, Position, Theme};

use crate::id::PresetId;
use crate::reading::Fields;

/// The banner of a landing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Banner {
    /// Whether visitors see it. With a preset it is derived: on while the preset is complete.
    pub enabled: bool,
    /// The preset that its content was stamped from.
    pub preset_id: Option<PresetId>,
    /// How it looks.
    pub style: BannerStyle,
    /// What it says.
    pub content: BannerContent,
}

/// A partial change of a banner.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BannerPatch {
    /// Shown or not.
    pub enabled: Option<bool>,
    /// Another style as a whole; the empty one clears it.
    pub style: Option<BannerStyle>,
    /// What it says.
    pub content: ContentPatch,
}

impl BannerPatch {
    /// The fields that a change may name, besides those of the content.
    const KEYS: [&str; 2] = ["enabled", "style"];

    /// Reads a change, or says all that is wrong with it. A `style` of null keeps the style, `{}` clears it.
    pub fn parse(node: &Value) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let allowed = [&Self::KEYS[..], &ContentPatch::KEYS].concat();
        let mut patch = Self::default();
        if let Some(fields) = Fields::of(node, &Location::root(), &allowed, &mut errors) {
            fields.not_null(&["enabled"], &mut errors);
            patch.enabled = fields.flag("enabled", &mut errors);
            patch.style = fields
                .get("style")
                .and_then(|style| errors.take(&fields.place("style"), BannerStyle::parse(style)));
            patch.content = ContentPatch::read(&fields, &mut errors);
        }
        errors.into_result().map(|()| patch)
    }
}

impl Banner {
    /// Changes what the patch names.
    pub fn apply(&mut self, patch: BannerPatch) {
        crate::button::set(&mut self.enabled, patch.enabled);
        crate::button::set(&mut self.style, patch.style);
        self.content.apply(patch.content);
    }

    /// The banner in the form of the interface, without its domain.
    pub fn to_json(&self) -> Value {
        let Value::Object(mut fields) = self.content.to_json() else { return Value::Null };
        fields.insert("enabled".to_owned(), self.enabled.into());
        fields.insert("preset_id".to_owned(), self.preset_id.map(PresetId::get).into());
        fields.insert("style".to_owned(), self.style.to_json());
        Value::Object(fields)
    }

    /// Reads what [`Banner::to_json`] wrote.
    pub fn restore(node: &Value) -> Result<Self, ValidationErrors> {
        let Value::Object(mut fields) = node.clone() else {
            return Err(ValidationErrors::one(
                Location::root(),
                kernel::ErrorKind::ObjectType,
                "must be an object",
            ));
        };
        let preset_id = fields.remove("preset_id").and_then(|id| id.as_i64()).map(PresetId::new);
        let mut banner = Self { preset_id, ..Self::default() };
        banner.apply(BannerPatch::parse(&Value::Object(fields))?);
        Ok(banner)
    }
}

kernel::json_value!(Banner, Banner::restore);

#[cfg(test)]
mod tests;
