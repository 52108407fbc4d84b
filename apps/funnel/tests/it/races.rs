use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::json;

use crate::real::{Real, eventually};

#[actix_web::test]
async fn registrations_at_once_do_not_pass_the_cap() {
    let real = Real::with("free", &[]).await;
    let asked = (0..20).map(|n| {
        let api = real.api.clone();
        async move { api.register(&format!("d{n}.example")).await }
    });
    let replies = join_all(asked).await;
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(made, 3);
    for reply in replies.iter().filter(|reply| reply.status != 201) {
        assert_eq!(reply.summary(), "403 domain_cap_reached");
    }
    assert_eq!(real.api.get("/domains").await.json()["items"].as_array().unwrap().len(), 3);
}

#[actix_web::test]
async fn two_owners_at_once_can_t_have_the_same_name() {
    let real = Real::start().await;
    let (_, other) = real.owner("agency").await;
    for round in 0..5 {
        let host = format!("d{round}.example");
        let asked = [&real.api, &other].into_iter().cycle().take(8).map(|api| api.register(&host));
        let replies = join_all(asked).await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
        for reply in replies.iter().filter(|reply| reply.status != 201) {
            assert_eq!(reply.summary(), "409 domain_taken");
        }
    }
}

#[actix_web::test]
async fn buttons_made_at_once_all_land() {
    let real = Real::start().await;
    let other = real.beside(&[]).await;
    let tier = real.landing("a.example").await;
    let made = (0..50).map(|n| {
        let api = if n % 2 == 0 { &real.api } else { &other.api };
        let tier = &tier;
        async move { api.button("a.example", tier, &format!("button {n}")).await }
    });
    let answered: BTreeSet<String> = join_all(made).await.into_iter().collect();
    assert_eq!(answered.len(), 50);
    let items = real.api.get(&format!("/buttons/a.example/{tier}")).await.expect(200).json()["items"].take();
    let items = items.as_array().unwrap();
    let positions: Vec<_> = items.iter().map(|item| item["position"].as_u64().unwrap()).collect();
    assert_eq!(positions, (0..50).collect::<Vec<u64>>());
    let stored: BTreeSet<_> =
        items.iter().map(|item| item["button_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(stored, answered);
    let labels: BTreeSet<_> = items.iter().map(|item| item["label"].to_string()).collect();
    assert_eq!(labels.len(), 50);
}

#[actix_web::test]
async fn of_edits_of_one_revision_exactly_one_lands() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let seen = real.api.get("/segments/a.example").await.header("etag").to_owned();
    let path = format!("/segments/a.example/{tier}");
    let edits = (0..10).map(|n| {
        let request = real.api.request(reqwest::Method::PATCH, &path).header("if-match", &seen);
        crate::real::Reply::of(request.json(&json!({ "name": format!("name {n}") })))
    });
    let replies = join_all(edits).await;
    let landed: Vec<_> = replies.iter().filter(|reply| reply.status == 200).collect();
    assert_eq!(landed.len(), 1);
    assert_eq!(replies.iter().filter(|reply| reply.status == 412).count(), 9);
    let now = real.api.draft("a.example").await;
    assert_eq!(now[0]["name"], landed[0].json()["name"]);
}

#[actix_web::test]
async fn a_revoked_key_is_refused_by_every_process_at_once() {
    let real = Real::start().await;
    let other = real.beside(&[]).await;
    for round in 0..10 {
        let minted = real.api.post("/api-keys", &json!({ "name": "short-lived" })).await.expect(201);
        let key = other.api.with(&minted.text_at("token"));
        // The other process has seen the key, and would still accept it if it cached keys.
        key.get("/domains").await.expect(200);
        real.api.delete(&format!("/api-keys/{}", minted.json()["id"])).await.expect(204);
        assert_eq!(key.get("/domains").await.summary(), "401 Invalid or missing API key", "round {round}");
    }
}

#[actix_web::test]
async fn a_removed_member_s_key_is_refused_at_once() {
    let real = Real::start().await;
    let other = real.beside(&[]).await;
    let member = json!({ "name": "a", "email": "a@example.com" });
    let member = real.api.post("/members", &member).await.expect(201).json()["id"].clone();
    let body = json!({ "name": "of a member", "member_id": member });
    let key = other.api.with(&real.api.post("/api-keys", &body).await.expect(201).text_at("token"));
    key.get("/domains").await.expect(200);
    let path = format!("/members/{member}");
    real.api.patch(&path, &json!({ "tabs": ["qr"] })).await.expect(200);
    assert_eq!(key.get("/domains").await.summary(), "403 insufficient_rights");
    real.api.delete(&path).await.expect(204);
    assert_eq!(key.get("/domains").await.summary(), "401 Invalid or missing API key");
}

#[actix_web::test]
async fn no_domain_is_provisioned_twice() {
    let real = Real::start().await;
    let _other = real.beside(&[("FUNNEL_ROLES", "worker")]).await;
    let _third = real.beside(&[("FUNNEL_ROLES", "worker")]).await;
    let hosts: Vec<_> = (0..30).map(|n| format!("d{n}.example")).collect();
    for reply in join_all(hosts.iter().map(|host| real.api.register(host))).await {
        reply.expect(201);
    }
    eventually("all domains active", async || {
        let items = real.api.get("/domains").await.json()["items"].take();
        let items = items.as_array().unwrap();
        (items.len() == 30 && items.iter().all(|item| item["infra_state"] == "active")).then_some(())
    })
    .await;
    let rows = real.sql().await.query("SELECT infra_attempts FROM domains", &[]).await.unwrap();
    let attempts: Vec<i32> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(attempts, [1; 30]);
}

#[actix_web::test]
async fn a_request_repeated_at_once_on_two_servers_runs_once() {
    let real = Real::start().await;
    let other = real.beside(&[]).await;
    let tier = real.landing("a.example").await;
    let path = format!("/buttons/a.example/{tier}");
    let body = json!({ "label": "once", "url": "https://example.com/" });
    let asked = (0..8).map(|n| {
        let api = if n % 2 == 0 { &real.api } else { &other.api };
        let request = api.request(reqwest::Method::POST, &path).header("idempotency-key", "k");
        crate::real::Reply::of(request.json(&body))
    });
    let replies = join_all(asked).await;
    let ids: BTreeSet<_> = replies.iter().map(|reply| reply.text.clone()).collect();
    assert_eq!(ids.len(), 1, "{ids:?}");
    assert!(replies.iter().all(|reply| reply.status == 201));
    let fresh = replies.iter().filter(|reply| !reply.headers.contains_key("idempotency-replayed")).count();
    assert_eq!(fresh, 1);
    let listed = real.api.get(&path).await.json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
}
