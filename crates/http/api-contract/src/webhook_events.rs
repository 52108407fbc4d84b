//! The messages that webhooks receive, by type of event. Only the document and the SDKs use these types: the domain writes messages.

use std::collections::BTreeMap;

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
    /// The number of the version that it repeats, if it is a roll-back.
    #[schema(required)]
    pub rolled_back_from: Option<i32>,
}

/// `data` of `link.changed`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LinkChangedData {
    /// `smart_link` or `funnel_link`.
    pub kind: String,
    /// The number of the link among those of its kind.
    pub id: i64,
    /// The domain of the link, if it has one.
    #[schema(required)]
    pub domain: Option<String>,
    /// `created`, `updated` or `deleted`.
    pub change: String,
}

/// `data` of `conversion.created`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionCreatedData {
    /// The number of the conversion.
    pub conversion_id: i64,
    /// Action of the fan, such as `new_subscriber`.
    #[serde(rename = "type")]
    pub kind: String,
    /// When the fan did it.
    #[schema(format = DateTime)]
    pub occurred_at: String,
    /// The domain that it is attributed to.
    #[schema(required)]
    pub domain: Option<String>,
    /// The number of the funnel link that it is attributed to.
    #[schema(required)]
    pub link_id: Option<i64>,
    /// Amount paid, in cents; null where no money moved.
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
    /// `finished`, `cancelled` or `failed`.
    pub status: String,
    /// Why it came to its own end.
    #[schema(required)]
    pub reason: Option<String>,
}

/// `data` of `broadcast.paused`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastPausedData {
    /// The number of the campaign.
    pub broadcast_id: i64,
    /// Cause of the pause.
    #[schema(required)]
    pub reason: Option<String>,
}

/// `data` of `pixel.failing`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PixelFailingData {
    /// The id of the pixel's funnel link at the engine.
    pub provider_id: String,
    /// `meta` or `tiktok`.
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
    /// `gone` or `failing`.
    pub reason: String,
}

/// `data` of `destination.broken`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DestinationBrokenData {
    /// The address.
    pub url: String,
    /// Domains on whose pages or links it is used.
    pub domains: Vec<String>,
    /// When the first look failed.
    #[schema(format = DateTime)]
    pub broken_since: String,
    /// The HTTP status of the last answer; null when none came.
    #[schema(required)]
    pub last_status: Option<u16>,
    /// Reason why none came: `dns`, `refused`, `connection`, `tls`, `timeout` or `redirects`; null when one did.
    #[schema(required)]
    pub last_error: Option<String>,
}

/// `data` of `destination.mended`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DestinationMendedData {
    /// The address.
    pub url: String,
    /// Domains on whose pages or links it is used.
    pub domains: Vec<String>,
    /// When the first look failed.
    #[schema(format = DateTime)]
    pub broken_since: String,
}

/// `data` of `webhook.test`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WebhookTestData {
    /// `this is a test`.
    pub message: String,
}

/// The body of a message to a webhook, as a schema alone: the domain writes it.
#[derive(Debug, Clone, Copy)]
pub enum WebhookEvent {}

impl ToSchema for WebhookEvent {}

impl PartialSchema for WebhookEvent {
    fn schema() -> RefOr<Schema> {
        let said = "A message to a webhook. New types of events may come: ignore those that you don't know.";
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
    /// The word of the type.
    pub kind: &'static str,
    /// When the event happens, as a sentence.
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
            .property("timestamp", moment.description(Some("When the event happened.")))
            .required("timestamp")
            .property("data", Ref::from_schema_name(&self.data_name))
            .required("data")
            .into()
    }

    /// The types of events, in the order of the domain, and the test.
    pub fn all() -> Vec<Self> {
        vec![
            Self::of::<DomainActiveData>("domain.active", "A domain is reachable."),
            Self::of::<DomainFailedData>("domain.failed", "Provisioning has given up a domain."),
            Self::of::<LandingPublishedData>(
                "landing.published",
                "Another version of a landing page is live.",
            ),
            Self::of::<LinkChangedData>("link.changed", "A link was made, changed or deleted."),
            Self::of::<ConversionCreatedData>(
                "conversion.created",
                "Something that a fan did was attributed.",
            ),
            Self::of::<RequestCreatedData>("request.created", "A fan asks for content."),
            Self::of::<BroadcastFinishedData>("broadcast.finished", "A campaign came to its end."),
            Self::of::<BroadcastPausedData>("broadcast.paused", "A campaign was paused."),
            Self::of::<PixelFailingData>("pixel.failing", "An ad platform refuses the token of a pixel."),
            Self::of::<KeyCreatedData>("key.created", "A key was minted, or made by a rotation."),
            Self::of::<KeyRevokedData>("key.revoked", "A key was revoked, or replaced by a rotation."),
            Self::of::<WebhookDisabledData>("webhook.disabled", "The service switched another webhook off."),
            Self::of::<DestinationBrokenData>(
                "destination.broken",
                "An address that pages or links lead to does not work any more.",
            ),
            Self::of::<DestinationMendedData>("destination.mended", "A broken address works again."),
            Self::of::<WebhookTestData>("webhook.test", "A test of the webhook was asked for."),
        ]
    }
}
