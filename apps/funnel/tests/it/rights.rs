//! Callers can't exceed their rights, and webhooks are sent only what their keys may read.

use serde_json::{Value, json};

use crate::engines;
use crate::real::{Api, Real, Reply, eventually};
use crate::webhooks::{HERE, Receiver};

/// Mints a key with these fields.
async fn key_of(api: &Api, fields: Value) -> Reply {
    let mut body = json!({ "name": "a key" });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    api.post("/api-keys", &body).await.expect(201)
}

async fn key_with(api: &Api, fields: Value) -> Api {
    api.with(&key_of(api, fields).await.text_at("token"))
}

async fn member(api: &Api, fields: Value) -> String {
    let mut body = json!({ "name": "Ana", "email": "ana@example.com" });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    api.post("/members", &body).await.expect(201).json()["id"].to_string()
}

fn prefix(api: &Api) -> String {
    api.token.split('_').nth(2).unwrap().to_owned()
}

#[actix_web::test]
async fn a_member_of_few_rights_leaves_superiors_alone() {
    let real = Real::start().await;
    let few = json!({ "tabs": ["team", "keys"] });
    let (eve, peer) = (member(&real.api, few.clone()).await, member(&real.api, few.clone()).await);
    let boss = member(&real.api, json!({})).await;
    let superior = key_of(&real.api, json!({})).await;
    let of_eve = key_with(&real.api, json!({ "member_id": eve.parse::<i64>().unwrap() })).await;
    for path in ["id", "prefix"].map(|field| match field {
        "id" => superior.json()["id"].to_string(),
        field => superior.text_at(field),
    }) {
        assert_eq!(of_eve.delete(&format!("/api-keys/{path}")).await.summary(), "403 beyond_own_rights");
        let rotated = of_eve.post(&format!("/api-keys/{path}/rotate"), &json!({})).await;
        assert_eq!(rotated.summary(), "403 scope_escalation");
    }
    let boss = format!("/members/{boss}");
    for change in
        [json!({ "email": "eve@example.com" }), json!({ "name": "Eve" }), json!({ "tabs": ["team"] })]
    {
        assert_eq!(of_eve.patch(&boss, &change).await.summary(), "403 beyond_own_rights", "{change}");
    }
    assert_eq!(of_eve.delete(&boss).await.summary(), "403 beyond_own_rights");
    assert_eq!(real.api.get(&boss).await.expect(200).text_at("email"), "ana@example.com");
    real.api.with(&superior.text_at("token")).get("/members").await.expect(200);
    // The owner's restricted key can't mint keys for a member with more rights.
    let narrow = key_with(&real.api, few).await;
    let boss_id: i64 = boss.rsplit('/').next().unwrap().parse().unwrap();
    let minted = narrow.post("/api-keys", &json!({ "name": "a", "member_id": boss_id })).await;
    assert_eq!(minted.summary(), "403 beyond_own_rights");
    // Members may change members with equal rights.
    of_eve.patch(&format!("/members/{peer}"), &json!({ "name": "Bo" })).await.expect(200);
    of_eve.delete(&format!("/members/{peer}")).await.expect(204);
    let equal = key_of(&of_eve, json!({})).await;
    of_eve.delete(&format!("/api-keys/{}", equal.text_at("prefix"))).await.expect(204);
    of_eve.delete(&format!("/api-keys/{}", prefix(&of_eve))).await.expect(204);
    assert_eq!(of_eve.get("/api-keys/self").await.status, 401);
}

#[actix_web::test]
async fn the_first_key_of_an_owner_is_beyond_every_other_key() {
    let real = Real::start().await;
    let second = key_with(&real.api, json!({})).await;
    let path = |api: &Api| format!("/api-keys/{}", prefix(api));
    let refused = async |by: &Api, target: &Api| {
        assert_eq!(by.delete(&path(target)).await.summary(), "403 beyond_own_rights");
        let rotated = by.post(&format!("{}/rotate", path(target)), &json!({})).await;
        assert_eq!(rotated.summary(), "403 beyond_own_rights");
    };
    refused(&second, &real.api).await;
    // A key rotates itself; the new key becomes the first one and may end the old one early.
    let overlap = json!({ "overlap_seconds": 3600 });
    let new = real.api.post(&format!("{}/rotate", path(&real.api)), &overlap).await.expect(201);
    let new = real.api.with(&new.text_at("token"));
    refused(&second, &new).await;
    refused(&second, &real.api).await;
    new.delete(&path(&real.api)).await.expect(204);
    assert_eq!(real.api.get("/api-keys/self").await.status, 401);
    refused(&second, &new).await;
    // Operators may revoke the key at the command line.
    let (owner, lost) = (real.owner.to_string(), prefix(&new));
    let revoke = ["key", "revoke", "--owner", &owner, "--key", &lost];
    let ended = engines::run(real.database.url(), "", &revoke).await;
    assert!(ended.success, "{}", ended.error);
    assert_eq!(new.get("/api-keys/self").await.status, 401);
    assert!(!engines::run(real.database.url(), "", &revoke).await.success);
    second.delete(&path(&second)).await.expect(204);
}

