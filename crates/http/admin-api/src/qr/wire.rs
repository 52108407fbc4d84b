//! QR codes, their designs and pictures.

use deserr::Deserr;
use std::collections::BTreeMap;

use http_kit::extract::Faults;
use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::schema::{ArrayBuilder, ArrayItems, ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use validator::Validate;

use crate::words;
use http_kit::wire::{Given, Int, Patch};

/// A new QR code. `design` takes precedence over `preset`; without both, the code has the stock design.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"slug": "flyer", "title": "Flyer, summer", "channel": "print", "preset": "dots-rose"}))]
pub struct QrCreate {
    /// Path after `/qr/`, up to 32 characters of `a-z`, `0-9`, `_` and `-`; empty for the main code at `/qr`.
    #[validate(custom(function = crate::rules::code_slug))]
    pub slug: String,
    /// Title.
    #[deserr(default)]
    #[schema(max_length = 80)]
    #[validate(length(max = 80), custom(function = crate::rules::code_title))]
    pub title: Option<String>,
    /// Place where the code is shown, in the owner's words.
    #[deserr(default)]
    #[schema(max_length = 40)]
    #[validate(length(max = 40), custom(function = crate::rules::channel))]
    pub channel: Option<String>,
    /// Slug of a smart link of the domain that scans lead to instead of the landing page.
    #[deserr(default)]
    pub smart_link: Option<String>,
    /// Id of a preset of the catalog.
    #[deserr(default)]
    pub preset: Option<String>,
    /// Full design, in the form of the responses.
    #[deserr(default)]
    #[schema(value_type = Option<QrDesign>)]
    #[validate(custom(function = crate::rules::code_design))]
    pub design: Option<Value>,
}

/// A partial change of a QR code. Only given fields change, and the change is live at once.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"slug": "poster", "active": true}))]
pub struct QrUpdate {
    /// New path. The label and the statistics stay; the printed address still redirects, without the label.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(nullable = false)]
    #[validate(custom(function = crate::rules::code_slug))]
    pub slug: Option<String>,
    /// New title.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(max_length = 80, nullable = false)]
    #[validate(length(max = 80), custom(function = crate::rules::code_title))]
    pub title: Option<String>,
    /// New channel.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(max_length = 40, nullable = false)]
    #[validate(length(max = 40), custom(function = crate::rules::channel))]
    pub channel: Option<String>,
    /// Slug of a smart link of the domain that scans lead to, or null for the landing page. The printed address stays.
    #[deserr(default)]
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub smart_link: Patch<String>,
    /// Id of a preset, whose design replaces the stored one.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(nullable = false)]
    pub preset: Option<String>,
    /// Full design, which replaces the stored one and takes precedence over `preset`.
    #[deserr(default, from(Given<Value>) = Given::value)]
    #[schema(value_type = Option<QrDesign>, nullable = false)]
    #[validate(custom(function = crate::rules::code_design))]
    pub design: Option<Value>,
    /// False: scans redirect without the label and are not counted.
    #[deserr(default, from(Given<bool>) = Given::value)]
    #[schema(nullable = false)]
    pub active: Option<bool>,
}

/// A code that is drawn but not stored.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"preset": "dots-rose", "domain": "links.example.com", "slug": "flyer"}))]
pub struct QrPreview {
    /// Full design; takes precedence over `preset`. Without both, the stock design is drawn.
    #[deserr(default)]
    #[schema(value_type = Option<QrDesign>)]
    #[validate(custom(function = crate::rules::code_design))]
    pub design: Option<Value>,
    /// Id of a preset.
    #[deserr(default)]
    pub preset: Option<String>,
    /// Domain of the owner; without it, the code leads to a sample domain.
    #[deserr(default)]
    pub domain: Option<String>,
    /// Path after `/qr/`; empty or left out for `/qr` itself.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::code_slug))]
    pub slug: Option<String>,
}

/// Size of a picture.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct QrSizeQuery {
    /// Width in pixels; also the height, unless the code has a frame.
    #[deserr(default = 512, from(Int<u32, 128, 2048>) = Int::get)]
    #[param(minimum = 128, maximum = 2048, default = 512, required = false)]
    pub size: u32,
}

/// Size of a printed code.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct QrPrintQuery {
    /// Width of the drawing in millimetres. Trim and bleed add 3 mm each on every side.
    #[deserr(default = 50, from(Int<u32, 20, 500>) = Int::get)]
    #[param(minimum = 20, maximum = 500, default = 50, required = false)]
    pub size_mm: u32,
}

/// Paper of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum QrPaper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

/// Codes and layout of a sheet.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct QrSheetQuery {
    /// Numbers of up to 100 codes of the domain, separated by commas; by default the first 100 codes.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::sheet_ids))]
    pub ids: Option<String>,
    /// Copies of each code; a sheet has at most 1,000 codes.
    #[deserr(default = 1, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 1, required = false)]
    pub copies: u32,
    /// Width of each drawing in millimetres. Trim and bleed add 3 mm each on every side.
    #[deserr(default = 50, from(Int<u32, 20, 500>) = Int::get)]
    #[param(minimum = 20, maximum = 500, default = 50, required = false)]
    pub size_mm: u32,
    /// `a4` by default.
    #[deserr(default)]
    pub paper: Option<QrPaper>,
}

