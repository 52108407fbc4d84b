//! The audit log, as owners read it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::journey::Funnel;
use crate::operations::PROVIDER;
use crate::real::{Real, Reply};

const HOST: &str = "a.example";

async fn listed(real: &Real, query: &str) -> Vec<Value> {
    let list = real.api.get(&format!("/audit{query}")).await.expect(200).json();
    list["items"].as_array().unwrap().clone()
}

fn actions(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|one| one["action"].as_str().unwrap()).collect()
}

/// Makes one change of each kind in the API; returns the action names, oldest first.
async fn changes(real: &Real) -> Vec<&'static str> {
    let api = &real.api;
    let tier = real.landing(HOST).await;
    api.button(HOST, &tier, "all").await;
    api.publish(HOST).await;
    api.post(&format!("/domains/{HOST}/rollback"), &json!({ "version": 1 })).await.expect(200);
    let link = api.post("/smartlinks", &json!({ "domain": HOST, "slug": "vip" })).await.expect(201).json();
    let link = link["id"].as_i64().unwrap();
    api.patch(&format!("/smartlinks/{link}"), &json!({ "active": false })).await.expect(200);
    api.delete(&format!("/smartlinks/{link}")).await.expect(204);
    let code = api.post(&format!("/qr/{HOST}"), &json!({ "slug": "flyer" })).await.expect(201).json();
    let code = code["id"].as_i64().unwrap();
    api.patch(&format!("/qr/{HOST}/{code}"), &json!({ "title": "A flyer" })).await.expect(200);
    let member = json!({ "name": "Ann", "email": "ann.private@example.com" });
    let member = api.post("/members", &member).await.expect(201).json()["id"].as_i64().unwrap();
    let address = json!({ "email": "other.private@example.com" });
    api.patch(&format!("/members/{member}"), &address).await.expect(200);
    let key = api.post("/api-keys", &json!({ "name": "k", "member_id": member })).await.expect(201).json();
    let key = api.post(&format!("/api-keys/{}/rotate", key["id"]), &json!({})).await.expect(201).json();
    api.delete(&format!("/api-keys/{}", key["id"])).await.expect(204);
    api.delete(&format!("/members/{member}")).await.expect(204);
    real.knows_link(PROVIDER).await;
    for token in ["first-secret-token", "second-secret-token"] {
        let pixel = json!({ "platform": "meta", "pixel_id": "1", "access_token": token });
        api.put(&format!("/smart-links/{PROVIDER}/pixels"), &pixel).await.expect(200);
    }
    api.delete(&format!("/smart-links/{PROVIDER}/pixels/meta")).await.expect(204);
    let campaign = json!({ "title": "a", "mode": "drip", "audience": {}, "message": { "text": "hi" } });
    let campaign = api.post("/broadcasts", &campaign).await.expect(201).json()["id"].as_i64().unwrap();
    api.post(&format!("/broadcasts/{campaign}/cancel"), &json!({})).await.expect(200);
    let preset = api.post("/library/notifications", &json!({ "name": "p" })).await.expect(201).json();
    let preset = preset["id"].as_i64().unwrap();
    api.patch(&format!("/library/notifications/{preset}"), &json!({ "title": "b" })).await.expect(200);
    let assigned = json!({ "preset_id": preset, "enabled": false });
    api.put(&format!("/notification/{HOST}/preset"), &assigned).await.expect(200);
    api.delete(&format!("/library/notifications/{preset}")).await.expect(204);
    let hook = json!({ "url": "https://a.example/secret-path-of-hooks", "events": ["*"] });
    let hook = api.post("/webhooks", &hook).await.expect(201).text_at("id");
    let other = json!({ "url": "https://a.example/other-secret-path" });
    api.patch(&format!("/webhooks/{hook}"), &other).await.expect(200);
    api.post(&format!("/webhooks/{hook}/rotate"), &json!({})).await.expect(200);
    api.delete(&format!("/webhooks/{hook}")).await.expect(204);
    api.delete(&format!("/domains/{HOST}")).await.expect(204);
    vec![
        "domain.register",
        "landing.edit",
        "landing.edit",
        "landing.publish",
        "landing.rollback",
        "smart_link.create",
        "smart_link.change",
        "smart_link.delete",
        "qr_code.create",
        "qr_code.change",
        "member.add",
        "member.change",
        "key.mint",
        "key.rotate",
        "key.revoke",
        "member.remove",
        "pixel.create",
        "pixel.change",
        "pixel.delete",
        "broadcast.create",
        "broadcast.cancel",
        "preset.create",
        "preset.change",
        "preset.assign",
        "preset.delete",
        "webhook.create",
        "webhook.change",
        "webhook.rotate",
        "webhook.delete",
        "domain.delete",
    ]
}

