//! Campaigns over the API, with a simulated engine.

use serde_json::{Value, json};

use crate::engines::run;
use crate::journey::{ACCOUNT, Funnel};
use crate::real::{Api, Real, Reply};

pub(crate) const OPEN: (&str, &str) = ("FUNNEL_BROADCAST_GATE", "open");
/// Settings without a worker, so that a launched campaign keeps running until a test changes it.
pub(crate) const STILL: (&str, &str) = ("FUNNEL_ROLES", "api,edge");

pub(crate) fn campaign() -> Value {
    json!({
        "title": "Summer",
        "mode": "segmented",
        "audience": { "tier": "all", "status": "any" },
        "message": { "text": "Hi there", "media_ids": ["10001"], "price_cents": 500 },
    })
}

/// Returns the body of a campaign with `fields` added or replaced.
pub(crate) fn with(fields: Value) -> Value {
    let mut body = campaign();
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    body
}

pub(crate) fn later() -> i64 {
    i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_secs()).unwrap() + 3600
}

pub(crate) async fn made(api: &Api, body: &Value) -> i64 {
    let made = api.post("/broadcasts", body).await.expect(201).json();
    assert_eq!(made.as_object().unwrap().len(), 1, "{made}");
    made["id"].as_i64().unwrap()
}

pub(crate) async fn step(api: &Api, id: i64, word: &str) -> Reply {
    api.post(&format!("/broadcasts/{id}/{word}"), &json!({})).await
}

pub(crate) async fn shown(api: &Api, id: i64) -> Value {
    api.get(&format!("/broadcasts/{id}")).await.expect(200).json()
}

/// Switches the owner's gate with the command line while the service runs.
pub(crate) async fn switch(real: &Real, word: &str) {
    let owner = real.owner.to_string();
    let ended = run(&real.database.reach().pooled, "", &["gate", word, "--owner", &owner, "--json"]).await;
    assert!(ended.success, "{}", ended.error);
    let reported: Value = serde_json::from_str(&ended.out).unwrap();
    let gate = if word == "open" { "open" } else { "closed" };
    assert_eq!(reported, json!({ "owner_id": real.owner.get(), "gate": gate }));
}

/// Starts a service with an open gate and without a worker.
pub(crate) async fn open_house() -> Funnel {
    let funnel = Funnel::with(&[OPEN, STILL]).await;
    switch(&funnel.real, "open").await;
    funnel
}

