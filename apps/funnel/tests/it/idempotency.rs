use std::sync::atomic::Ordering;

use adapter_postgres::PgIdempotencyStore;
use idempotency::{
    AnswerRetention as _, Claim, ClaimOutcome, IdempotencyStore as _, IdempotentRequest, StoredResponse,
};
use kernel::{OwnerId, UnixTime};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::broadcasts;
use crate::real::{Real, Reply};
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

#[actix_web::test]
async fn a_claim_of_a_dead_process_is_taken_over_and_old_answers_go() {
    let service = Service::start().await;
    let store = PgIdempotencyStore::new(adapter_postgres::pool(&service.database.reach().pooled, 2));
    let owner = OwnerId::new(1);
    let request =
        IdempotentRequest { operation: "POST /x".to_owned(), key: "k".to_owned(), body_hash: [1; 32] };
    let other = IdempotentRequest { body_hash: [2; 32], ..request.clone() };
    let answer =
        StoredResponse { status: 201, revision: Some(4), body: Some("{\"b\":1, \"a\":2}".to_owned()) };
    let claim = |number, seconds: i64| {
        let now = UnixTime::from_seconds(1_800_000_000 + seconds);
        Claim { number, now, until: now.plus_seconds(60) }
    };
    let first = ClaimOutcome::Run { since: claim(1, 0).now };
    assert_eq!(store.claim(owner, &request, claim(1, 0)).await.unwrap(), first);
    assert_eq!(store.claim(owner, &request, claim(2, 59)).await.unwrap(), ClaimOutcome::Running);
    assert_eq!(store.claim(owner, &other, claim(2, 60)).await.unwrap(), ClaimOutcome::OtherBody);
    assert_eq!(store.claim(owner, &request, claim(2, 60)).await.unwrap(), first, "the lease ran out");
    store.complete(owner, &request, 1, &StoredResponse { status: 200, ..answer.clone() }).await.unwrap();
    store.release(owner, &request, 1).await.unwrap();
    assert_eq!(
        store.claim(owner, &request, claim(3, 61)).await.unwrap(),
        ClaimOutcome::Running,
        "not the late one's"
    );
    store.complete(owner, &request, 2, &answer).await.unwrap();
    store.release(owner, &request, 2).await.unwrap();
    assert_eq!(store.claim(owner, &request, claim(3, 62)).await.unwrap(), ClaimOutcome::Done(answer));
    let day = 24 * 60 * 60;
    assert_eq!(store.purge_old(claim(0, day - 1).now).await.unwrap(), 0);
    let late = claim(3, day);
    let afresh = ClaimOutcome::Run { since: late.now };
    assert_eq!(store.claim(owner, &other, late).await.unwrap(), afresh, "purged after a day");
    assert_eq!(store.purge_old(claim(0, 2 * day).now).await.unwrap(), 1);
}

/// SQL for the state that a process leaves if it dies between its work and its response.
const PURGE_ANSWERS: &str =
    "UPDATE idempotency_keys SET status = NULL, etag = NULL, answer = NULL, locked_until = created_at";

/// The process died after its work was done and before its response was stored.
#[actix_web::test]
async fn what_was_done_and_not_answered_is_not_done_twice() {
    let real = Real::start().await;
    let tier = real.landing("a.example").await;
    let posts = [
        (
            format!("/buttons/a.example/{tier}"),
            json!({ "label": "a", "url": "https://example.com/" }),
            "button_id",
        ),
        ("/segments/a.example".to_owned(), json!({ "name": "a" }), "segment_id"),
    ];
    for (path, body, id) in posts {
        let post = || {
            let request = real.api.request(Method::POST, &path).header("idempotency-key", "k");
            Reply::of(request.json(&body))
        };
        let first = post().await.expect(201);
        let draft = real.api.draft("a.example").await;
        real.sql().await.execute(PURGE_ANSWERS, &[]).await.unwrap();
        let again = post().await.expect(201);
        assert_eq!((again.text_at(id), again.text), (first.text_at(id), first.text));
        assert!(!again.headers.contains_key("idempotency-replayed"));
        assert_eq!(real.api.draft("a.example").await, draft);
    }
}

#[actix_web::test]
async fn what_the_database_numbers_is_not_made_twice_either() {
    let real = Real::start().await;
    let posts = [
        ("/members", json!({ "name": "Bo", "email": "bo@example.com" })),
        ("/broadcasts", broadcasts::with(json!({}))),
        ("/api-keys", json!({ "name": "CI" })),
    ];
    for (path, body) in posts {
        let (first, again) = twice(&real, path, &body).await;
        assert_eq!(again["id"], first["id"], "{path}");
        let many = real.api.get(path).await.expect(200).json()["items"].as_array().unwrap().len();
        assert_eq!(many, if path == "/api-keys" { 2 } else { 1 }, "{path}");
    }
}

