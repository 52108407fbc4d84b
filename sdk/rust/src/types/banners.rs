//! Types of banners.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::BannerActivity;
use crate::types::BannerLinkMode;
use crate::types::BannerTexts;
use crate::types::BannerVariant;
use crate::types::Colour;
use crate::types::Font;
use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

words! {
    /// Shape of a banner's picture.
    AvatarShape {
        Circle = "circle",
        Rounded = "rounded",
        Square = "square",
    }
}

/// The banner of a draft.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Banner {
    /// Activity to show; null for none. Stored only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity_source: Option<BannerActivity>,
    /// File of the picture, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar_filename: Option<String>,
    /// At most 300 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Delay before the banner is shown, 0-600,000 ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<i64>,
    /// The domain.
    pub domain: String,
    /// Whether the banner is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Link mode: empty for no link, `manual`, or `smartlink` for a smart link with the default policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_mode: Option<BannerLinkMode>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// Preset to assign, or null to detach the banner from its preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset_id: Option<i64>,
    /// File of the sound, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound_filename: Option<String>,
    /// Style instead of the stored one; `{}` clears it, null keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<BannerStyle>,
    /// Destination of the link in mode `manual`; empty for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_url: Option<String>,
    /// At most 80 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Translations by language. A visitor gets the first of their languages that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translations: Option<BTreeMap<String, BannerTexts>>,
    /// Variants of the texts, chosen by weight for visitors without a translation. A visitor keeps the same variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<BannerVariant>>,
}

words! {
    /// Edge of the screen where a banner slides in.
    BannerPosition {
        Top = "top",
        Bottom = "bottom",
    }
}

/// Look of a banner. Left out and null fields have the stock look.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BannerStyle {
    /// Colour of the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accent: Option<Colour>,
    /// Shape of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar_shape: Option<AvatarShape>,
    /// Dimming of the page behind the banner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dim: Option<f64>,
    /// Font of the texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub font: Option<Font>,
    /// Opacity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opacity: Option<f64>,
    /// Edge of the screen where the banner slides in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<BannerPosition>,
    /// Radius of the corners in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// Colour of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_color: Option<Colour>,
    /// Factor for the text size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_size: Option<f64>,
    /// Material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<BannerTheme>,
}

words! {
    /// Material of a banner.
    BannerTheme {
        Light = "light",
        Dark = "dark",
        Glass = "glass",
        Liquid = "liquid",
    }
}

/// A partial change of a banner. Only given fields change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BannerUpdate {
    /// Activity to show; null for none. Stored only.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub activity_source: Patch<BannerActivity>,
    /// File of the picture, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub avatar_filename: Patch<String>,
    /// At most 300 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub body: Patch<String>,
    /// Delay before the banner is shown, 0-600,000 ms.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub delay_ms: Patch<i64>,
    /// Whether the banner is shown.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub enabled: Patch<bool>,
    /// Link mode: empty for no link, `manual`, or `smartlink` for a smart link with the default policy.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_mode: Patch<BannerLinkMode>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_text: Patch<String>,
    /// Preset to assign, or null to detach the banner from its preset.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub preset_id: Patch<i64>,
    /// File of the sound, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub sound_filename: Patch<String>,
    /// Style instead of the stored one; `{}` clears it, null keeps it.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub style: Patch<BannerStyle>,
    /// Destination of the link in mode `manual`; empty for none.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub target_url: Patch<String>,
    /// At most 80 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub title: Patch<String>,
    /// Translations by language. A visitor gets the first of their languages that has one.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub translations: Patch<BTreeMap<String, BannerTexts>>,
    /// Variants of the texts, chosen by weight for visitors without a translation. A visitor keeps the same variant.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub variants: Patch<Vec<BannerVariant>>,
}

/// Preset of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PresetAssignment {
    /// Whether the banner is shown while the preset is complete.
    pub enabled: bool,
    /// Preset; null for none.
    pub preset_id: Option<i64>,
}
