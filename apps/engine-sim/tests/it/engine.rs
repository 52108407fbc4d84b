use std::collections::HashSet;

use engine_sim::wire::{Content, Fan, Link};
use engine_sim::{AccountConfig, Act, Behaviour, Visit};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{ACCOUNT, Here, TOKEN, config, ok, walk};

#[tokio::test]
async fn only_the_connections_own_token_opens_the_engine() {
    let here = Here::start().await;
    let url = format!("{}/v1/account", here.sim.url());
    for token in ["", "token-2", "token-1x"] {
        assert_eq!(here.http.get(&url).bearer_auth(token).send().await.unwrap().status(), 401);
    }
    assert_eq!(here.http.get(&url).send().await.unwrap().status(), 401);
    assert_eq!(here.get("/v1/account").await["account_id"], ACCOUNT);
    here.sim.stop().await;
}

#[tokio::test]
async fn connections_and_simulations_live_side_by_side() {
    let (one, two) = (Here::start().await, Here::start().await);
    one.sim
        .add_account(&AccountConfig { seed: 9, ..AccountConfig::new("acct_2", "token-2", "s") })
        .await
        .unwrap();
    let url = format!("{}/v1/fans?limit=5", one.sim.url());
    let other = ok(one.http.get(&url).bearer_auth("token-2").send().await.unwrap()).await;
    assert_ne!(other["items"], one.get("/v1/fans?limit=5").await["items"]);
    assert_eq!(one.get("/v1/fans?limit=5").await, two.get("/v1/fans?limit=5").await);
    let clash = AccountConfig::new("acct_3", TOKEN, "s");
    assert!(one.sim.add_account(&clash).await.unwrap_err().to_string().contains("422"));
}

#[tokio::test]
async fn links_are_created_once_for_a_key() {
    let here = Here::start().await;
    let body = json!({"offer": "ftl", "name": "de trial", "country": "DE", "trial_days": 7});
    let first: Value = ok(here.post("/v1/links", "k1", &body).await).await;
    let again = ok(here.post("/v1/links", "k1", &json!({"offer": "paid", "name": "other"})).await).await;
    assert_eq!(first, again);
    let link: Link = serde_json::from_value(first.clone()).unwrap();
    assert_eq!((link.kind.as_str(), link.permanent, link.trial_days), ("free_trial", true, Some(7)));
    let all = walk(&here, "/v1/links?limit=3", "cursor").await;
    assert_eq!((all.len(), all.last().unwrap()), (9, &first));
    let trials = walk(&here, "/v1/links?offer=ftl&limit=2", "cursor").await;
    assert!(trials.len() == 5 && trials.iter().all(|link| link["offer"] == "ftl"), "{trials:?}");
}

#[tokio::test]
async fn what_was_refused_stays_refused_for_its_key() {
    let here = Here::start().await;
    let wrong = json!({"offer": "paid", "name": ""});
    assert_eq!(here.post("/v1/links", "k", &wrong).await.status(), 422);
    assert_eq!(here.post("/v1/links", "k", &json!({"offer": "paid", "name": "right"})).await.status(), 422);
    let keyless = here.call(Method::POST, "/v1/links").json(&wrong).send().await.unwrap();
    assert!(keyless.text().await.unwrap().contains("Idempotency-Key"));
}

#[tokio::test]
async fn wrong_links_are_unprocessable() {
    let here = Here::start().await;
    for (number, body) in [
        json!({"offer": "other", "name": "a"}),
        json!({"offer": "paid", "name": "a", "country": "de"}),
        json!({"offer": "paid", "name": "a", "country": "DEU"}),
        json!({"offer": "paid", "name": "a", "trial_days": 7}),
        json!({"offer": "ftl", "name": "a"}),
        json!({"offer": "ftl", "name": "a", "trial_days": 8}),
        json!([]),
    ]
    .iter()
    .enumerate()
    {
        assert_eq!(here.post("/v1/links", &number.to_string(), body).await.status(), 422, "{body}");
    }
}

