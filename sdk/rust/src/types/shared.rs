//! Types of several nouns.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Answer of a platform.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AnswerOut {
    /// The platform's own code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<i64>,
    /// Reason why there was no response: `timeout`, `dns`, `tls`, `refused` or `connection`. Null after a response, and
    /// for attempts from before the reason was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// HTTP status; null without a response.
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
    /// Name.
    pub key: String,
    /// The text of the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Weight, 0-10,000.
    pub weight: i64,
}

/// Current rights of the calling key.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EffectiveRights {
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// End in Unix seconds; null for a key without an end.
    pub expires_at: Option<i64>,
    /// Allowed functions by tab, within the restrictions of the key and its member.
    pub functions: BTreeMap<String, Vec<String>>,
    /// Scopes of the key: `read`, `write`.
    pub scopes: Vec<String>,
    /// Opaque name of the owner, the same for all keys of the owner and unique. It changes when the operator changes
    /// the secret key of the service.
    pub workspace: String,
}
