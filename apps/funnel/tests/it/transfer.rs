//! Export and import of an owner's data as one document.

mod links;

use reqwest::Method;
use serde_json::{Value, json};

use crate::real::{Api, Real, Reply};

const HOST: &str = "a.example";

/// Creates a page with every feature of a draft.
async fn rich(real: &Real) -> String {
    let (api, tier) = (&real.api, real.landing(HOST).await);
    let rule = json!({ "v": 1, "any": [{ "field": "lang", "op": "in", "values": ["de"] }] });
    let ab = json!({ "v": 1, "key": "k", "arms": [{ "id": "x", "weight": 1 }], "winner": "x" });
    let body = json!({ "name": "b", "countries": ["DE"], "match": rule, "ab": ab, "lang": "pt-BR" });
    api.post("/segments/a.example", &body).await.expect(201);
    let button = api.button(HOST, &tier, "Läuft 日本").await;
    api.button(HOST, &tier, "Second").await;
    let look = json!({ "buttons": { "fill": "outline", "font": "Lato" }, "share": { "title": "Hi" } });
    api.post("/bg/ui?domain=a.example", &look).await.expect(200);
    api.post("/bg/canvas-color?domain=a.example", &json!({ "color": "#102030" })).await.expect(200);
    api.patch("/notification/a.example", &json!({ "title": "News", "delay_ms": 5 })).await.expect(200);
    api.publish(HOST).await;
    let link = json!({ "domain": HOST, "slug": "vip", "expires_at": 4_000_000_000_i64 });
    let link = api.post("/smartlinks", &link).await.expect(201).json()["id"].clone();
    api.patch(&format!("/smartlinks/{link}"), &json!({ "active": false })).await.expect(200);
    let code = api.post("/qr/a.example", &json!({ "slug": "flyer", "title": "=1+1" })).await.expect(201);
    let code = code.json()["id"].clone();
    api.patch(&format!("/qr/a.example/{code}"), &json!({ "slug": "poster" })).await.expect(200);
    api.post("/qr/a.example", &json!({ "slug": "card" })).await.expect(201);
    button
}

/// Exports the owner's domains as a document.
async fn export(api: &Api) -> Value {
    exported(api, "?parts=domains").await
}

pub(crate) async fn exported(api: &Api, query: &str) -> Value {
    let mut document = api.get(&format!("/export{query}")).await.expect(200).json();
    document.as_object_mut().unwrap().remove("exported_at");
    document
}

/// Imports a document; returns path, action and code of each row.
pub(crate) async fn import(api: &Api, document: &Value, more: Value) -> Vec<String> {
    let mut body = json!({ "document": document });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let reported = api.post("/import", &body).await.expect(200).json();
    let results = reported["results"].as_array().unwrap();
    for action in ["created", "replaced", "skipped", "failed"] {
        let count = results.iter().filter(|result| result["action"] == action).count();
        assert_eq!(reported[action], count, "{reported}");
    }
    let line = |result: &Value| {
        let words = [&result["path"], &result["action"], &result["fault"]["code"]];
        words.iter().filter_map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
    };
    results.iter().map(line).collect()
}

/// Returns the stored draft as text.
async fn stored(real: &Real) -> String {
    let sql = "SELECT document::text FROM drafts WHERE hostname = 'a.example'";
    real.sql().await.query_one(sql, &[]).await.unwrap().get(0)
}

#[actix_web::test]
async fn what_was_given_out_and_deleted_comes_back_byte_by_byte() {
    let real = Real::start().await;
    rich(&real).await;
    let (document, draft) = (exported(&real.api, "").await, stored(&real).await);
    let page = real.page(HOST, "/").await.expect(200).text;
    real.api.delete("/domains/a.example").await.expect(204);
    let reported = import(&real.api, &document, json!({})).await;
    assert_eq!(reported, ["domains.0 created", "smartlinks.0 created", "qr.0 created", "qr.1 created"]);
    assert_eq!(stored(&real).await, draft);
    real.api.active(HOST).await;
    real.api.publish(HOST).await;
    assert_eq!(real.page(HOST, "/").await.expect(200).text, page);
    assert_eq!(exported(&real.api, "").await, document);
}

