use proptest::prelude::*;

use super::*;

type Entries<'a> = Vec<(&'a str, Node)>;

fn with(base: Entries<'static>, changes: Entries<'static>) -> Node {
    Node::map(base.into_iter().chain(changes))
}

fn event(kind: &str, data: Node) -> Entries<'static> {
    vec![
        ("event_id", Node::from("e1")),
        ("type", kind.into()),
        ("occurred_at", "2026-11-20T12:00:00.250Z".into()),
        ("fan", fan(vec![])),
        ("link", Node::map([("provider_id", Node::from("p1"))])),
        ("click_ref", "c1".into()),
        ("data", data),
    ]
}

fn fan(changes: Entries<'static>) -> Node {
    with(vec![("fan_id", "f1".into()), ("username", "jo".into()), ("country", "de".into())], changes)
}

fn sale(changes: Entries<'static>) -> Node {
    let sale = vec![
        ("transaction_id", Node::from("t1")),
        ("kind", "tip".into()),
        ("gross_cents", Node::Int(1000)),
        ("net_cents", Node::Int(800)),
        ("currency", "usd".into()),
        ("content_ids", Node::list([Node::Int(4), Node::Int(5)])),
        ("bundle_key", Node::Null),
        ("media_in_msg", Node::Int(2)),
        ("a_field_of_tomorrow", Node::Int(1)),
    ];
    with(sale, changes)
}

fn of_fan(node: &Node) -> FanEvent {
    match EngineEvent::parse(node).unwrap() {
        EngineEvent::Fan(event) => event,
        other => panic!("{other:?}"),
    }
}

fn refused(node: &Node) -> String {
    let rejection = EngineEvent::parse(node).unwrap_err();
    assert_eq!(rejection.code, "invalid_event");
    rejection.message
}

#[test]
fn a_sale_is_read_whole() {
    let read = of_fan(&with(event("new_transaction", sale(vec![])), vec![]));
    assert_eq!(read.occurred_at, UnixTime::from_millis(1_795_176_000_250));
    assert_eq!((read.provider_id.as_deref(), read.click_ref.as_deref()), (Some("p1"), Some("c1")));
    assert_eq!((read.fan.fan_id.as_str(), read.fan.country), ("f1", CountryCode::parse("DE")));
    let FanAction::NewTransaction(sale) = read.deed else { panic!("not a sale") };
    assert_eq!((sale.kind, sale.net_cents, sale.currency.as_str()), (TransactionKind::Tip, 800, "USD"));
    assert_eq!((sale.content_ids, sale.bundle_key), (vec![4, 5], None));
}

#[test]
fn every_known_type_is_read() {
    let empty = || Node::map::<&str>([]);
    let link = Node::map([
        ("provider_id", Node::from("p1")),
        ("offer", "paid".into()),
        ("kind", "tracking_link".into()),
        ("name", "n".into()),
        ("url", "https://up.example/1".into()),
        ("active", true.into()),
        ("permanent", true.into()),
        ("created_at", "2026-01-01T00:00:00Z".into()),
    ]);
    for (kind, data, is_conversion) in [
        ("new_subscriber", Node::map([("trial", Node::Bool(true))]), true),
        ("new_transaction", sale(vec![]), true),
        ("message_received", Node::map([("message_id", Node::from("m1"))]), true),
        ("fan_online", empty(), false),
        ("fan_opted_out", Node::Null, false),
        ("content_request_created", Node::map([("request_id", Node::Int(3))]), false),
        ("link_changed", link, false),
        ("something_new", Node::Int(1), false),
    ] {
        let read = EngineEvent::parse(&with(event(kind, data), vec![])).unwrap();
        let converts = matches!(&read, EngineEvent::Fan(event) if event.deed.is_conversion());
        assert_eq!((read.as_str(), read.event_id(), converts), (kind, "e1", is_conversion));
        assert_eq!(read.is_unknown(), kind == "something_new");
    }
}

