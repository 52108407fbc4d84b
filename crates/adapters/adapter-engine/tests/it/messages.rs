//! The ends that a message can have.

use std::time::Duration;

use adapter_engine::{EngineError, Failure, MessageOutcome, NewMessage};
use serde_json::json;

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, OWNER, account, failure, impatient};

fn message() -> NewMessage {
    NewMessage { fan_id: "f1".into(), text: "Hi".into(), media_ids: vec!["3".into()], price_cents: 500 }
}

#[tokio::test]
async fn each_end_is_told_from_the_others_after_one_try() {
    let unreachable = || Reply::Json(409, "", json!({"code": "fan_unreachable", "message": "x"}));
    let sent = || Reply::ok(json!({"message_id": "m1"}));
    let was_sent = || MessageOutcome::Sent { message_id: "m1".into() };
    let wait =
        |seconds: Option<u64>| MessageOutcome::RateLimited { retry_after: seconds.map(Duration::from_secs) };
    for (what, reply, end) in [
        ("sent", sent(), was_sent()),
        ("nobody there", unreachable(), MessageOutcome::FanUnreachable),
        ("another conflict", Reply::status(409), MessageOutcome::Rejected { status: 409 }),
        ("too many", Reply::Json(429, "retry-after: 7\r\n", json!({})), wait(Some(7))),
        ("too many at once", Reply::Json(429, "retry-after: 0\r\n", json!({})), wait(Some(0))),
        ("too many for nobody knows how long", Reply::status(429), wait(None)),
        ("rejected", Reply::status(422), MessageOutcome::Rejected { status: 422 }),
        ("5xx", Reply::status(503), MessageOutcome::Unknown),
        ("an answer that breaks off", Reply::Raw(Vec::new()), MessageOutcome::Unknown),
        ("an answer without a name", Reply::ok(json!({})), MessageOutcome::Unknown),
        ("an answer that is too long", Reply::Huge(100_000_000), MessageOutcome::Unknown),
        (
            "an answer from elsewhere",
            Reply::Json(302, "location: /v1/other\r\n", json!({})),
            MessageOutcome::Unknown,
        ),
    ] {
        let engine = Scripted::replies(vec![reply]).await;
        let ended = Desk::at(&engine.url).send(OWNER, &message()).await.unwrap();
        assert_eq!((ended, engine.seen().len()), (end, 1), "{what}");
        let asked = json!({
            "platform_account_id": "acct_1", "fan_id": "f1", "text": "Hi", "media_ids": ["3"], "price_cents": 500,
        });
        assert!(
            engine
                .seen()
                .iter()
                .all(|seen| seen.body == asked && seen.headers["idempotency-key"] == "message-f1")
        );
    }
}

#[tokio::test]
async fn silence_after_submitting_leaves_it_unknown() {
    let engine = Scripted::replies(vec![Reply::Silence]).await;
    let desk = Desk::at_with(&engine.url, impatient());
    let ended = desk.send(OWNER, &message()).await.unwrap();
    assert_eq!(ended, MessageOutcome::Unknown);
}

#[tokio::test]
async fn where_nothing_was_submitted_it_is_an_error() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let desk = Desk::at(&url);
    for _ in 0..5 {
        let ended = desk.send(OWNER, &message()).await;
        assert_eq!(failure(ended), Failure::Unreachable);
    }
    let ended = desk.send(OWNER, &message()).await;
    assert_eq!(failure(ended), Failure::CircuitOpen);
    let refusing = Scripted::replies(vec![Reply::status(401)]).await;
    let ended = Desk::at(&refusing.url).send(OWNER, &message()).await;
    assert!(matches!(ended, Err(EngineError::NotConnected)));
}

/// A message that waited for its place would leave its slot, and a minute would hold more of them than it may.
#[tokio::test]
async fn it_waits_for_no_place_and_takes_none() {
    let engine = Scripted::start(|_, seen| match seen.target.as_str() {
        "/v1/messages" => Reply::ok(json!({"message_id": "m1"})),
        _ => Reply::Held(account()),
    })
    .await;
    let desk = Desk::at(&engine.url);
    let held: Vec<_> = (0..8)
        .map(|_| {
            let client = desk.client.clone();
            tokio::spawn(async move { client.account(OWNER).await })
        })
        .collect();
    while engine.seen().len() < held.len() {
        tokio::task::yield_now().await;
    }
    let ended = desk.send(OWNER, &message()).await.unwrap();
    assert_eq!(ended, MessageOutcome::Sent { message_id: "m1".into() });
    engine.release();
    for call in held {
        call.await.unwrap().unwrap();
    }
}
