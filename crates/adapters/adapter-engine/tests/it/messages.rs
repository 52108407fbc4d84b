//! Tests of all outcomes of a message.

use broadcast_gate::ports::Answer;
use serde_json::json;
use smartlink_policy::ports::FunnelEngine as _;

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, OWNER, account, impatient};

/// Answer if the engine gives no waiting time.
const IN_A_WHILE: Answer = Answer::Busy { retry_after_seconds: 5 };

#[tokio::test]
async fn each_end_is_distinguished_from_the_others_after_one_try() {
    let unreachable = || Reply::Json(409, "", json!({"code": "fan_unreachable", "message": "x"}));
    let sent = || Reply::ok(json!({"message_id": "m1"}));
    let was_sent = || Answer::Sent { message_id: "m1".into() };
    let wait = |retry_after_seconds| Answer::Busy { retry_after_seconds };
    let refused = |code: &str| Answer::Refused { code: code.into() };
    for (what, reply, end) in [
        ("sent", sent(), was_sent()),
        ("nobody there", unreachable(), Answer::Unreachable),
        ("another conflict", Reply::status(409), refused("status_409")),
        ("too many", Reply::Json(429, "retry-after: 7\r\n", json!({})), wait(7)),
        ("too many at once", Reply::Json(429, "retry-after: 0\r\n", json!({})), wait(0)),
        ("too many for nobody knows how long", Reply::status(429), wait(30)),
        ("rejected", Reply::status(422), refused("status_422")),
        ("5xx", Reply::status(503), Answer::Unknown),
        ("an answer that breaks off", Reply::Raw(Vec::new()), Answer::Unknown),
        ("an answer without a name", Reply::ok(json!({})), Answer::Unknown),
        ("an answer that is too long", Reply::Huge(100_000_000), Answer::Unknown),
        ("an answer from elsewhere", Reply::Json(302, "location: /v1/other\r\n", json!({})), Answer::Unknown),
    ] {
        let engine = Scripted::replies(vec![reply]).await;
        let ended = Desk::at(&engine.url).send(OWNER, "f1").await;
        assert_eq!((ended, engine.seen().len()), (end, 1), "{what}");
        let asked = json!({
            "platform_account_id": "acct_1", "fan_id": "f1", "text": "Hi", "media_ids": ["3"], "price_cents": 500,
        });
        assert!(
            engine
                .seen()
                .iter()
                .all(|seen| seen.body == asked && seen.headers["idempotency-key"].starts_with("bc_1_"))
        );
    }
}

#[tokio::test]
async fn silence_after_submitting_leaves_it_unknown() {
    let engine = Scripted::replies(vec![Reply::Silence]).await;
    let desk = Desk::at_with(&engine.url, impatient());
    let ended = desk.send(OWNER, "f1").await;
    assert_eq!(ended, Answer::Unknown);
}

#[tokio::test]
async fn where_nothing_was_submitted_the_account_waits_or_is_not_connected() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let desk = Desk::at(&url);
    for _ in 0..6 {
        assert_eq!(desk.send(OWNER, "f1").await, IN_A_WHILE, "unreachable, and then left alone");
    }
    let refusing = Scripted::replies(vec![Reply::status(401)]).await;
    let desk = Desk::at(&refusing.url);
    for _ in 0..2 {
        assert_eq!(desk.send(OWNER, "f1").await, Answer::NotConnected);
    }
    assert_eq!(refusing.seen().len(), 1, "a connection that is refused is not submitted over");
}

/// A message that waited for a free call would leave its slot, and a minute would contain too many
/// messages.
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
    let ended = desk.send(OWNER, "f1").await;
    assert_eq!(ended, Answer::Sent { message_id: "m1".into() });
    engine.release();
    for call in held {
        call.await.unwrap().unwrap();
    }
}
