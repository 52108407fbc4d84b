use adapter_postgres::PgIdempotencyStore;
use futures_util::future::join_all;
use idempotency::{
    AnswerRetention as _, Claim, ClaimOutcome, IdempotencyStore as _, IdempotentRequest, NumberedResource,
    SMALL_ANSWER, StoredResponse,
};

use crate::desk::Desk;
use crate::team::NOW;

const DAY: i64 = 24 * 60 * 60;

fn request(key: &str) -> IdempotentRequest {
    IdempotentRequest {
        operation: "POST /api/admin/domains".to_owned(),
        key: key.to_owned(),
        body_hash: [1; 32],
    }
}

/// Builds a claim `after` seconds after the start, with a lease of one minute.
fn claim(number: i64, after: i64) -> Claim {
    let now = NOW.plus_seconds(after);
    Claim { number, now, until: now.plus_seconds(60) }
}

/// Builds the outcome that runs a request first claimed `after` seconds after the start.
fn run(after: i64) -> ClaimOutcome {
    ClaimOutcome::Run { since: NOW.plus_seconds(after) }
}

fn answer(text: &str) -> StoredResponse {
    StoredResponse { status: 201, revision: Some(7), body: Some(text.to_owned()) }
}

#[tokio::test]
async fn of_many_callers_at_once_one_runs() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let once = request("a");
    let claims = (0..20).map(|number| store.claim(desk.owner, &once, claim(number, 0)));
    let claimed: Vec<_> = join_all(claims).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(claimed.iter().filter(|claimed| **claimed == run(0)).count(), 1);
    assert_eq!(claimed.iter().filter(|claimed| **claimed == ClaimOutcome::Running).count(), 19);
}

#[tokio::test]
async fn an_answer_is_replayed_byte_for_byte_for_a_day() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let bodies = ["{\"b\":1,  \"a\":\"ü 🎁 \\u0000\"}", ""];
    let mut answers: Vec<_> = bodies.iter().map(|body| answer(body)).collect();
    answers.push(StoredResponse { status: 204, revision: None, body: None });
    for (number, stored) in answers.into_iter().enumerate() {
        let once = request(&format!("k{number}"));
        assert_eq!(store.claim(desk.owner, &once, claim(1, 0)).await.unwrap(), run(0));
        store.complete(desk.owner, &once, 1, &stored).await.unwrap();
        for after in [0, 61, DAY - 1] {
            let again = store.claim(desk.owner, &once, claim(2, after)).await.unwrap();
            assert_eq!(again, ClaimOutcome::Done(stored.clone()), "{after}");
        }
        assert_eq!(store.claim(desk.owner, &once, claim(3, DAY)).await.unwrap(), run(DAY));
        let purged = store.claim(desk.owner, &once, claim(4, DAY)).await.unwrap();
        assert_eq!(purged, ClaimOutcome::Running, "nothing is left of the old answer");
    }
}

#[tokio::test]
async fn a_request_that_is_given_back_runs_again_as_what_it_was() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let once = request("a");
    assert_eq!(store.claim(desk.owner, &once, claim(1, 5)).await.unwrap(), run(5));
    store.give_back(desk.owner, &once, 2).await.unwrap();
    assert_eq!(
        store.claim(desk.owner, &once, claim(2, 6)).await.unwrap(),
        ClaimOutcome::Running,
        "another's claim"
    );
    store.give_back(desk.owner, &once, 1).await.unwrap();
    let other_body = IdempotentRequest { body_hash: [2; 32], ..once.clone() };
    assert_eq!(store.claim(desk.owner, &other_body, claim(2, 6)).await.unwrap(), ClaimOutcome::OtherBody);
    // Holds if the clock was set back meanwhile, too.
    assert_eq!(store.claim(desk.owner, &once, claim(2, -3_600)).await.unwrap(), run(5));
    store.complete(desk.owner, &once, 2, &answer("{}")).await.unwrap();
    store.give_back(desk.owner, &once, 2).await.unwrap();
    assert_eq!(store.claim(desk.owner, &once, claim(3, 7)).await.unwrap(), ClaimOutcome::Done(answer("{}")));
}

