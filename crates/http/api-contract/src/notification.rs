//! The notification banner, its style, and its library of presets.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A partial change of a banner: only the fields that are there change.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"enabled": true, "title": "New here?", "style": {"theme": "glass", "position": "top"}}))]
pub struct BannerUpdate {
    /// Shown or not.
    pub enabled: Option<bool>,
    /// What it says and shows.
    #[serde(flatten)]
    pub content: BannerContent,
    /// A preset to assign, or null to part from one.
    pub preset_id: Option<i64>,
    /// A style in place of the stored one; `{}` clears it, null keeps it. `theme` light|dark|glass|liquid, `position`
    /// top|bottom, `avatar_shape` circle|rounded|square, `accent` and `text_color` #rrggbb, `opacity` 0.3-1, `radius`
    /// 0-32, `dim` 0-0.8, `font` one of twelve faces, `text_size` 0.85-1.3.
    #[schema(value_type = Option<Object>)]
    pub style: Option<Value>,
}

/// What a banner says, shows and plays.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BannerContent {
    /// At most 80 characters.
    pub title: Option<String>,
    /// At most 300 characters.
    pub body: Option<String>,
    /// At most 40 characters.
    pub link_text: Option<String>,
    /// Where the link leads in mode `manual`; empty for nowhere.
    pub target_url: Option<String>,
    /// Empty, `manual` or `smartlink`.
    pub link_mode: Option<String>,
    /// How long the page waits, 0-600000 ms.
    pub delay_ms: Option<u32>,
    /// The file of the picture.
    pub avatar_filename: Option<String>,
    /// The file of the sound.
    pub sound_filename: Option<String>,
    /// Texts by language.
    pub translations: Option<BTreeMap<String, BannerTexts>>,
    /// Variants of the texts, each shown to a share of visitors.
    pub variants: Option<Vec<BannerVariant>>,
    /// Null or `recent_subscribers`.
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
    /// Its name.
    pub key: String,
    /// Its share, 0-10000.
    pub weight: u32,
    /// Its texts.
    #[serde(flatten)]
    pub texts: BannerTexts,
}

/// The banner of a draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BannerOut {
    /// The domain.
    pub domain: String,
    /// The banner.
    #[serde(flatten)]
    pub banner: BannerUpdate,
}

/// A preset to be made, or a partial change of one.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"name": "Welcome", "title": "New here?", "body": "Say hello", "link_text": "Open"}))]
pub struct PresetIn {
    /// What it is called, 1-80 characters, unique in the library.
    pub name: Option<String>,
    /// What it says and shows.
    #[serde(flatten)]
    pub content: BannerContent,
}

/// A preset of the library.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PresetOut {
    /// Its number.
    pub id: i64,
    /// The owner's number.
    pub creator_id: String,
    /// What it is called.
    pub name: String,
    /// What it says and shows.
    #[serde(flatten)]
    pub content: BannerContent,
    /// Unix seconds.
    pub created_at: i64,
    /// Unix seconds.
    pub updated_at: i64,
}

/// The library, oldest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PresetList {
    /// The presets.
    pub items: Vec<PresetOut>,
    /// Where the next page begins; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A domain whose banner is to be kept.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"domain": "links.example.com", "name": "Welcome"}))]
pub struct PresetFromDomain {
    /// The domain.
    pub domain: String,
    /// What to call the preset.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
}

/// Which preset a domain has.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"preset_id": 1, "enabled": true}))]
pub struct PresetAssignment {
    /// The preset; null for none.
    #[schema(required)]
    pub preset_id: Option<i64>,
    /// Whether the banner is to be on while the preset is complete.
    pub enabled: bool,
}
