//! Types of content requests.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};

/// A content request after an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AnsweredRequest {
    /// Number of the request.
    pub id: i64,
    /// Media sent to the fan.
    pub media_ids: Vec<String>,
    /// State after the response.
    pub status: RequestState,
}

/// A fan's request for content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentRequest {
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Id of the fan at the engine.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Number of the request.
    pub id: i64,
    /// Media sent to the fan.
    pub media_ids: Vec<String>,
    /// Offered price in cents.
    pub offered_cents: i64,
    /// Reason of the decline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// State.
    pub status: RequestState,
    /// Text of the request.
    pub text: String,
    /// Time of the last change of state, in Unix seconds.
    pub updated_at: i64,
}

words! {
    /// Answer to a content request.
    RequestAction {
        Start = "start",
        Fulfill = "fulfill",
        Decline = "decline",
    }
}

/// Content requests, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestList {
    /// The requests.
    pub items: Vec<ContentRequest>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// An answer to a content request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RequestRespond {
    /// Action.
    pub action: RequestAction,
    /// Media for the fan, 1 to 100; required by `fulfill`, ignored otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_ids: Option<Vec<String>>,
    /// Reason, up to 1,000 characters; required by `decline`, ignored otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

words! {
    /// State of a content request.
    RequestState {
        New = "new",
        InProgress = "in_progress",
        Fulfilled = "fulfilled",
        Declined = "declined",
    }
}