#[tokio::test]
async fn owner_operation_and_key_make_a_request_and_the_body_belongs_to_it() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let once = request("a");
    let other_body = IdempotentRequest { body_hash: [2; 32], ..once.clone() };
    let other_path = IdempotentRequest { operation: "POST /api/admin/members".to_owned(), ..once.clone() };
    assert_eq!(store.claim(desk.owner, &once, claim(1, 0)).await.unwrap(), run(0));
    assert_eq!(store.claim(desk.owner, &other_body, claim(2, 0)).await.unwrap(), ClaimOutcome::OtherBody);
    // Only a retry of the same request takes over an expired claim.
    assert_eq!(store.claim(desk.owner, &other_body, claim(2, 60)).await.unwrap(), ClaimOutcome::OtherBody);
    for (owner, request) in [(desk.stranger, &once), (desk.owner, &other_path), (desk.owner, &request("A"))] {
        assert_eq!(store.claim(owner, request, claim(3, 0)).await.unwrap(), run(0), "{request:?}");
    }
    store.complete(desk.owner, &once, 1, &answer("{}")).await.unwrap();
    assert_eq!(store.claim(desk.owner, &other_body, claim(2, 0)).await.unwrap(), ClaimOutcome::OtherBody);
    assert_eq!(store.claim(desk.stranger, &once, claim(4, 0)).await.unwrap(), ClaimOutcome::Running);
}

#[tokio::test]
async fn a_released_request_is_free_again() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let once = request("a");
    store.claim(desk.owner, &once, claim(1, 0)).await.unwrap();
    store.release(desk.owner, &once, 2).await.unwrap();
    store.release(desk.stranger, &once, 1).await.unwrap();
    assert_eq!(store.claim(desk.owner, &once, claim(3, 0)).await.unwrap(), ClaimOutcome::Running);
    store.release(desk.owner, &once, 1).await.unwrap();
    assert_eq!(store.claim(desk.owner, &once, claim(4, 0)).await.unwrap(), run(0));
    store.complete(desk.owner, &once, 4, &answer("{}")).await.unwrap();
    store.release(desk.owner, &once, 4).await.unwrap();
    let kept = store.claim(desk.owner, &once, claim(5, 0)).await.unwrap();
    assert_eq!(kept, ClaimOutcome::Done(answer("{}")), "an answer is not released");
}

#[tokio::test]
async fn a_claim_that_ran_out_goes_to_another_and_its_holder_changes_nothing() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let once = request("a");
    store.claim(desk.owner, &once, claim(1, 0)).await.unwrap();
    assert_eq!(store.claim(desk.owner, &once, claim(2, 59)).await.unwrap(), ClaimOutcome::Running);
    assert_eq!(store.claim(desk.owner, &once, claim(2, 60)).await.unwrap(), run(0));
    store.complete(desk.owner, &once, 1, &answer("late")).await.unwrap();
    store.release(desk.owner, &once, 1).await.unwrap();
    assert_eq!(store.claim(desk.owner, &once, claim(3, 61)).await.unwrap(), ClaimOutcome::Running);
    store.complete(desk.owner, &once, 2, &answer("ours")).await.unwrap();
    store.complete(desk.owner, &once, 1, &answer("late")).await.unwrap();
    let stored = store.claim(desk.owner, &once, claim(4, 62)).await.unwrap();
    assert_eq!(stored, ClaimOutcome::Done(answer("ours")));
}

#[tokio::test]
async fn old_answers_are_purged_in_steps_and_young_ones_kept() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let fill = format!(
        "INSERT INTO idempotency_keys
             (owner_id, operation, idempotency_key, body_hash, created_at, locked_until, claim)
         SELECT {}, 'POST /x', n::text, '', to_timestamp({}), to_timestamp(0), n FROM generate_series(1, 501) n",
        desk.owner,
        NOW.seconds(),
    );
    assert_eq!(desk.sql(&fill).await.unwrap(), 501);
    store.claim(desk.owner, &request("young"), claim(1, 60)).await.unwrap();
    let mut steps = Vec::new();
    for _ in 0..3 {
        steps.push(store.purge_old(NOW.plus_seconds(DAY)).await.unwrap());
    }
    assert_eq!(steps, [500, 1, 0]);
    assert_eq!(desk.count("SELECT count(*) AS n FROM idempotency_keys").await, 1);
}

