//! Types of webhook deliveries.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::BroadcastFinishReason;
use crate::types::BroadcastPauseReason;
use crate::types::BroadcastStatus;
use crate::types::ConversionType;
use crate::types::DestinationFailure;
use crate::types::Platform;
use crate::types::WebhookDisabledReason;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// `data` of `broadcast.finished`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastFinishedData {
    /// The number of the campaign.
    pub broadcast_id: i64,
    /// Cause of a regular end.
    pub reason: Option<BroadcastFinishReason>,
    /// Status: finished, cancelled or failed.
    pub status: BroadcastStatus,
}

/// A campaign ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastFinishedEvent {
    /// Not described.
    pub data: BroadcastFinishedData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `broadcast.paused`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastPausedData {
    /// The number of the campaign.
    pub broadcast_id: i64,
    /// Cause of the pause.
    pub reason: Option<BroadcastPauseReason>,
}

/// A campaign was paused.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastPausedEvent {
    /// Not described.
    pub data: BroadcastPausedData,
    /// Time of the event.
    pub timestamp: String,
}

words! {
    /// Kind of a changed link.
    ChangedLinkKind {
        SmartLink = "smart_link",
        FunnelLink = "funnel_link",
    }
}

/// `data` of `conversion.created`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConversionCreatedData {
    /// The number of the conversion.
    pub conversion_id: i64,
    /// The currency.
    pub currency: Option<String>,
    /// Domain that the conversion is attributed to.
    pub domain: Option<String>,
    /// Amount paid, in cents; null if no money moved.
    pub gross_cents: Option<i64>,
    /// Number of the funnel link that the conversion is attributed to.
    pub link_id: Option<i64>,
    /// The owner's net, in cents.
    pub net_cents: Option<i64>,
    /// Time of the event.
    pub occurred_at: String,
    /// Action of the fan.
    pub r#type: ConversionType,
}

/// A conversion of a fan was attributed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConversionCreatedEvent {
    /// Not described.
    pub data: ConversionCreatedData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `destination.broken`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DestinationBrokenData {
    /// Time of the first failed check.
    pub broken_since: String,
    /// Domains whose pages or links use the address.
    pub domains: Vec<String>,
    /// Reason why the check got no response; null after a response.
    pub last_error: Option<DestinationFailure>,
    /// HTTP status of the last answer; null without an answer.
    pub last_status: Option<i64>,
    /// The address.
    pub url: String,
}

/// An address that pages or links lead to no longer works.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DestinationBrokenEvent {
    /// Not described.
    pub data: DestinationBrokenData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `destination.mended`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DestinationMendedData {
    /// Time of the first failed check.
    pub broken_since: String,
    /// Domains whose pages or links use the address.
    pub domains: Vec<String>,
    /// The address.
    pub url: String,
}

/// A broken address works again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DestinationMendedEvent {
    /// Not described.
    pub data: DestinationMendedData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `domain.active`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainActiveData {
    /// The domain.
    pub domain: String,
}

/// A domain is reachable.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainActiveEvent {
    /// Not described.
    pub data: DomainActiveData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `domain.failed`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainFailedData {
    /// The domain.
    pub domain: String,
    /// Fault of the destination, for a person.
    pub error: Option<String>,
}

/// Provisioning of a domain failed for good.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainFailedEvent {
    /// Not described.
    pub data: DomainFailedData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `key.created`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyCreatedData {
    /// The number of the key.
    pub key_id: i64,
}

/// A key was created, also by a rotation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyCreatedEvent {
    /// Not described.
    pub data: KeyCreatedData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `key.revoked`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyRevokedData {
    /// The number of the key.
    pub key_id: i64,
}

/// A key was revoked, or replaced by a rotation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyRevokedEvent {
    /// Not described.
    pub data: KeyRevokedData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `landing.published`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LandingPublishedData {
    /// The domain.
    pub domain: String,
    /// Version whose content a rollback restored.
    pub rolled_back_from: Option<i64>,
    /// The number of the version that is live.
    pub version: i64,
}

/// Another version of a landing page is live.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LandingPublishedEvent {
    /// Not described.
    pub data: LandingPublishedData,
    /// Time of the event.
    pub timestamp: String,
}

words! {
    /// Change of a link.
    LinkChange {
        Created = "created",
        Updated = "updated",
        Deleted = "deleted",
    }
}

/// `data` of `link.changed`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LinkChangedData {
    /// Change.
    pub change: LinkChange,
    /// The domain of the link, if it has one.
    pub domain: Option<String>,
    /// Number of the link, unique within its kind.
    pub id: i64,
    /// Kind of the link.
    pub kind: ChangedLinkKind,
}

/// A link was made, changed or deleted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LinkChangedEvent {
    /// Not described.
    pub data: LinkChangedData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `pixel.failing`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PixelFailingData {
    /// Platform.
    pub platform: Platform,
    /// The id of the pixel's funnel link at the engine.
    pub provider_id: String,
}

/// An ad platform rejects the token of a pixel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PixelFailingEvent {
    /// Not described.
    pub data: PixelFailingData,
    /// Time of the event.
    pub timestamp: String,
}

/// `data` of `request.created`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestCreatedData {
    /// The number of the content request.
    pub request_id: i64,
}

/// A fan asks for content.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestCreatedEvent {
    /// Not described.
    pub data: RequestCreatedData,
    /// Time of the event.
    pub timestamp: String,
}

/// One attempt to deliver a message.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookAttempt {
    /// Time of the answer or of the timeout, in Unix seconds.
    pub attempted_at: i64,
    /// Duration of the request, in milliseconds.
    pub duration_ms: i64,
    /// Cause of a missing answer; null after an answer.
    pub error: Option<WebhookNoAnswer>,
    /// HTTP status; null without an answer.
    pub status: Option<i64>,
}

