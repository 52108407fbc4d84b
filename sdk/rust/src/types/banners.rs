//! Types of banners.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::BannerTexts;
use crate::types::BannerVariant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The banner of a draft.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BannerOut {
    /// Null or `recent_subscribers`. Stored only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity_source: Option<String>,
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
    pub link_mode: Option<String>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// Preset to assign, or null to detach the banner from its preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset_id: Option<i64>,
    /// File of the sound, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound_filename: Option<String>,
    /// Style instead of the stored one; `{}` clears it, null keeps it. `theme` light|dark|glass|liquid, `position`
    /// top|bottom, `avatar_shape` circle|rounded|square, `accent` and `text_color` #rrggbb, `opacity` 0.3-1, `radius`
    /// 0-32, `dim` 0-0.8, `font` one of twelve fonts, `text_size` 0.85-1.3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<serde_json::Map<String, serde_json::Value>>,
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

/// A partial change of a banner. Only given fields change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BannerUpdate {
    /// Null or `recent_subscribers`. Stored only.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub activity_source: Patch<String>,
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
    pub link_mode: Patch<String>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_text: Patch<String>,
    /// Preset to assign, or null to detach the banner from its preset.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub preset_id: Patch<i64>,
    /// File of the sound, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub sound_filename: Patch<String>,
    /// Style instead of the stored one; `{}` clears it, null keeps it. `theme` light|dark|glass|liquid, `position`
    /// top|bottom, `avatar_shape` circle|rounded|square, `accent` and `text_color` #rrggbb, `opacity` 0.3-1, `radius`
    /// 0-32, `dim` 0-0.8, `font` one of twelve fonts, `text_size` 0.85-1.3.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub style: Patch<serde_json::Map<String, serde_json::Value>>,
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
