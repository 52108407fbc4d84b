//! Segments and buttons as an integrator sees them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::real::{Real, Reply, lines, steady};

#[actix_web::test]
async fn the_first_segment_is_the_default() {
    let real = Real::start().await;
    real.api.register("a.example").await.expect(201);
    let rule = json!({ "v": 1, "all": [{ "field": "device", "op": "in", "values": ["mobile"] }] });
    let ab = json!({ "v": 1, "key": "k", "arms": [{ "id": "x", "weight": 1 }], "winner": null });
    let body = json!({ "name": "Germany", "countries": ["de", "AT"], "match": rule, "ab": ab, "lang": "de" });
    let made = real.api.post("/segments/a.example", &body).await.expect(201);
    assert_eq!(made.header("etag"), "\"2\"");
    insta::assert_snapshot!(lines(&steady(&made.json())), @r#"
    ab: {"arms":[{"id":"x","weight":1}],"key":"k","v":1,"winner":null}
    countries[]: "DE"
    countries[]: "AT"
    domain: "a.example"
    is_default: true
    lang: "de"
    match: {"all":[{"field":"device","op":"in","values":["mobile"]}],"v":1}
    name: "Germany"
    position: 0
    segment_id: "seg_0"
    "#);
    let second = json!({ "name": "Rest", "position": 0 });
    let second = real.api.post("/segments/a.example", &second).await.expect(201);
    let listed = real.api.get("/segments/a.example").await.expect(200);
    assert_eq!(listed.header("etag"), second.header("etag"));
    let summary: Vec<_> = names(&listed.json());
    assert_eq!(summary, ["Rest 0 false", "Germany 1 true"]);
}

fn names(list: &Value) -> Vec<String> {
    let items = list["items"].as_array().unwrap().iter();
    items
        .map(|item| {
            let name = item["name"].as_str().or(item["label"].as_str()).unwrap();
            match item.get("is_default") {
                Some(is_default) => format!("{name} {} {is_default}", item["position"]),
                None => format!("{name} {}", item["position"]),
            }
        })
        .collect()
}

#[actix_web::test]
async fn there_is_always_exactly_one_default() {
    let real = Real::start().await;
    let first = real.landing("a.example").await;
    let (list, first) = ("/segments/a.example", format!("/segments/a.example/{first}"));
    let now = async || names(&real.api.get(list).await.expect(200).json());
    for refused in [
        real.api.patch(&first, &json!({ "is_default": false })).await,
        real.api.delete(&first).await,
        real.api.delete(&format!("{first}?force=true")).await,
    ] {
        assert_eq!(refused.summary(), "409 segment_default_required");
    }
    let second = real.api.post(list, &json!({ "name": "Second", "is_default": true })).await.expect(201);
    assert_eq!(now().await, ["Everyone 0 false", "Second 1 true"]);
    real.api.patch(&first, &json!({ "is_default": true, "position": 1 })).await.expect(200);
    assert_eq!(now().await, ["Second 0 false", "Everyone 1 true"]);
    let second = format!("{list}/{}", second.text_at("segment_id"));
    real.api.patch(&second, &json!({ "is_default": false })).await.expect(200);
    let past = real.api.patch(&second, &json!({ "position": 2 })).await;
    assert_eq!(past.summary(), "422 body.position less_than_equal");
    real.api.delete(&second).await.expect(204);
    assert_eq!(real.api.delete(&second).await.summary(), "404 segment_not_found");
    assert_eq!(real.api.patch(&second, &json!({})).await.summary(), "404 segment_not_found");
    assert_eq!(now().await, ["Everyone 0 true"]);
}

#[actix_web::test]
async fn a_segment_with_buttons_goes_only_by_force() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let made = real.api.post("/segments/a.example", &json!({ "name": "b" })).await.expect(201);
    let (id, count) = (made.text_at("segment_id"), async || {
        real.api.get("/domains/a.example").await.json()["button_count"].clone()
    });
    real.api.button("a.example", &id, "x").await;
    assert_eq!(count().await, 1);
    let path = format!("/segments/a.example/{id}");
    assert_eq!(real.api.delete(&path).await.summary(), "409 segment_not_empty");
    let odd = real.api.delete(&format!("{path}?force=maybe")).await;
    assert_eq!(odd.summary(), "422 query.force bool_type");
    assert_eq!(real.api.delete(&format!("{path}?force=false")).await.summary(), "409 segment_not_empty");
    real.api.delete(&format!("{path}?force=true")).await.expect(204);
    assert_eq!(count().await, 0);
    assert_eq!(real.api.get(&format!("/buttons/a.example/{id}")).await.summary(), "404 segment_unknown");
}

