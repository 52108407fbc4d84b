//! Versions, diffs, simulated visitors, copies, and repeated requests, as an integrator sees them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::real::{Real, Reply, lines, steady};

#[actix_web::test]
async fn publishing_makes_versions() {
    let real = Real::start().await;
    real.api.register("a.example").await.expect(201);
    let first = real.api.publish("a.example").await;
    insta::assert_json_snapshot!(steady(&first.json()), @r#"
    {
      "changed": true,
      "domain": "a.example",
      "published_at": "now",
      "version": 1
    }
    "#);
    assert_eq!(first.header("etag"), "\"1\"");
    let again = real.api.publish("a.example").await.json();
    assert_eq!((&again["version"], &again["changed"]), (&json!(1), &json!(false)));
    assert_eq!(again["published_at"], first.json()["published_at"]);
    for name in ["one", "two"] {
        real.api.post("/segments/a.example", &json!({ "name": name })).await.expect(201);
        real.api.publish("a.example").await;
    }
    let back = real.api.post("/domains/a.example/rollback", &json!({ "version": 2 })).await.expect(200);
    assert_eq!(steady(&back.json())["version"], 4);
    assert_eq!(back.json()["changed"], true);
    let draft = real.api.draft("a.example").await;
    assert_eq!((draft.as_array().unwrap().len(), &draft[0]["name"]), (1, &json!("one")));
    assert_eq!(real.api.publish("a.example").await.json()["changed"], false, "the draft is what is live");
    let unknown = real.api.post("/domains/a.example/rollback", &json!({ "version": 5 })).await;
    assert_eq!(unknown.summary(), "404 version_not_found");
    let wrong = real.api.post("/domains/a.example/rollback", &json!({ "version": 0 })).await;
    assert_eq!(wrong.summary(), "422 body.version greater_than_equal");
}

#[actix_web::test]
async fn a_rollback_can_keep_the_unpublished_changes() {
    let real = Real::start().await;
    real.api.register("a.example").await.expect(201);
    for name in ["one", "two"] {
        real.api.post("/segments/a.example", &json!({ "name": name })).await.expect(201);
        real.api.publish("a.example").await;
    }
    real.api.post("/segments/a.example", &json!({ "name": "unpublished" })).await.expect(201);
    let before = real.api.draft("a.example").await;
    let back = json!({ "version": 1, "keep_draft": true });
    let back = real.api.post("/domains/a.example/rollback", &back).await.expect(200);
    assert_eq!(steady(&back.json())["version"], 3);
    assert_eq!(real.api.draft("a.example").await, before);
    let changes = real.api.get("/domains/a.example/diff").await.json()["changes"].clone();
    let added = changes.as_array().unwrap().iter().filter(|change| change["op"] == "add").count();
    assert_eq!(added, 2, "{changes}");
}

#[actix_web::test]
async fn versions_are_listed_page_by_page() {
    let real = Real::start().await;
    real.api.register("a.example").await.expect(201);
    assert_eq!(
        real.api.get("/domains/a.example/versions").await.json(),
        json!({ "items": [], "next_cursor": null })
    );
    real.api.publish("a.example").await;
    for _ in 0..4 {
        real.api.post("/domains/a.example/rollback", &json!({ "version": 1 })).await.expect(200);
    }
    let (mut seen, mut query) = (Vec::new(), "limit=2".to_owned());
    loop {
        let page = real.api.get(&format!("/domains/a.example/versions?{query}")).await.expect(200).json();
        let items = page["items"].as_array().unwrap();
        seen.extend(items.iter().map(|item| item["version"].as_i64().unwrap()));
        let Some(next) = page["next_cursor"].as_str() else { break };
        assert_eq!(items.len(), 2);
        query = format!("limit=2&cursor={next}");
    }
    assert_eq!(seen, [5, 4, 3, 2, 1]);
    let newest = real.api.get("/domains/a.example/versions?limit=1").await.json()["items"][0].take();
    let prefix = real.api.token.split('_').nth(2).unwrap();
    assert_eq!(newest["published_by"], prefix);
    assert_eq!(newest["rolled_back_from"], 1);
    for (query, reported) in [
        ("limit=0", "422 query.limit greater_than_equal"),
        ("limit=201", "422 query.limit less_than_equal"),
        ("limit=x", "422 query.limit int_type"),
        ("cursor=x", "422 query.cursor value_error"),
        ("cursor=v99999999999", "422 query.cursor value_error"),
    ] {
        assert_eq!(real.api.get(&format!("/domains/a.example/versions?{query}")).await.summary(), reported);
    }
}

#[actix_web::test]
async fn a_diff_shows_what_publishing_would_change() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let button = real.api.button("a.example", &tier, "x").await;
    let diff = async || real.api.get("/domains/a.example/diff").await.expect(200);
    let first = diff().await.json();
    assert_eq!((&first["live_version"], &first["changes"][0]["op"]), (&Value::Null, &json!("add")));
    real.api.publish("a.example").await;
    assert_eq!(diff().await.json(), json!({ "live_version": 1, "changes": [] }));
    let path = format!("/buttons/a.example/{tier}/{button}");
    real.api.patch(&path, &json!({ "label": "y", "hidden": true })).await.expect(200);
    let changed = diff().await;
    let path = format!("segments.{tier}.buttons.{button}");
    let expected = json!({ "live_version": 1, "changes": [
        { "op": "change", "path": format!("{path}.label"), "from": "x", "to": "y" },
        { "op": "change", "path": format!("{path}.hidden"), "from": false, "to": true },
    ] });
    assert_eq!(changed.json(), expected);
    assert_eq!(changed.header("etag"), real.api.get("/segments/a.example").await.header("etag"));
}

