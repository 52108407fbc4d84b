//! The look of a landing and the settings of its page.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

/// An object whose fields the domain itself reads, so that it can report every error with its path.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object)]
pub struct FreeObject(pub Map<String, Value>);

/// Which domain is meant.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DomainQuery {
    /// Its hostname.
    pub domain: String,
}

/// Which background picture is meant.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SourceQuery {
    /// The domain's hostname.
    pub domain: String,
    /// `mobile`, `desktop` or `share`.
    #[param(inline)]
    pub variant: SourceVariant,
}

/// What an uploaded picture is for: the background on some screens, or the preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceVariant {
    /// Phones.
    Mobile,
    /// Everything wider.
    Desktop,
    /// The preview where the page's address is shared.
    Share,
}

/// A canvas colour.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"color": "#1f2933"}))]
pub struct CanvasColor {
    /// `#rrggbb`.
    pub color: String,
}

/// The canvas colour after a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CanvasColorOut {
    /// The domain.
    pub domain: String,
    /// `#rrggbb`, lower case.
    pub canvas_color: String,
    /// Whether it was another one before.
    pub changed: bool,
}

/// The settings by section. Each section replaces the stored one as a whole; null resets it to the stock look.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"buttons": {"shape": "pill", "fill": "gradient", "color": "#7a3ff2", "font": "Poppins"}}))]
pub struct LandingUi {
    /// `shape` rounded|pill|square|sharp, `fill` solid|outline|glass|gradient|shadow, `color` #rrggbb, `animation`
    /// none|pulse|shake|bounce|glow|shine, `anim_speed` slow|normal|fast, `font` one of twelve faces, `align`
    /// left|center|right.
    #[schema(value_type = Option<Object>)]
    pub buttons: Option<Value>,
    /// `name_font`, `name_size` 10-48, `status_text` to 60 characters, `bio` to 400, `bio_font`, `bio_size` 10-48.
    #[schema(value_type = Option<Object>)]
    pub profile: Option<Value>,
    /// `enabled`, `mode` confirm|birthdate, `blur`.
    #[schema(value_type = Option<Object>)]
    pub gate: Option<Value>,
    /// The preview where the page's address is shared: `title` to 70 characters, `description` to 200, `picture` card|upload. A
    /// card of 1200 x 630 pixels is drawn from title and description; left out while it is not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub share: Option<Value>,
    /// Help for visitors inside Instagram, TikTok and Facebook to open the page outside: `mode` off|hint|auto; left out while it
    /// is not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub in_app: Option<Value>,
    /// Campaign parameters for outgoing addresses that lack them: `source`, `medium`, `campaign`, each up to 100 characters with
    /// `{button_id}`, `{segment}` and `{domain}`; left out while it is not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub utm: Option<Value>,
}

/// The settings after a change.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LandingUiOut {
    /// The domain.
    pub domain: String,
    /// The sections as they are stored; null is the stock look.
    #[schema(value_type = LandingUi)]
    pub ui: Value,
    /// Whether they were other ones before.
    pub changed: bool,
    /// Labels whose picture has another name now.
    pub relabeled: usize,
}

/// Who draws the page.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"kind": "builtin"}))]
pub struct DesignIn {
    /// `builtin`, or `custom_html` with a document of the owner's.
    pub kind: DesignKind,
    /// The document, at most 512 KiB; for `custom_html` only.
    #[serde(default)]
    pub html: Option<String>,
}

/// Who draws the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DesignKind {
    /// The service, from the settings.
    Builtin,
    /// The owner, by a document that is served in a sandbox.
    CustomHtml,
}

/// The design after a change, without the document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DesignOut {
    /// `builtin` or `custom_html`.
    pub kind: String,
    /// The length of the document in bytes; 0 without one.
    pub html_bytes: usize,
}

/// Whether a background picture was uploaded.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SourceOut {
    /// The domain.
    pub domain: String,
    /// The variant.
    pub variant: SourceVariant,
    /// Whether it is there.
    pub exists: bool,
}

/// The files of the background pictures.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SourcesOut {
    /// The picture for phones.
    pub mobile: Option<String>,
    /// The picture for everything wider.
    pub desktop: Option<String>,
    /// The picture for the preview; left out while there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub share: Option<String>,
}

/// The whole look of a draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BackgroundOut {
    /// The domain.
    pub domain: String,
    /// `#rrggbb`; null for the stock one.
    pub canvas_color: Option<String>,
    /// The sections as they are stored.
    #[schema(value_type = LandingUi)]
    pub ui: Value,
    /// Who draws the page.
    pub design: DesignOut,
    /// The background pictures.
    pub sources: SourcesOut,
}
