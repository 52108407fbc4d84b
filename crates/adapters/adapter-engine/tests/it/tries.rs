//! Tests of retries: which failures are retried, and how often.

use std::net::SocketAddr;
use std::time::Duration;

use adapter_engine::{Cause, EngineSettings, Failure};
use serde_json::json;
use smartlink_policy::link::Offer;
use smartlink_policy::ports::FunnelEngine as _;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, OWNER, account, failure, impatient, link, new_link, quick};

#[tokio::test]
async fn what_may_pass_is_tried_three_times_and_what_may_not_once() {
    let half = || Reply::text("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"account_id\": \"ac");
    let html = || Reply::text("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n<html>Bad Gateway</html>");
    for (what, reply, tries, ends) in [
        ("5xx", Reply::status(503), 3, "status_5xx"),
        ("half an answer", half(), 3, "broke_off"),
        ("no answer", Reply::Raw(Vec::new()), 3, "broke_off"),
        ("a page of HTML", html(), 3, "malformed"),
        ("a missing value", Reply::ok(json!({"account_id": "a"})), 3, "malformed"),
        ("a value of another kind", Reply::ok(json!({"account_id": 1, "username": "a"})), 3, "malformed"),
        ("a list", Reply::ok(json!([])), 3, "malformed"),
        ("429 at once", Reply::Json(429, "retry-after: 0\r\n", json!({})), 3, "rate_limited"),
        ("429 for long", Reply::Json(429, "retry-after: 60\r\n", json!({})), 1, "rate_limited"),
        ("4xx", Reply::status(422), 1, "rejected"),
        ("a redirect", Reply::Json(302, "location: /v1/other\r\n", json!({})), 1, "redirected"),
        ("a length without end", Reply::Json(200, "", json!("x".repeat(9_000_000))), 1, "too_large"),
        ("an answer without end", Reply::Huge(100_000_000), 1, "too_large"),
    ] {
        let engine = Scripted::replies(vec![reply]).await;
        let ended = failure(Desk::at(&engine.url).client.account(OWNER).await);
        assert_eq!((ended.as_str(), engine.seen().len()), (ends, tries), "{what}");
    }
}

#[tokio::test]
async fn a_try_that_succeeds_ends_the_call() {
    for first in [Reply::status(500), Reply::Raw(Vec::new()), Reply::text("nonsense\r\n\r\n")] {
        let engine = Scripted::replies(vec![first.clone(), Reply::ok(account())]).await;
        let found = Desk::at(&engine.url).client.account(OWNER).await.unwrap();
        assert_eq!((found.account_id.as_str(), engine.seen().len()), ("acct_1", 2), "{first:?}");
    }
}

#[tokio::test]
async fn all_tries_of_a_call_bear_the_same_marks() {
    let engine = Scripted::replies(vec![Reply::status(500), Reply::status(502), Reply::ok(link("l1"))]).await;
    let new = new_link(Offer::Paid, None, None);
    Desk::at(&engine.url).client.create_link(OWNER, &new).await.unwrap();
    let seen = engine.seen();
    assert_eq!(seen.len(), 3);
    for request in &seen {
        assert_eq!(request.headers["authorization"], "Bearer token-1");
        assert_eq!(request.headers["idempotency-key"], "key-1");
        assert_eq!(request.headers["x-request-id"], seen[0].headers["x-request-id"]);
        assert_eq!(request.headers["content-type"], "application/json");
        assert_eq!(request.body, seen[0].body);
    }
    assert!(!seen[0].headers["x-request-id"].is_empty());
}

#[tokio::test]
async fn a_wait_that_the_engine_asks_for_is_kept() {
    let limited = Reply::Json(429, "retry-after: 1\r\n", json!({}));
    let engine = Scripted::replies(vec![limited, Reply::ok(account())]).await;
    let started = tokio::time::Instant::now();
    Desk::at(&engine.url).client.account(OWNER).await.unwrap();
    assert!(started.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn silence_ends_with_the_time_of_the_call() {
    let engine = Scripted::replies(vec![Reply::Silence]).await;
    let ended = failure(Desk::at_with(&engine.url, impatient()).client.account(OWNER).await);
    assert_eq!((ended, engine.seen().len()), (Failure::TimedOut, 1));
}

/// Address of a server that answers a TLS handshake in plain text.
async fn no_tls() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"HTTP/1.1 400 No TLS\r\n\r\n").await;
        }
    });
    address
}

#[tokio::test]
async fn causes_of_a_missing_connection_are_distinguished() {
    let plain = no_tls().await;
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (url, cause, sentence) in [
        (format!("http://{closed}"), Cause::Refused, "the server refused the connection"),
        ("https://nothing.invalid".to_owned(), Cause::Dns, "the name has no address, or the look-up failed"),
        (
            format!("https://{plain}"),
            Cause::Tls,
            "the certificate is invalid or expired, or the server does not speak TLS",
        ),
    ] {
        let ended = failure(Desk::at(&url).client.account(OWNER).await);
        assert_eq!(ended, Failure::Unreachable(cause), "{url}");
        assert_eq!(ended.to_string(), format!("the engine can't be reached: {sentence}"));
    }
}

#[tokio::test]
async fn calls_that_fail_one_after_the_other_open_the_breaker_and_a_trial_closes_it() {
    let engine = Scripted::start(|n, _| if n < 15 { Reply::status(500) } else { Reply::ok(account()) }).await;
    let breaker = adapter_engine::BreakerSettings { pause: Duration::from_millis(50), ..quick().breaker };
    let desk = Desk::at_with(&engine.url, EngineSettings { breaker, ..quick() });
    for _ in 0..5 {
        assert_eq!(failure(desk.client.account(OWNER).await), Failure::Status(500));
    }
    assert_eq!(failure(desk.client.account(OWNER).await), Failure::CircuitOpen);
    assert_eq!(engine.seen().len(), 15, "three tries of five calls, and none of the sixth");
    let deadline = tokio::time::Instant::now() + Duration::from_secs(20);
    while desk.client.account(OWNER).await.is_err() {
        assert!(tokio::time::Instant::now() < deadline, "the breaker never closes");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    desk.client.account(OWNER).await.unwrap();
}

#[tokio::test]
async fn what_an_engine_refuses_properly_never_opens_the_breaker() {
    for status in [400, 401, 403, 404, 409, 422, 429] {
        let engine = Scripted::replies(vec![Reply::Json(status, "retry-after: 60\r\n", json!({}))]).await;
        let desk = Desk::at(&engine.url);
        for _ in 0..8 {
            desk.client.account(OWNER).await.unwrap_err();
        }
        assert_eq!(engine.seen().len(), 8, "{status}");
    }
}

/// One slot fails permanently, and the others succeed: each success resets the count.
#[tokio::test]
async fn one_slot_that_fails_again_and_again_does_not_open_the_breaker() {
    let engine = Scripted::start(|_, seen| match seen.body["country"].as_str() {
        Some("XK") => Reply::status(500),
        country => {
            let mut made = link("l1");
            made["country"] = json!(country);
            Reply::Json(201, "", made)
        }
    })
    .await;
    let desk = Desk::at(&engine.url);
    let slot = |country: &str| new_link(Offer::Paid, Some(country), None);
    for _ in 0..8 {
        assert_eq!(failure(desk.client.create_link(OWNER, &slot("XK")).await), Failure::Status(500));
        desk.client.create_link(OWNER, &slot("DE")).await.unwrap();
    }
}