struct House {
    real: Real,
    receiver: Receiver,
}

impl House {
    async fn open() -> Self {
        Self { real: Real::with("agency", &[HERE]).await, receiver: Receiver::start().await }
    }

    /// Creates a webhook with this key at a path.
    async fn webhook(&self, api: &Api, path: &str, events: &[&str]) -> Value {
        let body = json!({ "url": self.receiver.url(path), "events": events });
        api.post("/webhooks", &body).await.expect(201).json()
    }

    async fn shown(&self, hook: &Value) -> Value {
        self.real.api.get(&hook_path(hook)).await.expect(200).json()
    }

    /// Mints a key, which notifies webhooks.
    async fn mint(&self) {
        key_of(&self.real.api, json!({})).await;
    }

    /// Returns the newest delivery of a webhook, once there are `count` and it is settled.
    async fn newest(&self, hook: &Value, count: usize) -> Value {
        let path = format!("{}/deliveries", hook_path(hook));
        eventually("the delivery settled", async || {
            let listed = self.real.api.get(&path).await.expect(200).json();
            let items = listed["items"].as_array().unwrap();
            items.first().filter(|newest| items.len() >= count && newest["state"] != "pending").cloned()
        })
        .await
    }
}

fn hook_path(hook: &Value) -> String {
    format!("/webhooks/{}", hook["id"].as_str().unwrap())
}

#[actix_web::test]
async fn an_event_type_needs_the_right_to_read_what_it_tells() {
    let house = House::open().await;
    let only = key_with(&house.real.api, json!({ "caps": { "integrations": ["webhooks"] } })).await;
    assert_eq!(only.get("/conversions").await.summary(), "403 insufficient_rights");
    for event in ["conversion.created", "key.created", "webhook.disabled"] {
        let body = json!({ "url": house.receiver.url("/only"), "events": [event] });
        let refused = only.post("/webhooks", &body).await;
        assert_eq!(refused.summary(), "403 beyond_own_rights", "{event}");
        assert!(refused.text.contains(event), "{}", refused.text);
    }
    // A star covers what the key may read, which is nothing here.
    let star = house.webhook(&only, "/star", &["*"]).await;
    assert_eq!(star["made_by"], json!(prefix(&only)));
    assert_eq!(star["withheld"].as_array().unwrap().len(), ::webhooks::EventType::ALL.len());
    house.mint().await;
    let withheld = house.newest(&star, 1).await;
    assert_eq!((&withheld["state"], &withheld["last_status"]), (&json!("failed"), &Value::Null));
    assert_eq!((&withheld["last_answer"], &withheld["attempts"]), (&json!("withheld"), &json!(0)));
    assert!(house.receiver.at("/star").is_empty());
    assert_eq!(house.shown(&star).await["active"], true, "a webhook that is sent nothing does not fail");
    // A key with fewer rights can't redirect messages of the owner's webhook.
    let owners = house.webhook(&house.real.api, "/owners", &["key.created"]).await;
    let path = hook_path(&owners);
    let elsewhere = json!({ "url": house.receiver.url("/only") });
    for refused in [
        only.patch(&path, &elsewhere).await,
        only.patch(&path, &json!({ "active": false })).await,
        only.post(&format!("{path}/rotate"), &json!({})).await,
        only.post(&format!("{path}/test"), &json!({})).await,
        only.post(&format!("{path}/redrive"), &json!({ "since": "2026-11-20T12:00:00Z" })).await,
        only.delete(&path).await,
    ] {
        assert_eq!(refused.summary(), "403 beyond_own_rights");
    }
    assert_eq!(house.shown(&owners).await, owners_without_secret(&owners));
    // A key may keep its own webhooks, but not extend them.
    only.patch(&hook_path(&star), &elsewhere).await.expect(200);
    let more = only.patch(&hook_path(&star), &json!({ "events": ["key.created"] })).await;
    assert_eq!(more.summary(), "403 beyond_own_rights");
    let more = house.real.api.patch(&hook_path(&star), &json!({ "events": ["key.created"] })).await;
    assert_eq!(more.summary(), "403 beyond_own_rights", "the key of the webhook may not read it");
}

