//! Types of webhook deliveries.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// One message on its way to one webhook.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookDelivery {
    /// How often it was tried.
    pub attempts: i64,
    /// Time of the event that the message reports, in Unix seconds.
    pub created_at: i64,
    /// Time of the event that the message reports, in RFC 3339.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
    pub created_at_iso: String,
    /// Its number.
    pub delivery_id: i64,
    /// The first kilobyte of the last answer; without one `timeout`, `connection` or `forbidden_address`; null before the first try.
    pub last_answer: Option<String>,
    /// The HTTP status of the last answer; null when none came.
    pub last_status: Option<i64>,
    /// When it is tried next, while it is pending.
    pub next_attempt_at: Option<String>,
    /// `pending`, `delivered` or `failed`.
    pub state: String,
    /// The type of the event.
    pub r#type: String,
    /// The id of the message, as in the header `webhook-id`: the same at every try.
    pub webhook_id: String,
}

/// The deliveries of a webhook.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookDeliveryList {
    /// Newest first.
    pub items: Vec<WebhookDelivery>,
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// Which deliveries are sent again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WebhookRedrive {
    /// Those that failed and were made then or later; RFC 3339.
    pub since: String,
}

/// What was put on its way again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookRedriven {
    /// How many failed deliveries are tried again.
    pub queued: i64,
}
