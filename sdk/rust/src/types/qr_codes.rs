//! Types of qr codes.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A QR code to be made. A design wins over a preset; with neither it has the stock design.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrCreate {
    /// Where it is shown, in the owner's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// A full design, of the form that answers show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<serde_json::Map<String, serde_json::Value>>,
    /// The id of a preset of the catalog.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// What follows `/qr/`, up to 32 characters of `a-z`, `0-9`, `_` and `-`; empty for the main code at `/qr`.
    pub slug: String,
    /// Where a scan leads instead of the landing page: the slug of a smart link of the domain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smart_link: Option<String>,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// What a code looks like.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrDesign {
    /// The colour of the background, `#rrggbb`. It is light, and every foreground colour is darker, by at least 4.5:1.
    pub bg: String,
    /// The radius of the card's corners as a share of its side.
    pub card_radius: f64,
    /// `square`, `rounded`, `dot`, `leaf` or `diamond`.
    pub eye_dot: String,
    /// `square`, `rounded`, `circle` or `leaf`.
    pub eye_frame: String,
    /// The colours of the foreground.
    pub fg_grad: QrGradient,
    /// A frame with a call to action; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<QrFrame>,
    /// A picture in the middle; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<QrLogo>,
    /// `square`, `rounded`, `fluid`, `dots`, `mosaic`, `leaf`, `bars_v`, `bars_h` or `diamond`.
    pub module: String,
}

/// A frame around a code, with a call to action below it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrFrame {
    /// The colour of the frame, `#rrggbb`. The text is white or nearly black, whichever is read better on it.
    pub color: String,
    /// One of the twelve fonts, such as `Inter`; it must have all characters of the text.
    pub font: String,
    /// The call to action, on one line.
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
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A picture in the middle of a code, on the code's background.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrLogo {
    /// The name of a picture that the owner uploaded, such as by `PUT /qr/logo`.
    pub file: String,
    /// The share of the code's width that is kept free for it.
    pub size: f64,
}

/// A picture that was uploaded for codes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrLogoFile {
    /// The name by which designs mention it, in `logo.file`.
    pub file: String,
}

/// A QR code with its design and its statistics.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrOut {
    /// Whether scans carry the label.
    pub active: bool,
    /// Where it is shown.
    pub channel: String,
    /// Unix seconds.
    pub created_at: i64,
    /// What it looks like.
    pub design: QrDesign,
    /// The domain.
    pub domain: String,
    /// Its number.
    pub id: i64,
    /// `/qr` or `/qr/<slug>`.
    pub path: String,
    /// How well it is read; in answers to a creation or a change only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scannability: Option<QrScannability>,
    /// What follows `/qr/`; empty for the main code.
    pub slug: String,
    /// The slug of the smart link that a scan leads to; null for the landing page, where scans also lead while the domain has no
    /// active smart link of this slug.
    pub smart_link: Option<String>,
    /// The label of its scans, `qr` or `qr-<slug>` by its first slug; it never changes.
    pub source: String,
    /// What it brought in.
    pub stats: QrStats,
    /// What it is called.
    pub title: String,
    /// Unix seconds.
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
    /// What people call it.
    pub name: String,
    /// The palette.
    pub palette: String,
}

/// A code that is drawn and not stored.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrPreview {
    /// A full design; it wins over a preset, and with neither the stock design is drawn.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub design: Patch<serde_json::Map<String, serde_json::Value>>,
    /// A domain of the owner; without one the code holds an address of a sample domain.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub domain: Patch<String>,
    /// The id of a preset.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub preset: Patch<String>,
    /// What follows `/qr/`; empty or left out for `/qr` itself.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub slug: Patch<String>,
}

/// How well a code is read by cameras.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrScannability {
    /// The contrast of the weakest colour against the background, 4.5 to 21, rounded down to hundredths.
    pub contrast_min: f64,
    /// The error correction level: `Q`, or `H` around a logo.
    pub ecl: String,
    /// The empty border in modules.
    pub quiet_zone: i64,
    /// What holds it back: `eye_frame_not_read_by_all`, `eye_dot_weak`, `background_dark`, `contrast_below_7`,
    /// `code_small_on_card`.
    pub warnings: Vec<String>,
}

/// What a code brought in, all time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QrStats {
    /// Clicks in those visits.
    pub clicks: i64,
    /// Money in other currencies since the code was created, in minor units. `revenue_cents` excludes it.
    pub other_currencies: BTreeMap<String, i64>,
    /// Revenue attributed to those clicks.
    pub revenue_cents: i64,
    /// Scans, those of programs aside.
    pub scans: i64,
    /// Subscriptions attributed to those clicks.
    pub subs: i64,
    /// Landing views with the label.
    pub visits: i64,
}

/// A partial change of a QR code: only the fields that are there change. It is live at once.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct QrUpdate {
    /// False: scans redirect without the label, and are not counted.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub active: Patch<bool>,
    /// Another channel.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub channel: Patch<String>,
    /// A full design in place of the stored one; it wins over a preset.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub design: Patch<serde_json::Map<String, serde_json::Value>>,
    /// The id of a preset, whose design takes the place of the stored one.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub preset: Patch<String>,
    /// Another path. The label and the statistics stay; what was printed before still redirects, without the label.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub slug: Patch<String>,
    /// Where scans lead from now on: the slug of a smart link of the domain, or null for the landing page. What is printed stays.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub smart_link: Patch<String>,
    /// Another title.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub title: Patch<String>,
}