#[actix_web::test]
async fn a_campaign_is_made_shown_and_listed_and_delivers_nothing() {
    let funnel = Funnel::start().await;
    let api = &funnel.real.api;
    let bare = made(api, &campaign()).await;
    let start_at = later();
    let full = json!({
        "title": "Wale 🐋",
        "mode": "tiered",
        "audience": {
            "tier": "whale", "status": "active", "countries": ["de", "FR"], "min_spent_cents": 1, "max_spent_cents": 9_000,
            "last_seen_days": 30, "exclude_fan_ids": ["fan_1"],
        },
        "message": { "text": "Hi", "tiers": { "whale": { "media_ids": ["10001"], "price_cents": 20_000 } } },
        "schedule": { "start_at": start_at },
        "operator_id": 7,
        "platform_account_id": ACCOUNT,
        "pace": { "per_minute": 60, "per_day": 100, "jitter": 0.25 },
        "auto_stop": { "max_sends": 10, "max_per_day": 5, "revenue_cents": 900, "end_at": start_at + 60, "on_reply": true },
    });
    let second = made(api, &full).await;
    assert!(second > bare);
    let mut expected = full.clone();
    expected["audience"]["countries"] = json!(["DE", "FR"]);
    expected["message"] = json!({
        "text": "Hi", "media_ids": [], "price_cents": 0,
        "tiers": { "whale": { "text": "Hi", "media_ids": ["10001"], "price_cents": 20_000 } },
    });
    let detail = shown(api, second).await;
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&detail[name], value, "{name}");
    }
    assert_eq!((&detail["id"], &detail["status"]), (&json!(second), &json!("draft")));
    let none = json!({
        "matched": 0, "pending": 0, "sent": 0, "failed": 0, "unknown": 0, "replied": 0, "purchased": 0, "waiting": 0,
        "screened": {},
    });
    assert_eq!(detail["counters"], none);
    for name in ["pause_reason", "finish_reason", "launched_at", "next_send_at", "estimated_finish_at"] {
        assert_eq!(detail.get(name), Some(&Value::Null), "{name}");
    }
    assert!(detail["created_at"].is_i64() && detail["created_at"] == detail["updated_at"]);
    let simple = shown(api, bare).await;
    for name in ["schedule", "operator_id", "platform_account_id", "pace", "auto_stop"] {
        assert_eq!(simple.get(name), Some(&Value::Null), "{name}");
    }
    let list = api.get("/broadcasts").await.expect(200).json();
    assert_eq!(list["next_cursor"], Value::Null);
    let ids: Vec<_> = list["items"].as_array().unwrap().iter().map(|item| item["id"].clone()).collect();
    assert_eq!(ids, [second, bare]);
    assert!(list["items"][0].as_object().unwrap().iter().all(|(name, value)| detail[name] == *value));
    let page = api.get("/broadcasts?limit=1").await.expect(200).json();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    let next = format!("/broadcasts?limit=1&cursor={}", page["next_cursor"].as_str().unwrap());
    let next = api.get(&next).await.expect(200).json();
    assert_eq!((&next["items"][0]["id"], &next["next_cursor"]), (&json!(bare), &Value::Null));
    for (query, reported) in [
        ("cursor=x", "422 query.cursor value_error"),
        ("limit=0", "422 query.limit greater_than_equal"),
        ("limit=1001", "422 query.limit less_than_equal"),
    ] {
        assert_eq!(api.get(&format!("/broadcasts?{query}")).await.summary(), reported);
    }
    let report = api.get(&format!("/broadcasts/{bare}/report")).await.expect(200).json();
    let nothing = json!({ "screened": {}, "sent_by_hour": [], "replies": 0, "purchases": 0, "revenue_cents": 0, "other_currencies": {} });
    assert_eq!(report, nothing);
    assert!(funnel.sim.messages(ACCOUNT).await.unwrap().is_empty());
}

