//! The whole funnel, from a scan to the ad platforms.

mod agents;

use std::collections::BTreeMap;

use engine_sim::wire::EventFan;
use engine_sim::{Act, PixelAnswer, PixelTokens, Platform, PushMode, PushTarget, Received, Visit};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::conversions::{PUSHED, event, push, stop_pulling};
use crate::journey::{ACCOUNT, Funnel, HOST, PHONE, only};
use crate::real::{Reply, eventually};

const EMAIL: &str = " Anna.Muster@Example.com";
const CLEAR: [&str; 8] =
    ["muster", "example.com\"", "5112345678", "\"anna", "annamu", "127.0.0.1", "iphone", "198.51.100.7"];

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Starts a funnel whose paid link has a pixel on each platform; returns the link's provider id.
pub(crate) async fn funnel(push: bool) -> (Funnel, String) {
    let platforms = |base: &str| {
        vec![("FUNNEL_META_URL", format!("{base}/meta")), ("FUNNEL_TIKTOK_URL", format!("{base}/tiktok"))]
    };
    let funnel = Funnel::with_platforms(platforms).await;
    if push {
        stop_pulling(&funnel).await;
        let mode = PushMode { retry_ms: 1, ..PushMode::default() };
        let url = format!("http://{}", funnel.real.server.addresses().edge.unwrap());
        funnel.sim.push_to(ACCOUNT, &PushTarget { url, mode, replay: false }).await.unwrap();
    }
    let links = funnel.provision(&[]).await.expect(200).json()["links"]["items"].take();
    let provider_id = links[0]["provider_id"].as_str().unwrap().to_owned();
    for platform in ["meta", "tiktok"] {
        pixel(&funnel, &provider_id, json!({ "platform": platform, "access_token": "token-1" })).await;
    }
    funnel.real.api.publish(HOST).await;
    (funnel, provider_id)
}

async fn pixel(funnel: &Funnel, provider_id: &str, change: Value) {
    let mut body = json!({ "pixel_id": "77" });
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    funnel.real.api.put(&format!("/smart-links/{provider_id}/pixels"), &body).await.expect(200);
}

pub(crate) async fn got(funnel: &Funnel, platform: Platform, count: usize) -> Vec<Received> {
    let what = format!("{count} at {platform:?}");
    eventually(&what, async || {
        let received = funnel.sim.received(platform).await.unwrap();
        assert!(received.len() <= count, "{received:#?}");
        (received.len() == count).then_some(received)
    })
    .await
}

async fn deliveries(funnel: &Funnel, provider_id: &str, platform: &str) -> Vec<Value> {
    let path = format!("/smart-links/{provider_id}/pixels/{platform}/deliveries");
    funnel.real.api.get(&path).await.expect(200).json()["items"].as_array().unwrap().clone()
}

/// Waits until the deliveries, newest first, have these states.
async fn states(funnel: &Funnel, provider_id: &str, platform: &str, expected: &[&str]) {
    eventually(&format!("{platform} {expected:?}"), async || {
        let all = deliveries(funnel, provider_id, platform).await;
        let states: Vec<_> = all.iter().map(|one| one["state"].as_str().unwrap().to_owned()).collect();
        (states == expected).then_some(())
    })
    .await;
}

pub(crate) async fn clicks_are_stored(funnel: &Funnel, count: i64) {
    eventually("the clicks are stored", async || {
        let sql = funnel.real.sql().await;
        let row = sql.query_one("SELECT count(*) FROM touches WHERE kind = 'click'", &[]).await.unwrap();
        (row.get::<_, i64>(0) == count).then_some(())
    })
    .await;
}

/// Pushes a subscription of a new fan over the link.
pub(crate) async fn subscribe(funnel: &Funnel, id: &str, provider_id: &str) {
    let more = json!({ "link": { "provider_id": provider_id }, "fan": { "fan_id": id } });
    let reported = push(&funnel.real, &[event(id, "new_subscriber", 5, more)]).await.expect(200).json();
    assert_eq!(reported["accepted"], 1, "{reported}");
}

