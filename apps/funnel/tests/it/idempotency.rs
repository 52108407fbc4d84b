use std::sync::atomic::Ordering;

use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::{DOOR, RUNS, Service};

async fn make(service: &Service, token: &str, key: &str, name: &str) -> Response {
    let request =
        service.request(Method::POST, "/api/admin/test/things", token).header("idempotency-key", key);
    request.json(&json!({ "name": name })).send().await.unwrap()
}

#[actix_web::test]
async fn a_repeat_is_answered_without_doing_the_work_again() {
    let service = Service::start().await;
    let first = make(&service, "full", "k", "a").await;
    assert_eq!(first.status(), 201);
    assert!(!first.headers().contains_key("idempotency-replayed"));
    assert_eq!(first.json::<Value>().await.unwrap(), json!({ "number": 1, "token": "secret" }));
    let again = make(&service, "full", "k", "a").await;
    assert_eq!(again.status(), 201);
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    assert_eq!(again.headers()["etag"], "\"7\"");
    assert_eq!(again.json::<Value>().await.unwrap(), json!({ "number": 1 }), "a secret is shown once");
    let other = make(&service, "full", "k", "b").await;
    assert_eq!(other.status(), 409);
    assert_eq!(other.json::<Value>().await.unwrap()["detail"]["code"], "idempotency_conflict");
    assert_eq!(
        make(&service, "other", "k", "a").await.json::<Value>().await.unwrap()["number"],
        2,
        "another owner"
    );
}

#[actix_web::test]
async fn a_failure_may_be_repeated() {
    let service = Service::start().await;
    assert_eq!(make(&service, "full", "k", "bad").await.status(), 404);
    assert_eq!(make(&service, "full", "k", "bad").await.status(), 404);
    assert_eq!(RUNS.load(Ordering::SeqCst), 2);
    assert_eq!(make(&service, "full", &"k".repeat(256), "a").await.status(), 400);
    assert_eq!(RUNS.load(Ordering::SeqCst), 2);
}

#[actix_web::test]
async fn of_two_at_once_one_runs_and_the_other_waits_for_its_answer() {
    let service = Service::start().await;
    let race = async {
        let both = (make(&service, "full", "k", "slow"), make(&service, "full", "k", "slow"));
        futures_util::future::join(both.0, both.1).await
    };
    let open = async {
        while RUNS.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        DOOR.add_permits(1);
    };
    let ((one, two), ()) = futures_util::future::join(race, open).await;
    let replayed = |answer: &Response| answer.headers().contains_key("idempotency-replayed");
    assert_eq!((one.status().as_u16(), two.status().as_u16()), (201, 201));
    assert_ne!(replayed(&one), replayed(&two));
    assert_eq!(RUNS.load(Ordering::SeqCst), 1);
}