#[actix_web::test]
async fn each_change_by_the_api_is_written_down() {
    let real = Real::start().await;
    let expected = changes(&real).await;
    let mut found = listed(&real, "?limit=1000").await;
    found.reverse();
    assert_eq!(actions(&found), expected);
    let prefix = real.api.get("/api-keys").await.expect(200).json()["items"][0]["prefix"].take();
    for entry in &found {
        assert_eq!(
            entry["actor"],
            json!({ "key_prefix": prefix, "member_id": null, "cli": false }),
            "{entry}"
        );
        assert!(entry["request_id"].is_string(), "{entry}");
    }
    let of = |action: &str| found.iter().rfind(|one| one["action"] == action).unwrap();
    assert_eq!(of("landing.edit")["subject"], json!({ "type": "domain", "id": HOST }));
    let (path, button) = of("landing.edit")["after"].as_object().unwrap().iter().next().unwrap();
    assert!(path.starts_with("segments.seg_") && path.contains(".buttons.btn_"), "{path}");
    assert_eq!((&button["label"], &of("landing.edit")["before"]), (&json!("all"), &json!({})));
    assert_eq!(of("landing.rollback")["after"], json!({ "version": 2, "rolled_back_from": 1 }));
    assert_eq!(of("smart_link.change")["before"], json!({ "active": true }));
    assert_eq!(of("smart_link.change")["after"], json!({ "active": false }));
    assert_eq!(of("member.change")["after"], json!({ "email_changed": true }));
    assert_eq!(of("pixel.change")["after"], json!({ "token_replaced": true }));
    assert_eq!(of("broadcast.cancel")["before"], json!({ "status": "draft" }));
    assert_eq!(of("webhook.change")["after"], json!({ "url_changed": true }));
    assert_eq!(of("webhook.delete")["before"]["host"], "a.example");
}

#[actix_web::test]
async fn links_that_are_provisioned_and_requests_that_are_answered_are_written_down() {
    let funnel = Funnel::start().await;
    let real = &funnel.real;
    funnel.provision(&["DE"]).await.expect(200);
    let request = real.knows_request(7).await;
    let declined = json!({ "action": "decline", "reason": "a private word" });
    real.api.post(&format!("/requests/{request}/respond"), &declined).await.expect(200);
    // A second response is rejected, so the log has no entry for it.
    real.api.post(&format!("/requests/{request}/respond"), &declined).await.expect(404);
    let found = listed(real, "?limit=1000").await;
    let of = |action: &str| found.iter().filter(|one| one["action"] == action).collect::<Vec<_>>();
    let slots: Vec<_> = of("funnel_link.provision").iter().map(|one| one["after"]["slot"].clone()).collect();
    assert!(slots.contains(&json!("paid")) && slots.contains(&json!("ftl/DE")), "{slots:?}");
    assert_eq!(of("funnel_link.configure")[0]["after"]["trial_countries"], json!(["DE"]));
    let [answer] = of("request.decline")[..] else { panic!("{found:?}") };
    assert_eq!(answer["subject"], json!({ "type": "request", "id": request.to_string() }));
    assert_eq!([&answer["before"]["status"], &answer["after"]["status"]], ["new", "declined"]);
    assert!(!format!("{found:?}").contains("a private word"));
}

#[actix_web::test]
async fn no_secret_is_in_the_log() {
    let real = Real::start().await;
    changes(&real).await;
    let minted = real.api.post("/api-keys", &json!({ "name": "k" })).await.expect(201).json();
    let token = minted["token"].as_str().unwrap();
    let secret = token.rsplit('_').next().unwrap();
    let log = real.api.get("/audit?limit=1000").await.expect(200).text;
    assert!(log.contains("key.mint"));
    for word in ["secret-token", "secret-path", "whsec_", secret, "private@example.com"] {
        assert!(!log.contains(word), "{word}");
    }
}

#[actix_web::test]
async fn what_is_repeated_under_a_key_is_written_down_once_with_its_actor() {
    let real = Real::start().await;
    for _ in 0..2 {
        let body = json!({ "hostname": HOST, "display_name": "A page" });
        let request = real.api.request(Method::POST, "/domains").header("Idempotency-Key", "once");
        Reply::of(request.header("X-Request-Id", "mine").json(&body)).await.expect(201);
    }
    let found = listed(&real, "").await;
    assert_eq!(actions(&found), ["domain.register"]);
    assert_eq!(found[0]["request_id"], "mine");
    assert!(found[0]["actor"]["key_prefix"].is_string());
}