#[actix_web::test]
async fn from_a_scan_to_both_platforms() {
    let (funnel, provider_id) = funnel(true).await;
    funnel.smart_link("vip", only("paid")).await;
    let real = &funnel.real;
    real.api.post(&format!("/qr/{HOST}"), &json!({ "slug": "flyer" })).await.expect(201);
    let person = async |path: &str, status: u16| {
        let request = real.visit(Method::GET, HOST, path).header("user-agent", PHONE);
        let request = request.header("x-country", "DE").header("x-forwarded-for", "198.51.100.7");
        eventually(path, async || {
            let reply = Reply::of(request.try_clone().unwrap()).await;
            (reply.status == status).then_some(reply)
        })
        .await
    };
    person("/qr/flyer", 302).await;
    let clicked = person("/r/vip?src=qr-flyer&fbclid=IwAR0_x&ttclid=E.C.P.z", 302).await;
    let address = clicked.header("location").to_owned();
    clicks_are_stored(&funnel, 1).await;
    let fan = EventFan {
        username: Some("annamu".to_owned()),
        country: Some("DE".to_owned()),
        email: Some(EMAIL.to_owned()),
        phone: Some("+49 (0) 1511 2345678".to_owned()),
        first_name: Some("Anna".to_owned()),
        last_name: Some("Muster".to_owned()),
        ..EventFan::default()
    };
    let buy = Act::Buy {
        kind: None,
        gross_cents: 12_345,
        content_ids: vec![],
        bundle_key: None,
        bundle_name: None,
    };
    let then = vec![Act::Subscribe { trial: false, price_cents: Some(0) }, buy];
    let click_ref = address.split("aref=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let visit = Visit {
        click_ref: Some(click_ref.clone()),
        provider_id: Some(provider_id.clone()),
        fan: Some(fan),
        then: Some(then),
        ..Visit::default()
    };
    let fan_id = funnel.sim.visit(ACCOUNT, &visit).await.unwrap().fan_id;
    funnel.sim.pushed(ACCOUNT, PUSHED).await.unwrap();
    let (meta, tiktok) = (got(&funnel, Platform::Meta, 2).await, got(&funnel, Platform::Tiktok, 2).await);
    let user = json!({
        "em": [hash("anna.muster@example.com")], "ph": [hash("4915112345678")], "fn": [hash("anna")],
        "ln": [hash("muster")], "country": [hash("de")], "external_id": [hash(&fan_id)],
    });
    let by_name = |received: &[Received], name: &str| -> BTreeMap<String, Value> {
        received
            .iter()
            .map(|one| (one.body["data"][0][name].as_str().unwrap().to_owned(), one.body["data"][0].clone()))
            .collect()
    };
    let sent = by_name(&meta, "event_name");
    assert_eq!(sent.keys().collect::<Vec<_>>(), ["Purchase", "Subscribe"]);
    for event in sent.values() {
        let mut reported = event["user_data"].clone();
        let fbc = reported.as_object_mut().unwrap().remove("fbc").unwrap();
        assert!(
            fbc.as_str().unwrap().starts_with("fb.1.") && fbc.as_str().unwrap().ends_with(".IwAR0_x"),
            "{fbc}"
        );
        assert_eq!(reported, user);
        assert_eq!(event["event_source_url"], format!("https://{HOST}/r/vip"));
        assert_eq!(event["action_source"], "other");
        assert_eq!(event["user_data"].get("client_user_agent"), None);
    }
    assert_eq!(sent["Purchase"]["custom_data"], json!({ "value": 98.76, "currency": "USD" }));
    assert_eq!(sent["Subscribe"].get("custom_data"), None);
    let sent = by_name(&tiktok, "event");
    assert_eq!(sent.keys().collect::<Vec<_>>(), ["CompletePayment", "Subscribe"]);
    let user = json!({
        "email": hash("anna.muster@example.com"), "phone": hash("+4915112345678"), "first_name": hash("anna"),
        "last_name": hash("muster"), "external_id": hash(&fan_id), "ttclid": "E.C.P.z",
    });
    for event in sent.values() {
        assert_eq!(event["user"], user);
        assert_eq!(event["page"], json!({ "url": format!("https://{HOST}/r/vip") }));
    }
    assert_eq!(sent["CompletePayment"]["properties"], json!({ "value": 98.76, "currency": "USD" }));
    for one in meta.iter().chain(&tiktok) {
        let all = format!("{} {:?} {}", one.address, one.headers, one.text).to_lowercase();
        let host = format!("{:?}", one.headers.get("host")).to_lowercase();
        for clear in CLEAR.iter().filter(|clear| !host.contains(**clear)) {
            assert!(!all.contains(clear), "{clear} in {all}");
        }
        assert!(!all.contains(&format!("\"{fan_id}\"")) && !one.address.contains("token-1"));
    }
    assert_eq!(meta[0].address, "/meta/v25.0/77/events");
    for platform in ["meta", "tiktok"] {
        states(&funnel, &provider_id, platform, &["delivered", "delivered"]).await;
        let shown = deliveries(&funnel, &provider_id, platform).await;
        let hashed = shown[0]["hashed"].as_object().unwrap();
        assert!(hashed.contains_key("external_id") && !hashed.contains_key("fbc"), "{shown:#?}");
        assert_eq!((&shown[0]["attempts"], &shown[0]["last_answer"]["status"]), (&json!(1), &json!(200)));
        assert_eq!((&shown[0]["reason"], &shown[0]["next_attempt_at"]), (&Value::Null, &Value::Null));
    }
    let kept = "SELECT count(*) FROM touches WHERE user_agent IS NOT NULL";
    assert_eq!(real.sql().await.query_one(kept, &[]).await.unwrap().get::<_, i64>(0), 0);
    let shown = &deliveries(&funnel, &provider_id, "meta").await[0];
    assert_eq!(
        (&shown["action_source"], &shown["action_source_reason"]),
        (&json!("other"), &json!("no_user_agent"))
    );
    the_stats_say_the_same(&funnel, &fan_id, &click_ref).await;
}

