//! Types of webhooks.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::patch::Patch;
use crate::secret::Secret;
use crate::types::WebhookDisabledReason;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// A webhook.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Webhook {
    /// Whether messages are sent.
    pub active: bool,
    /// Creation time, in Unix seconds.
    pub created_at: i64,
    /// Creation time, in RFC 3339.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
    pub created_at_iso: String,
    /// Description.
    pub description: String,
    /// Cause why the service disabled the webhook: `gone` (status 410) or `failing` (five days without success).
    pub disabled_reason: Option<WebhookDisabledReason>,
    /// Event types, or `*` alone.
    pub events: Vec<WebhookFilter>,
    /// Id.
    pub id: String,
    /// Prefix of the key that made the webhook, or that replaced this key by rotation. Null if the key is no longer
    /// valid, and for a webhook from before keys were recorded, which counts as the owner's.
    pub made_by: Option<String>,
    /// Address of the receiver.
    pub url: String,
    /// Requested event types that are not sent, because the webhook's key may not read them now.
    pub withheld: Vec<WebhookEventType>,
}

/// A new webhook.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WebhookCreate {
    /// Whether messages are sent; true by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    /// Description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Event types, each once, or `*` alone for all, including types of later releases.
    pub events: Vec<WebhookFilter>,
    /// Address of the receiver: https, without credentials and fragment.
    pub url: String,
}

words! {
    /// Type of a webhook event.
    WebhookEventType {
        DomainActive = "domain.active",
        DomainFailed = "domain.failed",
        LandingPublished = "landing.published",
        LinkChanged = "link.changed",
        ConversionCreated = "conversion.created",
        RequestCreated = "request.created",
        BroadcastFinished = "broadcast.finished",
        BroadcastPaused = "broadcast.paused",
        PixelFailing = "pixel.failing",
        KeyCreated = "key.created",
        KeyRevoked = "key.revoked",
        WebhookDisabled = "webhook.disabled",
        DestinationBroken = "destination.broken",
        DestinationMended = "destination.mended",
    }
}

words! {
    /// Type of a webhook event, or `*` for all types.
    WebhookFilter {
        DomainActive = "domain.active",
        DomainFailed = "domain.failed",
        LandingPublished = "landing.published",
        LinkChanged = "link.changed",
        ConversionCreated = "conversion.created",
        RequestCreated = "request.created",
        BroadcastFinished = "broadcast.finished",
        BroadcastPaused = "broadcast.paused",
        PixelFailing = "pixel.failing",
        KeyCreated = "key.created",
        KeyRevoked = "key.revoked",
        WebhookDisabled = "webhook.disabled",
        DestinationBroken = "destination.broken",
        DestinationMended = "destination.mended",
        All = "*",
    }
}

/// The webhooks of an owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookList {
    /// Oldest first.
    pub items: Vec<Webhook>,
}

/// Rotation of a secret.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WebhookRotate {
    /// Seconds for which messages are also signed with the old secret, at most a week; a day by default.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub overlap_seconds: Patch<i64>,
}

/// Result of a test.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookTested {
    /// First kilobyte of the answer, or the cause of a missing answer: `timeout`, `dns`, `tls`, `refused`, `connection`
    /// or `forbidden_address`. A name that leads into a private network is `dns`.
    pub answer: String,
    /// Whether the endpoint accepted the message.
    pub delivered: bool,
    /// HTTP status; null without an answer.
    pub status: Option<i64>,
}

/// A partial change of a webhook. Only given fields change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WebhookUpdate {
    /// Whether messages are sent; true also re-enables a webhook that the service disabled.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub active: Patch<bool>,
    /// Description.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub description: Patch<String>,
    /// Event types, or `*` alone.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub events: Patch<Vec<WebhookFilter>>,
    /// Address of the receiver.
    #[serde(default, skip_serializing_if = "Patch::is_keep")]
    pub url: Patch<String>,
}

/// A webhook with its secret, which is shown once.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookWithSecret {
    /// Whether messages are sent.
    pub active: bool,
    /// Creation time, in Unix seconds.
    pub created_at: i64,
    /// Creation time, in RFC 3339.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
    pub created_at_iso: String,
    /// Description.
    pub description: String,
    /// Cause why the service disabled the webhook: `gone` (status 410) or `failing` (five days without success).
    pub disabled_reason: Option<WebhookDisabledReason>,
    /// Event types, or `*` alone.
    pub events: Vec<WebhookFilter>,
    /// Id.
    pub id: String,
    /// Prefix of the key that made the webhook, or that replaced this key by rotation. Null if the key is no longer
    /// valid, and for a webhook from before keys were recorded, which counts as the owner's.
    pub made_by: Option<String>,
    /// Signing secret, shown once; absent in a repeated response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Address of the receiver.
    pub url: String,
    /// Requested event types that are not sent, because the webhook's key may not read them now.
    pub withheld: Vec<WebhookEventType>,
}