#[actix_web::test]
async fn the_log_is_searched_listed_in_parts_and_as_a_table() {
    let real = Real::start().await;
    real.api.register(HOST).await.expect(201);
    real.api.post("/members", &json!({ "name": "=1+1", "email": "a@example.com" })).await.expect(201);
    real.api.register("b.example").await.expect(201);
    for (query, expected) in [
        ("?action=domain", vec!["domain.register", "domain.register"]),
        ("?action=member.add", vec!["member.add"]),
        ("?subject=domain:a.example", vec!["domain.register"]),
        ("?subject=member", vec!["member.add"]),
        ("?actor=cli", vec![]),
        ("?actor=member:1", vec![]),
        ("?to_ts=1000", vec![]),
        ("?from_ts=1000", vec!["domain.register", "member.add", "domain.register"]),
    ] {
        assert_eq!(actions(&listed(&real, query).await), expected, "{query}");
    }
    let first = real.api.get("/audit?limit=2").await.expect(200).json();
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = real.api.get(&format!("/audit?limit=2&cursor={cursor}")).await.expect(200).json();
    assert_eq!((second["items"].as_array().unwrap().len(), &second["next_cursor"]), (1, &Value::Null));

    let table = async |query: &str| {
        let request = real.api.request(Method::GET, &format!("/audit{query}")).header("accept", "text/csv");
        Reply::of(request).await.expect(200)
    };
    let whole = table("").await;
    assert!(whole.header("content-type").starts_with("text/csv"));
    let rows: Vec<_> = whole.text.split("\r\n").collect();
    assert_eq!(rows[0], "at,key_prefix,member_id,cli,action,subject_type,subject_id,request_id,before,after");
    assert!(rows[1].contains(",domain.register,domain,b.example,"), "{}", rows[1]);
    assert!(rows[2].contains("\"\"name\"\":\"\"=1+1\"\""), "a cell of JSON begins with a brace: {}", rows[2]);
    assert_eq!(table("?limit=2").await.header("next-cursor"), cursor);

    for (query, place) in [
        ("actor=No!", "actor"),
        ("action=a.b.c", "action"),
        ("action=domain.dance", "action"),
        ("action=landings", "action"),
        ("subject=:x", "subject"),
        ("subject=landing", "subject"),
        ("subject=key:1", "subject"),
        ("from_ts=-1", "from_ts"),
        ("from_ts=2&to_ts=1", "from_ts"),
        ("to_ts=never", "to_ts"),
        ("limit=0", "limit"),
    ] {
        let refused = real.api.get(&format!("/audit?{query}")).await.expect(422).json();
        assert_eq!(refused["detail"][0]["loc"], json!(["query", place]), "{query}: {refused}");
    }
    assert_eq!(real.api.get("/audit?cursor=x").await.summary(), "422 query.cursor value_error");
    let (_, stranger) = real.owner("free").await;
    assert_eq!(stranger.get("/audit").await.expect(200).json()["items"], json!([]));
    for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
        assert_eq!(Reply::of(real.api.request(method.clone(), "/audit")).await.status, 405, "{method}");
    }
}

#[actix_web::test]
async fn values_are_shown_to_those_who_may_see_what_they_are_about() {
    let real = Real::start().await;
    changes(&real).await;
    let all = listed(&real, "?limit=200").await;
    let caps = json!({ "keys": ["view"], "qr": ["view"] });
    let minted = real.api.post("/api-keys", &json!({ "name": "auditor", "caps": caps })).await.expect(201);
    let auditor = real.api.with(&minted.text_at("token"));
    let entries = auditor.get("/audit?limit=200").await.expect(200).json()["items"].take();
    // The newest entry is of the auditor's own key.
    let entries = &entries.as_array().unwrap()[1..];
    assert_eq!(entries.len(), all.len());
    for (entry, whole) in entries.iter().zip(&all) {
        let action = entry["action"].as_str().unwrap();
        for field in ["at", "actor", "action", "subject", "request_id"] {
            assert_eq!(entry[field], whole[field], "{action}");
        }
        let is_shown = action.starts_with("key.") || action.starts_with("qr_code.");
        for field in ["before", "after"] {
            assert_eq!(entry[field], if is_shown { whole[field].clone() } else { Value::Null }, "{action}");
        }
    }
    let request = auditor.request(Method::GET, "/audit").header("accept", "text/csv");
    let table = Reply::of(request).await.expect(200).text;
    assert!(table.contains("A flyer") && table.contains("member.add"), "{table}");
    assert!(!table.contains("ann.private@example.com"), "{table}");
}
