//! Types of content requests.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Content requests, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestList {
    /// The requests.
    pub items: Vec<RequestOut>,
    /// Where the next page begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A fan's request for content.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestOut {
    /// Unix seconds.
    pub created_at: i64,
    /// The engine's id of the fan.
    pub fan_id: String,
    /// What the fan is called; empty when that is not known.
    pub fan_username: String,
    /// Our number of it.
    pub id: i64,
    /// What the fan got.
    pub media_ids: Vec<String>,
    /// What the fan offers, in cents.
    pub offered_cents: i64,
    /// Why it was declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// `new`, `in_progress`, `fulfilled` or `declined`.
    pub status: String,
    /// What the fan wants.
    pub text: String,
    /// Unix seconds; when its state last changed.
    pub updated_at: i64,
}

/// An answer to a content request.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RequestRespond {
    /// `start`, `fulfill` or `decline`.
    pub action: String,
    /// What the fan gets; needed to fulfill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_ids: Option<Vec<String>>,
    /// Why not; needed to decline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A content request after an answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RespondedOut {
    /// Our number of it.
    pub id: i64,
    /// What the fan got.
    pub media_ids: Vec<String>,
    /// Its state now.
    pub status: String,
}
