//! Types of qr codes.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::types::QrDesign;
use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A QR code with its design and its statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrCode {
    /// Whether scans carry the label.
    pub active: bool,
    /// Place where the code is shown.
    pub channel: String,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Design.
    pub design: QrDesign,
    /// The domain.
    pub domain: String,
    /// Number of the code.
    pub id: i64,
    /// `/qr` or `/qr/<slug>`.
    pub path: String,
    /// Readability; only in responses to a creation or change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scannability: Option<QrScannability>,
    /// Path after `/qr/`; empty for the main code.
    pub slug: String,
    /// Slug of the smart link that scans lead to; null for the landing page. Without an active smart link of this slug,
    /// scans lead to the landing page.
    pub smart_link: Option<String>,
    /// Label of the scans, `qr` or `qr-<slug>` of the first slug; never changes.
    pub source: String,
    /// Statistics.
    pub stats: QrStats,
    /// Title.
    pub title: String,
    /// Time in Unix seconds.
    pub updated_at: i64,
}

/// A new QR code. `design` takes precedence over `preset`; without both, the code has the stock design.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrCreate {
    /// Place where the code is shown, in the owner's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// Full design, in the form of the responses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<QrDesign>,
    /// Id of a preset of the catalog.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Path after `/qr/`, up to 32 characters of `a-z`, `0-9`, `_` and `-`; empty for the main code at `/qr`.
    pub slug: String,
    /// Slug of a smart link of the domain that scans lead to instead of the landing page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smart_link: Option<String>,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

words! {
    /// Level of error correction.
    QrErrorCorrection {
        Q = "Q",
        H = "H",
    }
}

/// The codes of a domain, in the order of creation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrList {
    /// The codes.
    pub items: Vec<QrCode>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A picture that was uploaded for codes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrLogoFile {
    /// File name for `logo.file` of a design.
    pub file: String,
}

words! {
    /// Paper of a sheet.
    QrPaper {
        A4 = "a4",
        Letter = "letter",
    }
}

/// A design of the catalog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrPreset {
    /// The design.
    pub design: QrDesign,
    /// The family of shapes.
    pub family: String,
    /// `<family>-<palette>`; the design of an id never changes.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The palette.
    pub palette: String,
}

/// The catalog: 10 families of shapes by 10 palettes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrPresetList {
    /// The presets, in a stable order.
    pub items: Vec<QrPreset>,
}

/// A code that is drawn but not stored.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrPreview {
    /// Full design; takes precedence over `preset`. Without both, the stock design is drawn.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub design: Patch<QrDesign>,
    /// Domain of the owner; without it, the code leads to a sample domain.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub domain: Patch<String>,
    /// Id of a preset.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub preset: Patch<String>,
    /// Path after `/qr/`; empty or left out for `/qr` itself.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub slug: Patch<String>,
}

/// Readability of a code by cameras.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrScannability {
    /// Lowest contrast of a foreground colour against the background, 4.5 to 21, rounded down to hundredths.
    pub contrast_min: f64,
    /// Level of error correction: `Q`, or `H` with a logo.
    pub ecl: QrErrorCorrection,
    /// Quiet zone in modules.
    pub quiet_zone: i64,
    /// Risks for readers.
    pub warnings: Vec<QrWarning>,
}

/// All-time statistics of a code.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrStats {
    /// Clicks in those visits.
    pub clicks: i64,
    /// Money in other currencies since the code was created, in minor units. `revenue_cents` excludes it.
    pub other_currencies: BTreeMap<String, i64>,
    /// Revenue attributed to those clicks.
    pub revenue_cents: i64,
    /// Scans without those of bots.
    pub scans: i64,
    /// Subscriptions attributed to those clicks.
    pub subs: i64,
    /// Landing views with the label.
    pub visits: i64,
}

/// A partial change of a QR code. Only given fields change, and the change is live at once.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrUpdate {
    /// False: scans redirect without the label and are not counted.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub active: Patch<bool>,
    /// New channel.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub channel: Patch<String>,
    /// Full design, which replaces the stored one and takes precedence over `preset`.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub design: Patch<QrDesign>,
    /// Id of a preset, whose design replaces the stored one.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub preset: Patch<String>,
    /// New path. The label and the statistics stay; the printed address still redirects, without the label.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub slug: Patch<String>,
    /// Slug of a smart link of the domain that scans lead to, or null for the landing page. The printed address stays.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub smart_link: Patch<String>,
    /// New title.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub title: Patch<String>,
}

words! {
    /// Risk for readers of a code.
    QrWarning {
        EyeFrameNotReadByAll = "eye_frame_not_read_by_all",
        EyeDotWeak = "eye_dot_weak",
        BackgroundDark = "background_dark",
        ContrastBelow7 = "contrast_below_7",
        CodeSmallOnCard = "code_small_on_card",
    }
}