fn owners_without_secret(made: &Value) -> Value {
    let mut shown = made.clone();
    shown.as_object_mut().unwrap().remove("secret");
    shown
}

#[actix_web::test]
async fn what_endpoints_answered_is_shown_to_those_who_may_read_what_was_sent() {
    let house = House::open().await;
    let hook = house.webhook(&house.real.api, "/all", &["key.created"]).await;
    house.receiver.answers("/all", 410);
    house.mint().await;
    house.newest(&hook, 1).await;
    let path = format!("{}/deliveries", hook_path(&hook));
    for (fields, shown) in [
        (json!({ "caps": { "integrations": ["view"] } }), false),
        (json!({ "caps": { "integrations": ["view"], "keys": ["view"] } }), true),
    ] {
        let reader = key_with(&house.real.api, fields).await;
        let listed = reader.get(&path).await.expect(200).json()["items"][0].clone();
        assert_eq!((&listed["last_status"], listed["last_answer"].is_string()), (&json!(410), shown));
    }
}

#[actix_web::test]
async fn a_webhook_is_told_what_its_key_may_read_at_each_delivery() {
    let house = House::open().await;
    let api = &house.real.api;
    let rights = json!({ "tabs": ["integrations", "keys"] });
    let ana = member(api, json!({})).await;
    let maker = key_with(api, json!({ "member_id": ana.parse::<i64>().unwrap() })).await;
    let hook = house.webhook(&maker, "/hook", &["key.created"]).await;
    assert_eq!(hook["withheld"], json!([]));
    house.mint().await;
    house.receiver.got("/hook", 1).await;
    // The member loses rights and gets them back.
    let ana = format!("/members/{ana}");
    api.patch(&ana, &json!({ "tabs": ["integrations"] })).await.expect(200);
    assert_eq!(house.shown(&hook).await["withheld"], json!(["key.created"]));
    house.mint().await;
    assert_eq!(house.newest(&hook, 2).await["last_answer"], "withheld");
    api.patch(&ana, &rights).await.expect(200);
    house.mint().await;
    house.receiver.got("/hook", 2).await;
    // Withheld messages are sent on request, once the key may read them.
    let since = json!({ "since": "2020-01-01T00:00:00Z" });
    let driven = api.post(&format!("{}/redrive", hook_path(&hook)), &since).await.expect(200).json();
    assert_eq!(driven["queued"], 1);
    house.receiver.got("/hook", 3).await;
    // A rotated key keeps its webhooks.
    let rotate = format!("/api-keys/{}/rotate", prefix(&maker));
    let next = maker.with(&maker.post(&rotate, &json!({})).await.expect(201).text_at("token"));
    assert_eq!(house.shown(&hook).await["made_by"], json!(prefix(&next)));
    house.receiver.got("/hook", 4).await;
    house.mint().await;
    house.receiver.got("/hook", 5).await;
    // A revoked key's webhooks stop until somebody takes them over.
    api.delete(&format!("/api-keys/{}", prefix(&next))).await.expect(204);
    let orphan = house.shown(&hook).await;
    assert_eq!((&orphan["made_by"], &orphan["withheld"]), (&Value::Null, &json!(["key.created"])));
    house.mint().await;
    assert_eq!(house.newest(&hook, 6).await["last_answer"], "withheld");
    let taken = api.patch(&hook_path(&hook), &json!({ "active": true })).await.expect(200).json();
    assert_eq!((&taken["made_by"], &taken["withheld"]), (&json!(prefix(api)), &json!([])));
    house.mint().await;
    house.receiver.got("/hook", 6).await;
    api.delete(&ana).await.expect(204);
}

#[actix_web::test]
async fn a_webhook_of_before_keys_were_noted_is_the_owners() {
    let house = House::open().await;
    let hook = house.webhook(&house.real.api, "/old", &["key.created"]).await;
    let old = "UPDATE webhook_endpoints SET made_by = NULL";
    house.real.sql().await.execute(old, &[]).await.unwrap();
    let shown = house.shown(&hook).await;
    assert_eq!((&shown["made_by"], &shown["withheld"]), (&Value::Null, &json!([])));
    house.mint().await;
    house.receiver.got("/old", 1).await;
}
