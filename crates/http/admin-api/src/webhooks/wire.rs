//! Webhooks on the wire.

use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::{Given, Int, ShownOnce};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use validator::Validate;

use crate::webhooks::events::WebhookEvent;
use crate::words;

/// A new webhook.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://crm.example.com/hooks/funnel", "events": ["conversion.created", "request.created"]}))]
pub struct WebhookCreate {
    /// Address of the receiver: https, without credentials and fragment.
    #[schema(min_length = 1, max_length = 2048)]
    #[validate(length(min = 1, max = 2048), custom(function = crate::rules::webhook_url))]
    pub url: String,
    /// Event types, each once, or `*` alone for all, including types of later releases.
    #[schema(value_type = Vec<words::WebhookFilter>, min_items = 1, max_items = 50)]
    #[validate(length(min = 1, max = 50), custom(function = crate::rules::webhook_events))]
    pub events: Vec<String>,
    /// Description.
    #[deserr(default)]
    #[schema(max_length = 200)]
    #[validate(length(max = 200), custom(function = crate::rules::webhook_description))]
    pub description: Option<String>,
    /// Whether messages are sent; true by default.
    #[deserr(default)]
    pub active: Option<bool>,
}

/// A partial change of a webhook. Only given fields change.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": true}))]
pub struct WebhookUpdate {
    /// Address of the receiver.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(nullable = false, min_length = 1, max_length = 2048)]
    #[validate(length(min = 1, max = 2048), custom(function = crate::rules::webhook_url))]
    pub url: Option<String>,
    /// Event types, or `*` alone.
    #[deserr(default, from(Given<Vec<String>>) = Given::value)]
    #[schema(value_type = Option<Vec<words::WebhookFilter>>, nullable = false, min_items = 1, max_items = 50)]
    #[validate(length(min = 1, max = 50), custom(function = crate::rules::webhook_events))]
    pub events: Option<Vec<String>>,
    /// Description.
    #[deserr(default, from(Given<String>) = Given::value)]
    #[schema(nullable = false, max_length = 200)]
    #[validate(length(max = 200), custom(function = crate::rules::webhook_description))]
    pub description: Option<String>,
    /// Whether messages are sent; true also re-enables a webhook that the service disabled.
    #[deserr(default, from(Given<bool>) = Given::value)]
    #[schema(nullable = false)]
    pub active: Option<bool>,
}

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Webhook)]
pub struct WebhookOut {
    /// Id.
    pub id: String,
    /// Address of the receiver.
    pub url: String,
    /// Event types, or `*` alone.
    #[schema(value_type = Vec<words::WebhookFilter>)]
    pub events: Vec<String>,
    /// Description.
    pub description: String,
    /// Whether messages are sent.
    pub active: bool,
    /// Cause why the service disabled the webhook: `gone` (status 410) or `failing` (five days without success).
    #[schema(value_type = Option<words::WebhookDisabledReason>, required)]
    pub disabled_reason: Option<String>,
    /// Prefix of the key that made the webhook, or that replaced this key by rotation. Null if the key is no longer
    /// valid, and for a webhook from before keys were recorded, which counts as the owner's.
    #[schema(required)]
    pub made_by: Option<String>,
    /// Requested event types that are not sent, because the webhook's key may not read them now.
    #[schema(value_type = Vec<words::WebhookEventType>)]
    pub withheld: Vec<String>,
    /// Creation time, in Unix seconds.
    pub created_at: i64,
    /// Creation time, in RFC 3339.
    #[schema(format = DateTime)]
    pub created_at_iso: String,
}

/// A webhook with its secret, which is shown once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookWithSecret {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: WebhookOut,
    /// Signing secret, shown once; absent in a repeated response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(format = Password)]
    pub secret: Option<String>,
}

/// The webhooks of an owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookList {
    /// Oldest first.
    pub items: Vec<WebhookOut>,
}

/// Rotation of a secret.
#[derive(Debug, Clone, Default, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"overlap_seconds": 3600}))]
pub struct WebhookRotate {
    /// Seconds for which messages are also signed with the old secret, at most a week; a day by default.
    #[deserr(default, from(Option<Int<i64, 0, 604800>>) = Int::optional)]
    #[schema(minimum = 0, maximum = 604800)]
    pub overlap_seconds: Option<i64>,
}

/// Result of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookTested {
    /// Whether the endpoint accepted the message.
    pub delivered: bool,
    /// HTTP status; null without an answer.
    #[schema(required)]
    pub status: Option<u16>,
    /// First kilobyte of the answer, or the cause of a missing answer: `timeout`, `dns`, `tls`, `refused`, `connection`
    /// or `forbidden_address`. A name that leads into a private network is `dns`.
    pub answer: String,
}

/// Delivery of one message to one webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookDelivery {
    /// Number of the delivery.
    pub delivery_id: i64,
    /// Id of the message, as in the header `webhook-id`; the same at every attempt and for every webhook.
    pub message_id: String,
    /// Id of the message, not of the webhook.
    pub webhook_id: String,
    /// The type of the event.
    #[serde(rename = "type")]
    #[schema(value_type = words::WebhookMessageType)]
    pub kind: String,
    /// State.
    #[schema(value_type = words::WebhookDeliveryState)]
    pub state: String,
    /// Number of attempts.
    pub attempts: u32,
    /// Time of the next attempt, while pending.
    #[schema(required, format = DateTime)]
    pub next_attempt_at: Option<String>,
    /// HTTP status of the last answer; null without an answer.
    #[schema(required)]
    pub last_status: Option<u16>,
    /// First kilobyte of the last answer, or the cause of a missing answer as in `attempt_log`, or `withheld` (not
    /// sent, because the webhook's key may not read the event). Null before the first attempt, and if the calling key
    /// may not read the event.
    #[schema(required)]
    pub last_answer: Option<String>,
    /// The last 16 attempts, oldest first.
    pub attempt_log: Vec<WebhookAttempt>,
    /// Message. Null if the calling key may not read the event, and for a message above 16 KiB.
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
    /// Time of the answer or of the timeout, in Unix seconds.
    pub attempted_at: i64,
    /// HTTP status; null without an answer.
    #[schema(required)]
    pub status: Option<u16>,
    /// Cause of a missing answer; null after an answer.
    #[schema(value_type = Option<words::WebhookNoAnswer>, required)]
    pub error: Option<String>,
    /// Duration of the request, in milliseconds.
    pub duration_ms: u32,
}

/// The deliveries of a webhook.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookDeliveryList {
    /// Newest first.
    pub items: Vec<WebhookDelivery>,
    /// Cursor of the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// Deliveries to retry.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"since": "2026-11-20T12:00:00Z"}))]
pub struct WebhookRedrive {
    /// Earliest creation time of the deliveries to retry, in RFC 3339. Only deliveries that failed for good or wait for
    /// their next attempt are retried.
    #[schema(format = DateTime, max_length = 64)]
    #[validate(length(max = 64), custom(function = crate::rules::since))]
    pub since: String,
}

/// Number of queued retries.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookRedriven {
    /// Number of deliveries that are retried.
    pub queued: u64,
}

impl ShownOnce for WebhookWithSecret {
    type Rest = Self;

    fn rest(&self) -> Self {
        Self { secret: None, ..self.clone() }
    }
}