#[actix_web::test]
async fn a_second_time_changes_nothing_and_a_conflict_is_what_is_asked_for() {
    let real = Real::start().await;
    let button = rich(&real).await;
    let document = export(&real.api).await;
    let before = real.api.get("/segments/a.example").await.header("etag").to_owned();
    for how in ["skip", "replace", "fail"] {
        let reported = import(&real.api, &document, json!({ "on_conflict": how })).await;
        assert_eq!(reported, ["domains.0 skipped"], "{how}");
    }
    assert_eq!(real.api.get("/segments/a.example").await.header("etag"), before);
    let mut other = document.clone();
    other["domains"][0]["draft"]["segments"][0]["name"] = json!("Other");
    other["domains"][0]["display_name"] = json!("Renamed");
    let tried = json!({ "on_conflict": "replace", "dry_run": true });
    assert_eq!(import(&real.api, &other, tried).await, ["domains.0 replaced"]);
    assert_eq!(import(&real.api, &other, json!({})).await, ["domains.0 skipped"]);
    let fails = json!({ "on_conflict": "fail" });
    assert_eq!(import(&real.api, &other, fails).await, ["domains.0 failed domain_taken"]);
    assert_eq!(export(&real.api).await, document);
    let replaces = json!({ "on_conflict": "replace" });
    assert_eq!(import(&real.api, &other, replaces.clone()).await, ["domains.0 replaced"]);
    assert_eq!(export(&real.api).await, other);
    assert_eq!(import(&real.api, &other, replaces).await, ["domains.0 skipped"]);
    let audit = real.api.get("/audit?subject=domain:a.example").await.expect(200).json();
    let actions: Vec<_> =
        audit["items"].as_array().unwrap().iter().take(2).map(|entry| entry["action"].clone()).collect();
    assert_eq!(actions, ["domain.rename", "landing.edit"]);
    assert!(real.api.draft(HOST).await.to_string().contains(&button), "ids are kept");
}

#[actix_web::test]
async fn another_domain_gets_new_ids_once() {
    let real = Real::start().await;
    rich(&real).await;
    let mut document = export(&real.api).await;
    document["domains"][0]["hostname"] = json!("b.example");
    let replaces = json!({ "on_conflict": "replace" });
    assert_eq!(import(&real.api, &document, replaces.clone()).await, ["domains.0 created"]);
    assert_eq!(import(&real.api, &document, replaces).await, ["domains.0 skipped"]);
    let ids = async |host: &str| -> Vec<Value> {
        let draft = real.api.draft(host).await;
        draft.as_array().unwrap().iter().map(|segment| segment["segment_id"].clone()).collect()
    };
    let (one, two) = (ids(HOST).await, ids("b.example").await);
    assert!(one.len() == 2 && two.len() == 2 && !one.iter().any(|id| two.contains(id)), "{one:?} {two:?}");
}

#[actix_web::test]
async fn a_dry_run_leaves_nothing_and_counts_what_the_plan_allows() {
    let real = Real::with("free", &[]).await;
    rich(&real).await;
    let mut document = export(&real.api).await;
    let row = document["domains"][0].clone();
    for host in ["b.example", "c.example", "d.example"] {
        let mut row = row.clone();
        row["hostname"] = json!(host);
        document["domains"].as_array_mut().unwrap().push(row);
    }
    let expected = [
        "domains.0 skipped",
        "domains.1 created",
        "domains.2 created",
        "domains.3 failed domain_cap_reached",
    ];
    assert_eq!(import(&real.api, &document, json!({ "dry_run": true })).await, expected);
    assert_eq!(real.api.get("/domains").await.json()["items"].as_array().unwrap().len(), 1);
    assert_eq!(import(&real.api, &document, json!({})).await, expected);
    assert_eq!(real.api.get("/domains").await.json()["items"].as_array().unwrap().len(), 3);
}

#[actix_web::test]
async fn a_row_that_fails_leaves_the_others_alone() {
    let real = Real::start().await;
    rich(&real).await;
    let (_, stranger) = real.owner("agency").await;
    let document = export(&real.api).await;
    let made = std::cell::Cell::new(0);
    let row = |changes: &dyn Fn(&mut Value)| {
        let mut row = document["domains"][0].clone();
        made.set(made.get() + 1);
        row["hostname"] = json!(format!("new{}.example", made.get()));
        changes(&mut row);
        row
    };
    let rows = json!({ "version": 1, "domains": [
        document["domains"][0],
        row(&|row| row["hostname"] = json!("not a host")),
        row(&|row| row["colour"] = json!("red")),
        row(&|row| row["draft"]["segments"][0]["buttons"][0]["url"] = json!("javascript:alert(1)")),
        row(&|row| row["draft"]["banner"]["avatar_filename"] = json!("00000000000000000000000000000000.png")),
        row(&|row| row["preset"] = json!("none")),
        row(&|row| row["draft"]["segments"] = json!([])),
    ] });
    let reported = import(&stranger, &rows, json!({})).await;
    assert_eq!(
        reported,
        [
            "domains.0 failed domain_taken",
            "domains.1 failed invalid_request",
            "domains.2 failed invalid_request",
            "domains.3 failed invalid_request",
            "domains.4 failed invalid_file",
            "domains.5 failed preset_not_found",
            "domains.6 created",
        ]
    );
    let body = json!({ "document": { "version": 1, "domains": [rows["domains"][3]] } });
    let result = stranger.post("/import", &body).await.expect(200).json()["results"][0].take();
    assert_eq!(result["name"], "new3.example");
    let message = result["fault"]["message"].as_str().unwrap();
    assert!(message.starts_with("draft.segments.0.buttons.0.url: "), "{message}");
    assert_eq!(export(&real.api).await, document, "nothing of another owner's changed");
}

