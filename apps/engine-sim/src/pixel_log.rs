//! Requests to the pixel platforms, and their scripted responses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A pixel platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Meta's Conversions API.
    Meta,
    /// TikTok's Events API 2.0.
    Tiktok,
}

impl Platform {
    /// Returns the name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Tiktok => "tiktok",
        }
    }
}

/// A request that a platform got.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Received {
    pub platform: Platform,
    /// Pixel of the request; empty if the request names none.
    pub pixel_id: String,
    /// Milliseconds since the epoch.
    pub at_ms: i64,
    /// Path and query.
    pub address: String,
    /// All headers, with lower-case names.
    pub headers: BTreeMap<String, String>,
    /// Body as text.
    pub text: String,
    /// Body as JSON; null if invalid.
    pub body: Value,
    /// Status of the response.
    pub status: u16,
    /// Body of the response.
    pub answer: Value,
}

/// A scripted response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PixelAnswer {
    /// Platform; null for both.
    #[serde(default)]
    pub platform: Option<Platform>,
    /// Pixel; null for all.
    #[serde(default)]
    pub pixel_id: Option<String>,
    /// Default 200.
    #[serde(default = "fine")]
    pub status: u16,
    /// Response body: text is sent as HTML, other values as JSON. Null sends an empty body, or the
    /// platform's own response under status 200.
    #[serde(default)]
    pub body: Value,
    /// Additional headers.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Delay in milliseconds.
    #[serde(default)]
    pub delay_ms: u64,
    /// Number of uses; null for no limit.
    #[serde(default)]
    pub count: Option<u32>,
}

fn fine() -> u16 {
    200
}

impl PixelAnswer {
    /// Creates a permanent response for all pixels of `platform`.
    pub fn new(platform: Platform, status: u16, body: Value) -> Self {
        let headers = BTreeMap::new();
        Self { platform: Some(platform), pixel_id: None, status, body, headers, delay_ms: 0, count: None }
    }

    /// Limits the number of uses.
    #[must_use]
    pub fn times(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// Limits the response to this pixel.
    #[must_use]
    pub fn of(mut self, pixel_id: &str) -> Self {
        self.pixel_id = Some(pixel_id.to_string());
        self
    }

    /// Delays the response.
    #[must_use]
    pub fn delayed(mut self, ms: u64) -> Self {
        self.delay_ms = ms;
        self
    }
}

/// Tokens that a platform accepts. Without any, every nonempty token is accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PixelTokens {
    pub platform: Platform,
    /// Pixel; null for all.
    #[serde(default)]
    pub pixel_id: Option<String>,
    /// Accepted tokens.
    pub tokens: Vec<String>,
}

/// State of the pixel platforms.
#[derive(Debug, Default)]
pub(crate) struct Pixels {
    pub(crate) received: Vec<Received>,
    pub(crate) answers: Vec<PixelAnswer>,
    pub(crate) tokens: Vec<PixelTokens>,
}

impl Pixels {
    /// Returns whether the platform accepts `token` for the pixel.
    pub(crate) fn takes(&self, platform: Platform, pixel_id: &str, token: &str) -> bool {
        let mut rules = self
            .tokens
            .iter()
            .filter(|rule| {
                rule.platform == platform && rule.pixel_id.as_deref().is_none_or(|id| id == pixel_id)
            })
            .peekable();
        !token.is_empty()
            && (rules.peek().is_none() || rules.any(|rule| rule.tokens.iter().any(|one| one == token)))
    }

    /// Returns the first matching scripted response, and counts its use.
    pub(crate) fn scripted(&mut self, platform: Platform, pixel_id: &str) -> Option<PixelAnswer> {
        let answer = self.answers.iter_mut().find(|answer| {
            answer.count != Some(0)
                && answer.platform.is_none_or(|one| one == platform)
                && answer.pixel_id.as_deref().is_none_or(|id| id == pixel_id)
        })?;
        answer.count = answer.count.map(|count| count - 1);
        Some(answer.clone())
    }
}
