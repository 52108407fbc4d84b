//! Notification banner, styled like a push notification.

mod content;
mod style;

use kernel::{Location, ValidationErrors};
use serde_json::Value;

pub use content::{ActivitySource, BannerContent, BannerTexts, BannerVariant, ContentPatch, LinkMode};
pub use style::{AvatarShape, BannerStyle, Position, Theme};

use crate::id::PresetId;
use crate::reading::Fields;

/// Banner of a landing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Banner {
    /// Whether visitors see the banner. With a preset, the flag also requires a complete preset.
    pub enabled: bool,
    /// Preset from which the content was copied, if any.
    pub preset_id: Option<PresetId>,
    /// Look of the banner.
    pub style: BannerStyle,
    /// Content of the banner.
    pub content: BannerContent,
}

/// Partial change of a banner. `None` keeps a field.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BannerPatch {
    /// Whether to show the banner.
    pub enabled: Option<bool>,
    /// New style as a whole; the empty style resets the look.
    pub style: Option<BannerStyle>,
    /// Change of the content.
    pub content: ContentPatch,
}

impl BannerPatch {
    /// Fields of a change, in addition to the fields of the content.
    const KEYS: [&str; 2] = ["enabled", "style"];

    /// Parses a change; the error lists every invalid field. A `style` of null keeps the style, and `{}`
    /// resets the style.
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
    /// Applies the changes in the patch.
    pub fn apply(&mut self, patch: BannerPatch) {
        crate::button::set(&mut self.enabled, patch.enabled);
        crate::button::set(&mut self.style, patch.style);
        self.content.apply(patch.content);
    }

    /// Returns the banner in the form of the API, without its domain.
    pub fn to_json(&self) -> Value {
        let Value::Object(mut fields) = self.content.to_json() else { return Value::Null };
        fields.insert("enabled".to_owned(), self.enabled.into());
        fields.insert("preset_id".to_owned(), self.preset_id.map(PresetId::get).into());
        fields.insert("style".to_owned(), self.style.to_json());
        Value::Object(fields)
    }

    /// Parses the output of [`Banner::to_json`].
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