async fn the_stats_say_the_same(funnel: &Funnel, fan_id: &str, click_ref: &str) {
    let api = &funnel.real.api;
    let spenders = api.get(&format!("/sources/{HOST}/spenders?range=24h")).await.expect(200).json();
    assert_eq!(spenders["totals"], json!({ "revenue_cents": 9_876, "spenders": 1, "conversions": 1 }));
    let fan = &spenders["spenders"][0];
    assert_eq!((&fan["fan_id"], &fan["fan_username"]), (&json!(fan_id), &json!("annamu")));
    assert_eq!((&fan["country"], &fan["is_returning"]), (&json!("DE"), &json!(false)));
    let links = api.get("/smart-links").await.expect(200).json();
    assert_eq!(links["items"].as_array().unwrap().len(), 1);
    let slots = funnel.provision(&[]).await.expect(200).json();
    let id = &slots["links"]["items"][0]["id"];
    for (search, found) in
        [(fan_id.to_uppercase().as_str(), 1), ("NAMU", 1), ("nobody", 0), ("%25", 0), ("+", 1)]
    {
        for path in [format!("/sources/{HOST}/spenders"), format!("/domains/{HOST}/links/{id}/spenders")] {
            let listed = api.get(&format!("{path}?search={search}")).await.expect(200).json();
            assert_eq!(listed["spenders"].as_array().unwrap().len(), found, "{path} {search}");
            let totals = if listed["totals"].is_null() { &listed["our_totals"] } else { &listed["totals"] };
            assert_eq!(totals["spenders"], 1, "totals are those of all fans");
        }
    }
    let of_link = api.get(&format!("/domains/{HOST}/links/{id}/spenders")).await.expect(200).json();
    assert_eq!(of_link["our_totals"], json!({ "revenue_cents": 9_876, "spenders": 1, "fans": 1 }));
    assert_eq!((&of_link["link"]["arm"], &of_link["link"]["country"]), (&json!("paid"), &json!("")));
    assert!(of_link["platformapi"]["clicks"].is_i64(), "{of_link}");
    let reported = api.get(&format!("/sources/{HOST}/spenders/{fan_id}/explain")).await.expect(200).json();
    assert_eq!(reported["anchor"]["attribution"]["click_ref"], click_ref);
    let effects: Vec<_> =
        reported["events"].as_array().unwrap().iter().map(|one| one["effect"].clone()).collect();
    assert_eq!(effects, ["no_money", "purchase"]);
    let stats = api.get(&format!("/domains/{HOST}/stats?range=7d")).await.expect(200).json();
    assert_eq!((&stats["totals"]["scans"], &stats["totals"]["clicks"]), (&json!(1), &json!(1)));
    assert_eq!((&stats["totals"]["subs"], &stats["totals"]["revenue_cents"]), (&json!(1), &json!(9_876)));
    let flyer = stats["sources"].as_array().unwrap().iter().find(|one| one["source"] == "qr-flyer").unwrap();
    assert_eq!((&flyer["scans"], &flyer["subs"]), (&json!(1), &json!(1)), "{stats}");
}