/// A picture that was uploaded for codes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"file": "3f9a0c.png"}))]
pub struct QrLogoFile {
    /// File name for `logo.file` of a design.
    pub file: String,
}

/// A QR code with its design and its statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = QrCode)]
pub struct QrOut {
    /// Number of the code.
    pub id: i64,
    /// The domain.
    pub domain: String,
    /// Path after `/qr/`; empty for the main code.
    pub slug: String,
    /// `/qr` or `/qr/<slug>`.
    pub path: String,
    /// Title.
    pub title: String,
    /// Place where the code is shown.
    pub channel: String,
    /// Slug of the smart link that scans lead to; null for the landing page. Without an active smart link of this slug,
    /// scans lead to the landing page.
    #[schema(required)]
    pub smart_link: Option<String>,
    /// Label of the scans, `qr` or `qr-<slug>` of the first slug; never changes.
    pub source: String,
    /// Design.
    #[schema(value_type = QrDesign)]
    pub design: Value,
    /// Whether scans carry the label.
    pub active: bool,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Time in Unix seconds.
    pub updated_at: i64,
    /// Statistics.
    pub stats: QrStats,
    /// Readability; only in responses to a creation or change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scannability: Option<QrScannability>,
}

/// All-time statistics of a code.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrStats {
    /// Scans without those of bots.
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

/// Readability of a code by cameras.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrScannability {
    /// Lowest contrast of a foreground colour against the background, 4.5 to 21, rounded down to hundredths.
    pub contrast_min: f64,
    /// Level of error correction: `Q`, or `H` with a logo.
    #[schema(value_type = words::QrErrorCorrection)]
    pub ecl: String,
    /// Quiet zone in modules.
    pub quiet_zone: u32,
    /// Risks for readers.
    #[schema(value_type = Vec<words::QrWarning>)]
    pub warnings: Vec<String>,
}

/// Design of a code.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"module": "dots", "eye_frame": "rounded", "eye_dot": "dot",
    "fg_grad": {"kind": "linear", "stops": [[0, "#6d0d42"], [1, "#971a5e"]]}, "bg": "#fff5fa", "card_radius": 0.1}))]
#[serde(deny_unknown_fields)]
pub struct QrDesign {
    /// Shape of the modules.
    #[schema(value_type = words::QrModule)]
    pub module: String,
    /// Shape of the eye frames.
    #[schema(value_type = words::QrEyeFrame)]
    pub eye_frame: String,
    /// Shape of the eye dots.
    #[schema(value_type = words::QrEyeDot)]
    pub eye_dot: String,
    /// The colours of the foreground.
    pub fg_grad: QrGradient,
    /// Background colour, `#rrggbb`. Its lightness (0.299 R + 0.587 G + 0.114 B, each 0 to 1) is at least 0.70, and the
    /// contrast to every foreground colour at least 4.5:1.
    #[schema(value_type = words::Colour)]
    pub bg: String,
    /// Radius of the card's corners, as a share of its side.
    #[schema(minimum = 0, maximum = 0.5)]
    pub card_radius: f64,
    /// Picture in the middle; left out, or null in a request, for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<QrLogo>,
    /// Frame with a call to action; left out, or null in a request, for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<QrFrame>,
}

/// A picture in the middle of a code, on the code's background.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrLogo {
    /// File name of a picture that the owner uploaded, for example with `PUT /qr/logo`.
    pub file: String,
    /// Share of the code's width that stays free for the picture.
    #[schema(minimum = 0.12, maximum = 0.22)]
    pub size: f64,
}

/// A frame around a code, with a call to action below it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrFrame {
    /// Call to action, on one line.
    #[schema(min_length = 1, max_length = 40)]
    pub text: String,
    /// Font, which must have all characters of the text; emoji are not allowed.
    #[schema(value_type = words::Font)]
    pub font: String,
    /// Colour of the frame, `#rrggbb`. The text is white or nearly black, whichever contrasts more.
    #[schema(value_type = words::Colour)]
    pub color: String,
}

/// The colours of the foreground.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QrGradient {
    /// Direction; `linear` is at 45 degrees.
    #[schema(value_type = words::QrGradientKind)]
    pub kind: String,
    /// Colours with their positions, rising: one for `solid`, else two to four.
    #[schema(value_type = Vec<QrStop>)]
    pub stops: Vec<(f64, String)>,
}

/// A colour at a position of a gradient, as `[position 0-1, "#rrggbb"]`.
#[derive(Debug, Clone, Copy)]
pub enum QrStop {}

impl ToSchema for QrStop {}

impl PartialSchema for QrStop {
    fn schema() -> RefOr<Schema> {
        let position = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0.0)).maximum(Some(1.0));
        let colour = ObjectBuilder::new().schema_type(Type::String).pattern(Some(words::COLOUR));
        ArrayBuilder::new()
            .description(Some("A colour at a position of a gradient, as `[position 0-1, \"#rrggbb\"]`."))
            .prefix_items([Schema::from(position.build()), colour.build().into()])
            .items(ArrayItems::False)
            .min_items(Some(2))
            .into()
    }
}

/// The codes of a domain, in the order of creation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QrList {
    /// The codes.
    pub items: Vec<QrOut>,
    /// Cursor of the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A design of the catalog.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = QrPreset)]
pub struct QrPresetOut {
    /// `<family>-<palette>`; the design of an id never changes.
    pub id: String,
    /// Display name.
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
