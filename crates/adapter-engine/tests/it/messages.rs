//! The ends that a message can have.

use std::time::Duration;

use adapter_engine::{EngineError, Failure, MessageOutcome, NewMessage};
use serde_json::json;

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, OWNER, failure, impatient, key, quick};

fn message() -> NewMessage {
    NewMessage { fan_id: "f1".into(), text: "Hi".into(), media_ids: vec!["3".into()], price_cents: 500 }
}

#[tokio::test]
async fn each_end_is_told_from_the_others() {
    let limited = || Reply::Json(429, "retry-after: 0\r\n", json!({}));
    let unreachable = || Reply::Json(409, "", json!({"code": "fan_unreachable", "message": "x"}));
    let sent = || Reply::ok(json!({"message_id": "m1"}));
    let was_sent = || MessageOutcome::Sent { message_id: "m1".into() };
    let wait = |seconds| MessageOutcome::RateLimited { retry_after: Some(Duration::from_secs(seconds)) };
    let closed = || Reply::Raw(Vec::new());
    for (what, replies, end, tries) in [
        ("sent", vec![sent()], was_sent(), 1),
        ("sent in the end", vec![Reply::status(500), closed(), sent()], was_sent(), 3),
        ("nobody there", vec![unreachable()], MessageOutcome::FanUnreachable, 1),
        (
            "nobody there in the end",
            vec![Reply::status(500), unreachable()],
            MessageOutcome::FanUnreachable,
            2,
        ),
        ("another conflict", vec![Reply::status(409)], MessageOutcome::Rejected { status: 409 }, 1),
        ("too many, which the sender paces", vec![limited(), sent()], wait(0), 1),
        ("rejected", vec![Reply::status(422)], MessageOutcome::Rejected { status: 422 }, 1),
        ("5xx for good", vec![Reply::status(503)], MessageOutcome::Unknown, 3),
        ("an answer that breaks off", vec![closed()], MessageOutcome::Unknown, 3),
        ("an answer without a name", vec![Reply::ok(json!({}))], MessageOutcome::Unknown, 3),
        ("rejected after who knows", vec![closed(), Reply::status(422)], MessageOutcome::Unknown, 2),
        ("too many after who knows", vec![closed(), limited()], MessageOutcome::Unknown, 2),
        ("refused after who knows", vec![closed(), Reply::status(401)], MessageOutcome::Unknown, 2),
    ] {
        let engine = Scripted::replies(replies).await;
        let ended = Desk::at(&engine.url).client.send_message(OWNER, &message(), &key()).await.unwrap();
        assert_eq!((ended, engine.seen().len()), (end, tries), "{what}");
        let asked = json!({
            "platform_account_id": "acct_1", "fan_id": "f1", "text": "Hi", "media_ids": ["3"], "price_cents": 500,
        });
        assert!(
            engine.seen().iter().all(|seen| seen.body == asked && seen.headers["idempotency-key"] == "key-1")
        );
    }
}

#[tokio::test]
async fn silence_after_submitting_leaves_it_unknown() {
    let engine = Scripted::replies(vec![Reply::Silence]).await;
    let desk = Desk::at_with(&engine.url, impatient());
    let ended = desk.client.send_message(OWNER, &message(), &key()).await.unwrap();
    assert_eq!(ended, MessageOutcome::Unknown);
}

#[tokio::test]
async fn where_nothing_was_submitted_it_is_an_error() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let desk = Desk::at(&url);
    for _ in 0..5 {
        let ended = desk.client.send_message(OWNER, &message(), &key()).await;
        assert_eq!(failure(ended), Failure::Unreachable);
    }
    let ended = desk.client.send_message(OWNER, &message(), &key()).await;
    assert_eq!(failure(ended), Failure::Resting);
    let nobody = Desk::new(quick());
    let ended = nobody.client.send_message(OWNER, &message(), &key()).await;
    assert!(matches!(ended, Err(EngineError::NotConnected)));
    let refusing = Scripted::replies(vec![Reply::status(401)]).await;
    let ended = Desk::at(&refusing.url).client.send_message(OWNER, &message(), &key()).await;
    assert!(matches!(ended, Err(EngineError::NotConnected)));
}
