use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// A simulated visitor. A field that is left out is unknown.
#[derive(Debug, Clone, Default, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct SimulateQuery {
    /// A two-letter country code.
    #[deserr(default)]
    #[param(value_type = Option<words::CountryCode>)]
    #[validate(custom(function = crate::rules::country))]
    pub country: Option<String>,
    /// Kind of device.
    #[deserr(default)]
    #[param(value_type = Option<words::Device>)]
    #[validate(custom(function = crate::rules::simulated_device))]
    pub device: Option<String>,
    /// Operating system.
    #[deserr(default)]
    #[param(value_type = Option<words::Os>)]
    #[validate(custom(function = crate::rules::simulated_os))]
    pub os: Option<String>,
    /// Browser.
    #[deserr(default)]
    #[param(value_type = Option<words::Browser>)]
    #[validate(custom(function = crate::rules::simulated_browser))]
    pub browser: Option<String>,
    /// App with a built-in browser; `unknown` is another app, and `none` is no app.
    #[deserr(default)]
    #[param(value_type = Option<words::InApp>)]
    #[validate(custom(function = crate::rules::simulated_in_app))]
    pub in_app: Option<String>,
    /// A language code such as `de` or `pt-BR`.
    #[deserr(default)]
    #[param(pattern = "^[A-Za-z]{2,3}(-[A-Za-z]{2})?$")]
    #[validate(custom(function = crate::rules::simulated_lang))]
    pub lang: Option<String>,
    /// Referring page: an address or a host.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::simulated_referrer))]
    pub referrer: Option<String>,
    /// `direct`, `qr` or `qr-<slug>`; `direct` by default.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::simulated_channel))]
    pub channel: Option<String>,
    /// Query string of the page's address, such as `utm_source=story`.
    #[deserr(default)]
    pub query: Option<String>,
    /// Whether the visitor has been here before.
    #[deserr(default)]
    pub returning: Option<bool>,
    /// Time in Unix seconds; now by default.
    #[deserr(default)]
    pub at: Option<i64>,
    /// Any text that identifies the visitor: the same text keeps the same arm.
    #[deserr(default)]
    pub visitor: Option<String>,
    /// Whether to use the draft instead of the live version.
    #[deserr(default)]
    #[param(required = false)]
    pub draft: bool,
}

/// Result of a simulation, with the reasons.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Simulation {
    /// The domain.
    pub domain: String,
    /// Whether the draft was used instead of the live version.
    pub draft: bool,
    /// The chosen segment; null if the landing page has none.
    pub segment: Option<SimulatedSegment>,
    /// The arm of the segment's experiment.
    pub arm: Option<String>,
    /// Visible buttons, in order.
    pub buttons: Vec<SimulatedButton>,
    /// All segments, in the order in which they are tried.
    pub segments: Vec<SegmentReason>,
    /// All buttons of the segment, by position.
    pub button_reasons: Vec<ButtonReason>,
}

/// A segment by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SimulatedSegment {
    /// Id.
    pub segment_id: String,
    /// Name.
    pub name: String,
    /// Language of the page; empty for none.
    pub lang: String,
}

/// A button as the visitor would see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SimulatedButton {
    /// Id.
    pub button_id: String,
    /// Text.
    pub label: String,
    /// Destination, as typed.
    pub url: String,
    /// Address of the funnel link, if any.
    pub stamped_url: Option<String>,
    /// Icon.
    pub icon: String,
}

/// Three-valued truth.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// True.
    Yes,
    /// False.
    No,
    /// Undecided, because a value of the visitor is unknown; counts as no match.
    Unknown,
}

/// Position of a time relative to a schedule.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// Within the schedule.
    Open,
    /// Before the start.
    NotYet,
    /// At the end or later.
    Over,
}

/// Result of one condition.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LeafReason {
    /// Path of the condition in `match`, such as `all.0.not`.
    pub path: String,
    /// Field that the condition reads.
    pub field: String,
    /// Text.
    pub result: Truth,
}

/// Reason for the choice of a segment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SegmentReason {
    /// Id.
    pub segment_id: String,
    /// Name.
    pub name: String,
    /// Whether the segment is the catch-all, which is tried last and always serves.
    pub is_default: bool,
    /// Whether the segment was chosen.
    pub chosen: bool,
    /// Whether the visitor's country is in the segment.
    pub countries: Truth,
    /// Position of the time relative to the schedule; left out without a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub schedule: Option<Timing>,
    /// Result of the condition.
    #[serde(rename = "match")]
    pub rule: Truth,
    /// Result of each leaf of the condition.
    pub conditions: Vec<LeafReason>,
}

/// Reason for showing or hiding a button.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ButtonReason {
    /// Id.
    pub button_id: String,
    /// Whether the button is shown.
    pub shown: bool,
    /// Whether the button, or its variant for the visitor's arm, is hidden.
    pub hidden: bool,
    /// Position of the time relative to the schedule; left out without a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub schedule: Option<Timing>,
    /// Result of the condition.
    #[serde(rename = "match")]
    pub rule: Truth,
    /// Result of each leaf of the condition.
    pub conditions: Vec<LeafReason>,
}