#[actix_web::test]
async fn a_simulation_shows_why() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let rule = json!({ "v": 1, "all": [{ "field": "device", "op": "in", "values": ["mobile"] }] });
    let body = json!({ "name": "Phones", "countries": ["DE"], "match": rule, "lang": "de" });
    let phones = real.api.post("/segments/a.example", &body).await.expect(201).text_at("segment_id");
    real.api.button("a.example", &phones, "hier").await;
    real.api.button("a.example", &tier, "here").await;
    let see = async |query: &str| {
        real.api.get(&format!("/domains/a.example/simulate?{query}")).await.expect(200).json()
    };
    assert_eq!(see("country=DE&device=mobile").await["segment"], Value::Null, "nothing is live");
    let phone = see("country=DE&device=mobile&draft=true").await;
    insta::assert_snapshot!(lines(&steady(&phone)), @r#"
    arm: null
    button_reasons[]: {"button_id":"btn_0","conditions":[],"hidden":false,"match":"yes","shown":true}
    buttons[]: {"button_id":"btn_0","icon":"","label":"hier","stamped_url":null,"url":"https://example.com/"}
    domain: "a.example"
    draft: true
    segment: {"lang":"de","name":"Phones","segment_id":"seg_1"}
    segments[]: {"chosen":true,"conditions":[{"field":"device","path":"all.0","result":"yes"}],"countries":"yes","is_default":false,"match":"yes","name":"Phones","segment_id":"seg_1"}
    segments[]: {"chosen":false,"conditions":[],"countries":"yes","is_default":true,"match":"yes","name":"Everyone","segment_id":"seg_2"}
    "#);
    real.api.publish("a.example").await;
    assert_eq!(see("country=de&device=mobile").await["segment"]["name"], "Phones");
    for (query, countries, rule) in [
        ("country=FR&device=mobile", "no", "yes"),
        ("country=DE", "yes", "unknown"),
        ("device=mobile", "unknown", "yes"),
    ] {
        let seen = see(query).await;
        assert_eq!(seen["segment"]["name"], "Everyone", "{query}");
        assert_eq!(seen["buttons"][0]["label"], "here");
        let reasons = seen["segments"].as_array().unwrap();
        let reason = reasons.iter().find(|reason| reason["name"] == "Phones").unwrap();
        assert_eq!((&reason["countries"], &reason["match"]), (&json!(countries), &json!(rule)), "{query}");
    }
}

