//! QR codes, their designs and pictures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::patch::Patch;

/// A QR code to be made. A design wins over a preset; with neither it has the stock design.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"slug": "flyer", "title": "Flyer, summer", "channel": "print", "preset": "dots-rose"}))]
pub struct QrCreate {
    /// What follows `/qr/`, up to 32 characters of `a-z`, `0-9`, `_` and `-`; empty for the main code at `/qr`.
    pub slug: String,
    /// What it is called.
    #[serde(default)]
    #[schema(max_length = 80)]
    pub title: Option<String>,
    /// Where it is shown, in the owner's words.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub channel: Option<String>,
    /// Where a scan leads instead of the landing page: the slug of a smart link of the domain.
    #[serde(default)]
    pub smart_link: Option<String>,
    /// The id of a preset of the catalog.
    #[serde(default)]
    pub preset: Option<String>,
    /// A full design, of the form that answers show.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub design: Option<Value>,
}

/// A partial change of a QR code: only the fields that are there change. It is live at once.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"slug": "poster", "active": true}))]
pub struct QrUpdate {
    /// Another path. The label and the statistics stay; what was printed before still redirects, without the label.
    #[serde(default)]
    #[schema(nullable = false)]
    pub slug: Option<String>,
    /// Another title.
    #[serde(default)]
    #[schema(max_length = 80, nullable = false)]
    pub title: Option<String>,
    /// Another channel.
    #[serde(default)]
    #[schema(max_length = 40, nullable = false)]
    pub channel: Option<String>,
    /// Where scans lead from now on: the slug of a smart link of the domain, or null for the landing page. What is printed stays.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub smart_link: Patch<String>,
    /// The id of a preset, whose design takes the place of the stored one.
    #[serde(default)]
    #[schema(nullable = false)]
    pub preset: Option<String>,
    /// A full design in place of the stored one; it wins over a preset.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    pub design: Option<Value>,
    /// False: scans redirect without the label, and are not counted.
    #[serde(default)]
    #[schema(nullable = false)]
    pub active: Option<bool>,
}

/// A code that is drawn and not stored.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"preset": "dots-rose", "domain": "links.example.com", "slug": "flyer"}))]
pub struct QrPreview {
    /// A full design; it wins over a preset, and with neither the stock design is drawn.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub design: Option<Value>,
    /// The id of a preset.
    #[serde(default)]
    pub preset: Option<String>,
    /// A domain of the owner; without one the code holds an address of a sample domain.
    #[serde(default)]
    pub domain: Option<String>,
    /// What follows `/qr/`; empty or left out for `/qr` itself.
    #[serde(default)]
    pub slug: Option<String>,
}

/// How large a picture is to be.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QrSizeQuery {
    /// Width and height in pixels.
    #[serde(default = "usual_size")]
    #[schema(minimum = 128, maximum = 2048, default = 512)]
    #[param(minimum = 128, maximum = 2048, default = 512)]
    pub size: u32,
}

fn usual_size() -> u32 {
    512
}

/// How large a code is printed.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QrPrintQuery {
    /// The width of the drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side.
    #[serde(default = "usual_width")]
    #[schema(minimum = 20, maximum = 500, default = 50)]
    #[param(minimum = 20, maximum = 500, default = 50)]
    pub size_mm: u32,
}

/// What a sheet is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QrPaper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

/// Which codes are on a sheet, and how.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QrSheetQuery {
    /// The numbers of up to 100 codes of the domain, with commas between them; without it the first 100 codes.
    #[serde(default)]
    pub ids: Option<String>,
    /// How often each of them; at most 1,000 codes are on a sheet.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 1000, default = 1)]
    #[param(minimum = 1, maximum = 1000, default = 1)]
    pub copies: u32,
    /// The width of each drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side.
    #[serde(default = "usual_width")]
    #[schema(minimum = 20, maximum = 500, default = 50)]
    #[param(minimum = 20, maximum = 500, default = 50)]
    pub size_mm: u32,
    /// `a4` by default.
    #[serde(default)]
    #[param(inline)]
    pub paper: Option<QrPaper>,
}

fn usual_width() -> u32 {
    50
}

fn one() -> u32 {
    1
}

/// A picture that was uploaded for codes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"file": "3f9a0c.png"}))]
pub struct QrLogoFile {
    /// The name by which designs mention it, in `logo.file`.
    pub file: String,
}

