//! Operations that do their work once per `Idempotency-Key`.

use std::collections::{BTreeMap, BTreeSet};

use engine_sim::Platform;
use reqwest::Method;
use serde_json::{Value, json};

use crate::broadcasts::{OPEN, STILL, later, made, step, switch, with};
use crate::journey::Funnel;
use crate::operations::{Names, OPERATIONS, PROVIDER};
use crate::real::Reply;
use crate::transfer_archive::packed;

/// Relation of a POST to the idempotency key.
enum Repeats {
    /// Creates or sends something. The body is from the table of operations.
    Once,
    /// Creates or sends something. This body replaces the one from the table, which would be rejected.
    OnceWith(&'static str),
    /// Neither creates nor sends, for this reason.
    Free(&'static str),
}

use Repeats::{Free, Once, OnceWith};

const LOOKS: Repeats = Free("it changes nothing");
const SETS: Repeats = Free("it sets a value, so a second time comes to the same");
const HOST: &str = "one.example";

/// Every POST, in an order in which each has what it needs.
#[rustfmt::skip]
const POSTS: &[(&str, Repeats)] = &[
    ("/api-keys", Once),
    ("/api-keys/{id}/rotate", Once),
    ("/members", Once),
    ("/sessions", Once),
    ("/domains", Once),
    ("/domains/{domain}/provision", Once),
    ("/library/notifications", Once),
    ("/library/notifications/from-domain", Once),
    ("/domains/{domain}/copy-from", OnceWith(r#"{"source":"a.example"}"#)),
    ("/bulk/copy-content", OnceWith(r#"{"source":"a.example","targets":["one.example"],"parts":["ui"]}"#)),
    ("/domains/{domain}/publish", Once),
    ("/domains/{domain}/rollback", Once),
    ("/segments/{domain}", Once),
    ("/buttons/{domain}/{tier}", Once),
    ("/bg/canvas-color?domain={domain}", SETS),
    ("/bg/ui?domain={domain}", SETS),
    ("/smartlinks", Once),
    ("/smartlinks/{id}/simulate", LOOKS),
    ("/links/health/check", OnceWith(r#"{"url":"http://127.0.0.1:9/"}"#)),
    ("/domains/{domain}/provision-links", Once),
    ("/domains/{domain}/provision-links/dry-run", LOOKS),
    ("/qr/preview", LOOKS),
    ("/qr/{domain}", Once),
    ("/smart-links/{provider_id}/pixels/{platform}/test", Once),
    ("/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive", Once),
    ("/requests/{request_id}/respond", Once),
    ("/broadcasts", Once),
    ("/broadcasts/preview", LOOKS),
    ("/broadcasts/{id}/launch", Once),
    ("/broadcasts/{id}/pause", Once),
    ("/broadcasts/{id}/resume", Once),
    ("/broadcasts/{id}/cancel", Once),
    ("/broadcasts/{id}/unschedule", Once),
    ("/import", Once),
    ("/import/archive", OnceWith(r#"{"version":1}"#)),
    ("/import/links?domain={domain}", Once),
    ("/webhooks", Once),
    ("/webhooks/{id}/rotate", Once),
    ("/webhooks/{id}/test", Once),
    ("/webhooks/{id}/deliveries/{delivery_id}/redeliver", Once),
    ("/webhooks/{id}/redrive", Once),
];

#[test]
fn every_post_is_either_done_once_or_free_to_be_repeated() {
    let served = OPERATIONS.iter().filter(|operation| operation.0 == "POST").map(|operation| operation.1);
    assert_eq!(POSTS.iter().map(|(path, _)| *path).collect::<BTreeSet<_>>(), served.collect());
    assert!(POSTS.iter().all(|(_, repeats)| !matches!(repeats, Free(""))));
}

#[actix_web::test]
async fn what_creates_or_sends_does_so_once_under_one_key() {
    let funnel = stage().await;
    let mut names = Names::of(&funnel.real.api, HOST).await;
    arrange(&funnel).await;
    for (template, repeats) in POSTS {
        let operation = OPERATIONS.iter().find(|one| (one.0, one.1) == ("POST", *template)).unwrap();
        let body = match repeats {
            Free(_) => continue,
            OnceWith(body) => body,
            Once => operation.3.unwrap(),
        };
        if *template == "/broadcasts/{id}/unschedule" {
            names = names.with_broadcast(scheduled(&funnel).await);
        }
        let (path, body) = (names.fill(template), names.fill(body));
        let first = post(&funnel, &path, body.clone()).await;
        assert!(matches!(first.status, 200 | 201), "{path}: {} {}", first.status, first.text);
        assert!(!first.headers.contains_key("idempotency-replayed"), "{path}");
        let done = everything(&funnel).await;
        let again = post(&funnel, &path, body.clone()).await;
        assert_eq!(again.header("idempotency-replayed"), "true", "{path}");
        assert_eq!((again.status, shown(&again)), (first.status, shown(&first)), "{path}");
        let other = post(&funnel, &path, format!("{body}\n")).await;
        assert_eq!(other.summary(), "409 idempotency_conflict", "{path}");
        let after = everything(&funnel).await;
        let changed: Vec<_> = after.iter().filter(|(place, is)| done.get(*place) != Some(is)).collect();
        assert!(changed.is_empty(), "{path} was done again: {changed:?}");
    }
}

/// Starts a service without workers, so that only requests change something.
async fn stage() -> Funnel {
    let settings = |base: &str| {
        let owned = |(name, value): (&'static str, &str)| (name, value.to_owned());
        vec![owned(OPEN), owned(STILL), ("FUNNEL_META_URL", format!("{base}/meta"))]
    };
    let funnel = Funnel::with_platforms(settings).await;
    switch(&funnel.real, "open").await;
    funnel
}

/// Creates what the operations need besides the things that they name.
async fn arrange(funnel: &Funnel) {
    let real = &funnel.real;
    real.knows_link(PROVIDER).await;
    real.knows_request(1).await;
    let pixel = json!({ "platform": "meta", "pixel_id": "77", "access_token": "token-1" });
    real.api.put(&format!("/smart-links/{PROVIDER}/pixels"), &pixel).await.expect(200);
    real.api.patch(&format!("/notification/{HOST}"), &json!({ "title": "New here?" })).await.expect(200);
    // Local addresses are rejected, but the check still counts.
    real.api.put("/links/health", &json!({ "enabled": true })).await.expect(200);
    let destination = "INSERT INTO destinations (owner_id, url, domains, next_look_at)
        SELECT owner_id, 'http://127.0.0.1:9/', '{}', now() FROM destination_checks";
    assert_eq!(real.sql().await.execute(destination, &[]).await.unwrap(), 1);
    let failed = "UPDATE domains SET infra_state = 'failed', next_attempt_at = NULL";
    real.sql().await.execute(failed, &[]).await.unwrap();
    // The delivery that the operations name.
    let delivery = "INSERT INTO webhook_deliveries (owner_id, delivery_id, endpoint_id, message_id, event_type, body, subject, state,
             attempts, next_attempt_at, created_at)
         SELECT owner_id, 9000000000, endpoint_id, 'msg_1', 'webhook.disabled', '{}', 's', 'failed', 8, now(), now()
         FROM webhook_endpoints";
    assert_eq!(real.sql().await.execute(delivery, &[]).await.unwrap(), 1);
}

async fn scheduled(funnel: &Funnel) -> i64 {
    let api = &funnel.real.api;
    let id = made(api, &with(json!({ "schedule": { "start_at": later() } }))).await;
    step(api, id, "launch").await.expect(200);
    id
}

async fn post(funnel: &Funnel, path: &str, body: String) -> Reply {
    let request = funnel.real.api.request(Method::POST, path).header("idempotency-key", "k");
    let (kind, body) = match path {
        "/import/archive" => ("application/zip", packed(&[("export.json", body.as_bytes())])),
        _ if path.starts_with("/import/links") => ("text/csv", body.into_bytes()),
        _ => ("application/json", body.into_bytes()),
    };
    Reply::of(request.header("content-type", kind).body(body)).await
}

/// Returns a response without the values that are shown only once.
fn shown(reply: &Reply) -> Value {
    let mut body = reply.json();
    if let Some(fields) = body.as_object_mut() {
        fields.remove("token");
        fields.remove("secret");
    }
    body
}

/// Returns everything that is stored, and all calls to the engine and the platform. Excludes stored
/// responses and last uses of keys, which change with every request.
async fn everything(funnel: &Funnel) -> BTreeMap<String, String> {
    let sql = funnel.real.sql().await;
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'
        AND table_type = 'BASE TABLE' AND table_name <> 'idempotency_keys'";
    let mut found = BTreeMap::new();
    for row in sql.query(tables, &[]).await.unwrap() {
        let table: String = row.get(0);
        let rows = format!(
            "SELECT coalesce(string_agg(row, E'\\n' ORDER BY row), '')
             FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM \"{table}\" t) rows"
        );
        found.insert(table, sql.query_one(&rows, &[]).await.unwrap().get(0));
    }
    found.insert("calls".to_owned(), funnel.sim.calls("/v1").await.unwrap().len().to_string());
    let sent = funnel.sim.received(Platform::Meta).await.unwrap().len();
    found.insert("events at the platform".to_owned(), sent.to_string());
    found
}
