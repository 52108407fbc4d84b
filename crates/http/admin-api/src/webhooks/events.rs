//! Webhook messages by event type. Only the OpenAPI document and the SDKs use these types; the domain crate builds the
//! messages.

use std::collections::BTreeMap;

use crate::words;
use serde::Serialize;
use utoipa::openapi::schema::{Discriminator, KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// `data` of `domain.active`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainActiveData {
    /// The domain.
    pub domain: String,
}

/// `data` of `domain.failed`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DomainFailedData {
    /// The domain.
    pub domain: String,
    /// Fault of the destination, for a person.
    #[schema(required)]
    pub error: Option<String>,
}

/// `data` of `landing.published`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LandingPublishedData {
    /// The domain.
    pub domain: String,
    /// The number of the version that is live.
    pub version: i32,
    /// Version whose content a rollback restored.
    #[schema(required)]
    pub rolled_back_from: Option<i32>,
}

/// `data` of `link.changed`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LinkChangedData {
    /// Kind of the link.
    #[schema(value_type = words::ChangedLinkKind)]
    pub kind: String,
    /// Number of the link, unique within its kind.
    pub id: i64,
    /// The domain of the link, if it has one.
    #[schema(required)]
    pub domain: Option<String>,
    /// Change.
    #[schema(value_type = words::LinkChange)]
    pub change: String,
}

/// `data` of `conversion.created`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionCreatedData {
    /// The number of the conversion.
    pub conversion_id: i64,
    /// Action of the fan.
    #[serde(rename = "type")]
    #[schema(value_type = words::ConversionType)]
    pub kind: String,
    /// Time of the event.
    #[schema(format = DateTime)]
    pub occurred_at: String,
    /// Domain that the conversion is attributed to.
    #[schema(required)]
    pub domain: Option<String>,
    /// Number of the funnel link that the conversion is attributed to.
    #[schema(required)]
    pub link_id: Option<i64>,
    /// Amount paid, in cents; null if no money moved.
    #[schema(required)]
    pub gross_cents: Option<i64>,
    /// The owner's net, in cents.
    #[schema(required)]
    pub net_cents: Option<i64>,
    /// The currency.
    #[schema(required)]
    pub currency: Option<String>,
}

/// `data` of `request.created`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RequestCreatedData {
    /// The number of the content request.
    pub request_id: i64,
}

/// `data` of `broadcast.finished`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastFinishedData {
    /// The number of the campaign.
    pub broadcast_id: i64,
    /// Status: finished, cancelled or failed.
    #[schema(value_type = words::BroadcastStatus)]
    pub status: String,
    /// Cause of a regular end.
    #[schema(value_type = Option<words::BroadcastFinishReason>, required)]
    pub reason: Option<String>,
}

/// `data` of `broadcast.paused`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastPausedData {
    /// The number of the campaign.
    pub broadcast_id: i64,
    /// Cause of the pause.
    #[schema(value_type = Option<words::BroadcastPauseReason>, required)]
    pub reason: Option<String>,
}

/// `data` of `pixel.failing`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PixelFailingData {
    /// The id of the pixel's funnel link at the engine.
    pub provider_id: String,
    /// Platform.
    #[schema(value_type = words::Platform)]
    pub platform: String,
}

/// `data` of `key.created`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KeyCreatedData {
    /// The number of the key.
    pub key_id: i64,
}

/// `data` of `key.revoked`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KeyRevokedData {
    /// The number of the key.
    pub key_id: i64,
}

/// `data` of `webhook.disabled`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookDisabledData {
    /// The id of the webhook.
    pub id: String,
    /// Reason.
    #[schema(value_type = words::WebhookDisabledReason)]
    pub reason: String,
}

/// `data` of `destination.broken`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DestinationBrokenData {
    /// The address.
    pub url: String,
    /// Domains whose pages or links use the address.
    pub domains: Vec<String>,
    /// Time of the first failed check.
    #[schema(format = DateTime)]
    pub broken_since: String,
    /// HTTP status of the last answer; null without an answer.
    #[schema(required)]
    pub last_status: Option<u16>,
    /// Reason why the check got no response; null after a response.
    #[schema(value_type = Option<words::DestinationFailure>, required)]
    pub last_error: Option<String>,
}

