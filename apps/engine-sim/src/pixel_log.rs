//! What the pixel platforms were sent, and what they are set to answer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A pixel platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// The Conversions API.
    Meta,
    /// The Events API 2.0.
    Tiktok,
}

impl Platform {
    /// As on the wire.
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
    /// Which platform.
    pub platform: Platform,
    /// For which pixel; empty if the request does not say.
    pub pixel_id: String,
    /// Milliseconds since the epoch.
    pub at_ms: i64,
    /// The path, and what was behind the `?`.
    pub address: String,
    /// All headers, names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body as it came.
    pub text: String,
    /// The body as JSON, null if it is none.
    pub body: Value,
    /// The status of the answer.
    pub status: u16,
    /// The answer.
    pub answer: Value,
}

/// An answer that is given instead of the platform's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PixelAnswer {
    /// Null for both.
    #[serde(default)]
    pub platform: Option<Platform>,
    /// Null for all.
    #[serde(default)]
    pub pixel_id: Option<String>,
    /// 200 if absent.
    #[serde(default = "fine")]
    pub status: u16,
    /// A text is sent as it is and as HTML, everything else as JSON. Null: nothing is sent, or under status 200 what
    /// the platform itself would answer.
    #[serde(default)]
    pub body: Value,
    /// Further headers.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// How long the answer takes.
    #[serde(default)]
    pub delay_ms: u64,
    /// How often it is given; null for always.
    #[serde(default)]
    pub count: Option<u32>,
}

fn fine() -> u16 {
    200
}

impl PixelAnswer {
    /// An answer for all pixels of `platform`, always.
    pub fn new(platform: Platform, status: u16, body: Value) -> Self {
        let headers = BTreeMap::new();
        Self { platform: Some(platform), pixel_id: None, status, body, headers, delay_ms: 0, count: None }
    }

    /// Only so many times.
    #[must_use]
    pub fn times(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// Only for this pixel.
    #[must_use]
    pub fn of(mut self, pixel_id: &str) -> Self {
        self.pixel_id = Some(pixel_id.to_string());
        self
    }

    /// After so many milliseconds.
    #[must_use]
    pub fn delayed(mut self, ms: u64) -> Self {
        self.delay_ms = ms;
        self
    }
}

/// The tokens that a platform takes. As long as none are set, every token but the empty one is good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PixelTokens {
    /// Which platform.
    pub platform: Platform,
    /// For which pixel; null for all.
    #[serde(default)]
    pub pixel_id: Option<String>,
    /// What is taken.
    pub tokens: Vec<String>,
}

/// What the platforms know.
#[derive(Debug, Default)]
pub(crate) struct Pixels {
    pub(crate) received: Vec<Received>,
    pub(crate) answers: Vec<PixelAnswer>,
    pub(crate) tokens: Vec<PixelTokens>,
}

impl Pixels {
    /// Whether `token` is good for the pixel.
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

    /// The first scripted answer that fits, counted.
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
