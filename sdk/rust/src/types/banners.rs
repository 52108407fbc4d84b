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
    /// Null or `recent_subscribers`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity_source: Option<String>,
    /// The file of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar_filename: Option<String>,
    /// At most 300 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// How long the page waits, 0-600000 ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<i64>,
    /// The domain.
    pub domain: String,
    /// Shown or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Empty, `manual` or `smartlink`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_mode: Option<String>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// A preset to assign, or null to part from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset_id: Option<i64>,
    /// The file of the sound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound_filename: Option<String>,
    /// A style in place of the stored one; `{}` clears it, null keeps it. `theme` light|dark|glass|liquid, `position`
    /// top|bottom, `avatar_shape` circle|rounded|square, `accent` and `text_color` #rrggbb, `opacity` 0.3-1, `radius`
    /// 0-32, `dim` 0-0.8, `font` one of twelve faces, `text_size` 0.85-1.3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<serde_json::Map<String, serde_json::Value>>,
    /// Where the link leads in mode `manual`; empty for nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_url: Option<String>,
    /// At most 80 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Texts by language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translations: Option<BTreeMap<String, BannerTexts>>,
    /// Variants of the texts, each shown to a share of visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<BannerVariant>>,
}

/// A partial change of a banner: only the fields that are there change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BannerUpdate {
    /// Null or `recent_subscribers`.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub activity_source: Patch<String>,
    /// The file of the picture.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub avatar_filename: Patch<String>,
    /// At most 300 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub body: Patch<String>,
    /// How long the page waits, 0-600000 ms.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub delay_ms: Patch<i64>,
    /// Shown or not.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub enabled: Patch<bool>,
    /// Empty, `manual` or `smartlink`.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_mode: Patch<String>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_text: Patch<String>,
    /// A preset to assign, or null to part from one.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub preset_id: Patch<i64>,
    /// The file of the sound.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub sound_filename: Patch<String>,
    /// A style in place of the stored one; `{}` clears it, null keeps it. `theme` light|dark|glass|liquid, `position`
    /// top|bottom, `avatar_shape` circle|rounded|square, `accent` and `text_color` #rrggbb, `opacity` 0.3-1, `radius`
    /// 0-32, `dim` 0-0.8, `font` one of twelve faces, `text_size` 0.85-1.3.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub style: Patch<serde_json::Map<String, serde_json::Value>>,
    /// Where the link leads in mode `manual`; empty for nowhere.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub target_url: Patch<String>,
    /// At most 80 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub title: Patch<String>,
    /// Texts by language.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub translations: Patch<BTreeMap<String, BannerTexts>>,
    /// Variants of the texts, each shown to a share of visitors.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub variants: Patch<Vec<BannerVariant>>,
}

/// Which preset a domain has.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PresetAssignment {
    /// Whether the banner is to be on while the preset is complete.
    pub enabled: bool,
    /// The preset; null for none.
    pub preset_id: Option<i64>,
}
