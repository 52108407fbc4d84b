//! Types of several nouns.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

/// What the calling key may do right now.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EffectiveRights {
    /// The currency of all sums of money by ISO 4217: that of the owner's first account.
    pub currency: String,
    /// When it ends, in Unix seconds; null for a lasting key.
    pub expires_at: Option<i64>,
    /// The functions that it may call, by tab, after its restriction and those of the member behind it.
    pub functions: BTreeMap<String, Vec<String>>,
    /// The scopes of the key: `read`, `write`.
    pub scopes: Vec<String>,
    /// Opaque name of the owner: the same for all keys of one owner, and no two owners share it. It changes when the operator changes the
    /// secret key of the service.
    pub workspace: String,
}
