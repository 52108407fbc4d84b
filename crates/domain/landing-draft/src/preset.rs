//! Notification library: banners saved as presets, and assigned to domains.

use kernel::{ErrorKind, Fingerprint, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::banner::{Banner, BannerContent, ContentPatch};
use crate::id::PresetId;
use crate::landing::Landing;
use crate::reading::Fields;

kernel::line_of_text! {
    /// Name of a preset, 1-80 characters; unique per owner.
    PresetName, 1..=80
}

/// Preset of the library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preset {
    /// Number of the preset.
    pub id: PresetId,
    /// Name of the preset.
    pub name: PresetName,
    /// Content of the banner.
    pub content: BannerContent,
    /// Creation time.
    pub created_at: UnixTime,
    /// Time of the latest change.
    pub updated_at: UnixTime,
}

impl Preset {
    /// Fingerprint of the preset's state, for `ETag` and `If-Match`.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&(self.id, &self.name, self.content.to_json(), self.created_at, self.updated_at))
    }
}

/// New preset, or a change of one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PresetPatch {
    /// New name; required for a new preset.
    pub name: Option<PresetName>,
    /// Change of the content.
    pub content: ContentPatch,
}

impl PresetPatch {
    /// Parses a change; the error lists every invalid field. A new preset requires a name.
    pub fn parse(node: &Value, is_new: bool) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let allowed = [&["name"][..], &ContentPatch::KEYS].concat();
        let mut patch = Self::default();
        if let Some(fields) = Fields::of(node, &Location::root(), &allowed, &mut errors) {
            if is_new {
                fields.needed(&["name"], &mut errors);
            }
            fields.not_null(&["name"], &mut errors);
            patch.name = fields.read("name", &mut errors, PresetName::parse);
            patch.content = ContentPatch::read(&fields, &mut errors);
        }
        errors.into_result().map(|()| patch)
    }

    /// Returns the name of a new preset, which [`PresetPatch::parse`] guarantees.
    pub fn new_name(&self) -> Result<PresetName, ValidationErrors> {
        self.name.clone().ok_or_else(|| {
            ValidationErrors::one(Location::root().at("name"), ErrorKind::Missing, "is missing")
        })
    }
}

impl Preset {
    /// Parses the stored content of a preset; the error lists every invalid field.
    pub fn read_content(node: &Value) -> Result<BannerContent, ValidationErrors> {
        let (mut errors, mut content) = (ValidationErrors::none(), BannerContent::default());
        if let Some(fields) = Fields::of(node, &Location::root(), &ContentPatch::KEYS, &mut errors) {
            content.apply(ContentPatch::read(&fields, &mut errors));
        }
        errors.into_result().map(|()| content)
    }

    /// Copies the preset into a draft: content, preset number, and enabled flag. The banner is enabled only if
    /// `enabled` is set and the preset is complete. The domain keeps its own style.
    pub fn stamp(&self, landing: &mut Landing, enabled: bool) {
        let style = landing.banner.style;
        landing.banner = Banner {
            enabled: enabled && self.content.is_complete(),
            preset_id: Some(self.id),
            style,
            content: self.content.clone(),
        };
    }
}

impl Landing {
    /// Removes the assignment of a preset: the texts stay, and the banner is disabled.
    pub fn release_preset(&mut self) {
        self.banner.preset_id = None;
        self.banner.enabled = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::banner::{BannerPatch, Theme};
    use crate::id::PresetId;
    use crate::testing::NOW;

    fn preset(complete: bool) -> Preset {
        let mut entries = vec![("title", Value::from("T")), ("body", "B".into()), ("link_text", "L".into())];
        if complete {
            entries.push(("avatar_filename", "0a.png".into()));
        }
        let mut banner = Banner::default();
        banner.apply(BannerPatch::parse(&Value::from_iter(entries)).unwrap());
        let name = PresetName::parse("n").unwrap();
        Preset { id: PresetId::new(3), name, content: banner.content, created_at: NOW, updated_at: NOW }
    }

    #[test]
    fn a_stamp_turns_the_banner_on_only_when_complete_and_asked_for() {
        for (complete, asked, expected) in [(true, true, true), (true, false, false), (false, true, false)] {
            let mut landing = Landing::empty();
            landing.banner.style.theme = Some(Theme::Dark);
            preset(complete).stamp(&mut landing, asked);
            assert_eq!(landing.banner.enabled, expected);
            assert_eq!(landing.banner.preset_id, Some(PresetId::new(3)));
            assert_eq!(landing.banner.style.theme, Some(Theme::Dark), "the style is the domain's own");
            landing.release_preset();
            assert_eq!((landing.banner.enabled, landing.banner.preset_id), (false, None));
            assert_eq!(landing.banner.content.title, "T");
        }
    }

    #[test]
    fn a_new_preset_needs_a_name() {
        let kinds = |node: &Value, is_new| -> Vec<String> {
            let errors = PresetPatch::parse(node, is_new).err().unwrap_or_default();
            errors.iter().map(|f| format!("{} {}", f.location, f.kind.as_str())).collect()
        };
        assert_eq!(
            kinds(&Value::from_iter([("title", "T")].map(|(k, v)| (k, Value::from(v)))), true),
            ["name missing"]
        );
        assert_eq!(kinds(&Value::from_iter([("name", Value::from(""))]), false), ["name too_short"]);
        assert_eq!(kinds(&Value::from_iter([("name", Value::Null)]), false), ["name null_type"]);
        assert_eq!(kinds(&Value::from_iter([("x", Value::Null)]), false), ["x extra_forbidden"]);
    }
}
