//! Types of banner presets.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::BannerActivity;
use crate::types::BannerLinkMode;
use crate::types::BannerTexts;
use crate::types::BannerVariant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A preset of the library.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Preset {
    /// Activity to show; null for none. Stored only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity_source: Option<BannerActivity>,
    /// File of the picture, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar_filename: Option<String>,
    /// At most 300 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Number of the owner.
    pub creator_id: String,
    /// Delay before the banner is shown, 0-600,000 ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<i64>,
    /// Number of the preset.
    pub id: i64,
    /// Link mode: empty for no link, `manual`, or `smartlink` for a smart link with the default policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_mode: Option<BannerLinkMode>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// Name.
    pub name: String,
    /// File of the sound, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound_filename: Option<String>,
    /// Destination of the link in mode `manual`; empty for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_url: Option<String>,
    /// At most 80 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Translations by language. A visitor gets the first of their languages that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translations: Option<BTreeMap<String, BannerTexts>>,
    /// Time in Unix seconds.
    pub updated_at: i64,
    /// Variants of the texts, chosen by weight for visitors without a translation. A visitor keeps the same variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<BannerVariant>>,
}

/// A new preset, or a partial change of a preset.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PresetChange {
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
    /// Link mode: empty for no link, `manual`, or `smartlink` for a smart link with the default policy.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_mode: Patch<BannerLinkMode>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_text: Patch<String>,
    /// Name, 1-80 characters, unique in the library.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub name: Patch<String>,
    /// File of the sound, which the owner uploaded; null removes it.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub sound_filename: Patch<String>,
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

/// A domain whose banner becomes a preset.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PresetFromDomain {
    /// The domain.
    pub domain: String,
    /// Name of the preset.
    pub name: String,
}

/// The library, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PresetList {
    /// The presets.
    pub items: Vec<Preset>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}
