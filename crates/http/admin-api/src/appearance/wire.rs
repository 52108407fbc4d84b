//! The look of a landing and the settings of its page.

use super::sections::{ButtonsUi, GateUi, InAppUi, ProfileUi, ShareUi, UtmUi};
use crate::words;
use deserr::Deserr;
use http_kit::extract::{Faults, coded};
use http_kit::wire::ErrorCode;
use landing_draft::settings::SettingsPatch;
use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

crate::fields::read_by_domain! {
    /// Sections of the look.
    LookFields => |body| {
        let errors = SettingsPatch::parse(&Value::Object(body.0.clone())).err();
        errors.map_or(Ok(()), |errors| {
            coded(ErrorCode::LandingUiInvalid, errors.to_string(), Err::<(), _>(errors))
        })
    },
}

/// The domain of a request.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct DomainQuery {
    /// Hostname of the domain.
    pub domain: String,
}

/// A background picture of a domain.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct SourceQuery {
    /// Hostname of the domain.
    pub domain: String,
    /// `mobile`, `desktop` or `share`.
    pub variant: SourceVariant,
}

/// Use of an uploaded picture: a background or the link preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum SourceVariant {
    /// Background on phones.
    Mobile,
    /// Background on wider screens.
    Desktop,
    /// Picture of the link preview.
    Share,
}

/// A canvas colour.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"color": "#1f2933"}))]
pub struct CanvasColor {
    /// `#rrggbb`.
    #[schema(value_type = words::Colour)]
    #[validate(custom(function = crate::rules::canvas_color))]
    pub color: String,
}

/// The canvas colour after a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ChangedCanvasColor)]
pub struct CanvasColorOut {
    /// The domain.
    pub domain: String,
    /// `#rrggbb`, lower case.
    #[schema(value_type = words::Colour)]
    pub canvas_color: String,
    /// Whether the colour changed.
    pub changed: bool,
}

/// Settings by section. A section replaces the stored one as a whole; null resets it to the stock look.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"buttons": {"shape": "pill", "fill": "gradient", "color": "#7a3ff2", "font": "Poppins"}}))]
#[serde(deny_unknown_fields)]
pub struct LandingUi {
    /// Look of the buttons.
    #[schema(value_type = Option<ButtonsUi>)]
    pub buttons: Option<Value>,
    /// Profile.
    #[schema(value_type = Option<ProfileUi>)]
    pub profile: Option<Value>,
    /// 18+ gate.
    #[schema(value_type = Option<GateUi>)]
    pub gate: Option<Value>,
    /// Link preview. Left out while not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<ShareUi>)]
    pub share: Option<Value>,
    /// Help for visitors inside of apps. Left out while not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<InAppUi>)]
    pub in_app: Option<Value>,
    /// Campaign parameters. Left out while not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<UtmUi>)]
    pub utm: Option<Value>,
}

/// The settings after a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ChangedLandingUi)]
pub struct LandingUiOut {
    /// The domain.
    pub domain: String,
    /// Stored sections; null is the stock look.
    #[schema(value_type = LandingUi)]
    pub ui: Value,
    /// Whether the settings changed.
    pub changed: bool,
    /// Number of labels whose picture changed.
    pub relabeled: usize,
}

/// Design that draws the page.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::page_design, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"kind": "builtin"}))]
#[schema(as = PageDesignChange)]
pub struct DesignIn {
    /// `builtin`, or `custom_html` with the owner's document.
    pub kind: DesignKind,
    /// HTML document of at most 512 KiB; for `custom_html` only.
    #[deserr(default)]
    pub html: Option<String>,
}

/// Design that draws the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum DesignKind {
    /// The service draws the page from the settings.
    Builtin,
    /// The owner's document is served in a sandbox.
    #[deserr(rename = "custom_html")]
    CustomHtml,
}

/// The design after a change, without the document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PageDesign)]
pub struct DesignOut {
    /// Design.
    #[schema(value_type = DesignKind)]
    pub kind: String,
    /// Length of the document in bytes; 0 without one.
    pub html_bytes: usize,
}

/// Whether a background picture was uploaded.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BackgroundUpload)]
pub struct SourceOut {
    /// The domain.
    pub domain: String,
    /// Variant of the picture.
    pub variant: SourceVariant,
    /// Whether the picture was uploaded.
    pub exists: bool,
}

/// Files of the background pictures.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BackgroundFiles)]
pub struct SourcesOut {
    /// The picture for phones.
    pub mobile: Option<String>,
    /// The picture for wider screens.
    pub desktop: Option<String>,
    /// The picture of the link preview; left out without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub share: Option<String>,
}

/// The card that the service draws for the link preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ShareCard)]
pub struct CardOut {
    /// The picture; null if no character of the title can be drawn.
    pub file: Option<String>,
    /// Characters of title and description that the card leaves out, because no font has them.
    pub missing: Vec<String>,
}

/// The whole look of a draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Background)]
pub struct BackgroundOut {
    /// The domain.
    pub domain: String,
    /// `#rrggbb`; null is the stock colour.
    #[schema(value_type = Option<words::Colour>)]
    pub canvas_color: Option<String>,
    /// Stored sections.
    #[schema(value_type = LandingUi)]
    pub ui: Value,
    /// Design that draws the page.
    pub design: DesignOut,
    /// The background pictures.
    pub sources: SourcesOut,
    /// The card of the link preview; left out if none is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub card: Option<CardOut>,
}