/// Nobody saw the token of the first attempt, so it may become invalid.
#[actix_web::test]
async fn a_key_made_at_the_second_try_opens_what_it_should() {
    let real = Real::start().await;
    let opens =
        async |token: &Value| real.api.with(token.as_str().unwrap()).get("/api-keys/self").await.status;
    let (first, minted) = twice(&real, "/api-keys", &json!({ "name": "CI" })).await;
    assert_eq!((opens(&first["token"]).await, opens(&minted["token"]).await), (401, 200));
    let path = format!("/api-keys/{}/rotate", minted["id"]);
    let (first, rotated) = twice(&real, &path, &json!({})).await;
    assert_eq!(rotated["id"], first["id"]);
    for (token, status) in [(&minted["token"], 401), (&first["token"], 401), (&rotated["token"], 200)] {
        assert_eq!(opens(token).await, status);
    }
}

#[actix_web::test]
async fn a_key_that_was_revoked_is_not_made_again() {
    let real = Real::start().await;
    let post = || {
        let request = real.api.request(Method::POST, "/api-keys").header("idempotency-key", "k");
        Reply::of(request.json(&json!({ "name": "CI" })))
    };
    let made = post().await.expect(201).json();
    real.api.delete(&format!("/api-keys/{}", made["id"])).await.expect(204);
    real.sql().await.execute(PURGE_ANSWERS, &[]).await.unwrap();
    assert_eq!(post().await.summary(), "404 key_not_found");
}

/// Returns the response to a request, and the response to its retry after the process died.
async fn twice(real: &Real, path: &str, body: &Value) -> (Value, Value) {
    let post = || {
        let request = real.api.request(Method::POST, path).header("idempotency-key", "k");
        Reply::of(request.json(body))
    };
    let first = post().await.expect(201).json();
    real.sql().await.execute(PURGE_ANSWERS, &[]).await.unwrap();
    let again = post().await.expect(201);
    assert!(!again.headers.contains_key("idempotency-replayed"));
    (first, again.json())
}

/// Returns the stored size of all kept responses, in bytes.
async fn kept_bytes(real: &Real) -> i64 {
    let sql = "SELECT COALESCE(sum(length(answer::text)), 0)::bigint FROM idempotency_keys";
    real.sql().await.query_one(sql, &[]).await.unwrap().get(0)
}

/// Imports a list of invalid links under this key.
async fn import(real: &Real, key: &str, rows: usize) -> Reply {
    let request = real.api.request(Method::POST, "/import/links?domain=a.example");
    let request = request.header("content-type", "text/csv").header("idempotency-key", key);
    Reply::of(request.body(format!("label,url\n{}", "a,tel:1\n".repeat(rows)))).await
}

#[actix_web::test]
async fn the_answer_of_a_long_import_is_not_kept_and_a_repeat_says_so() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let before = kept_bytes(&real).await;
    let first = import(&real, "long", 20_000).await.expect(200);
    assert_eq!(first.json()["failed"], 20_000);
    assert!(first.text.len() > 500_000, "{}", first.text.len());
    assert!(kept_bytes(&real).await - before < 1_000);
    let again = import(&real, "long", 20_000).await;
    assert_eq!(again.summary(), "409 idempotency_conflict");
    assert!(again.text.contains("its response was too long to store"), "{}", again.text);
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(import(&real, "long", 1).await.summary(), "409 idempotency_conflict", "another body");
}

#[actix_web::test]
async fn an_owner_has_so_many_bytes_of_kept_answers() {
    let real = Real::start().await;
    real.landing("a.example").await;
    let first = import(&real, "one", 1_000).await.expect(200);
    let replayed = import(&real, "one", 1_000).await.expect(200);
    assert_eq!((replayed.header("idempotency-replayed"), &replayed.text), ("true", &first.text));
    // Simulates many more stored responses.
    let fill = "UPDATE idempotency_keys SET long_answer_bytes = 8 << 20 WHERE long_answer_bytes IS NOT NULL";
    assert_eq!(real.sql().await.execute(fill, &[]).await.unwrap(), 1);
    import(&real, "two", 1_000).await.expect(200);
    assert_eq!(import(&real, "two", 1_000).await.summary(), "409 idempotency_conflict");
    assert_eq!(import(&real, "one", 1_000).await.expect(200).text, first.text, "an older one is kept");
}
