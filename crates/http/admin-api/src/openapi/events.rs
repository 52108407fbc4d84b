//! Webhook messages, in the document's `webhooks`.

use crate::webhooks::events::EventSchema;
use utoipa::openapi::path::{
    HttpMethod, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, PathItem, PathsBuilder,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, Required, ResponseBuilder};

const HEADERS: [(&str, &str); 3] = [
    ("webhook-id", "Id of the message, the same at every attempt: handle each id once"),
    (
        "webhook-timestamp",
        "Time of this attempt, in Unix seconds: reject messages that are more than five minutes old",
    ),
    (
        "webhook-signature",
        "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`; two signatures during a rotation of the secret",
    ),
];

/// Adds the event types with their schemas.
pub(super) fn add(document: &mut OpenApi) {
    let mut paths = PathsBuilder::new();
    let schemas = &mut document.components.get_or_insert_default().schemas;
    for event in EventSchema::all() {
        let name = event.name();
        paths = paths.path(event.kind, PathItem::new(HttpMethod::Post, operation(&event, &name)));
        schemas.insert(name, event.message());
        schemas.insert(event.data_name, event.data);
    }
    document.webhooks = Some(paths.build());
}

fn operation(event: &EventSchema, name: &str) -> OperationBuilder {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(name))).build();
    let body = RequestBodyBuilder::new().content("application/json", content).required(Some(Required::True));
    let taken = "Any status 2xx accepts the message. 410 disables the webhook; after any other answer the message is retried";
    OperationBuilder::new()
        .operation_id(Some(format!("on_{}", event.kind.replace('.', "_"))))
        .summary(Some(event.when.trim_end_matches('.')))
        .description(Some(event.when))
        .parameters(Some(HEADERS.map(|(name, said)| header(name, said))))
        .request_body(Some(body.build()))
        .response("2XX", ResponseBuilder::new().description(taken))
        .securities(Some([]))
}

fn header(name: &str, said: &str) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some(said))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kernel::fixed::SeededEntropy;
    use kernel::{Hostname, SortableId, UnixTime};
    use serde_json::{Value, json};
    use webhooks::{
        Destination, DisabledReason, EndpointId, Event, EventType, LinkChange, LinkKind, Message, TEST_TYPE,
    };

    const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

    /// Builds an event of each type, with every field set.
    fn event(kind: EventType) -> Event {
        let domain = Hostname::parse("links.example.com").unwrap();
        let destination = || Destination {
            id: 1,
            url: "https://shop.example.com/".to_owned(),
            domains: vec![domain.clone()],
            broken_since: NOW,
        };
        match kind {
            EventType::DomainActive => Event::DomainActive { domain },
            EventType::DomainFailed => Event::DomainFailed { domain, error: Some("no record".to_owned()) },
            EventType::LandingPublished => {
                Event::LandingPublished { domain, version: 3, rolled_back_from: Some(1) }
            }
            EventType::LinkChanged => Event::LinkChanged {
                kind: LinkKind::SmartLink,
                id: 1,
                domain: Some(domain),
                change: LinkChange::Created,
            },
            EventType::ConversionCreated => Event::ConversionCreated {
                id: 1,
                kind: "new_transaction".into(),
                occurred_at: NOW,
                domain: Some(domain),
                link_id: Some(2),
                gross_cents: Some(1_000),
                net_cents: Some(800),
                currency: Some("USD".to_owned()),
            },
            EventType::RequestCreated => Event::RequestCreated { id: 1 },
            EventType::BroadcastFinished => {
                Event::BroadcastFinished { id: 1, status: "finished".into(), reason: Some("done".into()) }
            }
            EventType::BroadcastPaused => Event::BroadcastPaused { id: 1, reason: Some("operator".into()) },
            EventType::PixelFailing => {
                Event::PixelFailing { provider_id: "l1".to_owned(), platform: "meta".into() }
            }
            EventType::KeyCreated => Event::KeyCreated { id: 1 },
            EventType::KeyRevoked => Event::KeyRevoked { id: 1 },
            EventType::WebhookDisabled => Event::WebhookDisabled {
                id: EndpointId::new(SortableId::from_u128(1)),
                reason: DisabledReason::Gone,
            },
            EventType::DestinationBroken => Event::DestinationBroken {
                destination: destination(),
                status: Some(404),
                error: Some("dns".into()),
            },
            EventType::DestinationMended => Event::DestinationMended { destination: destination() },
        }
    }

    fn keys(value: &Value) -> BTreeSet<&str> {
        value.as_object().unwrap().keys().map(String::as_str).collect()
    }

    #[test]
    fn every_message_fits_its_schema_and_leaves_no_field_out() {
        let document = serde_json::to_value(super::super::document()).unwrap();
        let entropy = SeededEntropy::new(1);
        let mut messages: Vec<_> =
            EventType::ALL.iter().map(|kind| Message::of(&event(*kind), NOW, &entropy)).collect();
        messages.push(Message::test(NOW, &entropy));
        let kinds: BTreeSet<_> = messages.iter().map(|message| message.kind.as_str()).collect();
        assert_eq!(keys(&document["webhooks"]), kinds);
        assert!(kinds.contains(TEST_TYPE));
        for message in &messages {
            let body: Value = serde_json::from_str(&message.body).unwrap();
            let schema = &document["webhooks"][&message.kind]["post"]["requestBody"]["content"]["application/json"]
                ["schema"];
            for schema in [schema, &json!({ "$ref": "#/components/schemas/WebhookEvent" })] {
                let whole = json!({ "allOf": [schema], "components": document["components"] });
                let validator = jsonschema::validator_for(&whole).unwrap();
                assert!(validator.validate(&body).is_ok(), "{body}");
            }
            let name = schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
            let data = format!("{}Data", name.trim_end_matches("Event"));
            assert_eq!(
                keys(&document["components"]["schemas"][&data]["properties"]),
                keys(&body["data"]),
                "{name}"
            );
        }
    }
}
