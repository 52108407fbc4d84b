//! Presets of banners.

use crate::notification::wire::BannerContent;
use deserr::Deserr;

use http_kit::extract::{Faults, checked};
use landing_draft::preset::PresetPatch;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use validator::Validate;

crate::fields::read_by_domain! {
    /// Fields of a new preset, of the form [`PresetIn`].
    NewPresetFields => |body| checked(PresetPatch::parse(&Value::Object(body.0.clone()), true)),
    /// Changed fields of a preset, of the form [`PresetIn`].
    PresetFields => |body| checked(PresetPatch::parse(&Value::Object(body.0.clone()), false)),
}

/// A new preset, or a partial change of a preset.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"name": "Welcome", "title": "New here?", "body": "Say hello", "link_text": "Open"}))]
#[schema(as = PresetChange)]
pub struct PresetIn {
    /// Name, 1-80 characters, unique in the library.
    pub name: Option<String>,
    /// Texts and files.
    #[serde(flatten)]
    pub content: BannerContent,
}

/// A preset of the library.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Preset)]
pub struct PresetOut {
    /// Number of the preset.
    pub id: i64,
    /// Number of the owner.
    pub creator_id: String,
    /// Name.
    pub name: String,
    /// Texts and files.
    #[serde(flatten)]
    pub content: BannerContent,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Time in Unix seconds.
    pub updated_at: i64,
}

/// The library, oldest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PresetList {
    /// The presets.
    pub items: Vec<PresetOut>,
    /// Cursor of the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A domain whose banner becomes a preset.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"domain": "links.example.com", "name": "Welcome"}))]
pub struct PresetFromDomain {
    /// The domain.
    pub domain: String,
    /// Name of the preset.
    #[schema(min_length = 1, max_length = 80)]
    #[validate(length(min = 1, max = 80), custom(function = crate::rules::preset_name))]
    pub name: String,
}

/// Preset of a domain.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"preset_id": 1, "enabled": true}))]
pub struct PresetAssignment {
    /// Preset; null for none.
    #[schema(required)]
    pub preset_id: Option<i64>,
    /// Whether the banner is shown while the preset is complete.
    pub enabled: bool,
}
