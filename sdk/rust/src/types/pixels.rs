//! Types of pixels.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::secret::Secret;
use crate::types::Platform;
use crate::types::PlatformAnswer;
use serde::{Deserialize, Serialize};

/// A pixel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Pixel {
    /// Whether events are forwarded.
    pub active: bool,
    /// Event map, as sent; empty for none.
    pub event_map_json: String,
    /// Whether a token is stored.
    pub has_token: bool,
    /// Last rejection by the platform; null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    /// Id of the pixel at the platform.
    pub pixel_id: String,
    /// Platform.
    pub platform: Platform,
    /// Whether events carry the user agent of the visitor's click.
    pub send_user_agent: bool,
    /// Time in Unix seconds.
    pub updated_at: i64,
}

/// The pixels of a link, at most one a platform.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PixelList {
    /// The pixels.
    pub items: Vec<Pixel>,
}

/// A new or changed conversion pixel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PixelPut {
    /// Access token of the platform, required for a new pixel. Blank, null or left out keeps the stored token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_token: Option<WriteOnly>,
    /// False pauses forwarding and keeps everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    /// JSON object as text that maps conversion types to event names, merged over the defaults; an empty name disables
    /// a type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_map_json: Option<String>,
    /// 1-64 letters, digits, underscores and hyphens.
    pub pixel_id: String,
    /// Platform.
    pub platform: Platform,
    /// True also sends the user agent of the visitor's click, which Meta requires for events of a website: clicks on
    /// your domains then keep it, at most 7 days, while such a pixel is active. False sends and keeps none, and is the
    /// default of a new pixel. Null or left out keeps the stored switch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_user_agent: Option<bool>,
}

/// A test of a pixel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PixelTest {
    /// Code from the platform's test page; generated if left out.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub test_event_code: Patch<String>,
}

/// Result of a test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PixelTested {
    /// Answer of the platform.
    pub answer: PlatformAnswer,
    /// Id of the event.
    pub event_id: String,
    /// Name of the event.
    pub event_name: String,
    /// Test code of the event.
    pub test_event_code: String,
}

/// Write-only token. It is never printed or returned.
pub type WriteOnly = Secret;