#[actix_web::test]
async fn a_visitor_that_can_t_be_is_not_imagined() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let wrong = real.api.get("/domains/a.example/simulate?country=1&device=toaster&at=x").await.summary();
    assert_eq!(wrong, "422 query.at int_type, query.country pattern, query.device enum");
    let wrong = real.api.get("/domains/a.example/simulate?device=toaster&os=beos").await.summary();
    assert_eq!(wrong, "422 query.device enum, query.os enum");
}

/// Returns the draft without ids, and the ids.
async fn content(real: &Real, host: &str) -> (Value, Vec<String>) {
    let (mut draft, mut ids) = (real.api.draft(host).await, Vec::new());
    let mut remove = |object: &mut Value, field: &str| {
        ids.push(object[field].take().as_str().unwrap_or_default().to_owned());
    };
    for segment in draft.as_array_mut().unwrap() {
        remove(segment, "segment_id");
        segment["domain"].take();
        for button in segment["buttons"].as_array_mut().unwrap() {
            remove(button, "button_id");
            remove(button, "tier");
            button["domain"].take();
        }
    }
    (draft, ids)
}

#[actix_web::test]
async fn a_copy_is_the_same_under_new_ids() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let body = json!({ "name": "b", "countries": ["DE"], "position": 0 });
    let made = real.api.post("/segments/a.example", &body);
    let other = made.await.expect(201).text_at("segment_id");
    for (tier, label) in [(&tier, "x"), (&tier, "y"), (&other, "z")] {
        real.api.button("a.example", tier, label).await;
    }
    let old = real.landing("b.example").await;
    real.api.button("b.example", &old, "old").await;
    let copy = async |target: &str, source: &str| {
        real.api.post(&format!("/domains/{target}/copy-from"), &json!({ "source": source })).await
    };
    let copied = copy("b.example", "A.example").await.expect(200);
    assert_eq!((copied.text_at("hostname"), &copied.json()["button_count"]), ("b.example".into(), &json!(3)));
    assert_eq!(copied.header("etag"), real.api.get("/segments/b.example").await.header("etag"));
    let ((source, old_ids), (target, new_ids)) =
        (content(&real, "a.example").await, content(&real, "b.example").await);
    assert_eq!(source, target);
    assert!(new_ids.iter().all(|id| !old_ids.contains(id)), "{new_ids:?}");
    assert_eq!(new_ids.len(), old_ids.len());
    assert_eq!(copy("a.example", "A.example.").await.summary(), "400 copy_same_domain");
    assert_eq!(copy("a.example", "x.example").await.summary(), "404 domain_not_found");
    assert_eq!(copy("x.example", "a.example").await.summary(), "404 domain_not_found");
    assert_eq!(real.page("b.example", "/").await.status, 404, "drafts only");
}