/// `data` of `destination.mended`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DestinationMendedData {
    /// The address.
    pub url: String,
    /// Domains whose pages or links use the address.
    pub domains: Vec<String>,
    /// Time of the first failed check.
    #[schema(format = DateTime)]
    pub broken_since: String,
}

/// `data` of `webhook.test`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookTestData {
    /// `this is a test`.
    pub message: String,
}

/// Body of a webhook message, as a schema only: the domain crate builds the body.
#[derive(Debug, Clone, Copy)]
pub enum WebhookEvent {}

impl ToSchema for WebhookEvent {}

impl PartialSchema for WebhookEvent {
    fn schema() -> RefOr<Schema> {
        let said = "A webhook message. New event types may come: ignore types that you don't know.";
        let mut any = OneOfBuilder::new().description(Some(said));
        let mut mapping = BTreeMap::new();
        for event in EventSchema::all() {
            let at = Ref::from_schema_name(event.name());
            mapping.insert(event.kind.to_owned(), at.ref_location.clone());
            any = any.item(at);
        }
        let discriminator = Discriminator { property_name: "type".to_owned(), mapping, extensions: None };
        RefOr::T(Schema::OneOf(any.discriminator(Some(discriminator)).build()))
    }
}

/// A type of event as the document describes it.
#[derive(Clone)]
pub struct EventSchema {
    /// Event type.
    pub kind: &'static str,
    /// Occasion of the event, as a sentence.
    pub when: &'static str,
    /// The name of the schema of `data`.
    pub data_name: String,
    /// The schema of `data`.
    pub data: RefOr<Schema>,
}

impl EventSchema {
    fn of<Data: ToSchema>(kind: &'static str, when: &'static str) -> Self {
        Self { kind, when, data_name: Data::name().into_owned(), data: <Data as PartialSchema>::schema() }
    }

    /// The name of the schema of the message.
    pub fn name(&self) -> String {
        format!("{}Event", self.data_name.trim_end_matches("Data"))
    }

    /// The schema of the message.
    pub fn message(&self) -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(Type::String);
        let moment = text().format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
        ObjectBuilder::new()
            .description(Some(self.when))
            .property("type", text().enum_values(Some([self.kind])))
            .required("type")
            .property("timestamp", moment.description(Some("Time of the event.")))
            .required("timestamp")
            .property("data", Ref::from_schema_name(&self.data_name))
            .required("data")
            .into()
    }

    /// Returns all event types in the order of the domain crate, then the test.
    pub fn all() -> Vec<Self> {
        vec![
            Self::of::<DomainActiveData>("domain.active", "A domain is reachable."),
            Self::of::<DomainFailedData>("domain.failed", "Provisioning of a domain failed for good."),
            Self::of::<LandingPublishedData>(
                "landing.published",
                "Another version of a landing page is live.",
            ),
            Self::of::<LinkChangedData>("link.changed", "A link was made, changed or deleted."),
            Self::of::<ConversionCreatedData>("conversion.created", "A conversion of a fan was attributed."),
            Self::of::<RequestCreatedData>("request.created", "A fan asks for content."),
            Self::of::<BroadcastFinishedData>("broadcast.finished", "A campaign ended."),
            Self::of::<BroadcastPausedData>("broadcast.paused", "A campaign was paused."),
            Self::of::<PixelFailingData>("pixel.failing", "An ad platform rejects the token of a pixel."),
            Self::of::<KeyCreatedData>("key.created", "A key was created, also by a rotation."),
            Self::of::<KeyRevokedData>("key.revoked", "A key was revoked, or replaced by a rotation."),
            Self::of::<WebhookDisabledData>("webhook.disabled", "The service disabled another webhook."),
            Self::of::<DestinationBrokenData>(
                "destination.broken",
                "An address that pages or links lead to no longer works.",
            ),
            Self::of::<DestinationMendedData>("destination.mended", "A broken address works again."),
            Self::of::<WebhookTestData>("webhook.test", "A test of the webhook was requested."),
        ]
    }
}