/// Lists every field with invalid values, and the expected error of each.
#[rustfmt::skip]
fn wrong_fields() -> Vec<(Value, &'static str)> {
    let message = |fields: Value| json!({ "message": fields });
    let audience = |fields: Value| json!({ "audience": fields });
    let long = "x".repeat(201);
    let ids = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
    vec![
        (json!({ "title": "" }), "title too_short"),
        (json!({ "title": " \n" }), "title too_short, body.title pattern"),
        (json!({ "title": long }), "title too_long"),
        (json!({ "title": "a\u{0}" }), "title nul_character"),
        (json!({ "title": "a\nb" }), "title pattern"),
        (json!({ "title": 1 }), "title string_type"),
        (json!({ "title": null }), "title string_type"),
        (json!({ "mode": "blast" }), "mode enum"),
        (json!({ "mode": 1 }), "mode string_type"),
        (json!({ "audience": "all" }), "audience object_type"),
        (audience(json!({ "tier": "vip" })), "audience.tier enum"),
        (audience(json!({ "status": "asleep" })), "audience.status enum"),
        (audience(json!({ "countries": "DE" })), "audience.countries list_type"),
        (audience(json!({ "countries": [1, "FR", "Germany", "fr"] })),
            "audience.countries.0 string_type, body.audience.countries.2 country_invalid, body.audience.countries.3 duplicate"),
        (audience(json!({ "countries": ["FR", "Germany", "fr"] })),
            "audience.countries.1 country_invalid, body.audience.countries.2 duplicate"),
        (audience(json!({ "countries": vec!["DE"; 251] })), "audience.countries too_long"),
        (audience(json!({ "min_spent_cents": -1 })), "audience.min_spent_cents greater_than_equal"),
        (audience(json!({ "min_spent_cents": "1" })), "audience.min_spent_cents int_type"),
        (audience(json!({ "max_spent_cents": -1 })), "audience.max_spent_cents greater_than_equal"),
        (audience(json!({ "max_spent_cents": 1.5 })), "audience.max_spent_cents int_type"),
        (audience(json!({ "min_spent_cents": 2, "max_spent_cents": 1 })), "audience.max_spent_cents greater_than_equal"),
        (audience(json!({ "last_seen_days": 0 })), "audience.last_seen_days greater_than_equal"),
        (audience(json!({ "last_seen_days": 3651 })), "audience.last_seen_days less_than_equal"),
        (audience(json!({ "exclude_fan_ids": {} })), "audience.exclude_fan_ids list_type"),
        (audience(json!({ "exclude_fan_ids": ["a", "", 3, "x".repeat(256)] })),
            "audience.exclude_fan_ids.1 too_short, body.audience.exclude_fan_ids.2 string_type, body.audience.exclude_fan_ids.3 too_long"),
        (audience(json!({ "exclude_fan_ids": ["a", "", "x".repeat(256)] })),
            "audience.exclude_fan_ids.1 too_short, body.audience.exclude_fan_ids.2 too_long"),
        (audience(json!({ "exclude_fan_ids": ids(10_001) })), "audience.exclude_fan_ids too_long"),
        (audience(json!({ "city": "Berlin" })), "audience.city extra_forbidden"),
        (message(json!({})), "message.text missing"),
        (message(json!({ "text": "" })), "message.text too_short"),
        (message(json!({ "text": "x".repeat(1001) })), "message.text too_long"),
        (message(json!({ "text": "x".repeat(10_001), "media_ids": ["1"] })), "message.text too_long"),
        (message(json!({ "text": 5 })), "message.text string_type"),
        (message(json!({ "media_ids": "1" })), "message.media_ids list_type"),
        (message(json!({ "media_ids": [1, "2", "2", ""] })),
            "message.media_ids.0 string_type, body.message.media_ids.2 duplicate, body.message.media_ids.3 too_short"),
        (message(json!({ "media_ids": ["1", "2", "2", ""] })),
            "message.media_ids.2 duplicate, body.message.media_ids.3 too_short"),
        (message(json!({ "media_ids": ids(101) })), "message.media_ids too_long"),
        (message(json!({ "text": "a", "media_ids": ["1"], "price_cents": 299 })), "message.price_cents greater_than_equal"),
        (message(json!({ "text": "a", "media_ids": ["1"], "price_cents": -1 })), "message.price_cents greater_than_equal"),
        (message(json!({ "text": "a", "media_ids": ["1"], "price_cents": 20_001 })), "message.price_cents less_than_equal"),
        (message(json!({ "text": "a", "media_ids": ["1"], "price_cents": "3" })), "message.price_cents int_type"),
        (message(json!({ "text": "a", "price_cents": 300 })), "message.price_cents value_error"),
        (message(json!({ "price_cents": 20_001 })),
            "message.text missing, body.message.price_cents less_than_equal, body.message.price_cents value_error"),
        (message(json!({ "text": "a", "tiers": { "vip": {} } })), "message.tiers extra_forbidden, body.message.tiers.vip enum"),
        (message(json!({ "text": "a", "tiers": { "whale": { "price_cents": 500 } } })), "message.tiers extra_forbidden, body.message.tiers.whale.price_cents value_error"),
        (message(json!({ "text": "a", "tiers": { "whale": { "link": "x" } } })), "message.tiers extra_forbidden, body.message.tiers.whale.link extra_forbidden"),
        (message(json!({ "text": "a", "tiers": { "whale": { "text": "b" } } })), "message.tiers extra_forbidden"),
        (message(json!({ "text": "a", "subject": "b" })), "message.subject extra_forbidden"),
        (json!({ "schedule": { "start_at": -1 } }), "schedule.start_at greater_than_equal"),
        (json!({ "schedule": { "start_at": 253_402_300_800_i64 } }), "schedule.start_at less_than_equal"),
        (json!({ "schedule": { "start_at": "2026-11-20T12:00:00Z" } }), "schedule.start_at int_type"),
        (json!({ "schedule": { "at": 1 } }), "schedule.at extra_forbidden"),
        (json!({ "operator_id": 0 }), "operator_id greater_than_equal"),
        (json!({ "operator_id": "7" }), "operator_id int_type"),
        (json!({ "platform_account_id": "" }), "platform_account_id too_short"),
        (json!({ "platform_account_id": " " }), "platform_account_id too_short"),
        (json!({ "platform_account_id": "x".repeat(256) }), "platform_account_id too_long"),
        (json!({ "platform_account_id": 7 }), "platform_account_id string_type"),
        (json!({ "platform_account_id": "acct_2" }), "platform_account_id value_error"),
        (json!({ "pace": { "per_minute": 0, "per_day": 0, "jitter": -0.1 } }),
            "pace.per_minute greater_than_equal, body.pace.per_day greater_than_equal, body.pace.jitter greater_than_equal"),
        (json!({ "pace": { "per_minute": 6001, "per_day": 8_640_001, "jitter": 1.1 } }),
            "pace.per_minute less_than_equal, body.pace.per_day less_than_equal, body.pace.jitter less_than_equal"),
        (json!({ "pace": { "jitter": "some" } }), "pace.jitter number_type"),
        (json!({ "pace": { "per_hour": 1 } }), "pace.per_hour extra_forbidden"),
        (json!({ "auto_stop": { "max_sends": 0, "max_per_day": 0, "revenue_cents": 0, "end_at": -1 } }),
            "auto_stop.max_sends greater_than_equal, body.auto_stop.max_per_day greater_than_equal, \
             body.auto_stop.revenue_cents greater_than_equal, body.auto_stop.end_at greater_than_equal"),
        (json!({ "auto_stop": { "max_sends": 100_000_001, "max_per_day": 8_640_001, "end_at": 253_402_300_800_i64 } }),
            "auto_stop.max_sends less_than_equal, body.auto_stop.max_per_day less_than_equal, body.auto_stop.end_at less_than_equal"),
        (json!({ "auto_stop": { "on_reply": "yes" } }), "auto_stop.on_reply bool_type"),
        (json!({ "auto_stop": { "when": 1 } }), "auto_stop.when extra_forbidden"),
        (json!({ "auto_stop": { "end_at": 5 }, "schedule": { "start_at": 5 } }), "auto_stop.end_at greater_than_equal"),
        (json!({ "priority": 1 }), "priority extra_forbidden"),
    ]
}

