//! Events of the engine.

use attribution::event::EngineEvent;
use dev_kit::hostile::Outcome::{Refused, Taken};
use dev_kit::hostile::{fuzz, mangled_json};
use proptest::prelude::*;
use serde_json::Value;

const WORDS: &[&str] = &[
    "event_id",
    "type",
    "occurred_at",
    "fan",
    "fan_id",
    "username",
    "country",
    "email",
    "phone",
    "first_name",
    "last_name",
    "link",
    "provider_id",
    "click_ref",
    "data",
    "transaction_id",
    "kind",
    "gross_cents",
    "net_cents",
    "currency",
    "content_ids",
    "bundle_key",
    "bundle_name",
    "media_in_msg",
    "trial",
    "price_cents",
    "message_id",
    "request_id",
    "text",
    "offered_cents",
    "offer",
    "name",
    "url",
    "permanent",
    "active",
    "created_at",
    "tip",
    "refund",
    "subscription",
    "usd",
    "USD",
    "DE",
    "2026-11-20T12:00:00Z",
    "2026-11-20T12:00:60.999999999+23:59",
    "-262143-01-01T00:00:00Z",
    "+262142-12-31T23:59:59Z",
    "new_subscriber",
    "new_transaction",
    "message_received",
    "fan_online",
    "fan_opted_out",
    "content_request_created",
    "link_changed",
    "https://example.com/",
];

fn texts(fields: &[(&str, &str)]) -> Value {
    Value::from_iter(fields.iter().map(|(name, text)| (*name, Value::from(*text))))
}

fn event(kind: &str, data: Value) -> Value {
    let fan = texts(&[("fan_id", "f1"), ("username", "jo"), ("country", "de"), ("email", "a@example.com")]);
    Value::from_iter([
        ("event_id", Value::from("e1")),
        ("type", kind.into()),
        ("occurred_at", "2026-11-20T12:00:00.250Z".into()),
        ("fan", fan),
        ("link", texts(&[("provider_id", "p1")])),
        ("click_ref", "c1".into()),
        ("data", data),
    ])
}

fn valid() -> Vec<Value> {
    let sale = Value::from_iter([
        ("transaction_id", Value::from("t1")),
        ("kind", "tip".into()),
        ("gross_cents", Value::from(1000)),
        ("net_cents", Value::from(800)),
        ("currency", "usd".into()),
        ("content_ids", Value::Array(vec![Value::from(4), Value::from(5)])),
        ("media_in_msg", Value::from(2)),
    ]);
    let subscription = Value::from_iter([("trial", Value::Bool(true)), ("price_cents", Value::from(999))]);
    let request = Value::from_iter([
        ("request_id", Value::from(7)),
        ("text", "a song".into()),
        ("offered_cents", Value::from(900)),
    ]);
    vec![
        event("new_transaction", sale),
        event("new_subscriber", subscription),
        event("content_request_created", request),
        event("message_received", texts(&[("message_id", "m1")])),
        event("fan_online", Value::Null),
        event("something_of_tomorrow", Value::Array(Vec::new())),
    ]
}

fn has_nul(node: &Value) -> bool {
    match node {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || has_nul(value)),
        _ => false,
    }
}

#[test]
fn events() {
    let check = |node: Value| {
        let event = match EngineEvent::parse(&node) {
            Ok(event) => event,
            Err(rejection) => {
                prop_assert_eq!(rejection.code.as_str(), "invalid_event");
                prop_assert!(!rejection.message.is_empty());
                return Ok(Refused);
            }
        };
        let id = event.event_id();
        prop_assert!((1..=255).contains(&id.chars().count()) && !id.contains('\0'), "{id:?}");
        match &event {
            EngineEvent::Unknown(unknown) => prop_assert!(!has_nul(&unknown.raw)),
            EngineEvent::Fan(event) => {
                prop_assert!((1..=255).contains(&event.fan.fan_id.chars().count()));
                let printed = format!("{event:?}");
                prop_assert!(!printed.contains("a@example.com"), "{}", printed);
            }
            EngineEvent::Link(_) => {}
        }
        Ok(Taken)
    };
    fuzz("event", 1, mangled_json(valid(), WORDS), check).unwrap();
}
