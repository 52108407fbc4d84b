//! Events that the engine pushes or the service pulls.

use std::time::Duration;

use engine_sim::{Fault, FaultKind, sign, sign_bound};
use kernel::Clock as _;
use reqwest::Method;
use runtime::SystemClock;
use serde_json::{Value, json};

use crate::engines;
use crate::journey::{ACCOUNT, Funnel};
use crate::real::{Real, Reply, eventually};

/// Signing secret of events.
pub(crate) const EVENT_SECRET: &str = "event-secret-of-the-tests";
/// Time limit for the simulated engine to push everything.
pub(crate) const PUSHED: Duration = Duration::from_secs(20);

pub(crate) fn now() -> i64 {
    SystemClock.now().seconds()
}

/// Headers of an engine's request.
struct Said<'a> {
    account: Option<&'a str>,
    timestamp: Option<String>,
    signature: Option<String>,
}

impl<'a> Said<'a> {
    /// Returns valid headers for `body`.
    fn right(body: &str) -> Self {
        let now = now();
        let signature = Some(format!("v1={}", sign(EVENT_SECRET, now, body)));
        Said { account: Some(ACCOUNT), timestamp: Some(now.to_string()), signature }
    }

    async fn send(self, real: &Real, body: &str) -> Reply {
        let request = real.visit(Method::POST, "anything.example", "/engine/v1/events").body(body.to_owned());
        let headers = [
            ("x-engine-account", self.account.map(str::to_owned)),
            ("x-engine-timestamp", self.timestamp),
            ("x-engine-signature", self.signature),
        ];
        let given = headers.into_iter().filter_map(|(name, value)| Some((name, value?)));
        Reply::of(given.fold(request, |request, (name, value)| request.header(name, value))).await
    }
}

/// Pushes a batch as the connected engine does.
pub(crate) async fn push(real: &Real, events: &[Value]) -> Reply {
    send_signed(real, &json!({ "events": events, "more": 1 }).to_string()).await
}

/// Sends a body as the connected engine does.
pub(crate) async fn send_signed(real: &Real, body: &str) -> Reply {
    Said::right(body).send(real, body).await
}

/// Builds an event of a fan, `ago` seconds before now.
pub(crate) fn event(id: &str, kind: &str, ago: i64, more: Value) -> Value {
    let moment = jiff::Timestamp::from_second(now() - ago).unwrap().to_string();
    let mut event =
        json!({ "event_id": id, "type": kind, "occurred_at": moment, "fan": { "fan_id": "f1" }, "data": {} });
    event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    event
}

pub(crate) async fn count(real: &Real, table: &str) -> i64 {
    real.sql().await.query_one(&format!("SELECT count(*) FROM {table}"), &[]).await.unwrap().get(0)
}

/// Stops pulling, so that events arrive only by a test's pushes.
pub(crate) async fn stop_pulling(funnel: &Funnel) {
    let down = FaultKind::Status { status: 503, retry_after: None, body: None };
    funnel.sim.add_fault(&Fault::new(down).on("/v1/events")).await.unwrap();
}