#[actix_web::test]
async fn a_bulk_copy_reports_on_each_target() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    real.api.button("a.example", &tier, "x").await;
    for host in ["b.example", "c.example"] {
        real.api.register(host).await.expect(201);
    }
    let copy = async |source: &str, targets: Value, parts: Value| {
        let body = json!({ "source": source, "targets": targets, "parts": parts });
        real.api.post("/bulk/copy-content", &body).await
    };
    let targets = json!(["b.example", "B.example.", "x.example", "not a host", "a.example", "c.example"]);
    let copied = copy("A.example", targets, json!(["buttons_segments"])).await.expect(200);
    insta::assert_snapshot!(lines(&copied.json()), @r#"
    parts[]: "buttons_segments"
    results[]: {"detail":"copied","host":"b.example","ok":true}
    results[]: {"detail":"domain_not_found","host":"x.example","ok":false}
    results[]: {"detail":"domain_not_found","host":"not a host","ok":false}
    results[]: {"detail":"copy_same_domain","host":"a.example","ok":false}
    results[]: {"detail":"copied","host":"c.example","ok":true}
    source: "a.example"
    "#);
    for host in ["b.example", "c.example"] {
        assert_eq!(content(&real, host).await.0, content(&real, "a.example").await.0);
    }
    let all = ["buttons_segments", "bg", "ui", "notification"];
    copy("a.example", json!(["b.example"]), json!(all)).await.expect(200);
    for (targets, parts) in [
        (json!([]), json!(["bg"])),
        (json!(["b.example"]), json!([])),
        (json!(["b.example"]), json!(["bg", "everything"])),
    ] {
        assert_eq!(copy("a.example", targets, parts).await.summary(), "400 invalid_request");
    }
    let missing = copy("x.example", json!(["b.example"]), json!(["bg"])).await;
    assert_eq!(missing.summary(), "404 domain_not_found");
}

#[actix_web::test]
async fn a_repeated_creation_makes_nothing_new() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let creations = [
        ("/domains".to_owned(), json!({ "hostname": "b.example", "display_name": "b" })),
        ("/segments/a.example".to_owned(), json!({ "name": "b" })),
        (format!("/buttons/a.example/{tier}"), json!({ "label": "b", "url": "https://example.com" })),
        ("/members".to_owned(), json!({ "name": "b", "email": "b@example.com" })),
    ];
    for (path, body) in creations {
        let send = async |body: &Value| {
            let request = real.api.request(Method::POST, &path).header("idempotency-key", "same");
            Reply::of(request.json(body)).await
        };
        let first = send(&body).await.expect(201);
        assert!(!first.headers.contains_key("idempotency-replayed"), "{path}");
        let again = send(&body).await.expect(201);
        assert_eq!(again.header("idempotency-replayed"), "true", "{path}");
        assert_eq!((&again.text, again.headers.get("etag")), (&first.text, first.headers.get("etag")));
        let mut other = body.clone();
        let field = if path == "/domains" { "display_name" } else { "name" };
        other[if path.starts_with("/buttons") { "label" } else { field }] = json!("c");
        assert_eq!(send(&other).await.summary(), "409 idempotency_conflict", "{path}");
    }
    assert_eq!(real.api.get("/domains").await.json()["items"].as_array().unwrap().len(), 2);
    assert_eq!(real.api.draft("a.example").await.as_array().unwrap().len(), 2);
    assert_eq!(real.api.draft("a.example").await[0]["buttons"].as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn a_token_is_shown_once() {
    let real = Real::start().await;
    let send = async |path: &str, body: Value| {
        let request = real.api.request(Method::POST, path).header("idempotency-key", "same");
        Reply::of(request.json(&body)).await.expect(201)
    };
    let first = send("/api-keys", json!({ "name": "b" })).await;
    let rotate = format!("/api-keys/{}/rotate", first.json()["id"]);
    for (path, body) in [("/api-keys", json!({ "name": "b" })), (&rotate, json!({}))] {
        let shown = if path == rotate { send(path, body.clone()).await } else { first.clone() };
        let again = send(path, body).await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        let mut expected = shown.json();
        let token = expected.as_object_mut().unwrap().remove("token").unwrap();
        assert_eq!(again.json(), expected);
        let rows = real.sql().await.query("SELECT answer::text FROM idempotency_keys", &[]).await.unwrap();
        let secret = token.as_str().unwrap().rsplit('_').next().unwrap();
        assert!(rows.iter().all(|row| !row.get::<_, String>(0).contains(secret)));
    }
    assert_eq!(real.api.with(&first.text_at("token")).get("/domains").await.status, 401, "it was rotated");
}
