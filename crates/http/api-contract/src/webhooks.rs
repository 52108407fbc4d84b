//! Webhooks on the wire.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::webhook_events::WebhookEvent;

/// A webhook to be made.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://crm.example.com/hooks/funnel", "events": ["conversion.created", "request.created"]}))]
pub struct WebhookCreate {
    /// Where messages are sent: an https address without credentials and fragment.
    #[schema(min_length = 1, max_length = 2048)]
    pub url: String,
    /// Types of events, or `*` alone for all, also those that come later.
    #[schema(min_items = 1, max_items = 50)]
    pub events: Vec<String>,
    /// What it is for.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub description: Option<String>,
    /// Whether messages are sent; true when left out.
    #[serde(default)]
    pub active: Option<bool>,
}

/// What is to change of a webhook; what is left out stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": true}))]
pub struct WebhookUpdate {
    /// Where messages are sent.
    #[serde(default)]
    #[schema(nullable = false, min_length = 1, max_length = 2048)]
    pub url: Option<String>,
    /// Types of events, or `*` alone.
    #[serde(default)]
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub events: Option<Vec<String>>,
    /// What it is for.
    #[serde(default)]
    #[schema(nullable = false, max_length = 200)]
    pub description: Option<String>,
    /// Whether messages are sent; true also takes back that the service switched it off.
    #[serde(default)]
    #[schema(nullable = false)]
    pub active: Option<bool>,
}

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookOut {
    /// Its id.
    pub id: String,
    /// Where messages are sent.
    pub url: String,
    /// Types of events, or `*` alone.
    pub events: Vec<String>,
    /// What it is for.
    pub description: String,
    /// Whether messages are sent.
    pub active: bool,
    /// Why the service switched it off: `gone` (it answered 410) or `failing` (it failed for five days).
    #[schema(required)]
    pub disabled_reason: Option<String>,
    /// The prefix of the key that made it, or that replaced this key by rotation; null for a webhook from before this was noted, which counts as
    /// the owner's, and where the key is not accepted any more.
    #[schema(required)]
    pub made_by: Option<String>,
    /// Types of events that it asks for and is not sent, because the key that made it may not read them now.
    pub withheld: Vec<String>,
    /// Creation time, in Unix seconds.
    pub created_at: i64,
    /// Creation time, in RFC 3339.
    #[schema(format = DateTime)]
    pub created_at_iso: String,
}

/// A webhook with its secret, which is shown this once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookWithSecret {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: WebhookOut,
    /// What messages are signed with, this once; absent when the answer is repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(format = Password)]
    pub secret: Option<String>,
}

/// The webhooks of an owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookList {
    /// In the order of making.
    pub items: Vec<WebhookOut>,
}

/// How a secret is replaced.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"overlap_seconds": 3600}))]
pub struct WebhookRotate {
    /// How long messages are signed with the old secret too, at most a week; a day by default.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 604800)]
    pub overlap_seconds: Option<i64>,
}

/// What came of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookTested {
    /// Whether the endpoint took the message.
    pub delivered: bool,
    /// The HTTP status; null when no answer came.
    #[schema(required)]
    pub status: Option<u16>,
    /// The first kilobyte of the answer; without one the cause: `timeout`, `dns`, `tls`, `refused`, `connection` or
    /// `forbidden_address`. `dns` also stands for a name that leads into a private network.
    pub answer: String,
}

/// One message on its way to one webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookDelivery {
    /// Its number.
    pub delivery_id: i64,
    /// The id of the message, as in the header `webhook-id`: the same at every try.
    pub message_id: String,
    /// The id of the message, not of the webhook.
    pub webhook_id: String,
    /// The type of the event.
    #[serde(rename = "type")]
    pub kind: String,
    /// `pending`, `delivered` or `failed`.
    pub state: String,
    /// How often it was tried.
    pub attempts: u32,
    /// When it is tried next, while it is pending.
    #[schema(required, format = DateTime)]
    pub next_attempt_at: Option<String>,
    /// The HTTP status of the last answer; null when none came.
    #[schema(required)]
    pub last_status: Option<u16>,
    /// The first kilobyte of the last answer; without one the cause, as in `attempt_log`, or `withheld` (nothing was sent: the key that made the
    /// webhook may not read the event); null before the first try, and for a key that may not read the event.
    #[schema(required)]
    pub last_answer: Option<String>,
    /// The last 16 attempts, oldest first.
    pub attempt_log: Vec<WebhookAttempt>,
    /// The message that is sent. Null without the right to read what the event reports, and for one of more than 16 KiB.
    #[schema(required, value_type = Option<WebhookEvent>)]
    pub payload: Option<Value>,
    /// Time of the event that the message reports, in Unix seconds.
    pub created_at: i64,
    /// Time of the event that the message reports, in RFC 3339.
    #[schema(format = DateTime)]
    pub created_at_iso: String,
}

/// One attempt to deliver a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookAttempt {
    /// When the answer came or was given up, in Unix seconds.
    pub attempted_at: i64,
    /// The HTTP status; null when no answer came.
    #[schema(required)]
    pub status: Option<u16>,
    /// Why none came: `timeout`, `dns`, `tls`, `refused`, `connection` or `forbidden_address`; null when one did.
    #[schema(required)]
    pub error: Option<String>,
    /// Duration of the request, in milliseconds.
    pub duration_ms: u32,
}

/// The deliveries of a webhook.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookDeliveryList {
    /// Newest first.
    pub items: Vec<WebhookDelivery>,
    /// Where the next page begins; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// Which deliveries are sent again.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"since": "2026-11-20T12:00:00Z"}))]
pub struct WebhookRedrive {
    /// Moment since which deliveries were made that are sent again, in RFC 3339. They failed for good, or wait for their next try.
    #[schema(format = DateTime, max_length = 64)]
    pub since: String,
}

/// What was put on its way again.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookRedriven {
    /// Number of deliveries that are retried.
    pub queued: u64,
}