/// Delivery of one message to one webhook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookDelivery {
    /// The last 16 attempts, oldest first.
    pub attempt_log: Vec<WebhookAttempt>,
    /// Number of attempts.
    pub attempts: i64,
    /// Time of the event that the message reports, in Unix seconds.
    pub created_at: i64,
    /// Time of the event that the message reports, in RFC 3339.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `created_at`.
    pub created_at_iso: String,
    /// Number of the delivery.
    pub delivery_id: i64,
    /// First kilobyte of the last answer, or the cause of a missing answer as in `attempt_log`, or `withheld` (not
    /// sent, because the webhook's key may not read the event). Null before the first attempt, and if the calling key
    /// may not read the event.
    pub last_answer: Option<String>,
    /// HTTP status of the last answer; null without an answer.
    pub last_status: Option<i64>,
    /// Id of the message, as in the header `webhook-id`; the same at every attempt and for every webhook.
    pub message_id: String,
    /// Time of the next attempt, while pending.
    pub next_attempt_at: Option<String>,
    /// Message. Null if the calling key may not read the event, and for a message above 16 KiB.
    pub payload: Option<WebhookEvent>,
    /// State.
    pub state: WebhookDeliveryState,
    /// The type of the event.
    pub r#type: WebhookMessageType,
    /// Id of the message, not of the webhook.
    ///
    /// Deprecated since 27 Nov 2026, and may be gone from 01 Jun 2027: use `message_id`.
    pub webhook_id: String,
}

/// The deliveries of a webhook.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookDeliveryList {
    /// Newest first.
    pub items: Vec<WebhookDelivery>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

words! {
    /// State of a delivery to a webhook.
    WebhookDeliveryState {
        Pending = "pending",
        Delivered = "delivered",
        Failed = "failed",
    }
}

/// `data` of `webhook.disabled`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookDisabledData {
    /// The id of the webhook.
    pub id: String,
    /// Reason.
    pub reason: WebhookDisabledReason,
}

/// The service disabled another webhook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookDisabledEvent {
    /// Not described.
    pub data: WebhookDisabledData,
    /// Time of the event.
    pub timestamp: String,
}

/// A webhook message. New event types may come: ignore types that you don't know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum WebhookEvent {
    /// A campaign ended.
    #[serde(rename = "broadcast.finished")]
    BroadcastFinished(BroadcastFinishedEvent),
    /// A campaign was paused.
    #[serde(rename = "broadcast.paused")]
    BroadcastPaused(BroadcastPausedEvent),
    /// A conversion of a fan was attributed.
    #[serde(rename = "conversion.created")]
    ConversionCreated(ConversionCreatedEvent),
    /// An address that pages or links lead to no longer works.
    #[serde(rename = "destination.broken")]
    DestinationBroken(DestinationBrokenEvent),
    /// A broken address works again.
    #[serde(rename = "destination.mended")]
    DestinationMended(DestinationMendedEvent),
    /// A domain is reachable.
    #[serde(rename = "domain.active")]
    DomainActive(DomainActiveEvent),
    /// Provisioning of a domain failed for good.
    #[serde(rename = "domain.failed")]
    DomainFailed(DomainFailedEvent),
    /// A key was created, also by a rotation.
    #[serde(rename = "key.created")]
    KeyCreated(KeyCreatedEvent),
    /// A key was revoked, or replaced by a rotation.
    #[serde(rename = "key.revoked")]
    KeyRevoked(KeyRevokedEvent),
    /// Another version of a landing page is live.
    #[serde(rename = "landing.published")]
    LandingPublished(LandingPublishedEvent),
    /// A link was made, changed or deleted.
    #[serde(rename = "link.changed")]
    LinkChanged(LinkChangedEvent),
    /// An ad platform rejects the token of a pixel.
    #[serde(rename = "pixel.failing")]
    PixelFailing(PixelFailingEvent),
    /// A fan asks for content.
    #[serde(rename = "request.created")]
    RequestCreated(RequestCreatedEvent),
    /// The service disabled another webhook.
    #[serde(rename = "webhook.disabled")]
    WebhookDisabled(WebhookDisabledEvent),
    /// A test of the webhook was requested.
    #[serde(rename = "webhook.test")]
    WebhookTest(WebhookTestEvent),
    /// A word that is newer than this SDK.
    #[serde(other)]
    Other,
}

words! {
    /// Type of a webhook message: of an event, or of a test.
    WebhookMessageType {
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
        WebhookTest = "webhook.test",
    }
}

words! {
    /// Reason why a webhook gave no answer.
    WebhookNoAnswer {
        Timeout = "timeout",
        Dns = "dns",
        Tls = "tls",
        Refused = "refused",
        Connection = "connection",
        ForbiddenAddress = "forbidden_address",
        Withheld = "withheld",
    }
}

/// Deliveries to retry.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct WebhookRedrive {
    /// Earliest creation time of the deliveries to retry, in RFC 3339. Only deliveries that failed for good or wait for
    /// their next attempt are retried.
    pub since: String,
}

/// Number of queued retries.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookRedriven {
    /// Number of deliveries that are retried.
    pub queued: i64,
}

/// `data` of `webhook.test`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookTestData {
    /// `this is a test`.
    pub message: String,
}

/// A test of the webhook was requested.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WebhookTestEvent {
    /// Not described.
    pub data: WebhookTestData,
    /// Time of the event.
    pub timestamp: String,
}