#[actix_web::test]
async fn after_a_refused_token_everything_waits_for_a_new_one() {
    let (funnel, provider_id) = funnel(true).await;
    let good = |token: &str| PixelTokens {
        platform: Platform::Meta,
        pixel_id: None,
        tokens: vec![token.to_owned()],
    };
    funnel.sim.set_pixel_tokens(&[good("token-2")]).await.unwrap();
    subscribe(&funnel, "a", &provider_id).await;
    states(&funnel, &provider_id, "meta", &["waiting_token"]).await;
    subscribe(&funnel, "b", &provider_id).await;
    states(&funnel, &provider_id, "meta", &["waiting_token", "waiting_token"]).await;
    states(&funnel, &provider_id, "tiktok", &["delivered", "delivered"]).await;
    assert_eq!(got(&funnel, Platform::Meta, 1).await[0].status, 401);
    let listed = funnel.real.api.get(&format!("/smart-links/{provider_id}/pixels")).await.json();
    let error = listed["items"][0]["last_error"].as_str().unwrap();
    assert!(error.contains("401") && !error.contains("token-1"), "{error}");
    pixel(&funnel, &provider_id, json!({ "platform": "meta", "access_token": "token-2" })).await;
    states(&funnel, &provider_id, "meta", &["delivered", "delivered"]).await;
    got(&funnel, Platform::Meta, 3).await;
    let listed = funnel.real.api.get(&format!("/smart-links/{provider_id}/pixels")).await.json();
    assert_eq!(listed["items"][0]["last_error"], Value::Null);
}

#[actix_web::test]
async fn a_paused_pixel_and_a_deleted_one_are_sent_nothing() {
    let (funnel, provider_id) = funnel(true).await;
    pixel(&funnel, &provider_id, json!({ "platform": "meta", "active": false })).await;
    let path = format!("/smart-links/{provider_id}/pixels/tiktok");
    let broken = PixelAnswer::new(Platform::Tiktok, 500, Value::Null);
    funnel.sim.set_pixel_answers(&[broken]).await.unwrap();
    subscribe(&funnel, "a", &provider_id).await;
    eventually("the first try failed", async || {
        let all = deliveries(&funnel, &provider_id, "tiktok").await;
        (all.first()?["attempts"] == 1).then_some(())
    })
    .await;
    funnel.real.api.delete(&path).await.expect(204);
    funnel.sim.clear_pixel_answers().await.unwrap();
    states(&funnel, &provider_id, "tiktok", &["parked"]).await;
    assert_eq!(deliveries(&funnel, &provider_id, "tiktok").await[0]["reason"], "pixel_deleted");
    let redrive = format!("{path}/deliveries/redrive");
    assert_eq!(funnel.real.api.post(&redrive, &json!({})).await.summary(), "404 smart_link_not_found");
    // A recreated pixel sends parked conversions only on request.
    pixel(&funnel, &provider_id, json!({ "platform": "tiktok", "access_token": "token-1" })).await;
    let reported = funnel.real.api.post(&redrive, &json!({})).await.expect(200).json();
    assert_eq!(reported, json!({ "redriven": 1 }));
    states(&funnel, &provider_id, "tiktok", &["delivered"]).await;
    assert!(deliveries(&funnel, &provider_id, "meta").await.is_empty());
    assert!(funnel.sim.received(Platform::Meta).await.unwrap().is_empty());
}

#[actix_web::test]
async fn a_platform_that_hangs_does_not_delay_the_other() {
    let (funnel, provider_id) = funnel(true).await;
    let hangs = PixelAnswer::new(Platform::Meta, 200, Value::Null).delayed(60_000);
    funnel.sim.set_pixel_answers(&[hangs]).await.unwrap();
    for n in 0..20 {
        subscribe(&funnel, &n.to_string(), &provider_id).await;
    }
    got(&funnel, Platform::Tiktok, 20).await;
    assert!(deliveries(&funnel, &provider_id, "meta").await.iter().all(|one| one["state"] == "pending"));
}