/// A QR code with its design and its statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrOut {
    /// Its number.
    pub id: i64,
    /// The domain.
    pub domain: String,
    /// What follows `/qr/`; empty for the main code.
    pub slug: String,
    /// `/qr` or `/qr/<slug>`.
    pub path: String,
    /// What it is called.
    pub title: String,
    /// Where it is shown.
    pub channel: String,
    /// The slug of the smart link that a scan leads to; null for the landing page, where scans also lead while the domain has no
    /// active smart link of this slug.
    #[schema(required)]
    pub smart_link: Option<String>,
    /// The label of its scans, `qr` or `qr-<slug>` by its first slug; it never changes.
    pub source: String,
    /// What it looks like.
    #[schema(value_type = QrDesign)]
    pub design: Value,
    /// Whether scans carry the label.
    pub active: bool,
    /// Unix seconds.
    pub created_at: i64,
    /// Unix seconds.
    pub updated_at: i64,
    /// What it brought in.
    pub stats: QrStats,
    /// How well it is read; in answers to a creation or a change only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scannability: Option<QrScannability>,
}

/// What a code brought in, all time.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrStats {
    /// Scans, those of programs aside.
    pub scans: i64,
    /// Landing views with the label.
    pub visits: i64,
    /// Clicks in those visits.
    pub clicks: i64,
    /// Subscriptions attributed to those clicks.
    pub subs: i64,
    /// Revenue attributed to those clicks.
    pub revenue_cents: i64,
    /// Money in other currencies since the code was created, in minor units. `revenue_cents` excludes it.
    pub other_currencies: BTreeMap<String, i64>,
}

/// How well a code is read by cameras.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrScannability {
    /// The contrast of the weakest colour against the background, 4.5 to 21, rounded down to hundredths.
    pub contrast_min: f64,
    /// The error correction level: `Q`, or `H` around a logo.
    pub ecl: String,
    /// The empty border in modules.
    pub quiet_zone: u32,
    /// What holds it back: `eye_frame_not_read_by_all`, `eye_dot_weak`, `background_dark`, `contrast_below_7`,
    /// `code_small_on_card`.
    pub warnings: Vec<String>,
}

/// What a code looks like.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"module": "dots", "eye_frame": "rounded", "eye_dot": "dot",
    "fg_grad": {"kind": "linear", "stops": [[0, "#6d0d42"], [1, "#971a5e"]]}, "bg": "#fff5fa", "card_radius": 0.1}))]
pub struct QrDesign {
    /// `square`, `rounded`, `fluid`, `dots`, `mosaic`, `leaf`, `bars_v`, `bars_h` or `diamond`.
    pub module: String,
    /// `square`, `rounded`, `circle` or `leaf`.
    pub eye_frame: String,
    /// `square`, `rounded`, `dot`, `leaf` or `diamond`.
    pub eye_dot: String,
    /// The colours of the foreground.
    pub fg_grad: QrGradient,
    /// The colour of the background, `#rrggbb`. It is light, and every foreground colour is darker, by at least 4.5:1.
    pub bg: String,
    /// The radius of the card's corners as a share of its side.
    #[schema(minimum = 0, maximum = 0.5)]
    pub card_radius: f64,
    /// A picture in the middle; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub logo: Option<QrLogo>,
    /// A frame with a call to action; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub frame: Option<QrFrame>,
}

/// A picture in the middle of a code, on the code's background.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrLogo {
    /// The name of a picture that the owner uploaded, such as by `PUT /qr/logo`.
    pub file: String,
    /// The share of the code's width that is kept free for it.
    #[schema(minimum = 0.12, maximum = 0.22)]
    pub size: f64,
}

/// A frame around a code, with a call to action below it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrFrame {
    /// The call to action, on one line.
    #[schema(min_length = 1, max_length = 40)]
    pub text: String,
    /// One of the twelve fonts, such as `Inter`; it must have all characters of the text.
    pub font: String,
    /// The colour of the frame, `#rrggbb`. The text is white or nearly black, whichever is read better on it.
    pub color: String,
}

/// The colours of the foreground.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrGradient {
    /// `solid`, `linear` (at 45 degrees) or `radial`.
    pub kind: String,
    /// `[position 0-1, "#rrggbb"]`, rising: one for `solid`, else two to four.
    #[schema(value_type = Vec<Vec<Value>>)]
    pub stops: Vec<(f64, String)>,
}

/// The codes of a domain, in the order of creation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrList {
    /// The codes.
    pub items: Vec<QrOut>,
    /// Where the next page begins; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A design of the catalog.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrPresetOut {
    /// `<family>-<palette>`; the design of an id never changes.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The family of shapes.
    pub family: String,
    /// The palette.
    pub palette: String,
    /// The design.
    #[schema(value_type = QrDesign)]
    pub design: Value,
}

/// The catalog: 10 families of shapes by 10 palettes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrPresetList {
    /// The presets, in a stable order.
    pub items: Vec<QrPresetOut>,
}