#[actix_web::test]
async fn only_what_a_connected_engine_signed_is_taken() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let real = &funnel.real;
    let body = json!({ "events": [event("e1", "fan_online", 0, json!({}))] }).to_string();
    let at = |shift: i64, secret: &str| {
        let moment = now() + shift;
        let signature = format!("v1={}", sign(secret, moment, &body));
        Said { account: Some(ACCOUNT), timestamp: Some(moment.to_string()), signature: Some(signature) }
    };
    let right = || at(0, EVENT_SECRET);
    let refused = [
        Said { account: None, ..right() },
        Said { account: Some("acct_2"), ..right() },
        Said { account: Some("a b"), ..right() },
        Said { timestamp: None, ..right() },
        Said { timestamp: Some("soon".to_owned()), ..right() },
        Said { timestamp: Some((now() + 1).to_string()), ..right() },
        Said { signature: None, ..right() },
        Said { signature: Some(String::new()), ..right() },
        Said { signature: Some(format!("v1={}", "0".repeat(64))), ..right() },
        at(0, "another-secret"),
        at(-310, EVENT_SECRET),
        at(310, EVENT_SECRET),
    ];
    for (n, said) in refused.into_iter().enumerate() {
        let reply = said.send(real, &body).await;
        let reported = "the events are not signed by a connected engine";
        assert_eq!((reply.status, reply.json()), (401, json!({ "detail": reported })), "case {n}");
    }
    let other_body = body.replace("e1", "e2");
    assert_eq!(right().send(real, &other_body).await.status, 401);
    // Unauthenticated callers get no details about the body.
    assert_eq!(right().send(real, "{").await.status, 401);
    assert_eq!(count(real, "engine_events").await, 0);
    // A signature for another account with the same secret is invalid.
    let bound = |account: &str| format!("v2={}", sign_bound(EVENT_SECRET, account, now(), &body));
    let foreign = Said { signature: Some(bound("acct_2")), ..Said::right(&body) };
    assert_eq!(foreign.send(real, &body).await.status, 401);
    let rotated = format!("v1={},{}", "0".repeat(64), right().signature.unwrap());
    for (said, accepted) in [
        (Said { signature: Some(rotated), ..right() }, 1),
        (at(-290, EVENT_SECRET), 0),
        (at(290, EVENT_SECRET), 0),
        (Said { signature: Some(bound(ACCOUNT)), ..right() }, 0),
    ] {
        let reported = said.send(real, &body).await.expect(200).json();
        assert_eq!(reported, json!({ "accepted": accepted, "duplicates": 1 - accepted, "rejected": [] }));
    }
    assert_eq!(count(real, "engine_events").await, 1);
}

#[actix_web::test]
async fn a_replaced_event_secret_is_still_accepted() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let real = &funnel.real;
    real.sql()
        .await
        .execute("UPDATE engine_connections SET previous_event_secret = NULL", &[])
        .await
        .unwrap();
    let signed = async |secret: &str, id: &str| {
        let body = json!({ "events": [event(id, "fan_online", 0, json!({}))] }).to_string();
        let signature = Some(format!("v1={}", sign(secret, now(), &body)));
        Said { signature, ..Said::right(&body) }.send(real, &body).await.status
    };
    real.connect_with(real.owner, funnel.sim.url(), ACCOUNT, "token-of-the-tests", "the-next-secret").await;
    assert_eq!(signed("the-next-secret", "a").await, 200);
    assert_eq!(signed(EVENT_SECRET, "b").await, 200);
    let over = "UPDATE engine_connections SET event_secret_changed_at = now() - interval '25 hours'";
    real.sql().await.execute(over, &[]).await.unwrap();
    assert_eq!(signed("the-next-secret", "c").await, 200);
    assert_eq!(signed(EVENT_SECRET, "d").await, 401);
}

#[actix_web::test]
async fn a_replaced_event_secret_can_be_ended_at_once() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let real = &funnel.real;
    let (owner, engine) = (real.owner.to_string(), funnel.sim.url());
    let signed = async |secret: &str, id: &str| {
        let body = json!({ "events": [event(id, "fan_online", 0, json!({}))] }).to_string();
        let signature = Some(format!("v1={}", sign(secret, now(), &body)));
        Said { signature, ..Said::right(&body) }.send(real, &body).await.status
    };
    let connect = async |more: &[&str]| {
        let words = ["engine", "connect", "--owner", &owner, "--base-url", engine, "--account", ACCOUNT];
        let secrets = ["--token", "token-of-the-tests", "--event-secret", "the-next-secret"];
        let ended = engines::run(real.database.url(), "", &[&words[..], &secrets, more].concat()).await;
        assert!(ended.success, "{}", ended.error);
    };
    connect(&[]).await;
    assert_eq!((signed("the-next-secret", "a").await, signed(EVENT_SECRET, "b").await), (200, 200));
    connect(&["--revoke-previous"]).await;
    assert_eq!((signed("the-next-secret", "c").await, signed(EVENT_SECRET, "d").await), (200, 401));
}