#[actix_web::test]
async fn a_test_event_is_marked_and_stands_for_nobody() {
    let (funnel, provider_id) = funnel(true).await;
    let path = format!("/smart-links/{provider_id}/pixels/meta/test");
    let post = async |body: Value| funnel.real.api.post(&path, &body).await;
    let reported = post(json!({ "test_event_code": "TEST123" })).await.expect(200).json();
    assert_eq!(
        (&reported["test_event_code"], &reported["answer"]["verdict"]),
        (&json!("TEST123"), &json!("delivered"))
    );
    let received = got(&funnel, Platform::Meta, 1).await;
    assert_eq!(received[0].body["test_event_code"], "TEST123");
    assert_eq!(received[0].body["data"][0]["event_id"], reported["event_id"]);
    let own = post(json!({})).await.expect(200).json();
    assert!(own["test_event_code"].as_str().unwrap().starts_with("TEST"));
    funnel.sim.set_pixel_answers(&[PixelAnswer::new(Platform::Meta, 500, Value::Null)]).await.unwrap();
    let failed = post(json!({})).await.expect(200).json();
    assert_eq!(failed["answer"], json!({ "verdict": "retry", "status": 500, "error": null, "code": null }));
    assert_eq!(post(json!({ "test_event_code": "a b" })).await.summary(), "422 body.test_event_code pattern");
    // All tests are in the log, but no redrive sends one as a conversion.
    let kept = deliveries(&funnel, &provider_id, "meta").await;
    assert_eq!(kept.len(), 3);
    let states = [(&reported, "delivered"), (&own, "delivered"), (&failed, "parked")];
    for (delivery, (test, state)) in kept.iter().rev().zip(states) {
        assert_eq!((&delivery["test"], &delivery["state"]), (&json!(true), &json!(state)));
        assert_eq!((&delivery["event_id"], &delivery["attempts"]), (&test["event_id"], &json!(1)));
        assert_eq!(delivery["last_answer"], test["answer"]);
        assert!(delivery["created_at"].is_i64());
    }
    assert_eq!(kept[0]["reason"], "exhausted");
    let redrive = format!("/smart-links/{provider_id}/pixels/meta/deliveries/redrive");
    assert_eq!(funnel.real.api.post(&redrive, &json!({})).await.expect(200).json(), json!({ "redriven": 0 }));
}

#[actix_web::test]
async fn the_third_message_is_sent_once() {
    let (funnel, provider_id) = funnel(true).await;
    let map = r#"{"message_received":""}"#;
    pixel(&funnel, &provider_id, json!({ "platform": "meta", "event_map_json": map })).await;
    let message =
        |id: &str| event(id, "message_received", 9, json!({ "link": { "provider_id": provider_id } }));
    let reported = push(&funnel.real, &[message("1"), message("2")]).await.expect(200).json();
    assert_eq!(reported["accepted"], 2);
    for batch in [["3", "4"], ["4", "5"]] {
        push(&funnel.real, &batch.map(message)).await.expect(200);
    }
    let lead = got(&funnel, Platform::Meta, 1).await;
    assert_eq!(lead[0].body["data"][0]["event_name"], "Lead");
    got(&funnel, Platform::Tiktok, 6).await;
}

