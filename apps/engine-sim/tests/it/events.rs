use std::collections::{BTreeMap, HashSet};

use engine_sim::wire::{Event, EventFan, Fan, LinkRef};
use engine_sim::{AccountConfig, Act, Injection, Play, Visit};
use serde_json::{Value, json};

use crate::support::{ACCOUNT, Here, config, ok, walk};

#[tokio::test]
async fn a_visit_from_a_link_shows_where_the_fan_came_from() {
    let here = Here::start().await;
    let link = here.get("/v1/links?limit=1").await["items"][0].clone();
    let url = Some(format!("{}?utm=1&aref=click-7", link["url"].as_str().unwrap()));
    let fan = EventFan {
        country: Some("IS".to_string()),
        email: Some("anna@example.com".to_string()),
        ..EventFan::default()
    };
    let visited = here.sim.visit(ACCOUNT, &Visit { url, fan: Some(fan), ..Visit::default() }).await.unwrap();
    let kinds: Vec<&str> = visited.events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["new_subscriber", "new_transaction"]);
    for event in &visited.events {
        let provider_id = link["provider_id"].as_str().unwrap().to_string();
        assert_eq!(event.link, Some(LinkRef { provider_id }));
        assert_eq!(event.click_ref.as_deref(), Some("click-7"));
        let fan = event.fan.as_ref().unwrap();
        assert_eq!((&fan.fan_id, fan.country.as_deref()), (&visited.fan_id, Some("IS")));
        assert_eq!(fan.email.as_deref(), Some("anna@example.com"));
    }
    let fan = here.sim.fan(ACCOUNT, &visited.fan_id).await.unwrap();
    assert_eq!((&*fan.tier, fan.total_spent_cents), ("spender", 999));
}

#[tokio::test]
async fn every_act_is_reported_as_the_protocol_has_it() {
    let here = Here::start().await;
    let text = r#"{"fan": {"fan_id": "f1"}, "at": "2026-11-02T00:00:00Z", "then": [
        {"do": "subscribe", "trial": true}, {"do": "online"}, {"do": "wait", "seconds": 10}, {"do": "message"},
        {"do": "buy", "gross_cents": 1000, "content_ids": [10001, 10002], "bundle_key": "b", "bundle_name": "B"},
        {"do": "tip", "gross_cents": 51000}, {"do": "request", "text": "a song", "offered_cents": 4000},
        {"do": "refund", "gross_cents": 1000}, {"do": "opt_out"}]}"#;
    let visit: Visit = serde_json::from_str(text).unwrap();
    let events = here.sim.visit(ACCOUNT, &visit).await.unwrap().events;
    let reported: Vec<(&str, &str)> =
        events.iter().map(|event| (event.kind.as_str(), &event.occurred_at[17..19])).collect();
    let expected = [
        ("new_subscriber", "00"),
        ("fan_online", "01"),
        ("message_received", "13"),
        ("new_transaction", "14"),
        ("new_transaction", "15"),
        ("content_request_created", "16"),
        ("new_transaction", "17"),
        ("fan_opted_out", "18"),
    ];
    assert_eq!(reported, expected);
    assert_eq!(events[0].data, json!({"trial": true, "price_cents": 0}));
    let bought = &events[3].data;
    assert_eq!((&bought["kind"], &bought["net_cents"]), (&json!("message"), &json!(800)));
    assert_eq!((&bought["bundle_key"], &bought["media_in_msg"]), (&json!("b"), &json!(2)));
    assert_eq!((&events[6].data["kind"], &events[6].data["gross_cents"]), (&json!("refund"), &json!(-1000)));
    let fan = here.sim.fan(ACCOUNT, "f1").await.unwrap();
    assert_eq!((&*fan.tier, fan.total_spent_cents, fan.opted_out), ("whale", 51_000, true));
}

