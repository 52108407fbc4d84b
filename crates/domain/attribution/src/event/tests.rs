use proptest::prelude::*;
use serde_json::Value;

use super::*;

type Entries<'a> = Vec<(&'a str, Value)>;

fn with(base: Entries<'static>, changes: Entries<'static>) -> Value {
    Value::from_iter(base.into_iter().chain(changes))
}

fn event(kind: &str, data: Value) -> Entries<'static> {
    vec![
        ("event_id", Value::from("e1")),
        ("type", kind.into()),
        ("occurred_at", "2026-11-20T12:00:00.250Z".into()),
        ("fan", fan(vec![])),
        ("link", Value::from_iter([("provider_id", Value::from("p1"))])),
        ("click_ref", "c1".into()),
        ("data", data),
    ]
}

fn fan(changes: Entries<'static>) -> Value {
    with(vec![("fan_id", "f1".into()), ("username", "jo".into()), ("country", "de".into())], changes)
}

fn sale(changes: Entries<'static>) -> Value {
    let sale = vec![
        ("transaction_id", Value::from("t1")),
        ("kind", "tip".into()),
        ("gross_cents", Value::from(1000)),
        ("net_cents", Value::from(800)),
        ("currency", "usd".into()),
        ("content_ids", Value::from_iter([Value::from(4), Value::from(5)])),
        ("bundle_key", Value::Null),
        ("media_in_msg", Value::from(2)),
        ("a_field_of_tomorrow", Value::from(1)),
    ];
    with(sale, changes)
}

fn of_fan(node: &Value) -> FanEvent {
    match EngineEvent::parse(node).unwrap() {
        EngineEvent::Fan(event) => event,
        other => panic!("{other:?}"),
    }
}

fn refused(node: &Value) -> String {
    let rejection = EngineEvent::parse(node).unwrap_err();
    assert_eq!(rejection.code.as_str(), "invalid_event");
    rejection.message
}

#[test]
fn a_sale_is_read_whole() {
    let read = of_fan(&with(event("new_transaction", sale(vec![])), vec![]));
    assert_eq!(read.occurred_at, UnixTime::from_millis(1_795_176_000_250));
    assert_eq!((read.provider_id.as_deref(), read.click_ref.as_deref()), (Some("p1"), Some("c1")));
    assert_eq!((read.fan.fan_id.as_str(), read.fan.country), ("f1", CountryCode::parse("DE")));
    let FanAction::NewTransaction(sale) = read.action else { panic!("not a sale") };
    assert_eq!((sale.kind, sale.net_cents, sale.currency.as_str()), (TransactionKind::Tip, 800, "USD"));
    assert_eq!((sale.content_ids, sale.bundle_key), (vec![4, 5], None));
}

