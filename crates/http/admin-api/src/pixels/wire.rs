//! Conversion pixels of tracked links.

use deserr::{Deserr, IntoValue, ValuePointerRef};
use std::fmt;

use crate::words;
use http_kit::extract::Faults;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use validator::Validate;

/// Write-only token. It is never printed or returned.
#[derive(Clone, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, format = Password)]
pub struct WriteOnly(pub String);

impl Deserr<Faults> for WriteOnly {
    fn deserialize_from_value<V: IntoValue>(
        value: deserr::Value<V>,
        at: ValuePointerRef<'_>,
    ) -> Result<Self, Faults> {
        String::deserialize_from_value(value, at).map(Self)
    }
}

/// Errors of rules carry the value, which stays hidden.
impl Serialize for WriteOnly {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("***")
    }
}

impl fmt::Debug for WriteOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// A new or changed conversion pixel.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"platform": "meta", "pixel_id": "1234567890", "active": true}))]
pub struct PixelPut {
    /// Platform.
    #[schema(value_type = words::Platform)]
    #[validate(custom(function = crate::rules::platform))]
    pub platform: String,
    /// 1-64 letters, digits, underscores and hyphens.
    #[validate(custom(function = crate::rules::pixel_id))]
    pub pixel_id: String,
    /// Access token of the platform, required for a new pixel. Blank, null or left out keeps the stored token.
    #[deserr(default)]
    #[schema(write_only)]
    #[validate(custom(function = crate::rules::access_token))]
    pub access_token: Option<WriteOnly>,
    /// JSON object as text that maps conversion types to event names, merged over the defaults; an empty name disables
    /// a type.
    #[deserr(default)]
    #[schema(max_length = 4096)]
    #[validate(length(max = 4096), custom(function = crate::rules::event_map))]
    pub event_map_json: Option<String>,
    /// False pauses forwarding and keeps everything else.
    #[deserr(default)]
    pub active: Option<bool>,
    /// True also sends the user agent of the visitor's click, which Meta requires for events of a website: clicks on
    /// your domains then keep it, at most 7 days, while such a pixel is active. False sends and keeps none, and is the
    /// default of a new pixel. Null or left out keeps the stored switch.
    #[deserr(default)]
    pub send_user_agent: Option<bool>,
}

/// A pixel.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Pixel)]
pub struct PixelOut {
    /// Platform.
    #[schema(value_type = words::Platform)]
    pub platform: String,
    /// Id of the pixel at the platform.
    pub pixel_id: String,
    /// Event map, as sent; empty for none.
    pub event_map_json: String,
    /// Whether events are forwarded.
    pub active: bool,
    /// Whether events carry the user agent of the visitor's click.
    pub send_user_agent: bool,
    /// Whether a token is stored.
    pub has_token: bool,
    /// Time in Unix seconds.
    pub updated_at: i64,
    /// Last rejection by the platform; null for none.
    pub last_error: Option<String>,
}

/// The pixels of a link, at most one a platform.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PixelList {
    /// The pixels.
    pub items: Vec<PixelOut>,
}
