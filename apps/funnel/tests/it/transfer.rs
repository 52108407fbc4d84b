//! Export and import of an owner's data as one document.

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

/// Imports a file of links.
async fn links(api: &Api, query: &str, kind: &str, file: &str) -> Reply {
    let request = api.request(Method::POST, &format!("/import/links?{query}"));
    Reply::of(request.header("content-type", kind).body(file.to_owned())).await
}

fn actions(reply: &Reply) -> Vec<String> {
    let body = reply.json();
    let line = |result: &Value| {
        let words = [&result["path"], &result["action"], &result["fault"]["code"]];
        words.iter().filter_map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
    };
    body["results"].as_array().unwrap().iter().map(line).collect()
}

#[actix_web::test]
async fn links_go_out_as_a_table_and_come_back() {
    let real = Real::start().await;
    let api = &real.api;
    rich(&real).await;
    let tier =
        api.get("/segments/a.example").await.json()["items"][0]["segment_id"].as_str().unwrap().to_owned();
    api.button(HOST, &tier, "=HYPERLINK(1)").await;
    let reply = api.get("/export/links?domain=a.example").await.expect(200);
    assert!(reply.header("content-type").starts_with("text/csv"));
    let table = reply.text;
    assert_eq!(
        table,
        "domain,label,url,segment,position\r\n\
        a.example,Läuft 日本,https://example.com/,Everyone,0\r\n\
        a.example,Second,https://example.com/,Everyone,1\r\n\
        a.example,\"'=HYPERLINK(1)\",https://example.com/,Everyone,2\r\n"
    );
    let before = api.draft(HOST).await;
    let reported = links(api, "", "text/csv; charset=utf-8", &table).await.expect(200);
    assert_eq!(actions(&reported), ["rows.2 skipped", "rows.3 skipped", "rows.4 skipped"]);
    assert_eq!(api.draft(HOST).await, before);
    let changed =
        table.replace("Second,https://example.com/,Everyone,1", "Second,https://example.org/,Everyone,0");
    let reported = links(api, "dry_run=true", "text/csv", &changed).await.expect(200);
    assert_eq!(
        (actions(&reported)[1].as_str(), &reported.json()["dry_run"]),
        ("rows.3 replaced", &json!(true))
    );
    assert_eq!(api.draft(HOST).await, before);
    links(api, "", "text/csv", &changed).await.expect(200);
    let again = links(api, "", "text/csv", &changed).await.expect(200);
    assert!(actions(&again).iter().all(|line| line.ends_with("skipped")), "{}", again.text);
    let after = api.get("/export/links").await.expect(200).text;
    assert!(after.contains("Second,https://example.org/,Everyone,1"), "{after}");
    // Importing into a new domain: the first row creates the default segment.
    api.register("b.example").await.expect(201);
    let reported = links(api, "", "text/csv", &table.replace("a.example", "b.example")).await.expect(200);
    assert_eq!(actions(&reported), ["rows.2 created", "rows.3 created", "rows.4 created"]);
    let other = api.get("/export/links?domain=b.example").await.expect(200).text;
    assert_eq!(other, table.replace("a.example", "b.example"));
}

#[actix_web::test]
async fn a_domain_takes_all_links_of_a_file_or_none() {
    let real = Real::start().await;
    let api = &real.api;
    for host in [HOST, "b.example"] {
        real.landing(host).await;
    }
    let table = "domain,label,url\na.example,A,https://x.example/\nb.example,B,https://x.example/\n\
        a.example,C,javascript:alert(1)\nmissing.example,D,tel:1\na.example,E,https://x.example/\n";
    let reported = links(api, "", "text/csv", table).await.expect(200);
    assert_eq!(
        actions(&reported),
        [
            "rows.2 failed invalid_request",
            "rows.3 created",
            "rows.4 failed invalid_request",
            "rows.5 failed domain_not_found",
            "rows.6 failed invalid_request",
        ]
    );
    assert!(reported.text.contains("because rows.4 failed"), "{}", reported.text);
    let left = api.get("/export/links").await.expect(200).text;
    assert_eq!(left, "domain,label,url,segment,position\r\nb.example,B,https://x.example/,Everyone,0\r\n");
}