#[actix_web::test]
async fn a_batch_is_judged_event_by_event() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let batch = [
        event("a", "fan_online", 1, json!({})),
        json!(7),
        event("b", "new_transaction", 1, json!({ "data": { "transaction_id": "t", "kind": "gift" } })),
        event("c", "fan_winked", 1, json!({ "deep": [1, { "x": null }] })),
        event("a", "fan_online", 1, json!({})),
    ];
    let reported = push(&funnel.real, &batch).await.expect(200).json();
    assert_eq!((&reported["accepted"], &reported["duplicates"]), (&json!(2), &json!(1)));
    let rejected = reported["rejected"].as_array().unwrap();
    let places: Vec<_> = rejected.iter().map(|one| (&one["index"], &one["code"])).collect();
    let code = json!("invalid_event");
    assert_eq!(places, [(&json!(1), &code), (&json!(2), &code)]);
    assert!(rejected[1]["message"].as_str().unwrap().contains("data.kind"), "{reported}");
    assert_eq!(count(&funnel.real, "raw_events").await, 1);
    // The event is stored sealed, and an operator can read it.
    let owner = funnel.real.owner.to_string();
    let url = funnel.real.database.url();
    let reported = engines::run(url, "", &["engine", "unknown", "--owner", &owner]).await;
    assert!(reported.success, "{}", reported.error);
    let lines: Vec<Value> = reported.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 1, "{}", reported.out);
    assert_eq!((&lines[0]["event_id"], &lines[0]["event"]), (&json!("c"), &batch[3]));
    let strange = engines::run(url, "", &["engine", "unknown", "--owner", "999"]).await;
    assert_eq!((strange.success, strange.out.as_str()), (true, ""));
}

#[actix_web::test]
async fn a_body_that_is_no_batch_is_refused() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let real = &funnel.real;
    for (body, reported) in [
        ("", "422 body json_invalid"),
        ("{", "422 body json_invalid"),
        ("[]", "422 body object_type"),
        ("[[]]", "422 body object_type"),
        ("{}", "422 body list_type"),
        (r#"{"events":{}}"#, "422 body list_type"),
    ] {
        assert_eq!(Said::right(body).send(real, body).await.summary(), reported, "{body:?}");
    }
    let many: Vec<_> = (0..1_001).map(|n| event(&n.to_string(), "fan_online", 0, json!({}))).collect();
    assert_eq!(push(real, &many).await.summary(), "413 payload_too_large");
    assert_eq!(count(real, "engine_events").await, 0);
    let reported = push(real, &many[..1_000]).await.expect(200).json();
    assert_eq!(reported["accepted"], 1_000);
    let large = format!(r#"{{"events":[],"x":"{}"}}"#, "x".repeat(5 << 20));
    assert_eq!(Said::right(&large).send(real, &large).await.summary(), "413 payload_too_large");
    let get = real.page("anything.example", "/engine/v1/events").await.expect(405);
    assert_eq!(get.header("allow"), "POST");
}

#[actix_web::test]
async fn without_the_database_nothing_is_acknowledged() {
    let funnel = Funnel::start().await;
    stop_pulling(&funnel).await;
    let real = &funnel.real;
    let name = real.database.url().rsplit('/').next().unwrap().split('?').next().unwrap().to_owned();
    // The database cannot disable its own connections, so this uses another one.
    let beside = real.database.url().replace(&name, "postgres");
    let (sql, connection) = tokio_postgres::connect(&beside, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let close = format!("ALTER DATABASE \"{name}\" ALLOW_CONNECTIONS false");
    sql.batch_execute(&close).await.unwrap();
    let kill = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = $1";
    sql.execute(kill, &[&name]).await.unwrap();
    let one = [event("a", "fan_online", 0, json!({}))];
    let away = push(real, &one).await.expect(503);
    assert_eq!((away.summary().as_str(), away.header("retry-after")), ("503 unavailable", "2"));
    sql.batch_execute(&close.replace("false", "true")).await.unwrap();
    eventually("the database is back", async || (push(real, &one).await.status == 200).then_some(())).await;
    assert_eq!(count(real, "engine_events").await, 1);
}
