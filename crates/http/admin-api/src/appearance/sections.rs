//! Sections of a page's look in the API document. The domain reads them ([`landing_draft::settings::SettingsPatch`]).

use utoipa::ToSchema;

use crate::words;

/// Look of the buttons. Left out fields have the stock look.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"shape": "pill", "fill": "gradient", "color": "#7a3ff2", "font": "Poppins"}))]
pub struct ButtonsUi {
    /// Shape of the corners.
    pub shape: Option<words::ButtonShape>,
    /// Fill style.
    pub fill: Option<words::ButtonFill>,
    /// Colour.
    pub color: Option<words::Colour>,
    /// Animation.
    pub animation: Option<words::ButtonAnimation>,
    /// Speed of the animation.
    pub anim_speed: Option<words::AnimationSpeed>,
    /// Font of the labels.
    pub font: Option<words::Font>,
    /// Alignment of the labels.
    pub align: Option<words::LabelAlign>,
}

/// Content and look of the profile.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileUi {
    /// Font of the name.
    pub name_font: Option<words::Font>,
    /// Size of the name in pixels.
    #[schema(minimum = 10, maximum = 48)]
    pub name_size: Option<f64>,
    /// Line beside the name.
    #[schema(max_length = 60)]
    pub status_text: Option<String>,
    /// Text about the person; may have several lines.
    #[schema(max_length = 400)]
    pub bio: Option<String>,
    /// Font of the text about the person.
    pub bio_font: Option<words::Font>,
    /// Size of the text about the person in pixels.
    #[schema(minimum = 10, maximum = 48)]
    pub bio_size: Option<f64>,
}

/// 18+ gate.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GateUi {
    /// Whether the gate is shown.
    pub enabled: Option<bool>,
    /// Age check.
    pub mode: Option<words::GateMode>,
    /// Whether the page behind the gate is visible but blurred.
    pub blur: Option<bool>,
}

/// Link preview. Without a title it shows the display name, without a description the profile text. A card (1200 x 630
/// pixels) is drawn from both.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareUi {
    /// Title.
    #[schema(max_length = 70)]
    pub title: Option<String>,
    /// Description.
    #[schema(max_length = 200)]
    pub description: Option<String>,
    /// Picture.
    pub picture: Option<words::SharePicture>,
}

/// Help for visitors inside Instagram, TikTok and Facebook to open the page in their browser.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InAppUi {
    /// `auto` opens the browser at once on Android.
    pub mode: Option<words::InAppMode>,
}

/// Campaign parameters for outgoing addresses that lack them, with the placeholders `{button_id}`, `{segment}` and
/// `{domain}`.
#[derive(Debug, Clone, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UtmUi {
    /// Value of `utm_source`.
    #[schema(max_length = 100)]
    pub source: Option<String>,
    /// Value of `utm_medium`.
    #[schema(max_length = 100)]
    pub medium: Option<String>,
    /// Value of `utm_campaign`.
    #[schema(max_length = 100)]
    pub campaign: Option<String>,
}