/// Sorts the places and kinds, because the order of the list is unspecified.
fn sorted(reported: &str) -> Vec<String> {
    let mut errors: Vec<_> = reported.trim_start_matches("422 ").split(", ").map(str::to_owned).collect();
    errors.sort();
    errors
}

#[actix_web::test]
async fn every_field_that_is_wrong_is_reported_in_its_place() {
    let funnel = Funnel::with(&[STILL]).await;
    let api = &funnel.real.api;
    let mut untold = Vec::new();
    for (fields, reported) in wrong_fields() {
        let found = sorted(&api.post("/broadcasts", &with(fields.clone())).await.expect(422).summary());
        if found != sorted(&format!("body.{reported}")) {
            untold.push((fields, found));
        }
    }
    assert_eq!(untold, []);
    let missing = api.post("/broadcasts", &json!({})).await.summary();
    let all = "body.title missing, body.mode missing, body.audience missing, body.message missing";
    assert_eq!(sorted(&missing), sorted(all));
    // Shape errors and broken rules are reported together.
    let body = json!({
        "title": "", "mode": 5, "audience": { "tier": 1, "countries": ["X"] }, "message": { "text": 1, "price_cents": 5 },
        "operator_id": 0, "more": 1,
    });
    let all = "body.title too_short, body.mode string_type, body.audience.tier string_type, \
        body.message.text string_type, body.operator_id greater_than_equal, body.more extra_forbidden, body.audience.countries.0 country_invalid, \
        body.message.price_cents greater_than_equal, body.message.price_cents value_error";
    assert_eq!(sorted(&api.post("/broadcasts", &body).await.summary()), sorted(all));
    assert_eq!(api.get("/broadcasts").await.json()["items"], json!([]));
    for (body, reported) in [
        (json!({}), "422 body.audience missing"),
        (json!({ "audience": { "tier": "vip" } }), "422 body.audience.tier enum"),
        (json!({ "audience": { "countries": ["X"] } }), "422 body.audience.countries.0 country_invalid"),
        (json!({ "audience": {}, "message": {} }), "422 body.message missing"),
    ] {
        let reply = api.post("/broadcasts/preview", &body).await;
        let reported =
            if body.get("message").is_some() { "422 body.message extra_forbidden" } else { reported };
        assert_eq!(reply.summary(), reported, "{body}");
    }
}