#[tokio::test]
async fn a_visit_to_nowhere_is_refused() {
    let here = Here::start().await;
    let nowhere = Visit { provider_id: Some("none".to_string()), ..Visit::default() };
    assert!(here.sim.visit(ACCOUNT, &nowhere).await.unwrap_err().to_string().contains("404"));
    let when = Visit { at: Some("soon".to_string()), ..Visit::default() };
    assert!(here.sim.visit(ACCOUNT, &when).await.unwrap_err().to_string().contains("422"));
    assert!(here.sim.events(ACCOUNT).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_page_of_a_link_counts_its_visitors() {
    let here = Here::start().await;
    let link = here.get("/v1/links?limit=1").await["items"][0].clone();
    for _ in 0..3 {
        assert_eq!(here.http.get(link["url"].as_str().unwrap()).send().await.unwrap().status(), 200);
    }
    let stats = format!("/v1/links/stats?provider_id={}", link["provider_id"].as_str().unwrap());
    assert_eq!(here.get(&stats).await["items"][0]["clicks"], 3);
}

#[tokio::test]
async fn a_play_follows_from_its_seed_and_moves_everything() {
    let play = Play {
        count: 2_000,
        seed: 5,
        days: 10,
        click_refs: vec!["c1".to_string(), "c2".to_string()],
        rhythm: false,
    };
    let mut reported = Vec::new();
    for _ in 0..2 {
        let here = Here::start().await;
        assert!(here.sim.play(ACCOUNT, &play).await.unwrap() >= 2_000);
        let mut events = here.sim.events(ACCOUNT).await.unwrap();
        assert!(events.is_sorted_by_key(|event| event.occurred_at[..10].to_string()));
        for event in &mut events {
            event.occurred_at.clear();
        }
        reported.push(events);
        let ids: HashSet<String> = reported[0].iter().map(|event| event.event_id.clone()).collect();
        assert_eq!(ids.len(), reported[0].len());
        check_stats(&here, &reported[0]).await;
    }
    assert_eq!(reported[0], reported[1]);
    let mut counts = BTreeMap::<&str, u32>::new();
    for event in &reported[0] {
        *counts.entry(&event.kind).or_default() += 1;
    }
    assert_eq!(counts.len(), 6, "{counts:?}");
    assert!(reported[0].iter().any(|event| event.click_ref.as_deref() == Some("c2")));
}

/// Checks that the statistics of links are the sums over the events.
async fn check_stats(here: &Here, events: &[Event]) {
    let links = walk(here, "/v1/links?limit=200", "cursor").await;
    let ids: Vec<&str> = links.iter().map(|link| link["provider_id"].as_str().unwrap()).collect();
    let query: Vec<String> = ids.iter().map(|id| format!("provider_id={id}")).collect();
    let days = here.get(&format!("/v1/links/stats?{}", query.join("&"))).await;
    let sum = |count: &str| -> i64 {
        days["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|day| day.pointer(count).unwrap().as_i64().unwrap())
            .sum()
    };
    let linked = events.iter().filter(|event| event.link.is_some());
    let (mut subscribers, mut gross, mut net) = (0, 0, 0);
    for event in linked {
        subscribers += i64::from(event.kind == "new_subscriber");
        gross += event.data["gross_cents"].as_i64().unwrap_or(0);
        net += event.data["net_cents"].as_i64().unwrap_or(0);
    }
    assert!(subscribers > 100);
    assert_eq!((sum("/subscribers"), sum("/revenue_cents")), (subscribers, gross));
    assert_eq!(sum("/conversions/revenue_net_cents"), net);
    assert!(sum("/clicks") > subscribers);
}

#[tokio::test]
async fn pulling_ends_with_an_empty_page_and_goes_on_from_the_last_cursor() {
    let here = Here::start().await;
    assert_eq!(here.get("/v1/events").await, json!({"items": [], "next_cursor": null}));
    here.sim.play(ACCOUNT, &Play { count: 25, ..Play::default() }).await.unwrap();
    let all = walk(&here, "/v1/events?limit=10", "after").await;
    assert_eq!(json!(all), json!(here.sim.events(ACCOUNT).await.unwrap()));
    let last = here.get("/v1/events?limit=1000").await["next_cursor"].as_str().unwrap().to_string();
    let empty = here.get(&format!("/v1/events?after={last}")).await;
    assert_eq!(empty, json!({"items": [], "next_cursor": null}));
    here.sim.visit(ACCOUNT, &Visit { then: Some(vec![Act::Message]), ..Visit::default() }).await.unwrap();
    assert_eq!(here.get(&format!("/v1/events?after={last}")).await["items"].as_array().unwrap().len(), 1);
    assert_eq!(here.status("/v1/events?after=x").await, 422);
}

#[tokio::test]
async fn a_second_run_repeats_no_ids_and_takes_cursors_of_the_first() {
    let here = Here::start().await;
    let act = Act::Request { text: "a song".to_string(), offered_cents: 1_000 };
    let visit = Visit { then: Some(vec![act]), ..Visit::default() };
    let first = here.sim.visit(ACCOUNT, &visit).await.unwrap().events;
    let cursor = here.get("/v1/events").await["next_cursor"].as_str().unwrap().to_string();
    here.sim.add_account(&AccountConfig { run: 2, ..config() }).await.unwrap();
    let second = here.sim.visit(ACCOUNT, &visit).await.unwrap().events;
    assert_ne!(first[0].event_id, second[0].event_id);
    assert_ne!(first[0].data["request_id"], second[0].data["request_id"]);
    let pulled = here.get(&format!("/v1/events?after={cursor}")).await;
    assert_eq!(pulled["items"], json!(second));
}

#[tokio::test]
async fn injected_events_are_completed_or_left_as_they_are() {
    let here = Here::start().await;
    let subscribe =
        json!({"type": "new_subscriber", "fan": {"fan_id": "f9"}, "data": {"trial": true, "price_cents": 0}});
    let completed = Injection { events: vec![subscribe.clone(), json!({"type": "eclipse"})], raw: false };
    here.sim.inject(ACCOUNT, &completed).await.unwrap();
    here.sim
        .inject(ACCOUNT, &Injection { events: vec![subscribe.clone(), json!(7)], raw: true })
        .await
        .unwrap();
    let items = here.get("/v1/events").await["items"].clone();
    assert!(items[0]["event_id"].is_string() && items[0]["click_ref"].is_null());
    assert_eq!((&items[1]["type"], &items[1]["data"]), (&json!("eclipse"), &json!({})));
    assert_eq!((&items[2], &items[3]), (&subscribe, &json!(7)));
    let fan: Fan = here.sim.fan(ACCOUNT, "f9").await.unwrap();
    assert_eq!((&*fan.tier, &*fan.status), ("trial", "active"));
}

#[tokio::test]
async fn a_change_on_the_platform_is_an_event() {
    let here = Here::start().await;
    let id = here.get("/v1/links?limit=1").await["items"][0]["provider_id"].as_str().unwrap().to_string();
    let link = here.sim.change_link(ACCOUNT, &id, &json!({"active": false, "name": "off"})).await.unwrap();
    let events = here.sim.events(ACCOUNT).await.unwrap();
    assert_eq!((events[0].kind.as_str(), &events[0].data), ("link_changed", &json!(link)));
    assert!(!link.active && events[0].fan.is_none());
}

#[tokio::test]
async fn control_calls_with_unknown_fields_are_refused() {
    let here = Here::start().await;
    let visit = here.http.post(format!("{}/sim/accounts/{ACCOUNT}/visit", here.sim.url()));
    assert_eq!(visit.json(&json!({"click": "c1"})).send().await.unwrap().status(), 422);
    let messages = here.http.get(format!("{}/sim/accounts/{ACCOUNT}/messages", here.sim.url()));
    let none: Value = ok(messages.send().await.unwrap()).await;
    assert_eq!(none, json!({"count": 0, "by_fan": {}, "items": []}));
}
