//! Types of appearance.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// The whole look of a draft.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BackgroundOut {
    /// `#rrggbb`; null is the stock colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canvas_color: Option<String>,
    /// The card of the link preview; left out if none is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardOut>,
    /// Design that draws the page.
    pub design: DesignOut,
    /// The domain.
    pub domain: String,
    /// The background pictures.
    pub sources: SourcesOut,
    /// Stored sections.
    pub ui: LandingUi,
}

/// A canvas colour.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CanvasColor {
    /// `#rrggbb`.
    pub color: String,
}

/// The canvas colour after a change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CanvasColorOut {
    /// `#rrggbb`, lower case.
    pub canvas_color: String,
    /// Whether the colour changed.
    pub changed: bool,
    /// The domain.
    pub domain: String,
}

/// The card that the service draws for the link preview.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CardOut {
    /// The picture; null if no character of the title can be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Characters of title and description that the card leaves out, because no font has them.
    pub missing: Vec<String>,
}

/// Design that draws the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DesignIn {
    /// HTML document of at most 512 KiB; for `custom_html` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// `builtin`, or `custom_html` with the owner's document.
    pub kind: DesignKind,
}

words! {
    /// Design that draws the page.
    DesignKind {
        Builtin = "builtin",
        CustomHtml = "custom_html",
    }
}

/// The design after a change, without the document.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DesignOut {
    /// Length of the document in bytes; 0 without one.
    pub html_bytes: i64,
    /// `builtin` or `custom_html`.
    pub kind: String,
}

/// Settings by section. A section replaces the stored one as a whole; null resets it to the stock look.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LandingUi {
    /// `shape` rounded|pill|square|sharp, `fill` solid|outline|glass|gradient|shadow, `color` #rrggbb, `animation`
    /// none|pulse|shake|bounce|glow|shine, `anim_speed` slow|normal|fast, `font` one of twelve faces, `align`
    /// left|center|right.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub buttons: Patch<serde_json::Map<String, serde_json::Value>>,
    /// `enabled`, `mode` confirm|birthdate, `blur`.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub gate: Patch<serde_json::Map<String, serde_json::Value>>,
    /// Help for visitors inside Instagram, TikTok and Facebook to open the page in their browser: `mode` off|hint|auto.
    /// `auto` opens it at once on Android. Left out while not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub in_app: Patch<serde_json::Map<String, serde_json::Value>>,
    /// `name_font`, `name_size` 10-48, `status_text` to 60 characters, `bio` to 400, `bio_font`, `bio_size` 10-48.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub profile: Patch<serde_json::Map<String, serde_json::Value>>,
    /// Link preview: `title` up to 70 characters, `description` up to 200, `picture` card|upload. Without a title it
    /// shows the display name, without a description the profile text. A card (1200 x 630 pixels) is drawn from title
    /// and description. Left out while not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub share: Patch<serde_json::Map<String, serde_json::Value>>,
    /// Campaign parameters for outgoing addresses that lack them: `source`, `medium`, `campaign`, each up to 100
    /// characters with the placeholders `{button_id}`, `{segment}` and `{domain}`. Left out while not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub utm: Patch<serde_json::Map<String, serde_json::Value>>,
}

/// The settings after a change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LandingUiOut {
    /// Whether the settings changed.
    pub changed: bool,
    /// The domain.
    pub domain: String,
    /// Number of labels whose picture changed.
    pub relabeled: i64,
    /// Stored sections; null is the stock look.
    pub ui: LandingUi,
}

/// Whether a background picture was uploaded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SourceOut {
    /// The domain.
    pub domain: String,
    /// Whether the picture was uploaded.
    pub exists: bool,
    /// Variant of the picture.
    pub variant: SourceVariant,
}

words! {
    /// Use of an uploaded picture: a background or the link preview.
    SourceVariant {
        Mobile = "mobile",
        Desktop = "desktop",
        Share = "share",
    }
}

/// Files of the background pictures.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SourcesOut {
    /// The picture for wider screens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub desktop: Option<String>,
    /// The picture for phones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mobile: Option<String>,
    /// The picture of the link preview; left out without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<String>,
}
