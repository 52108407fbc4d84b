//! Types of several nouns.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// What a platform said.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AnswerOut {
    /// The platform's own code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<i64>,
    /// The HTTP status; null when no answer came in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<i64>,
    /// `delivered`, `throttled`, `retry`, `auth` or `permanent`.
    pub verdict: String,
}

/// Texts in another language.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BannerTexts {
    /// The body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The text of the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A variant of the texts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BannerVariant {
    /// The body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Its name.
    pub key: String,
    /// The text of the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its share, 0-10000.
    pub weight: i64,
}