#[actix_web::test]
async fn pulled_and_pushed_events_count_once_in_whatever_order() {
    let settings = |_: &str| vec![("FUNNEL_ENGINE_PULL_SECONDS", "1".to_owned())];
    let funnel = Funnel::with_platforms(settings).await;
    funnel.provision(&["DE"]).await.expect(200);
    let play = engine_sim::Play { count: 300, seed: 7, ..engine_sim::Play::default() };
    funnel.sim.play(ACCOUNT, &play).await.unwrap();
    let mode = PushMode { retry_ms: 1, duplicates: 0.5, shuffle: true, batch: 40, ..PushMode::default() };
    let url = format!("http://{}", funnel.real.server.addresses().edge.unwrap());
    funnel.sim.push_to(ACCOUNT, &PushTarget { url, mode, replay: false }).await.unwrap();
    funnel.sim.pushed(ACCOUNT, PUSHED).await.unwrap();
    let log = funnel.sim.events(ACCOUNT).await.unwrap();
    let sql = funnel.real.sql().await;
    eventually("the log was pulled to its end", async || {
        let pulled = "SELECT cursor IS NOT NULL AND locked_until IS NULL FROM event_cursors";
        sql.query_opt(pulled, &[]).await.unwrap()?.get::<_, bool>(0).then_some(())
    })
    .await;
    let taken: i64 = sql.query_one("SELECT count(*) FROM engine_events", &[]).await.unwrap().get(0);
    assert_eq!(usize::try_from(taken).unwrap(), log.len());
    let stats = async || {
        let spenders = funnel.real.api.get(&format!("/sources/{HOST}/spenders")).await.expect(200).json();
        let stats = funnel.real.api.get(&format!("/domains/{HOST}/stats")).await.expect(200).json();
        (spenders, stats)
    };
    let disordered = stats().await;
    assert!(disordered.0["totals"]["spenders"].as_i64().unwrap() > 3, "{}", disordered.0);
    stop_pulling(&funnel).await;
    funnel.sim.stop_pushing(ACCOUNT).await.unwrap();
    let purge = "TRUNCATE engine_events, engine_transactions, conversions, fans, fan_events, funnel_days, source_totals";
    sql.batch_execute(purge).await.unwrap();
    let ordered: Vec<_> = log.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    for batch in ordered.chunks(100) {
        push(&funnel.real, batch).await.expect(200);
    }
    assert_eq!(stats().await, disordered);
    // Pages of the list add up to the list.
    let (mut parts, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/sources/{HOST}/spenders?limit=2{cursor}");
        let part = funnel.real.api.get(&path).await.expect(200).json();
        assert_eq!(part["totals"], disordered.0["totals"]);
        parts.extend(part["spenders"].as_array().unwrap().clone());
        let Some(next) = part["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(json!(parts), disordered.0["spenders"]);
}

#[actix_web::test]
async fn refunds_lower_the_stats_and_are_sent_to_nobody() {
    let (funnel, provider_id) = funnel(true).await;
    let money = |id: &str, kind: &str, net: i64| {
        let data = json!({ "transaction_id": id, "kind": kind, "gross_cents": net, "net_cents": net, "currency": "USD" });
        event(id, "new_transaction", 60, json!({ "link": { "provider_id": provider_id }, "data": data }))
    };
    let batch = [money("1", "tip", 500), money("2", "refund", -200), money("3", "message", 0)];
    push(&funnel.real, &batch).await.expect(200);
    got(&funnel, Platform::Meta, 1).await;
    let spenders = funnel.real.api.get(&format!("/sources/{HOST}/spenders")).await.expect(200).json();
    assert_eq!(spenders["totals"], json!({ "revenue_cents": 300, "spenders": 1, "conversions": 1 }));
    assert_eq!(deliveries(&funnel, &provider_id, "meta").await.len(), 1);
}

#[actix_web::test]
async fn stats_of_sources_need_an_engine_and_those_of_links_do_not() {
    let (funnel, provider_id) = funnel(true).await;
    subscribe(&funnel, "a", &provider_id).await;
    let (api, sql) = (&funnel.real.api, funnel.real.sql().await);
    let id: i64 = sql.query_one("SELECT link_id FROM domain_slots", &[]).await.unwrap().get(0);
    let (source, link) =
        (format!("/sources/{HOST}/spenders"), format!("/domains/{HOST}/links/{id}/spenders"));
    for (change, reported) in [
        ("UPDATE engine_connections SET refused_at = now()", "409 engine_not_connected"),
        ("DELETE FROM engine_connections", "409 engine_not_connected"),
    ] {
        sql.batch_execute(change).await.unwrap();
        assert_eq!(api.get(&source).await.summary(), reported);
        assert_eq!(api.get("/sources/b.example/spenders").await.summary(), "404 domain_not_found");
        let of_link = api.get(&link).await.expect(200).json();
        assert_eq!(of_link["our_totals"], json!({ "revenue_cents": 0, "spenders": 0, "fans": 1 }));
    }
    for (path, reported) in [
        (format!("/domains/{HOST}/links/{}/spenders", id + 1), "404 link_not_found"),
        (format!("/domains/{HOST}/links/x/spenders"), "404 link_not_found"),
        ("/domains/b.example/links/1/spenders".to_owned(), "404 domain_not_found"),
        (format!("{link}?cursor=x"), "422 query.cursor value_error"),
        (format!("{link}?limit=0"), "422 query.limit greater_than_equal"),
        (format!("{link}?limit=5001"), "422 query.limit less_than_equal"),
        (format!("{source}/nobody/explain"), "404 fan not found"),
        (format!("/smart-links/{provider_id}/pixels/x/deliveries"), "400 invalid_platform"),
        (
            format!("/smart-links/{provider_id}/pixels/meta/deliveries?cursor=x"),
            "422 query.cursor value_error",
        ),
    ] {
        assert_eq!(api.get(&path).await.summary(), reported, "{path}");
    }
}