#[actix_web::test]
async fn a_launch_needs_the_server_and_the_owner() {
    // The server's gate is closed, regardless of the owner's gate.
    let closed = Funnel::with(&[STILL]).await;
    let gate = async |funnel: &Funnel| funnel.real.api.get("/broadcasts/gate").await.expect(200).json();
    assert_eq!(gate(&closed).await, json!({ "open": false, "closed_by": ["server", "owner"] }));
    switch(&closed.real, "open").await;
    assert_eq!(gate(&closed).await, json!({ "open": false, "closed_by": ["server"] }));
    let id = made(&closed.real.api, &campaign()).await;
    assert_eq!(step(&closed.real.api, id, "launch").await.summary(), "409 broadcast_gate_closed");
    let scheduled = with(json!({ "schedule": { "start_at": later() } }));
    let scheduled = made(&closed.real.api, &scheduled).await;
    assert_eq!(step(&closed.real.api, scheduled, "launch").await.summary(), "409 broadcast_gate_closed");
    assert_eq!(shown(&closed.real.api, id).await["status"], "draft");
    assert_eq!(closed.real.api.get(&format!("/broadcasts/{id}/audit")).await.json(), json!({ "items": [] }));

    let funnel = Funnel::with(&[OPEN, STILL]).await;
    let api = &funnel.real.api;
    let id = made(api, &campaign()).await;
    assert_eq!(
        step(api, id, "launch").await.summary(),
        "409 broadcast_gate_closed",
        "the owner never opened it"
    );
    assert_eq!(gate(&funnel).await, json!({ "open": false, "closed_by": ["owner"] }));
    switch(&funnel.real, "open").await;
    assert_eq!(gate(&funnel).await, json!({ "open": true, "closed_by": [] }));
    let running = step(api, id, "launch").await.expect(200).json();
    assert_eq!((&running["status"], &running["platform_account_id"]), (&json!("running"), &json!(ACCOUNT)));
    assert!(running["launched_at"].as_str().unwrap().ends_with('Z'));
    step(api, id, "pause").await.expect(200);
    switch(&funnel.real, "close").await;
    assert_eq!(step(api, id, "resume").await.summary(), "409 broadcast_gate_closed");
    assert_eq!(shown(api, id).await["pause_reason"], "operator");
    switch(&funnel.real, "open").await;
    assert_eq!(step(api, id, "resume").await.expect(200).json()["pause_reason"], Value::Null);
    assert!(funnel.sim.messages(ACCOUNT).await.unwrap().is_empty());
}

#[actix_web::test]
async fn the_switch_of_nobody_is_not_turned() {
    let real = Real::start().await;
    let ended = run(&real.database.reach().pooled, "", &["gate", "open", "--owner", "9000000000"]).await;
    assert!(!ended.success);
    assert_eq!(ended.error.trim(), "there is no owner 9000000000");
    let owner = real.owner.to_string();
    let plain = run(&real.database.reach().pooled, "", &["gate", "close", "--owner", &owner]).await;
    assert_eq!(plain.out, format!("owner {owner}: closed\n"));
}

const STEPS: [&str; 5] = ["launch", "pause", "resume", "cancel", "unschedule"];

/// Creates a campaign and applies the steps of `path`; returns its id.
pub(crate) async fn led(api: &Api, path: &[&str]) -> i64 {
    let body = if path.first() == Some(&"schedule") {
        with(json!({ "schedule": { "start_at": later() } }))
    } else {
        campaign()
    };
    let id = made(api, &body).await;
    for word in path {
        step(api, id, word.replace("schedule", "launch").as_str()).await.expect(200);
    }
    id
}