#[tokio::test]
async fn links_are_switched_and_unknown_ones_are_not_found() {
    let here = Here::start().await;
    let id = here.get("/v1/links?limit=1").await["items"][0]["provider_id"].as_str().unwrap().to_string();
    for active in [false, true] {
        let call = here.call(Method::PATCH, &format!("/v1/links/{id}")).json(&json!({"active": active}));
        assert_eq!(ok(call.send().await.unwrap()).await["active"], active);
    }
    let call = here.call(Method::PATCH, "/v1/links/none").json(&json!({"active": true}));
    assert_eq!(call.send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn links_that_were_made_outlive_the_simulation_in_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let config = AccountConfig { links_file: Some(folder.path().join("links.json")), ..config() };
    let here = Here::with(config.clone()).await;
    let body = json!({"offer": "paid", "name": "mine"});
    let made = ok(here.post("/v1/links", "k", &body).await).await;
    let path = format!("/v1/links/{}", made["provider_id"].as_str().unwrap());
    let call = here.call(Method::PATCH, &path).json(&json!({"active": false}));
    let made = ok(call.send().await.unwrap()).await;
    here.sim.stop().await;
    let again = Here::with(AccountConfig { run: 2, ..config }).await;
    let links = walk(&again, "/v1/links?limit=200", "cursor").await;
    assert_eq!(links.len(), 9);
    for field in ["provider_id", "name", "active", "created_at"] {
        assert_eq!(links[8][field], made[field], "{field}");
    }
    assert!(links[8]["url"].as_str().unwrap().starts_with(again.sim.url()));
}

#[tokio::test]
async fn stats_of_links_move_with_what_fans_do() {
    let here = Here::start().await;
    let id = here.get("/v1/links?offer=paid&limit=1").await["items"][0]["provider_id"]
        .as_str()
        .unwrap()
        .to_string();
    let stats = format!("/v1/links/stats?provider_id={id}&provider_id=unknown");
    assert_eq!(here.get(&stats).await["items"][0]["clicks"], 0);
    let acts = vec![
        Act::Subscribe { trial: false, price_cents: Some(1_000) },
        Act::Tip { gross_cents: 500, content_ids: vec![] },
        Act::Refund { gross_cents: 500 },
    ];
    let at = Some("2026-11-05T12:00:00Z".to_string());
    let visit = Visit { provider_id: Some(id.clone()), at, then: Some(acts), ..Visit::default() };
    let visited = here.sim.visit(ACCOUNT, &visit).await.unwrap();
    assert_eq!(visited.events.len(), 4);
    let expected = json!([{
        "provider_id": id, "day": "2026-11-05", "clicks": 1, "subscribers": 1, "revenue_cents": 1000, "spenders": 1,
        "conversions": {"count": 2, "revenue_net_cents": 800},
    }]);
    assert_eq!(here.get(&stats).await["items"], expected);
    let many = "provider_id=a&".repeat(101);
    assert_eq!(here.status(&format!("/v1/links/stats?{many}")).await, 422);
    assert_eq!(here.status("/v1/links/stats").await, 422);
}

#[tokio::test]
async fn content_is_sorted_paged_and_counted() {
    let here = Here::start().await;
    for (sort, count) in [("buyers", "buyers_count"), ("tips", "tips_cents")] {
        let all = walk(&here, &format!("/v1/content?sort={sort}&limit=50"), "cursor").await;
        assert_eq!(all.len(), 120);
        assert!(all.is_sorted_by_key(|item| -item[count].as_i64().unwrap()), "{sort}");
        let types: HashSet<&str> = all.iter().map(|item| item["media_type"].as_str().unwrap()).collect();
        assert_eq!(types.len(), 4);
    }
    let page = here.get("/v1/content?limit=1").await;
    assert_eq!(page["total"], 120);
    let item: Content = serde_json::from_value(page["items"][0].clone()).unwrap();
    assert_eq!(here.get(&format!("/v1/content/{}", item.content_id)).await, page["items"][0]);
    assert_eq!(here.status("/v1/content/1").await, 404);
    assert_eq!(here.status("/v1/content?sort=likes").await, 422);
}

#[tokio::test]
async fn fans_are_filtered_and_paged() {
    let here = Here::start().await;
    let all = walk(&here, "/v1/fans?limit=37", "cursor").await;
    let ids: HashSet<&str> = all.iter().map(|fan| fan["fan_id"].as_str().unwrap()).collect();
    assert_eq!((all.len(), ids.len()), (500, 500));
    let path = "/v1/fans?tier=spender&status=active&country=US&country=DE&min_spent_cents=500&limit=7";
    let expected: Vec<&Value> = all
        .iter()
        .filter(|fan| fan["tier"] == "spender" && fan["status"] == "active")
        .filter(|fan| fan["country"] == "US" || fan["country"] == "DE")
        .filter(|fan| fan["total_spent_cents"].as_i64().unwrap() >= 500)
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(walk(&here, path, "cursor").await.iter().collect::<Vec<_>>(), expected);
    for wrong in
        ["tier=all", "status=any", "country=us", "limit=1001", "cursor=x", "min_spent_cents=x", "sort=a"]
    {
        assert_eq!(here.status(&format!("/v1/fans?{wrong}")).await, 422, "{wrong}");
    }
}

#[tokio::test]
async fn a_million_fans_cost_neither_memory_nor_time() {
    let here = Here::with(AccountConfig { fans: 1_000_000, ..config() }).await;
    let page = here.get("/v1/fans?country=TR&limit=100").await;
    assert_eq!(page["items"].as_array().unwrap().len(), 100);
    assert!(page["next_cursor"].is_string());
}

#[tokio::test]
async fn a_message_is_delivered_once_for_a_key() {
    let here = Here::start().await;
    let fan = reachable(&here).await;
    let body = json!({"platform_account_id": ACCOUNT, "fan_id": fan.fan_id, "text": "hi", "media_ids": [], "price_cents": 0});
    let first = ok(here.post("/v1/messages", "k1", &body).await).await;
    assert_eq!(ok(here.post("/v1/messages", "k1", &body).await).await, first);
    assert_ne!(ok(here.post("/v1/messages", "k2", &body).await).await, first);
    let sent = here.sim.messages_to(ACCOUNT, &fan.fan_id).await.unwrap();
    let keys: Vec<&str> = sent.iter().map(|message| message.idempotency_key.as_str()).collect();
    assert_eq!(keys, ["k1", "k2"]);
    assert_eq!(first["message_id"], sent[0].message_id);
}

#[tokio::test]
async fn messages_that_can_not_be_are_refused() {
    let here = Here::start().await;
    let fan = reachable(&here).await;
    let gone = Fan { fan_id: "gone".to_string(), opted_out: true, ..fan.clone() };
    let blocked = Fan { fan_id: "blocked".to_string(), blocked: true, ..fan.clone() };
    here.sim.put_fan(ACCOUNT, &gone).await.unwrap();
    here.sim.put_fan(ACCOUNT, &blocked).await.unwrap();
    let good = json!({"platform_account_id": ACCOUNT, "fan_id": fan.fan_id, "text": "hi", "media_ids": ["1"], "price_cents": 300});
    for (number, (field, value, status)) in [
        ("fan_id", json!("gone"), 409),
        ("fan_id", json!("blocked"), 409),
        ("fan_id", json!("nobody"), 404),
        ("platform_account_id", json!("acct_2"), 422),
        ("media_ids", json!([]), 422),
        ("price_cents", json!(299), 422),
        ("price_cents", json!(20_001), 422),
        ("price_cents", json!("300"), 422),
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = good.clone();
        body[field] = value;
        let answer = here.post("/v1/messages", &number.to_string(), &body).await;
        assert_eq!(answer.status(), status, "{body}");
        let code = answer.json::<Value>().await.unwrap()["code"].clone();
        assert_eq!(code == "fan_unreachable", status == 409, "{body}");
    }
    assert!(here.sim.messages(ACCOUNT).await.unwrap().is_empty());
}

#[tokio::test]
async fn fans_react_if_the_test_asks_for_it() {
    let here = Here::start().await;
    let fan = reachable(&here).await;
    here.sim.behave(ACCOUNT, Behaviour { reply: 1.0, buy: 1.0, opt_out: 1.0 }).await.unwrap();
    let body = json!({"platform_account_id": ACCOUNT, "fan_id": fan.fan_id, "text": "", "media_ids": ["10001"], "price_cents": 500});
    ok(here.post("/v1/messages", "k1", &body).await).await;
    let events = here.sim.events(ACCOUNT).await.unwrap();
    let kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["new_transaction", "message_received", "fan_opted_out"]);
    assert_eq!(events[0].data["content_ids"], json!([10_001]));
    assert_eq!(here.post("/v1/messages", "k2", &body).await.status(), 409);
}

