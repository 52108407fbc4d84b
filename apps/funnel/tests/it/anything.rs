//! Random request bodies: the service never fails with a server error, and the draft stays intact.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

use crate::hostile::Target;

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(vec!["DE", "seg_x", "https://a.example", "in", "country", "\u{0}", "de", "k"])
            .prop_map(Value::from),
        Just(json!(1)),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let names = prop::sample::select(vec![
            "v", "all", "any", "not", "field", "op", "values", "key", "arms", "id", "weight", "winner", "tz",
            "x",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((names, inner), 0..6).prop_map(|fields| fields
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect()),
        ]
    })
}

fn any_body() -> impl Strategy<Value = Value> {
    let names = prop::sample::subsequence(
        vec![
            "name",
            "countries",
            "is_default",
            "match",
            "ab",
            "lang",
            "position",
            "label",
            "url",
            "icon",
            "hidden",
            "variants",
            "tier",
        ],
        0..6,
    );
    let good = json!({ "name": "a", "label": "a", "url": "https://example.com" });
    (names, prop::collection::vec(any_json(), 6), any::<bool>()).prop_map(move |(names, values, is_full)| {
        let mut body = if is_full { good.as_object().unwrap().clone() } else { Map::new() };
        body.extend(names.into_iter().map(str::to_owned).zip(values));
        Value::Object(body)
    })
}

#[actix_web::test]
async fn whatever_is_sent_the_draft_still_loads() {
    let target = Target::start().await;
    let mut runner = TestRunner::default();
    let strategy = prop_oneof![3 => any_body(), 1 => any_json()];
    let (mut taken, mut refused) = (0, 0);
    for case in 0..64 {
        let body = strategy.new_tree(&mut runner).unwrap().current();
        for (method, path) in target.writes() {
            let reply = target.send(&method, path, body.to_string()).await;
            assert!(reply.status < 500, "case {case}: {method} {path} {body}: {}", reply.text);
            if reply.status < 300 { taken += 1 } else { refused += 1 }
        }
        let draft = target.real.api.draft("a.example").await;
        let defaults = draft.as_array().unwrap().iter().filter(|segment| segment["is_default"] == true);
        assert_eq!(defaults.count(), 1, "case {case}: {body}");
    }
    assert!(taken > 0 && refused > 0, "{taken} taken, {refused} refused");
    target.real.api.publish("a.example").await;
    target.real.page("a.example", "/").await.expect(200);
    target.real.api.get("/domains/a.example/simulate?country=DE").await.expect(200);
}
