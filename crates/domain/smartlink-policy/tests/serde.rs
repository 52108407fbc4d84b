//! Tests of the stored form: values from earlier versions are parsed and serialized unchanged.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use smartlink_policy::{LinkName, LinkUrl, Offer, Policy, ProviderId, Slot, Slug, SmartLink, SmartLinkId};

/// Deserializes a value and serializes it again; `None` if the stored JSON is invalid.
fn through<T: Serialize + DeserializeOwned>(stored: &Value) -> Option<Value> {
    let value: T = serde_json::from_value(stored.clone()).ok()?;
    serde_json::to_value(value).ok()
}

fn policy() -> Value {
    let arm = |weight: Value, label: &str| json!({ "enabled": true, "weight": weight, "label": label, "trial_days": 7, "require_country_link": false });
    let arms = json!({ "paid": arm(json!(62.5), "Paid"), "ftl": arm(json!(40), "Free trial") });
    json!({ "v": 1, "arms": arms, "geo": [{ "countries": ["DE", "AT"], "arms": arms }] })
}

#[test]
fn a_stored_policy_is_written_as_it_was() {
    assert_eq!(through::<Policy>(&policy()), Some(policy()));
    let default = Policy::default();
    assert_eq!(serde_json::to_value(&default).unwrap(), default.to_json());
}

#[test]
fn serde_is_no_way_around_the_rules_of_a_policy() {
    for (pointer, wrong) in [
        ("/v", json!(2)),
        ("/arms/paid/weight", json!(100.5)),
        ("/arms/ftl/label", json!("x".repeat(41))),
        ("/geo/0/countries", json!(["DE", "DE"])),
        ("/geo/0/countries", json!([])),
        ("/geo", Value::Null),
    ] {
        let mut stored = policy();
        *stored.pointer_mut(pointer).unwrap() = wrong;
        assert_eq!(through::<Policy>(&stored), None, "{pointer}");
    }
}

#[test]
fn texts_and_words_are_read_by_their_constructors() {
    for (found, expected) in [
        (through::<Slug>(&json!("vip")), Some(json!("vip"))),
        (through::<Slug>(&json!("paid")), None),
        (through::<LinkName>(&json!(" Summer ")), Some(json!("Summer"))),
        (through::<LinkName>(&json!("")), None),
        (through::<LinkUrl>(&json!("https://platform.example/a")), Some(json!("https://platform.example/a"))),
        (through::<LinkUrl>(&json!("ftp://platform.example/a")), None),
        (through::<ProviderId>(&json!("l1")), Some(json!("l1"))),
        (through::<ProviderId>(&json!("l1\u{1f}2")), Some(json!("l1\u{1f}2"))),
        (through::<ProviderId>(&json!("")), None),
        (through::<Offer>(&json!("ftl")), Some(json!("ftl"))),
        (through::<Offer>(&json!("gold")), None),
        (through::<Slot>(&json!({ "trial": "DE" })), Some(json!({ "trial": "DE" }))),
        (through::<Slot>(&json!({ "trial": "Germany" })), None),
        (through::<SmartLinkId>(&json!(7)), Some(json!(7))),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_smart_link_can_be_sent() {
    let sent = json!({
        "id": 1, "domain": "links.example.com", "slug": "vip", "name": "vip", "policy": policy(),
        "active": true, "created_at": 1_795_176_000_000_i64, "updated_at": 1_795_176_000_000_i64,
    });
    assert_eq!(through::<SmartLink>(&sent), Some(sent));
}
