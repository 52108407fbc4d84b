//! Conversion pixels of tracked links.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Write-only token. It is never printed or returned.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, format = Password)]
pub struct WriteOnly(pub String);

impl fmt::Debug for WriteOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// A new or changed conversion pixel.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"platform": "meta", "pixel_id": "1234567890", "active": true}))]
pub struct PixelPut {
    /// `meta` or `tiktok`.
    pub platform: String,
    /// 1-64 letters, digits, underscores and hyphens.
    pub pixel_id: String,
    /// Access token of the platform, required for a new pixel. Blank, null or left out keeps the stored token.
    #[serde(default)]
    #[schema(write_only)]
    pub access_token: Option<WriteOnly>,
    /// JSON object as text that maps conversion types to event names, merged over the defaults; an empty name disables
    /// a type.
    #[serde(default)]
    #[schema(max_length = 4096)]
    pub event_map_json: Option<String>,
    /// False pauses forwarding and keeps everything else.
    #[serde(default)]
    pub active: Option<bool>,
}

/// A pixel.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PixelOut {
    /// `meta` or `tiktok`.
    pub platform: String,
    /// Id of the pixel at the platform.
    pub pixel_id: String,
    /// Event map, as sent; empty for none.
    pub event_map_json: String,
    /// Whether events are forwarded.
    pub active: bool,
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