#[test]
fn an_unknown_type_needs_an_id_only_and_is_kept_as_it_came() {
    let node = Node::map([("event_id", Node::from("e1")), ("type", "new".into()), ("fan", Node::Int(1))]);
    let read = EngineEvent::parse(&node).unwrap();
    let event = UnknownEvent { event_id: "e1".to_owned(), kind: "new".to_owned(), raw: node };
    assert_eq!(read, EngineEvent::Unknown(event));
    let nul = Node::map([("event_id", Node::from("e1")), ("type", "new".into()), ("x", Node::list(["\0"]))]);
    assert_eq!(refused(&nul), ": must not contain U+0000");
    assert_eq!(refused(&Node::map([("type", Node::from("new"))])), "event_id: is required");
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_all_of_it() {
    let sale_with = |changes| with(event("new_transaction", sale(changes)), vec![]);
    let message_with = |changes| with(event("message_received", Node::Null), changes);
    for (node, expected) in [
        (Node::Int(1), ": must be an object"),
        (message_with(vec![("type", Node::Null)]), "type: is required"),
        (message_with(vec![("event_id", "".into())]), "event_id: must not be empty"),
        (message_with(vec![("event_id", "a\0".into())]), "event_id: must not contain U+0000"),
        (message_with(vec![("occurred_at", "yesterday".into())]), "occurred_at: must be an RFC 3339 time"),
        (message_with(vec![("fan", Node::Null)]), "fan: is required"),
        (message_with(vec![("fan", fan(vec![("fan_id", Node::Int(1))]))]), "fan.fan_id: must be a string"),
        (message_with(vec![("link", "p1".into())]), "link: must be an object"),
        (sale_with(vec![("net_cents", Node::Float(1.5))]), "data.net_cents: must be an integer of 64 bits"),
        (sale_with(vec![("currency", "EURO".into())]), "data.currency: must be three letters"),
        (sale_with(vec![("content_ids", Node::list(["x"]))]), "data.content_ids.0: must be an integer"),
        (
            sale_with(vec![("content_ids", Node::List(vec![Node::Int(1); 1_001]))]),
            "data.content_ids: has more than 1000 items",
        ),
        (
            sale_with(vec![("gross_cents", Node::Int(MAX_CENTS + 1)), ("net_cents", Node::Int(i64::MIN))]),
            "data.gross_cents: must be between -1000000000000 and 1000000000000; \
             data.net_cents: must be between -1000000000000 and 1000000000000",
        ),
        (sale_with(vec![("kind", "refund".into())]), "data.net_cents: a refund is not positive"),
        (
            sale_with(vec![("kind", "gift".into()), ("transaction_id", Node::Null)]),
            "data.transaction_id: is required; data.kind: must be subscription, tip, message, post or refund",
        ),
    ] {
        assert_eq!(refused(&node), expected);
    }
}

#[test]
fn amounts_and_lists_may_be_as_large_as_their_bounds() {
    let changes = vec![
        ("gross_cents", Node::Int(MAX_CENTS)),
        ("net_cents", Node::Int(-MAX_CENTS)),
        ("content_ids", Node::List(vec![Node::Int(i64::MAX); MAX_CONTENT])),
    ];
    let FanAction::NewTransaction(read) = of_fan(&with(event("new_transaction", sale(changes)), vec![])).deed
    else {
        panic!("not a sale")
    };
    assert_eq!(
        (read.gross_cents, read.net_cents, read.content_ids.len()),
        (MAX_CENTS, -MAX_CENTS, MAX_CONTENT)
    );
}

#[test]
fn every_amount_is_bounded() {
    for (kind, key) in [("new_subscriber", "price_cents"), ("content_request_created", "offered_cents")] {
        for cents in [MAX_CENTS + 1, -MAX_CENTS - 1, i64::MAX] {
            let data = Node::map([("request_id", Node::Int(1)), (key, Node::Int(cents))]);
            let told = format!("data.{key}: must be between -1000000000000 and 1000000000000");
            assert_eq!(refused(&with(event(kind, data), vec![])), told);
        }
    }
}

#[test]
fn an_unknown_type_is_bounded_too() {
    let with_field = |key: &'static str, value: Node| {
        Node::map([("event_id", Node::from("e1")), ("type", "new".into()), (key, value)])
    };
    let large = [
        with_field("x", "é".repeat(70_000).into()),
        with_field("x", Node::List(vec![Node::Null; 70_000])),
        with_field("x", Node::map([("é".repeat(70_000), Node::Null)])),
    ];
    for node in large {
        assert_eq!(refused(&node), ": is too large for an event of an unknown type");
    }
    assert!(EngineEvent::parse(&with_field("x", "é".repeat(60_000).into())).is_ok());
    let fan = |id: String| Node::map([("fan_id", Node::from(id))]);
    assert_eq!(refused(&with_field("fan", fan("f".repeat(256)))), "fan.fan_id: has more than 255 characters");
    let read = EngineEvent::parse(&with_field("fan", fan("f".repeat(255)))).unwrap();
    assert_eq!(read.fan_id().map(str::len), Some(255));
}

#[test]
fn what_is_no_country_is_none() {
    for (country, expected) in [("at", Some("AT")), ("Austria", None), ("", None)] {
        let fan = fan(vec![("country", country.into())]);
        let found = of_fan(&with(event("fan_online", Node::Null), vec![("fan", fan)])).fan.country;
        assert_eq!(found.as_ref().map(CountryCode::as_str), expected, "{country}");
    }
}

#[test]
fn a_fan_prints_without_what_identifies_him() {
    let fan = FanFacts { fan_id: "f1".to_owned(), email: Some("a@b.de".to_owned()), ..FanFacts::default() };
    assert!(!format!("{fan:?}").contains("a@b.de"));
}

fn any_node() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        Just(Node::Null),
        any::<bool>().prop_map(Node::Bool),
        any::<i64>().prop_map(Node::Int),
        "\\PC{0,6}".prop_map(Node::from),
        Just(Node::from("2026-11-20T12:00:00Z")),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let key = prop::sample::select(vec!["fan_id", "provider_id", "kind", "net_cents", "request_id", "x"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Node::List),
            prop::collection::btree_map(key.prop_map(str::to_owned), inner, 0..6).prop_map(Node::Map),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_comes_is_read_or_refused(
        kind in prop::sample::select(vec!["new_transaction", "link_changed", "content_request_created", "x"]),
        changes in prop::collection::btree_map(
            prop::sample::select(vec!["event_id", "occurred_at", "fan", "link", "data", "click_ref"]),
            any_node(),
            0..6,
        ),
    ) {
        let node = Node::map(event(kind, Node::Null).into_iter().chain(changes));
        match EngineEvent::parse(&node) {
            Ok(read) => prop_assert!(!read.event_id().is_empty() && read.as_str() == kind),
            Err(rejection) => prop_assert!(!rejection.message.is_empty()),
        }
    }
}