#[actix_web::test]
async fn buttons_keep_their_places() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let list = format!("/buttons/a.example/{tier}");
    let now = async || names(&real.api.get(&list).await.expect(200).json());
    let (a, b) =
        (real.api.button("a.example", &tier, "a").await, real.api.button("a.example", &tier, "b").await);
    let body = json!({ "label": "c", "url": "tel:+1", "position": 0, "hidden": true, "icon": "star.svg" });
    let c = real.api.post(&list, &body).await.expect(201);
    insta::assert_snapshot!(lines(&steady(&c.json())), @r#"
    button_id: "btn_0"
    domain: "a.example"
    hidden: true
    icon: "star.svg"
    label: "c"
    match: null
    position: 0
    stamped_url: null
    text_filename: "7a05750f5cb71614d1753debdaf5fb81.svg"
    text_value: "c"
    tier: "seg_1"
    url: "tel:+1"
    variants: null
    "#);
    let c = c.text_at("button_id");
    assert_eq!(now().await, ["c 0", "a 1", "b 2"]);
    let order =
        async |ids: &[&str]| real.api.put(&format!("{list}/order"), &json!({ "button_ids": ids })).await;
    let ordered = order(&[&b, &c, &a]).await.expect(200);
    assert_eq!(ordered.json(), real.api.get(&list).await.json());
    assert_eq!(now().await, ["b 0", "c 1", "a 2"]);
    for wrong in [vec![], vec![&*b, &c], vec![&b, &c, &c], vec![&b, &c, &a, &a], vec![&b, &c, "btn_x"]] {
        assert_eq!(order(&wrong).await.summary(), "400 invalid_request", "{wrong:?}");
    }
    real.api.patch(&format!("{list}/{a}"), &json!({ "position": 0 })).await.expect(200);
    assert_eq!(now().await, ["a 0", "b 1", "c 2"]);
    real.api.delete(&format!("{list}/{b}")).await.expect(204);
    assert_eq!(now().await, ["a 0", "c 1"]);
    assert_eq!(real.api.delete(&format!("{list}/{b}")).await.summary(), "404 button_not_found");
}

#[actix_web::test]
async fn a_button_moves_between_segments() {
    let real = Real::start().await;
    let one = real.landing("a.example").await;
    let two = real.api.post("/segments/a.example", &json!({ "name": "two" })).await.expect(201);
    let two = two.text_at("segment_id");
    let now = async |tier: &str| names(&real.api.get(&format!("/buttons/a.example/{tier}")).await.json());
    for label in ["a", "b", "c"] {
        real.api.button("a.example", &one, label).await;
    }
    let d = real.api.button("a.example", &two, "d").await;
    let path = format!("/buttons/a.example/{two}/{d}");
    let moved = real.api.patch(&path, &json!({ "tier": one, "position": 1 })).await.expect(200).json();
    assert_eq!((&moved["tier"], &moved["position"]), (&json!(one), &json!(1)));
    assert_eq!(now(&one).await, ["a 0", "d 1", "b 2", "c 3"]);
    assert_eq!(now(&two).await, [] as [&str; 0]);
    assert_eq!(real.api.patch(&path, &json!({ "label": "x" })).await.summary(), "404 button_not_found");
    let path = format!("/buttons/a.example/{one}/{d}");
    let past = real.api.patch(&path, &json!({ "position": 4 })).await;
    assert_eq!(past.summary(), "422 body.position less_than_equal");
    let nowhere = real.api.patch(&path, &json!({ "tier": "seg_x" })).await;
    assert_eq!(nowhere.summary(), "404 segment_unknown");
    real.api.patch(&path, &json!({ "tier": two })).await.expect(200);
    assert_eq!(now(&one).await, ["a 0", "b 1", "c 2"]);
    assert_eq!(now(&two).await, ["d 0"]);
}