#[actix_web::test]
async fn the_good_rows_of_a_file_can_be_taken_alone() {
    let real = Real::start().await;
    let api = &real.api;
    real.landing(HOST).await;
    let table = "sep=;\r\nTitle;Destination URL;domain\r\nA;https://x.example/;go.example\r\n\r\nB;javascript:alert(1);go.example\r\nC;y.example/c;go.example\r\n";
    let query = "domain=a.example&partial=true";
    for (more, expected) in [("&dry_run=true", "created"), ("", "created"), ("", "skipped")] {
        let reported = links(api, &format!("{query}{more}"), "text/csv", table).await.expect(200);
        let expected = [
            format!("rows.3 {expected}"),
            "rows.5 failed invalid_request".to_owned(),
            format!("rows.6 {expected}"),
        ];
        assert_eq!(actions(&reported), expected, "{more}");
        let failed = &reported.json()["results"][1];
        assert_eq!((&failed["line"], &failed["name"]), (&json!(5), &json!("B")));
        assert!(
            failed["fault"]["message"].as_str().unwrap().starts_with("Destination URL: must be "),
            "{failed}"
        );
    }
    let exported = api.get("/export/links").await.expect(200).text;
    let expected =
        "a.example,A,https://x.example/,Everyone,0\r\na.example,C,https://y.example/c,Everyone,1\r\n";
    assert!(exported.ends_with(expected), "{exported}");
    let own = "domain,label,url\n..,A,tel:1\nmissing.example,B,tel:1\na.example,D,tel:1\n";
    assert_eq!(links(api, "", "text/csv", own).await.summary(), "422 invalid_file");
    let reported = links(api, "partial=true", "text/csv", own).await.expect(200);
    let expected = ["rows.2 failed invalid_request", "rows.3 failed domain_not_found", "rows.4 created"];
    assert_eq!(actions(&reported), expected);
    let page = "<a href='javascript:1'>x</a>\n<a href='https://z.example/'>Z</a>";
    let reported = links(api, "domain=a.example", "text/html", page).await.expect(200);
    assert_eq!(actions(&reported), ["links.2 created"]);
    assert_eq!(
        (&reported.json()["passed_over"], &reported.json()["results"][0]["line"]),
        (&json!(1), &json!(2))
    );
}

#[actix_web::test]
async fn lists_and_bookmarks_are_taken_in() {
    let real = Real::start().await;
    let api = &real.api;
    real.landing(HOST).await;
    let list = "https://www.x.example/me\n\nmailto:me@x.example\n";
    let page = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=\"https://y.example/\">Why</A></DL>";
    for expected in ["created", "skipped"] {
        let reported = links(api, "domain=a.example", "text/plain", list).await.expect(200);
        assert_eq!(actions(&reported), [format!("lines.1 {expected}"), format!("lines.3 {expected}")]);
        let reported = links(api, "domain=a.example", "text/html", page).await.expect(200);
        assert_eq!(actions(&reported), [format!("links.1 {expected}")]);
    }
    let table = api.get("/export/links").await.expect(200).text;
    assert!(
        table.contains("x.example,https://www.x.example/me,") && table.contains("Why,https://y.example/,"),
        "{table}"
    );
    assert_eq!(links(api, "", "text/plain", list).await.summary(), "422 query.domain missing");
    assert_eq!(links(api, "", "application/json", "{}").await.summary(), "415 unsupported_media_type");
    let rows = format!("label,url\n{}", "a,tel:1\n".repeat(100_001));
    assert_eq!(links(api, "domain=a.example", "text/csv", &rows).await.summary(), "413 payload_too_large");
    assert_eq!(
        links(api, "domain=a.example", "text/csv", &"a".repeat(11 << 20)).await.summary(),
        "413 payload_too_large"
    );
    let broken = b"label,url\n\xc3\xbc\xff,tel:1\n".to_vec();
    let broken = api.request(Method::POST, "/import/links?domain=a.example").body(broken);
    assert_eq!(Reply::of(broken).await.summary(), "422 invalid_file");
    assert_eq!(
        links(api, "domain=a.example", "text/csv", "label,colour\n").await.summary(),
        "422 invalid_file"
    );
}

#[actix_web::test]
async fn lists_are_tables_to_those_who_prefer_them() {
    let real = Real::start().await;
    let api = &real.api;
    rich(&real).await;
    let table = async |path: &str| {
        let request = api.request(Method::GET, path).header("accept", "text/csv");
        let reply = Reply::of(request).await;
        if reply.status == 200 {
            assert!(reply.header("content-type").starts_with("text/csv"), "{path}");
        }
        reply
    };
    let codes = table("/qr/a.example?limit=1").await.expect(200);
    let mut lines = codes.text.lines();
    let head = "id,domain,slug,path,title,channel,source,active,created_at,scans,visits,clicks,subs,revenue_cents,smart_link,other_currencies";
    assert_eq!(lines.next(), Some(head));
    assert!(
        lines.next().unwrap().contains(",a.example,poster,/qr/poster,\"'=1+1\",,qr-flyer,true,"),
        "{}",
        codes.text
    );
    let next = codes.header("next-cursor");
    assert_eq!(api.get("/qr/a.example?limit=1").await.json()["next_cursor"], next);
    assert_eq!(
        table("/domains/a.example/stats").await.expect(200).text,
        "day,scans,visits,clicks,subs,revenue_cents\r\n"
    );
    let split = table("/domains/a.example/stats?by=country").await.expect(200).text;
    assert_eq!(split, "key,visits,clicks,subs,revenue_cents\r\n");
    assert_eq!(table("/sources/a.example/spenders").await.summary(), "409 engine_not_connected");
    assert_eq!(table("/domains/missing.example/stats").await.summary(), "404 domain_not_found");
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