#[actix_web::test]
async fn a_body_that_is_no_document_is_reported() {
    let real = Real::start().await;
    let send = async |kind: &str, body: Vec<u8>| {
        let request = real.api.request(Method::POST, "/import").header("content-type", kind);
        Reply::of(request.body(body)).await.summary()
    };
    let json = "application/json";
    for (kind, body, reported) in [
        (json, "", "422 body missing"),
        (json, "{}", "422 body.document missing"),
        (json, r#"{"document":{}}"#, "422 body.document.version missing"),
        (json, r#"{"document":{"version":2}}"#, "422 body.document.version less_than_equal"),
        (json, r#"{"document":{"version":1,"pages":[]}}"#, "422 body.document.pages extra_forbidden"),
        (json, r#"{"document":{"version":1},"on_conflict":"ask"}"#, "422 body.on_conflict enum"),
        (json, r#"{"document":{"version":1,"domains":[1]}}"#, "422 body.document.domains.0 object_type"),
        ("text/plain", "{}", "415 unsupported_media_type"),
    ] {
        assert_eq!(send(kind, body.into()).await, reported, "{body}");
    }
    assert_eq!(send(json, vec![b'['; 11 << 20]).await, "413 payload_too_large");
    assert_eq!(
        send(json, b"{\"document\":{\"version\":1,\"x\xff\":1}}".to_vec()).await,
        "422 body json_invalid"
    );
}

#[actix_web::test]
async fn parts_and_domains_are_asked_for_by_name() {
    let real = Real::start().await;
    rich(&real).await;
    real.api.register("b.example").await.expect(201);
    let hosts = async |query: &str| -> Vec<String> {
        let document = real.api.get(&format!("/export{query}")).await.expect(200).json();
        let domains = document["domains"].as_array().unwrap();
        domains.iter().map(|row| row["hostname"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(hosts("").await, [HOST, "b.example"]);
    assert_eq!(hosts("?parts=domains&domain=b.example").await, ["b.example"]);
    assert_eq!(real.api.get("/export?parts=domains,pages").await.summary(), "422 query.parts enum");
    assert_eq!(real.api.get("/export?domain=c.example").await.summary(), "404 domain_not_found");
}

async fn key(api: &Api, caps: Value) -> Api {
    let minted = api.post("/api-keys", &json!({ "name": "narrow", "caps": caps })).await.expect(201);
    api.with(&minted.text_at("token"))
}

#[actix_web::test]
async fn each_part_is_given_out_to_those_who_may_see_it() {
    let real = Real::start().await;
    rich(&real).await;
    let all = ["domains", "smartlinks", "qr", "library", "members"];
    assert_eq!(exported(&real.api, "").await.get("left_out"), None);
    for (part, (tab, view)) in all.into_iter().zip([
        ("landings", "view"),
        ("links", "view"),
        ("qr", "view"),
        ("notifications", "view"),
        ("team", "view"),
    ]) {
        let narrow = key(&real.api, json!({ "integrations": ["export"], tab: [view] })).await;
        let document = exported(&narrow, "").await;
        let others: Vec<_> = all.into_iter().filter(|other| *other != part).collect();
        assert_eq!(document["left_out"], json!(others), "{part}");
        assert_eq!(document[part], exported(&real.api, "").await[part]);
        assert!(others.iter().all(|other| document.get(other).is_none()), "{document}");
        assert_eq!(exported(&narrow, &format!("?parts={part}")).await[part], document[part]);
        let with_another = format!("/export?parts={part},{}", others[0]);
        assert_eq!(narrow.get(&with_another).await.summary(), "403 insufficient_rights");
        // Importing the document changes nothing in the omitted parts.
        assert!(import(&real.api, &document, json!({})).await.iter().all(|row| row.ends_with("skipped")));
    }
}

#[actix_web::test]
async fn each_row_is_taken_in_from_those_who_may_change_what_it_is_about() {
    let real = Real::start().await;
    rich(&real).await;
    real.api.post("/library/notifications", &json!({ "name": "p" })).await.expect(201);
    let document = exported(&real.api, "").await;
    let page = json!({ "landings": ["edit_content"], "appearance": ["edit"], "notifications": ["edit"] });
    let new = json!({ "landings": ["edit_content", "register"], "appearance": ["edit"], "notifications": ["edit"] });
    let denied = "insufficient_rights";
    for (part, caps, is_there, expected) in [
        ("domains", json!({}), true, Some(denied)),
        ("domains", json!({ "landings": ["edit_content", "register"] }), true, Some(denied)),
        ("domains", page.clone(), true, None),
        ("domains", page, false, Some(denied)),
        ("domains", new, false, None),
        ("smartlinks", json!({ "links": ["view"] }), true, Some(denied)),
        ("smartlinks", json!({ "links": ["create"] }), true, None),
        ("qr", json!({ "qr": ["view"] }), true, Some(denied)),
        ("qr", json!({ "qr": ["edit"] }), true, None),
        ("library", json!({ "notifications": ["view", "edit"] }), true, Some(denied)),
        ("library", json!({ "notifications": ["library"] }), true, None),
    ] {
        let mut with = json!({ "integrations": ["import"] });
        with.as_object_mut().unwrap().extend(caps.as_object().unwrap().clone());
        let narrow = key(&real.api, with).await;
        let mut one = json!({ "version": 1, part: [document[part][0]] });
        if !is_there {
            one["domains"][0]["hostname"] = json!("new.example");
        }
        let reported = import(&narrow, &one, json!({ "dry_run": true })).await;
        let expected = match expected {
            Some(code) => format!("{part}.0 failed {code}"),
            None if is_there => format!("{part}.0 skipped"),
            None => format!("{part}.0 created"),
        };
        assert_eq!(reported, [expected], "{caps}");
    }
}

#[actix_web::test]
async fn links_and_codes_come_with_their_domain_or_not_at_all() {
    let real = Real::start().await;
    let api = &real.api;
    rich(&real).await;
    let document = exported(api, "").await;
    for how in ["skip", "replace", "fail"] {
        let reported = import(api, &document, json!({ "on_conflict": how })).await;
        assert_eq!(
            reported,
            ["domains.0 skipped", "smartlinks.0 skipped", "qr.0 skipped", "qr.1 skipped"],
            "{how}"
        );
    }
    let mut other = exported(api, "?parts=smartlinks,qr").await;
    other["smartlinks"][0]["active"] = json!(true);
    other["qr"][1]["title"] = json!("Card");
    let fails = import(api, &other, json!({ "on_conflict": "fail" })).await;
    let expected =
        ["smartlinks.0 failed slug_taken", "qr.0 failed invalid_request", "qr.1 failed slug_taken"];
    assert_eq!(fails, expected);
    let tried = import(api, &other, json!({ "on_conflict": "replace", "dry_run": true })).await;
    assert_eq!(tried, ["smartlinks.0 replaced", "qr.0 skipped", "qr.1 replaced"]);
    assert_eq!(exported(api, "").await, document);
    assert_eq!(import(api, &other, json!({ "on_conflict": "replace" })).await, tried);
    assert_eq!(exported(api, "?parts=smartlinks,qr").await, other);
    // A new domain is not created if one of its links is invalid.
    let mut moved: Value = serde_json::from_str(&document.to_string().replace(HOST, "b.example")).unwrap();
    moved["smartlinks"][0]["policy"] = json!({ "v": 2 });
    let reported = import(api, &moved, json!({})).await;
    assert!(reported.iter().all(|line| line.ends_with("failed invalid_request")), "{reported:?}");
    assert_eq!(api.get("/domains/b.example").await.summary(), "404 domain_not_found");
    moved["smartlinks"][0]["policy"] = document["smartlinks"][0]["policy"].clone();
    let reported = import(api, &moved, json!({})).await;
    assert_eq!(reported, ["domains.0 created", "smartlinks.0 created", "qr.0 created", "qr.1 created"]);
    let parts = exported(api, "?domain=b.example&parts=smartlinks,qr").await;
    assert_eq!((&parts["smartlinks"], &parts["qr"]), (&moved["smartlinks"], &moved["qr"]));
    let nowhere = document.to_string().replace(HOST, "c.example");
    let mut nowhere: Value = serde_json::from_str(&nowhere).unwrap();
    nowhere.as_object_mut().unwrap().remove("domains");
    let reported = import(api, &nowhere, json!({})).await;
    assert!(reported.iter().all(|line| line.ends_with("failed domain_not_found")), "{reported:?}");
}
