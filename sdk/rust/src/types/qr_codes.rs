//! Types of qr codes.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A new QR code. `design` takes precedence over `preset`; without both, the code has the stock design.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrCreate {
    /// Place where the code is shown, in the owner's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// Full design, in the form of the responses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<serde_json::Map<String, serde_json::Value>>,
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

/// Design of a code.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrDesign {
    /// Background colour, `#rrggbb`. Its lightness (0.299 R + 0.587 G + 0.114 B, each 0 to 1) is at least 0.70, and the
    /// contrast to every foreground colour at least 4.5:1.
    pub bg: String,
    /// Radius of the card's corners, as a share of its side.
    pub card_radius: f64,
    /// `square`, `rounded`, `dot`, `leaf` or `diamond`.
    pub eye_dot: String,
    /// `square`, `rounded`, `circle` or `leaf`.
    pub eye_frame: String,
    /// The colours of the foreground.
    pub fg_grad: QrGradient,
    /// Frame with a call to action; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<QrFrame>,
    /// Picture in the middle; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<QrLogo>,
    /// `square`, `rounded`, `fluid`, `dots`, `mosaic`, `leaf`, `bars_v`, `bars_h` or `diamond`.
    pub module: String,
}

/// A frame around a code, with a call to action below it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrFrame {
    /// Colour of the frame, `#rrggbb`. The text is white or nearly black, whichever contrasts more.
    pub color: String,
    /// Font: `Inter`, `Roboto`, `Open Sans`, `Lato`, `Montserrat`, `Poppins`, `Raleway`, `Nunito`, `Oswald`, `Playfair Display`,
    /// `Bebas Neue` or `Pacifico`. The font must have all characters of the text; emoji are not allowed.
    pub font: String,
    /// Call to action, on one line.
    pub text: String,
}

/// The colours of the foreground.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrGradient {
    /// `solid`, `linear` (at 45 degrees) or `radial`.
    pub kind: String,
    /// `[position 0-1, "#rrggbb"]`, rising: one for `solid`, else two to four.
    pub stops: Vec<Vec<serde_json::Value>>,
}

/// The codes of a domain, in the order of creation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrList {
    /// The codes.
    pub items: Vec<QrOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A picture in the middle of a code, on the code's background.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrLogo {
    /// File name of a picture that the owner uploaded, for example with `PUT /qr/logo`.
    pub file: String,
    /// Share of the code's width that stays free for the picture.
    pub size: f64,
}

/// A picture that was uploaded for codes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrLogoFile {
    /// File name for `logo.file` of a design.
    pub file: String,
}

/// A QR code with its design and its statistics.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrOut {
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

/// The catalog: 10 families of shapes by 10 palettes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrPresetList {
    /// The presets, in a stable order.
    pub items: Vec<QrPresetOut>,
}

/// A design of the catalog.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrPresetOut {
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

/// A code that is drawn but not stored.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrPreview {
    /// Full design; takes precedence over `preset`. Without both, the stock design is drawn.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub design: Patch<serde_json::Map<String, serde_json::Value>>,
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
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrScannability {
    /// Lowest contrast of a foreground colour against the background, 4.5 to 21, rounded down to hundredths.
    pub contrast_min: f64,
    /// Error correction level: `Q`, or `H` with a logo.
    pub ecl: String,
    /// Quiet zone in modules.
    pub quiet_zone: i64,
    /// Risks for readers: `eye_frame_not_read_by_all`, `eye_dot_weak`, `background_dark`, `contrast_below_7`,
    /// `code_small_on_card`.
    pub warnings: Vec<String>,
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
    pub design: Patch<serde_json::Map<String, serde_json::Value>>,
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
