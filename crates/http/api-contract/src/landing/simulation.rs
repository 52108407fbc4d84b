use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The visitor to be imagined. What is left out is unknown.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SimulateQuery {
    /// A two-letter country code.
    #[serde(default)]
    #[schema(pattern = "^[A-Za-z]{2}$")]
    #[param(pattern = "^[A-Za-z]{2}$")]
    pub country: Option<String>,
    /// `mobile`, `tablet` or `desktop`.
    #[serde(default)]
    pub device: Option<String>,
    /// `ios`, `android`, `windows`, `macos`, `linux` or `chromeos`.
    #[serde(default)]
    pub os: Option<String>,
    /// `chrome`, `safari`, `firefox`, `edge`, `opera` or `samsung`.
    #[serde(default)]
    pub browser: Option<String>,
    /// `instagram`, `tiktok`, `facebook`, `snapchat`, `x`, `telegram`, `reddit` or `none`.
    #[serde(default)]
    pub in_app: Option<String>,
    /// A language code such as `de` or `pt-BR`.
    #[serde(default)]
    #[schema(pattern = "^[A-Za-z]{2,3}(-[A-Za-z]{2})?$")]
    #[param(pattern = "^[A-Za-z]{2,3}(-[A-Za-z]{2})?$")]
    pub lang: Option<String>,
    /// The page that led here: an address or a host.
    #[serde(default)]
    pub referrer: Option<String>,
    /// `direct`, `qr` or `qr-<slug>`; `direct` by default.
    #[serde(default)]
    pub channel: Option<String>,
    /// The query of the page's address, such as `utm_source=story`.
    #[serde(default)]
    pub query: Option<String>,
    /// Whether the visitor was here before.
    #[serde(default)]
    pub returning: Option<bool>,
    /// The moment in Unix seconds; now by default.
    #[serde(default)]
    pub at: Option<i64>,
    /// Any text that identifies the visitor: the same text keeps the same arm.
    #[serde(default)]
    pub visitor: Option<String>,
    /// The draft instead of the live version.
    #[serde(default)]
    pub draft: bool,
}

/// What the visitor would get, and why.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Simulation {
    /// The domain.
    pub domain: String,
    /// Whether the draft was looked at instead of the live version.
    pub draft: bool,
    /// The segment; null when the landing has none.
    pub segment: Option<SimulatedSegment>,
    /// The arm of the segment's experiment.
    pub arm: Option<String>,
    /// The buttons that are shown, in order.
    pub buttons: Vec<SimulatedButton>,
    /// Every segment in the order of trial.
    pub segments: Vec<SegmentReason>,
    /// Every button of the segment by position.
    pub button_reasons: Vec<ButtonReason>,
}

/// A segment by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SimulatedSegment {
    /// Its id.
    pub segment_id: String,
    /// What it is called.
    pub name: String,
    /// The page's language, empty for none.
    pub lang: String,
}

/// A button as the visitor would see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SimulatedButton {
    /// Its id.
    pub button_id: String,
    /// What it says.
    pub label: String,
    /// Where it leads, as typed.
    pub url: String,
    /// The funnel link's address, where it has one.
    pub stamped_url: Option<String>,
    /// Its icon.
    pub icon: String,
}

/// Three-valued truth.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// It holds.
    Yes,
    /// It does not hold.
    No,
    /// Not enough is known of the visitor to decide, which is no match.
    Unknown,
}

/// Whether a moment is before, within or after a schedule.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// Within it.
    Open,
    /// Before its beginning.
    NotYet,
    /// At its end or after it.
    Over,
}

/// What one condition says of the visitor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LeafReason {
    /// The path of the condition in `match`, such as `all.0.not`.
    pub path: String,
    /// The field that it looks at.
    pub field: String,
    /// What it says.
    pub result: Truth,
}

/// Why a segment was or was not chosen.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SegmentReason {
    /// Its id.
    pub segment_id: String,
    /// What it is called.
    pub name: String,
    /// Whether it is the catch-all, which is tried last and always serves.
    pub is_default: bool,
    /// Whether it was chosen.
    pub chosen: bool,
    /// Whether the visitor's country is among its countries.
    pub countries: Truth,
    /// Whether the moment is before, within or after its schedule; left out where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub schedule: Option<Timing>,
    /// Whether its condition holds.
    #[serde(rename = "match")]
    pub rule: Truth,
    /// What each leaf of its condition says.
    pub conditions: Vec<LeafReason>,
}

/// Why a button is or is not shown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ButtonReason {
    /// Its id.
    pub button_id: String,
    /// Whether it is shown.
    pub shown: bool,
    /// Whether it, or its variant for the visitor's arm, is hidden.
    pub hidden: bool,
    /// Whether the moment is before, within or after its schedule; left out where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub schedule: Option<Timing>,
    /// Whether its condition holds.
    #[serde(rename = "match")]
    pub rule: Truth,
    /// What each leaf of its condition says.
    pub conditions: Vec<LeafReason>,
}