#[test]
fn every_time_of_rfc_3339_is_read() {
    const YEAR_10_000: i64 = 253_402_300_800_000;
    let read = |text: &str| {
        let node = with(event("message_received", Value::Null), vec![("occurred_at", text.into())]);
        EngineEvent::parse(&node).map(|event| event.occurred_at().unwrap().millis())
    };
    for (text, millis) in [
        ("0000-01-01T00:00:00Z", -62_167_219_200_000),
        ("0000-01-01T00:00:00+23:59", -62_167_305_540_000),
        ("1969-12-31T23:59:59.999Z", -1),
        ("9999-12-30T22:00:00.999Z", YEAR_10_000 - 26 * 3_600_000 + 999),
        ("9999-12-30T22:00:01Z", YEAR_10_000 - 26 * 3_600_000 + 1_000),
        ("9999-12-31T23:59:59Z", YEAR_10_000 - 1_000),
        ("9999-12-31t23:59:59.999z", YEAR_10_000 - 1),
        ("9999-12-31T23:59:59.999-23:59", YEAR_10_000 + 86_340_000 - 1),
        ("9999-12-31T23:59:60Z", YEAR_10_000 - 1_000),
    ] {
        assert_eq!(read(text).unwrap(), millis, "{text}");
    }
    for text in [
        "9999-12-31T23:59:59",
        "9999-12-31",
        "9999-12-32T00:00:00Z",
        "9999-12-31T24:00:00Z",
        "10000-01-01T00:00:00Z",
        "+010000-01-01T00:00:00Z",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn every_known_type_is_read() {
    let empty = || serde_json::json!({});
    let link = Value::from_iter([
        ("provider_id", Value::from("p1")),
        ("offer", "paid".into()),
        ("kind", "tracking_link".into()),
        ("name", "n".into()),
        ("url", "https://up.example/1".into()),
        ("active", true.into()),
        ("permanent", true.into()),
        ("created_at", "2026-01-01T00:00:00Z".into()),
    ]);
    for (kind, data, is_conversion) in [
        ("new_subscriber", Value::from_iter([("trial", Value::Bool(true))]), true),
        ("new_transaction", sale(vec![]), true),
        ("message_received", Value::from_iter([("message_id", Value::from("m1"))]), true),
        ("fan_online", empty(), false),
        ("fan_opted_out", Value::Null, false),
        ("content_request_created", Value::from_iter([("request_id", Value::from(3))]), false),
        ("link_changed", link, false),
        ("something_new", Value::from(1), false),
    ] {
        let read = EngineEvent::parse(&with(event(kind, data), vec![])).unwrap();
        let converts = matches!(&read, EngineEvent::Fan(event) if event.action.is_conversion());
        assert_eq!((read.as_str(), read.event_id(), converts), (kind, "e1", is_conversion));
        assert_eq!(read.is_unknown(), kind == "something_new");
    }
}

#[test]
fn an_unknown_type_needs_an_id_only_and_is_kept_as_it_came() {
    let node =
        Value::from_iter([("event_id", Value::from("e1")), ("type", "new".into()), ("fan", Value::from(1))]);
    let read = EngineEvent::parse(&node).unwrap();
    let event = UnknownEvent { event_id: "e1".to_owned(), kind: "new".to_owned(), raw: node };
    assert_eq!(read, EngineEvent::Unknown(event));
    let nul = Value::from_iter([
        ("event_id", Value::from("e1")),
        ("type", "new".into()),
        ("x", Value::from_iter(["\0"])),
    ]);
    assert_eq!(refused(&nul), "must not contain U+0000");
    assert_eq!(refused(&Value::from_iter([("type", Value::from("new"))])), "event_id: is required");
}

#[test]
fn what_is_wrong_is_reported_with_its_place_and_all_of_it() {
    let sale_with = |changes| with(event("new_transaction", sale(changes)), vec![]);
    let message_with = |changes| with(event("message_received", Value::Null), changes);
    for (node, expected) in [
        (Value::from(1), "must be an object"),
        (message_with(vec![("type", Value::Null)]), "type: is required"),
        (message_with(vec![("event_id", "".into())]), "event_id: must not be empty"),
        (message_with(vec![("event_id", "a\0".into())]), "event_id: must not contain U+0000"),
        (
            message_with(vec![("occurred_at", "yesterday".into())]),
            "occurred_at: must be an RFC 3339 time, such as 2026-11-20T12:00:00Z",
        ),
        (message_with(vec![("fan", Value::Null)]), "fan: is required"),
        (message_with(vec![("fan", fan(vec![("fan_id", Value::from(1))]))]), "fan.fan_id: must be a string"),
        (message_with(vec![("link", "p1".into())]), "link: must be an object"),
        (sale_with(vec![("net_cents", Value::from(1.5))]), "data.net_cents: must be a 64-bit integer"),
        (
            sale_with(vec![("currency", "EURO".into())]),
            "data.currency: must be a currency of ISO 4217, such as USD",
        ),
        (sale_with(vec![("content_ids", Value::from_iter(["x"]))]), "data.content_ids.0: must be an integer"),
        (
            sale_with(vec![("content_ids", Value::Array(vec![Value::from(1); 1_001]))]),
            "data.content_ids: has more than 1000 items",
        ),
        (
            sale_with(vec![
                ("gross_cents", Value::from(MAX_CENTS + 1)),
                ("net_cents", Value::from(i64::MIN)),
            ]),
            "data.gross_cents: must be between -1000000000000 and 1000000000000; \
             data.net_cents: must be between -1000000000000 and 1000000000000",
        ),
        (
            sale_with(vec![("kind", "refund".into())]),
            "data.gross_cents: must be at most 0 for a refund; data.net_cents: must be at most 0 for a refund",
        ),
        (
            sale_with(vec![("kind", "gift".into()), ("transaction_id", Value::Null)]),
            "data.transaction_id: is required; data.kind: must be one of: subscription, tip, message, post, refund",
        ),
    ] {
        assert_eq!(refused(&node), expected);
    }
}

#[test]
fn amounts_and_lists_may_be_as_large_as_their_bounds() {
    let changes = vec![
        ("gross_cents", Value::from(MAX_CENTS)),
        ("net_cents", Value::from(MAX_CENTS)),
        ("content_ids", Value::Array(vec![Value::from(i64::MAX); MAX_CONTENT])),
    ];
    let FanAction::NewTransaction(read) =
        of_fan(&with(event("new_transaction", sale(changes)), vec![])).action
    else {
        panic!("not a sale")
    };
    assert_eq!(
        (read.gross_cents, read.net_cents, read.content_ids.len()),
        (MAX_CENTS, MAX_CENTS, MAX_CONTENT)
    );
}

#[test]
fn amounts_agree_with_each_other_and_with_their_kind() {
    let higher = "data.net_cents: must not be more than gross_cents";
    for (kind, gross, net, expected) in [
        ("tip", 1_000, 800, None),
        ("tip", 5, 5, None),
        ("subscription", 0, 0, None),
        ("refund", -1_000, -800, None),
        ("refund", 0, 0, None),
        ("message", 1, 999_999_999, Some(higher)),
        ("refund", -1, -999_999_999, Some(higher)),
        ("tip", 5, -5, Some("data.net_cents: must be at least 0 for a tip")),
        ("post", -5, 5, Some("data.gross_cents: must be at least 0 for a post")),
        ("refund", 5, -5, Some("data.gross_cents: must be at most 0 for a refund")),
        ("refund", -5, 5, Some("data.net_cents: must be at most 0 for a refund")),
    ] {
        let changes =
            vec![("kind", kind.into()), ("gross_cents", Value::from(gross)), ("net_cents", Value::from(net))];
        let node = with(event("new_transaction", sale(changes)), vec![]);
        let found = EngineEvent::parse(&node).err().map(|rejection| rejection.message);
        assert_eq!(found.as_deref(), expected, "{kind} {gross} {net}");
    }
    for (kind, key) in [("new_subscriber", "price_cents"), ("content_request_created", "offered_cents")] {
        let data = Value::from_iter([("request_id", Value::from(1)), (key, Value::from(-1))]);
        assert_eq!(refused(&with(event(kind, data), vec![])), format!("data.{key}: must be at least 0"));
    }
}

#[test]
fn currencies_are_those_of_iso_4217() {
    for (code, read) in [("usd", Some("USD")), ("JPY", Some("JPY")), ("ZZZ", None), ("XAU", None)] {
        let node = with(event("new_transaction", sale(vec![("currency", code.into())])), vec![]);
        let found = EngineEvent::parse(&node).ok();
        let found = found.and_then(|event| match event {
            EngineEvent::Fan(FanEvent { action: FanAction::NewTransaction(sale), .. }) => Some(sale.currency),
            _ => None,
        });
        assert_eq!(found.as_deref(), read, "{code}");
    }
}

#[test]
fn every_amount_is_bounded() {
    for (kind, key) in [("new_subscriber", "price_cents"), ("content_request_created", "offered_cents")] {
        for cents in [MAX_CENTS + 1, -MAX_CENTS - 1, i64::MAX] {
            let data = Value::from_iter([("request_id", Value::from(1)), (key, Value::from(cents))]);
            let expected = format!("data.{key}: must be between -1000000000000 and 1000000000000");
            assert_eq!(refused(&with(event(kind, data), vec![])), expected);
        }
    }
}

#[test]
fn an_unknown_type_is_bounded_too() {
    let with_field = |key: &'static str, value: Value| {
        Value::from_iter([("event_id", Value::from("e1")), ("type", "new".into()), (key, value)])
    };
    let large = [
        with_field("x", "é".repeat(70_000).into()),
        with_field("x", Value::Array(vec![Value::Null; 70_000])),
        with_field("x", Value::from_iter([("é".repeat(70_000), Value::Null)])),
    ];
    for node in large {
        assert_eq!(refused(&node), "is too large for an event of an unknown type");
    }
    assert!(EngineEvent::parse(&with_field("x", "é".repeat(60_000).into())).is_ok());
    let fan = |id: String| Value::from_iter([("fan_id", Value::from(id))]);
    assert_eq!(refused(&with_field("fan", fan("f".repeat(256)))), "fan.fan_id: has more than 255 characters");
    let read = EngineEvent::parse(&with_field("fan", fan("f".repeat(255)))).unwrap();
    assert_eq!(read.fan_id().map(str::len), Some(255));
}

#[test]
fn what_is_no_country_is_none() {
    for (country, expected) in [("at", Some("AT")), ("Austria", None), ("", None)] {
        let fan = fan(vec![("country", country.into())]);
        let found = of_fan(&with(event("fan_online", Value::Null), vec![("fan", fan)])).fan.country;
        assert_eq!(found.as_ref().map(CountryCode::as_str), expected, "{country}");
    }
}

#[test]
fn a_fan_prints_without_what_identifies_him() {
    let fan = FanFacts { fan_id: "f1".to_owned(), email: Some("a@b.de".to_owned()), ..FanFacts::default() };
    assert!(!format!("{fan:?}").contains("a@b.de"));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,6}".prop_map(Value::from),
        Just(Value::from("2026-11-20T12:00:00Z")),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let key = prop::sample::select(vec!["fan_id", "provider_id", "kind", "net_cents", "request_id", "x"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::btree_map(key.prop_map(str::to_owned), inner, 0..6).prop_map(Value::from_iter),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_comes_is_read_or_refused(
        kind in prop::sample::select(vec!["new_transaction", "link_changed", "content_request_created", "x"]),
        changes in prop::collection::btree_map(
            prop::sample::select(vec!["event_id", "occurred_at", "fan", "link", "data", "click_ref"]),
            any_json(),
            0..6,
        ),
    ) {
        let node = Value::from_iter(event(kind, Value::Null).into_iter().chain(changes));
        match EngineEvent::parse(&node) {
            Ok(read) => prop_assert!(!read.event_id().is_empty() && read.as_str() == kind),
            Err(rejection) => prop_assert!(!rejection.message.is_empty()),
        }
    }
}
