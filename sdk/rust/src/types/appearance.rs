//! Types of appearance.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// The whole look of a draft.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BackgroundOut {
    /// `#rrggbb`; null for the stock one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canvas_color: Option<String>,
    /// Who draws the page.
    pub design: DesignOut,
    /// The domain.
    pub domain: String,
    /// The background pictures.
    pub sources: SourcesOut,
    /// The sections as they are stored.
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
    /// Whether it was another one before.
    pub changed: bool,
    /// The domain.
    pub domain: String,
}

/// Who draws the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DesignIn {
    /// The document, at most 512 KiB; for `custom_html` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// `builtin`, or `custom_html` with a document of the owner's.
    pub kind: DesignKind,
}

words! {
    /// Who draws the page.
    DesignKind {
        Builtin = "builtin",
        CustomHtml = "custom_html",
    }
}

/// The design after a change, without the document.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DesignOut {
    /// The length of the document in bytes; 0 without one.
    pub html_bytes: i64,
    /// `builtin` or `custom_html`.
    pub kind: String,
}

/// The settings by section. Each section replaces the stored one as a whole; null resets it to the stock look.
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
    /// Help for visitors inside Instagram, TikTok and Facebook to open the page outside: `mode` off|hint|auto; left out while it
    /// is not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub in_app: Patch<serde_json::Map<String, serde_json::Value>>,
    /// `name_font`, `name_size` 10-48, `status_text` to 60 characters, `bio` to 400, `bio_font`, `bio_size` 10-48.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub profile: Patch<serde_json::Map<String, serde_json::Value>>,
    /// The preview where the page's address is shared: `title` to 70 characters, `description` to 200, `picture` card|upload. A
    /// card of 1200 x 630 pixels is drawn from title and description; left out while it is not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub share: Patch<serde_json::Map<String, serde_json::Value>>,
    /// Campaign parameters for outgoing addresses that lack them: `source`, `medium`, `campaign`, each up to 100 characters with
    /// `{button_id}`, `{segment}` and `{domain}`; left out while it is not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub utm: Patch<serde_json::Map<String, serde_json::Value>>,
}

/// The settings after a change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LandingUiOut {
    /// Whether they were other ones before.
    pub changed: bool,
    /// The domain.
    pub domain: String,
    /// Labels whose picture has another name now.
    pub relabeled: i64,
    /// The sections as they are stored; null is the stock look.
    pub ui: LandingUi,
}

/// Whether a background picture was uploaded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SourceOut {
    /// The domain.
    pub domain: String,
    /// Whether it is there.
    pub exists: bool,
    /// The variant.
    pub variant: SourceVariant,
}

words! {
    /// What an uploaded picture is for: the background on some screens, or the preview.
    SourceVariant {
        Mobile = "mobile",
        Desktop = "desktop",
        Share = "share",
    }
}

/// The files of the background pictures.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SourcesOut {
    /// The picture for everything wider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub desktop: Option<String>,
    /// The picture for phones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mobile: Option<String>,
    /// The picture for the preview; left out while there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<String>,
}
