//! Types of appearance.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::Colour;
use crate::types::Font;
use crate::words::words;
use serde::{Deserialize, Serialize};

words! {
    /// Speed of an animation.
    AnimationSpeed {
        Slow = "slow",
        Normal = "normal",
        Fast = "fast",
    }
}

/// The whole look of a draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Background {
    /// `#rrggbb`; null is the stock colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canvas_color: Option<Colour>,
    /// The card of the link preview; left out if none is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<ShareCard>,
    /// Design that draws the page.
    pub design: PageDesign,
    /// The domain.
    pub domain: String,
    /// The background pictures.
    pub sources: BackgroundFiles,
    /// Stored sections.
    pub ui: LandingUi,
}

/// Files of the background pictures.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BackgroundFiles {
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

/// Whether a background picture was uploaded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BackgroundUpload {
    /// The domain.
    pub domain: String,
    /// Whether the picture was uploaded.
    pub exists: bool,
    /// Variant of the picture.
    pub variant: SourceVariant,
}

words! {
    /// Animation of buttons.
    ButtonAnimation {
        None = "none",
        Pulse = "pulse",
        Shake = "shake",
        Bounce = "bounce",
        Glow = "glow",
        Shine = "shine",
    }
}

words! {
    /// Fill of buttons.
    ButtonFill {
        Solid = "solid",
        Outline = "outline",
        Glass = "glass",
        Gradient = "gradient",
        Shadow = "shadow",
    }
}

words! {
    /// Shape of buttons.
    ButtonShape {
        Rounded = "rounded",
        Pill = "pill",
        Square = "square",
        Sharp = "sharp",
    }
}

/// Look of the buttons. Left out fields have the stock look.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ButtonsUi {
    /// Alignment of the labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub align: Option<LabelAlign>,
    /// Speed of the animation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anim_speed: Option<AnimationSpeed>,
    /// Animation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animation: Option<ButtonAnimation>,
    /// Colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Colour>,
    /// Fill style.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<ButtonFill>,
    /// Font of the labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub font: Option<Font>,
    /// Shape of the corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<ButtonShape>,
}

/// A canvas colour.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CanvasColor {
    /// `#rrggbb`.
    pub color: Colour,
}

/// The canvas colour after a change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChangedCanvasColor {
    /// `#rrggbb`, lower case.
    pub canvas_color: Colour,
    /// Whether the colour changed.
    pub changed: bool,
    /// The domain.
    pub domain: String,
}

/// The settings after a change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChangedLandingUi {
    /// Whether the settings changed.
    pub changed: bool,
    /// The domain.
    pub domain: String,
    /// Number of labels whose picture changed.
    pub relabeled: i64,
    /// Stored sections; null is the stock look.
    pub ui: LandingUi,
}

words! {
    /// Design that draws the page.
    DesignKind {
        Builtin = "builtin",
        CustomHtml = "custom_html",
    }
}

words! {
    /// Age check of the 18+ gate.
    GateMode {
        Confirm = "confirm",
        Birthdate = "birthdate",
    }
}

/// 18+ gate.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct GateUi {
    /// Whether the page behind the gate is visible but blurred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blur: Option<bool>,
    /// Whether the gate is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Age check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<GateMode>,
}

words! {
    /// Help for visitors inside apps: none, a hint, or opening the browser at once where that is possible.
    InAppMode {
        Off = "off",
        Hint = "hint",
        Auto = "auto",
    }
}

/// Help for visitors inside Instagram, TikTok and Facebook to open the page in their browser.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct InAppUi {
    /// `auto` opens the browser at once on Android.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<InAppMode>,
}

words! {
    /// Alignment of labels.
    LabelAlign {
        Left = "left",
        Center = "center",
        Right = "right",
    }
}

/// Settings by section. A section replaces the stored one as a whole; null resets it to the stock look.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LandingUi {
    /// Look of the buttons.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub buttons: Patch<ButtonsUi>,
    /// 18+ gate.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub gate: Patch<GateUi>,
    /// Help for visitors inside of apps. Left out while not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub in_app: Patch<InAppUi>,
    /// Profile.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub profile: Patch<ProfileUi>,
    /// Link preview. Left out while not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub share: Patch<ShareUi>,
    /// Campaign parameters. Left out while not set.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub utm: Patch<UtmUi>,
}

/// The design after a change, without the document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PageDesign {
    /// Length of the document in bytes; 0 without one.
    pub html_bytes: i64,
    /// Design.
    pub kind: DesignKind,
}

/// Design that draws the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageDesignChange {
    /// HTML document of at most 512 KiB; for `custom_html` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// `builtin`, or `custom_html` with the owner's document.
    pub kind: DesignKind,
}

/// Content and look of the profile.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ProfileUi {
    /// Text about the person; may have several lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bio: Option<String>,
    /// Font of the text about the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bio_font: Option<Font>,
    /// Size of the text about the person in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bio_size: Option<f64>,
    /// Font of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_font: Option<Font>,
    /// Size of the name in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_size: Option<f64>,
    /// Line beside the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_text: Option<String>,
}

/// The card that the service draws for the link preview.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShareCard {
    /// The picture; null if no character of the title can be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Characters of title and description that the card leaves out, because no font has them.
    pub missing: Vec<String>,
}

words! {
    /// Picture of the link preview: a card that the service draws, or the uploaded picture.
    SharePicture {
        Card = "card",
        Upload = "upload",
    }
}

/// Link preview. Without a title it shows the display name, without a description the profile text. A card (1200 x 630
/// pixels) is drawn from both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ShareUi {
    /// Description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<SharePicture>,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

words! {
    /// Use of an uploaded picture: a background or the link preview.
    SourceVariant {
        Mobile = "mobile",
        Desktop = "desktop",
        Share = "share",
    }
}

/// Campaign parameters for outgoing addresses that lack them, with the placeholders `{button_id}`, `{segment}` and
/// `{domain}`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct UtmUi {
    /// Value of `utm_campaign`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<String>,
    /// Value of `utm_medium`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub medium: Option<String>,
    /// Value of `utm_source`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}