#[tokio::test]
async fn long_answers_are_added_up_for_each_owner_until_they_are_purged() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    for (key, length) in [("small", SMALL_ANSWER), ("long", SMALL_ANSWER + 1), ("longer", 10 * SMALL_ANSWER)]
    {
        store.claim(desk.owner, &request(key), claim(1, 0)).await.unwrap();
        store.complete(desk.owner, &request(key), 1, &answer(&"x".repeat(length))).await.unwrap();
    }
    let long = 11 * u64::try_from(SMALL_ANSWER).unwrap() + 1;
    assert_eq!(store.long_answers(desk.owner).await.unwrap(), long);
    assert_eq!(store.long_answers(desk.stranger).await.unwrap(), 0);
    assert_eq!(store.claim(desk.owner, &request("long"), claim(2, DAY)).await.unwrap(), run(DAY));
    assert_eq!(store.long_answers(desk.owner).await.unwrap(), 10 * u64::try_from(SMALL_ANSWER).unwrap());
    store.purge_old(NOW.plus_seconds(2 * DAY)).await.unwrap();
    assert_eq!(store.long_answers(desk.owner).await.unwrap(), 0);
}

#[tokio::test]
async fn a_number_is_reserved_once_for_all_tries_of_a_request() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let reserve = async |once: &IdempotentRequest, claim| {
        store.reserve(desk.owner, once, claim, NumberedResource::Member).await.unwrap()
    };
    let (once, other) = (request("a"), request("b"));
    for once in [&once, &other] {
        store.claim(desk.owner, once, claim(1, 0)).await.unwrap();
    }
    let first = reserve(&once, 1).await.unwrap();
    assert_eq!(reserve(&once, 1).await, Some(first));
    assert_ne!(reserve(&other, 1).await.unwrap(), first);
    // The process died, and the next one takes over.
    assert_eq!(store.claim(desk.owner, &once, claim(2, 61)).await.unwrap(), run(0));
    assert_eq!((reserve(&once, 1).await, reserve(&once, 2).await), (None, Some(first)));
    // After a day, the same key is a new request.
    assert_eq!(store.claim(desk.owner, &once, claim(3, DAY)).await.unwrap(), run(DAY));
    assert_ne!(reserve(&once, 3).await.unwrap(), first);
    store.complete(desk.owner, &once, 3, &answer("a")).await.unwrap();
    assert_eq!(reserve(&once, 3).await, None, "it is answered");
}

/// Engines remember the number, so a sequence that went back must not reuse it.
#[tokio::test]
async fn the_number_of_a_campaign_is_reserved_from_no_sequence() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let reserve = async |key| {
        store.claim(desk.owner, &request(key), claim(1, 0)).await.unwrap();
        let reserved = store.reserve(desk.owner, &request(key), 1, NumberedResource::Broadcast).await;
        reserved.unwrap().unwrap()
    };
    let first = reserve("a").await;
    assert_eq!(reserve("a").await, first);
    desk.sql("SELECT setval('broadcasts_broadcast_id_seq', 1, false)").await.unwrap();
    assert!((first + 1..1 << 53).contains(&reserve("b").await));
}

#[tokio::test]
async fn every_sequence_is_there() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    for (key, made) in [("a", NumberedResource::Member), ("b", NumberedResource::Key)] {
        store.claim(desk.owner, &request(key), claim(1, 0)).await.unwrap();
        assert!(store.reserve(desk.owner, &request(key), 1, made).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn a_claim_that_is_renewed_is_held_by_nobody_else() {
    let desk = Desk::create().await;
    let store = PgIdempotencyStore::new(desk.pool.clone());
    let once = request("long");
    assert_eq!(store.claim(desk.owner, &once, claim(1, 0)).await.unwrap(), run(0));
    store.renew(desk.owner, &once, claim(1, 45)).await.unwrap();
    assert_eq!(store.claim(desk.owner, &once, claim(2, 61)).await.unwrap(), ClaimOutcome::Running);
    assert_eq!(store.claim(desk.owner, &once, claim(3, 106)).await.unwrap(), run(0));
    // A process that lost the claim can't renew it.
    store.renew(desk.owner, &once, claim(1, 110)).await.unwrap();
    assert_eq!(store.claim(desk.owner, &once, claim(4, 167)).await.unwrap(), run(0));
}
