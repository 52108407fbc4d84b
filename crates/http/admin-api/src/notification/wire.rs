//! The notification banner, its style, and its library of presets.

use std::collections::BTreeMap;

use http_kit::extract::checked;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::change::banner_change;
use crate::words;

crate::fields::read_by_domain! {
    /// Fields of a banner, of the form [`BannerUpdate`].
    BannerFields => |body| checked(banner_change(body.0.clone())),
}

/// A partial change of a banner. Only given fields change.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"enabled": true, "title": "New here?", "style": {"theme": "glass", "position": "top"}}))]
pub struct BannerUpdate {
    /// Whether the banner is shown.
    pub enabled: Option<bool>,
    /// Texts and files.
    #[serde(flatten)]
    pub content: BannerContent,
    /// Preset to assign, or null to detach the banner from its preset.
    pub preset_id: Option<i64>,
    /// Style instead of the stored one; `{}` clears it, null keeps it.
    #[schema(value_type = Option<BannerStyle>)]
    pub style: Option<Value>,
}

/// Texts, picture and sound of a banner. Texts are one line without control characters.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BannerContent {
    /// At most 80 characters.
    pub title: Option<String>,
    /// At most 300 characters.
    pub body: Option<String>,
    /// At most 40 characters.
    pub link_text: Option<String>,
    /// Destination of the link in mode `manual`; empty for none.
    pub target_url: Option<String>,
    /// Link mode: empty for no link, `manual`, or `smartlink` for a smart link with the default policy.
    #[schema(value_type = Option<words::BannerLinkMode>)]
    pub link_mode: Option<String>,
    /// Delay before the banner is shown, 0-600,000 ms.
    pub delay_ms: Option<u32>,
    /// File of the picture, which the owner uploaded; null removes it.
    pub avatar_filename: Option<String>,
    /// File of the sound, which the owner uploaded; null removes it.
    pub sound_filename: Option<String>,
    /// Translations by language. A visitor gets the first of their languages that has one.
    pub translations: Option<BTreeMap<String, BannerTexts>>,
    /// Variants of the texts, chosen by weight for visitors without a translation. A visitor keeps the same variant.
    pub variants: Option<Vec<BannerVariant>>,
    /// Activity to show; null for none. Stored only.
    #[schema(value_type = Option<words::BannerActivity>)]
    pub activity_source: Option<String>,
}

/// Texts in another language.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BannerTexts {
    /// The title.
    pub title: Option<String>,
    /// The body.
    pub body: Option<String>,
    /// The text of the link.
    pub link_text: Option<String>,
}

/// A variant of the texts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BannerVariant {
    /// Name.
    pub key: String,
    /// Weight, 0-10,000.
    pub weight: u32,
    /// Texts of the variant.
    #[serde(flatten)]
    pub texts: BannerTexts,
}

/// The banner of a draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Banner)]
pub struct BannerOut {
    /// The domain.
    pub domain: String,
    /// The banner.
    #[serde(flatten)]
    pub banner: BannerUpdate,
}

/// Look of a banner. Left out and null fields have the stock look.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"theme": "glass", "position": "top"}))]
pub struct BannerStyle {
    /// Material.
    pub theme: Option<words::BannerTheme>,
    /// Edge of the screen where the banner slides in.
    pub position: Option<words::BannerPosition>,
    /// Shape of the picture.
    pub avatar_shape: Option<words::AvatarShape>,
    /// Colour of the link.
    pub accent: Option<words::Colour>,
    /// Colour of the text.
    pub text_color: Option<words::Colour>,
    /// Opacity.
    #[schema(minimum = 0.3, maximum = 1)]
    pub opacity: Option<f64>,
    /// Radius of the corners in pixels.
    #[schema(minimum = 0, maximum = 32)]
    pub radius: Option<f64>,
    /// Dimming of the page behind the banner.
    #[schema(minimum = 0, maximum = 0.8)]
    pub dim: Option<f64>,
    /// Font of the texts.
    pub font: Option<words::Font>,
    /// Factor for the text size.
    #[schema(minimum = 0.85, maximum = 1.3)]
    pub text_size: Option<f64>,
}
