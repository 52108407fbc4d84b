//! Types of banner presets.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::BannerTexts;
use crate::types::BannerVariant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A domain whose banner is to be kept.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PresetFromDomain {
    /// The domain.
    pub domain: String,
    /// What to call the preset.
    pub name: String,
}

/// A preset to be made, or a partial change of one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PresetIn {
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
    /// Empty, `manual` or `smartlink`.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_mode: Patch<String>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub link_text: Patch<String>,
    /// What it is called, 1-80 characters, unique in the library.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub name: Patch<String>,
    /// The file of the sound.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub sound_filename: Patch<String>,
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

/// The library, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PresetList {
    /// The presets.
    pub items: Vec<PresetOut>,
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A preset of the library.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PresetOut {
    /// Null or `recent_subscribers`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity_source: Option<String>,
    /// The file of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar_filename: Option<String>,
    /// At most 300 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Unix seconds.
    pub created_at: i64,
    /// The owner's number.
    pub creator_id: String,
    /// How long the page waits, 0-600000 ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<i64>,
    /// Its number.
    pub id: i64,
    /// Empty, `manual` or `smartlink`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_mode: Option<String>,
    /// At most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// What it is called.
    pub name: String,
    /// The file of the sound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound_filename: Option<String>,
    /// Where the link leads in mode `manual`; empty for nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_url: Option<String>,
    /// At most 80 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Texts by language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translations: Option<BTreeMap<String, BannerTexts>>,
    /// Unix seconds.
    pub updated_at: i64,
    /// Variants of the texts, each shown to a share of visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<BannerVariant>>,
}