#[tokio::test]
async fn requests_go_through_their_states() {
    let here = Here::start().await;
    let ask = Act::Request { text: "a song".to_string(), offered_cents: 5_000 };
    let visit = Visit { then: Some(vec![ask.clone(), ask]), ..Visit::default() };
    let events = here.sim.visit(ACCOUNT, &visit).await.unwrap().events;
    let id = |index: usize| events[index].data["request_id"].as_i64().unwrap();
    let path = |id: i64| format!("/v1/requests/{id}/response");
    for (number, (id, body, status)) in [
        (id(0), json!({"action": "fulfill"}), 422),
        (id(0), json!({"action": "start", "media_ids": null, "reason": null}), 200),
        (id(0), json!({"action": "start"}), 409),
        (id(0), json!({"action": "fulfill", "media_ids": ["1"], "reason": null}), 200),
        (id(0), json!({"action": "decline", "reason": "late"}), 409),
        (id(1), json!({"action": "decline"}), 422),
        (id(1), json!({"action": "decline", "reason": "no"}), 200),
        (999, json!({"action": "start"}), 404),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = here.post(&path(id), &number.to_string(), &body).await;
        assert_eq!(answer.status(), status, "{number}");
    }
    let requests = here.sim.requests(ACCOUNT).await.unwrap();
    let states: Vec<&str> = requests.iter().map(|request| request.status.as_str()).collect();
    assert_eq!(states, ["fulfilled", "declined"]);
    assert_eq!(requests[0].responses.len(), 2);
}

#[tokio::test]
async fn what_nobody_serves_is_not_found() {
    let here = Here::start().await;
    assert_eq!(here.status("/v1/other").await, 404);
    assert_eq!(here.status("/sim/accounts/none").await, 404);
}

/// Returns a fan who can get messages.
async fn reachable(here: &Here) -> Fan {
    let fans = walk(here, "/v1/fans?limit=500", "cursor").await;
    let fans: Vec<Fan> = serde_json::from_value(Value::Array(fans)).unwrap();
    fans.into_iter().find(|fan| !fan.opted_out && !fan.blocked).unwrap()
}