#[actix_web::test]
async fn every_transition_and_no_other() {
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let (no, launched, paused, cancelled) = (None, Some("running"), Some("paused"), Some("cancelled"));
    // Expected state after each of `STEPS`, in order.
    for (path, expected) in [
        (vec![], [launched, no, no, cancelled, no]),
        (vec!["schedule"], [no, no, no, cancelled, Some("draft")]),
        (vec!["launch"], [no, paused, no, cancelled, no]),
        (vec!["launch", "pause"], [no, no, launched, cancelled, no]),
        (vec!["launch", "cancel"], [no; 5]),
    ] {
        for (word, after) in STEPS.into_iter().zip(expected) {
            let id = led(api, &path).await;
            let before = shown(api, id).await;
            let reply = step(api, id, word).await;
            match after {
                Some(state) => {
                    let after = reply.expect(200).json();
                    assert_eq!(after["status"], state, "{path:?} {word}");
                    assert_eq!(after["pause_reason"] == json!("operator"), state == "paused");
                }
                None => {
                    assert_eq!(reply.summary(), "409 invalid_transition", "{path:?} {word}");
                    assert_eq!(shown(api, id).await, before);
                }
            }
        }
    }
    // Campaigns that a worker finished or failed.
    for (state, reason) in [("finished", Some("done")), ("failed", None)] {
        let id = led(api, &[]).await;
        let sql = "UPDATE broadcasts SET status = $2, reason = $3 WHERE broadcast_id = $1";
        funnel.real.sql().await.execute(sql, &[&id, &state, &reason]).await.unwrap();
        assert_eq!(shown(api, id).await["finish_reason"], json!(reason));
        for word in STEPS {
            assert_eq!(step(api, id, word).await.summary(), "409 invalid_transition", "{state} {word}");
        }
    }
}

#[actix_web::test]
async fn a_scheduled_campaign_shows_its_start_and_goes_back_to_a_draft() {
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let start_at = later();
    let id = made(api, &with(json!({ "schedule": { "start_at": start_at } }))).await;
    let scheduled = step(api, id, "launch").await.expect(200).json();
    assert_eq!(scheduled["status"], "scheduled");
    let next: jiff::Timestamp = shown(api, id).await["next_send_at"].as_str().unwrap().parse().unwrap();
    assert_eq!(next.as_second(), start_at);
    let draft = step(api, id, "unschedule").await.expect(200).json();
    assert_eq!((&draft["status"], &draft["launched_at"]), (&json!("draft"), &Value::Null));
    assert_eq!(step(api, id, "launch").await.expect(200).json()["status"], "scheduled");
    // A start in the past does not delay the launch.
    let past = made(api, &with(json!({ "schedule": { "start_at": 5 } }))).await;
    assert_eq!(step(api, past, "launch").await.expect(200).json()["status"], "running");
}

#[actix_web::test]
async fn without_its_account_nothing_is_launched_or_previewed() {
    let real = Real::with("agency", &[OPEN, STILL]).await;
    switch(&real, "open").await;
    let api = &real.api;
    let named = with(json!({ "platform_account_id": ACCOUNT }));
    assert_eq!(api.post("/broadcasts", &named).await.summary(), "422 body.platform_account_id value_error");
    let id = made(api, &campaign()).await;
    assert_eq!(step(api, id, "launch").await.summary(), "409 engine_not_connected");
    let preview = api.post("/broadcasts/preview", &json!({ "audience": {} })).await;
    assert_eq!(preview.summary(), "409 engine_not_connected");
}

#[actix_web::test]
async fn a_campaign_goes_on_with_its_own_account_only() {
    let funnel = open_house().await;
    let (real, api) = (&funnel.real, &funnel.real.api);
    let named = made(api, &with(json!({ "platform_account_id": ACCOUNT }))).await;
    let id = led(api, &["launch", "pause"]).await;
    real.connect(real.owner, funnel.sim.url(), "acct_2", "token-of-the-tests").await;
    assert_eq!(step(api, named, "launch").await.summary(), "409 engine_not_connected");
    assert_eq!(step(api, id, "resume").await.summary(), "409 engine_not_connected");
    real.connect(real.owner, funnel.sim.url(), ACCOUNT, "token-of-the-tests").await;
    assert_eq!(step(api, id, "resume").await.expect(200).json()["status"], "running");
}