#[actix_web::test]
async fn a_patch_keeps_clears_and_sets() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let rule = json!({ "v": 1, "any": [{ "field": "lang", "op": "in", "values": ["de"] }] });
    let ab = json!({ "v": 1, "key": "k", "arms": [{ "id": "x", "weight": 1 }], "winner": "x" });
    let body = json!({ "name": "b", "countries": ["DE"], "match": rule, "ab": ab, "lang": "pt-BR" });
    let made = real.api.post("/segments/a.example", &body).await.expect(201);
    let (id, full) = (made.text_at("segment_id"), made.json());
    let path = format!("/segments/a.example/{id}");
    let same = real.api.patch(&path, &json!({})).await.expect(200);
    assert_eq!((same.json(), same.header("etag")), (full.clone(), made.header("etag")), "nothing changed");
    let cleared = real.api.patch(&path, &json!({ "match": null, "ab": null, "lang": null })).await;
    let mut expected = full.clone();
    expected["match"] = Value::Null;
    expected["ab"] = Value::Null;
    expected["lang"] = json!("");
    assert_eq!(cleared.expect(200).json(), expected);
    for field in ["name", "countries", "is_default", "position"] {
        let reported = real.api.patch(&path, &json!({ field: null })).await.summary();
        assert!(
            reported.starts_with(&format!("422 body.{field} ")) && reported.ends_with("_type"),
            "{reported}"
        );
    }
    let button = real.api.button("a.example", &id, "x").await;
    let path = format!("/buttons/a.example/{id}/{button}");
    let variants = json!([{ "id": "x", "label": "y" }]);
    let set = json!({ "match": rule, "variants": variants, "icon": "a.svg", "hidden": true });
    let set = real.api.patch(&path, &set).await.expect(200).json();
    assert_eq!((&set["match"], &set["variants"], &set["label"]), (&rule, &variants, &json!("x")));
    let cleared = real.api.patch(&path, &json!({ "match": null, "variants": null })).await.expect(200).json();
    assert_eq!((&cleared["match"], &cleared["icon"]), (&Value::Null, &json!("a.svg")));
    for field in ["label", "url", "icon", "hidden", "position", "tier"] {
        let reported = real.api.patch(&path, &json!({ field: null })).await.summary();
        assert!(
            reported.starts_with(&format!("422 body.{field} ")) && reported.ends_with("_type"),
            "{reported}"
        );
    }
}

/// Returns each way to edit a draft, with a body that changes something.
async fn edits(real: &Real, tier: &str, button: &str) -> Vec<(Method, String, Value)> {
    let made = real.api.post("/segments/a.example", &json!({ "name": "other" })).await.expect(201);
    let other = made.text_at("segment_id");
    real.api.register("source.example").await.expect(201);
    let (segments, buttons) = ("/segments/a.example".to_owned(), format!("/buttons/a.example/{tier}"));
    let leads = json!({ "label": "new", "url": "https://example.com" });
    let domain = "/domains/a.example";
    vec![
        (Method::POST, segments.clone(), json!({ "name": "new" })),
        (Method::PATCH, format!("{segments}/{tier}"), json!({ "name": "newer" })),
        (Method::PUT, format!("{buttons}/order"), json!({ "button_ids": [button] })),
        (Method::POST, buttons.clone(), leads),
        (Method::PATCH, format!("{buttons}/{button}"), json!({ "label": "newer" })),
        (Method::POST, format!("{domain}/publish"), json!({})),
        (Method::POST, format!("{domain}/rollback"), json!({ "version": 2 })),
        (Method::DELETE, format!("{buttons}/{button}"), Value::Null),
        (Method::DELETE, format!("{segments}/{other}"), Value::Null),
        (Method::POST, format!("{domain}/copy-from"), json!({ "source": "source.example" })),
    ]
}

#[actix_web::test]
async fn every_edit_can_be_tied_to_what_was_seen() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let button = real.api.button("a.example", &tier, "x").await;
    real.api.publish("a.example").await;
    let revision = async || real.api.get("/segments/a.example").await.header("etag").to_owned();
    for (method, path, body) in edits(&real, &tier, &button).await {
        let send = async |tag: &str| {
            let request = real.api.request(method.clone(), &path).header("if-match", tag);
            let request = if body.is_null() { request } else { request.json(&body) };
            Reply::of(request).await
        };
        let before = (revision().await, real.api.draft("a.example").await);
        let stale = send("\"1\"").await;
        assert_eq!(stale.summary(), "412 precondition_failed", "{method} {path}");
        assert_eq!((revision().await, real.api.draft("a.example").await), before);
        let done = send(&before.0).await;
        assert!(done.status < 300, "{method} {path}: {}", done.text);
        assert_eq!(done.header("etag"), revision().await, "{method} {path}");
    }
}