#[actix_web::test]
async fn a_repeated_request_is_done_once() {
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let send = async |path: &str, key: &str, body: &Value| {
        let request = api.request(reqwest::Method::POST, path).header("idempotency-key", key).json(body);
        Reply::of(request).await
    };
    let first = send("/broadcasts", "k1", &campaign()).await.expect(201);
    let again = send("/broadcasts", "k1", &campaign()).await.expect(201);
    assert_eq!(
        (again.text, again.headers["idempotency-replayed"].to_str().unwrap()),
        (first.text.clone(), "true")
    );
    let other = send("/broadcasts", "k1", &with(json!({ "title": "Winter" }))).await;
    assert_eq!(other.summary(), "409 idempotency_conflict");
    assert_eq!(api.get("/broadcasts").await.json()["items"].as_array().unwrap().len(), 1);
    let id = first.json()["id"].clone();
    for word in ["launch", "pause", "resume", "cancel"] {
        let path = format!("/broadcasts/{id}/{word}");
        let first = send(&path, "k2", &json!({})).await.expect(200);
        let again = send(&path, "k2", &json!({})).await.expect(200);
        assert_eq!((again.header("idempotency-replayed"), &again.text), ("true", &first.text), "{word}");
        assert_eq!(step(api, id.as_i64().unwrap(), word).await.summary(), "409 invalid_transition", "{word}");
    }
    let audit = api.get(&format!("/broadcasts/{id}/audit")).await.expect(200).json();
    assert_eq!(audit["items"].as_array().unwrap().len(), 4);
}

#[actix_web::test]
async fn the_audit_records_who_when_and_with_which_key() {
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let member = json!({ "name": "Bo", "email": "bo@example.com" });
    let member = api.post("/members", &member).await.expect(201).json()["id"].clone();
    let minted = json!({ "name": "Bo's key", "member_id": member });
    let minted = api.post("/api-keys", &minted).await.expect(201).json();
    let bo = api.with(minted["token"].as_str().unwrap());
    let id = made(api, &campaign()).await;
    step(api, id, "launch").await.expect(200);
    step(&bo, id, "pause").await.expect(200);
    api.delete(&format!("/api-keys/{}", minted["id"])).await.expect(204);
    let mut audit = api.get(&format!("/broadcasts/{id}/audit")).await.expect(200).json();
    for entry in audit["items"].as_array_mut().unwrap() {
        let at: jiff::Timestamp = entry["at"].take().as_str().unwrap().parse().unwrap();
        assert!((0..300).contains(&(later() - 3600 - at.as_second())), "{at}");
    }
    let own = &api.token["al_live_".len().."al_live_".len() + 10];
    let expected = json!({ "items": [
        { "at": null, "actor": "key", "key": { "prefix": own, "name": "first", "member_id": null },
          "from": "draft", "to": "running", "reason": null },
        { "at": null, "actor": "key", "key": { "prefix": minted["prefix"], "name": "Bo's key", "member_id": member },
          "from": "running", "to": "paused", "reason": "operator" },
    ]});
    assert_eq!(audit, expected);
}

#[actix_web::test]
async fn each_function_lets_in_its_own_operations_only() {
    let funnel = open_house().await;
    let api = &funnel.real.api;
    let id = led(api, &["launch"]).await;
    let key = async |fields: Value| {
        let mut body = json!({ "name": "narrow" });
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        api.with(&api.post("/api-keys", &body).await.expect(201).text_at("token"))
    };
    let maker = key(json!({ "caps": { "broadcasts": ["create", "preview"] } })).await;
    made(&maker, &campaign()).await;
    maker.post("/broadcasts/preview", &json!({ "audience": {} })).await.expect(200);
    assert_eq!(step(&maker, id, "pause").await.summary(), "403 insufficient_rights");
    assert_eq!(maker.get("/broadcasts").await.summary(), "403 insufficient_rights");
    let reader = key(json!({ "scopes": ["read"], "tabs": ["broadcasts"] })).await;
    reader.post("/broadcasts/preview", &json!({ "audience": {} })).await.expect(200);
    reader.get(&format!("/broadcasts/{id}")).await.expect(200);
    assert_eq!(step(&reader, id, "pause").await.summary(), "403 insufficient_scope");
}
