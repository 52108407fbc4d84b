use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use ::idempotency::MockIdempotencyStore;

use super::*;

const OWNER: OwnerId = OwnerId::new(7);
const RUN: ClaimOutcome = ClaimOutcome::Run { since: UnixTime::from_seconds(1_800_000_000) };

fn once(store: MockIdempotencyStore, key: Option<&str>) -> Idempotent {
    let store: Arc<dyn IdempotencyStore> = Arc::new(store);
    Idempotent {
        key: key.map(|key| Ok(key.to_owned())),
        operation: "POST /things".to_owned(),
        query: String::new(),
        store: web::Data::from(store),
        patience: RetryPolicy { every: Duration::ZERO, looks: 3, ..RetryPolicy::default() },
    }
}

async fn run(
    once: Idempotent,
    outcome: fn() -> Result<ApiResponse, ApiError>,
) -> (Result<ApiResponse, ApiError>, u32) {
    let runs = Rc::new(Cell::new(0));
    let counted = Rc::clone(&runs);
    let work = move || async move {
        counted.set(counted.get() + 1);
        outcome()
    };
    let answer = tokio::task::LocalSet::new().run_until(once.run(OWNER, [1; 32], work)).await;
    (answer, runs.get())
}

fn made() -> Result<ApiResponse, ApiError> {
    ApiResponse::created(&"made").map(|answer| answer.at_revision(3))
}

fn stored() -> StoredResponse {
    StoredResponse { status: 201, revision: Some(3), body: Some("\"made\"".to_owned()) }
}

#[tokio::test]
async fn without_a_key_nothing_is_kept() {
    let (answer, runs) = run(once(MockIdempotencyStore::new(), None), made).await;
    assert_eq!(answer.unwrap(), made().unwrap());
    assert_eq!(runs, 1);
}

#[tokio::test]
async fn the_first_request_runs_and_its_answer_is_kept() {
    let mut store = MockIdempotencyStore::new();
    store.expect_claim().times(1).returning(|_, _, _| Ok(RUN));
    store
        .expect_complete()
        .withf(|_, _, _, answer| *answer == stored())
        .times(1)
        .returning(|_, _, _, _| Ok(()));
    let (answer, runs) = run(once(store, Some("k")), made).await;
    assert_eq!(answer.unwrap(), made().unwrap());
    assert_eq!(runs, 1);
}

/// Returns a response with many rows, like that of an import.
fn long() -> Result<ApiResponse, ApiError> {
    ApiResponse::ok(&"x".repeat(100 << 10))
}

#[tokio::test]
async fn a_long_answer_is_kept_while_its_owner_has_room() {
    for (kept, status) in [(0, 200), (8 << 20, 409)] {
        let mut store = MockIdempotencyStore::new();
        store.expect_claim().returning(|_, _, _| Ok(RUN));
        store.expect_long_answers().times(1).returning(move |_| Ok(kept));
        let expected = move |answer: &StoredResponse| {
            let text = answer.body.as_deref().unwrap();
            answer.status == status && text.contains("idempotency_conflict") == (status == 409)
        };
        let complete = store.expect_complete().withf(move |_, _, _, answer| expected(answer));
        complete.times(1).returning(|_, _, _, _| Ok(()));
        let (answer, _) = run(once(store, Some("k")), long).await;
        assert_eq!(answer.unwrap(), long().unwrap(), "the first caller sees it in full");
    }
}

#[tokio::test]
async fn a_failure_is_not_kept() {
    let mut store = MockIdempotencyStore::new();
    store.expect_claim().returning(|_, _, _| Ok(RUN));
    store.expect_release().times(1).returning(|_, _, _| Ok(()));
    let (answer, _) = run(once(store, Some("k")), || Err(ApiError::not_found())).await;
    assert!(matches!(answer, Err(ApiError::Detail { .. })));
}

/// The outcome is unknown, so a repetition must be recognized. The caller does not wait for that.
#[tokio::test]
async fn what_failed_by_our_fault_is_given_back() {
    let mut store = MockIdempotencyStore::new();
    store.expect_claim().returning(|_, _, _| Ok(RUN));
    let (signal, given_back) = tokio::sync::oneshot::channel();
    let mut signal = Some(signal);
    store.expect_give_back().times(1).returning(move |_, _, _| {
        signal.take().unwrap().send(()).unwrap();
        Ok(())
    });
    let once = once(store, Some("k"));
    let asked = async {
        let answer =
            once.run(OWNER, [1; 32], || async { Err(ApiError::Unavailable("no connection".into())) }).await;
        assert!(matches!(answer, Err(ApiError::Unavailable(_))));
        given_back.await.unwrap();
    };
    tokio::task::LocalSet::new().run_until(asked).await;
}

#[tokio::test]
async fn an_answer_is_kept_as_soon_as_the_database_is_back() {
    let mut store = MockIdempotencyStore::new();
    let mut failures = 3;
    store.expect_claim().returning(|_, _, _| Ok(RUN));
    let (signal, kept) = tokio::sync::oneshot::channel();
    let mut signal = Some(signal);
    store.expect_complete().times(4).returning(move |_, _, _, _| {
        if failures == 0 {
            signal.take().unwrap().send(()).unwrap();
            return Ok(());
        }
        failures -= 1;
        Err(StoreError::Unavailable("no connection".into()))
    });
    let once = once(store, Some("k"));
    let asked = async {
        assert_eq!(once.run(OWNER, [1; 32], || async { made() }).await.unwrap(), made().unwrap());
        kept.await.unwrap();
    };
    tokio::task::LocalSet::new().run_until(asked).await;
}

#[test]
fn a_repeat_makes_the_id_of_the_request_and_no_other_request_does() {
    let since = UnixTime::from_seconds(1_800_000_000);
    let request =
        IdempotentRequest { operation: "POST /a".to_owned(), key: "k".to_owned(), body_hash: [1; 32] };
    let other =
        IdempotentRequest { operation: "POST /ak".to_owned(), key: String::new(), body_hash: [1; 32] };
    let id = |owner, request: &IdempotentRequest, since, claim| {
        Turn { owner, request: request.clone(), claim, since }.ids().button()
    };
    let first = id(OWNER, &request, since, 1);
    assert_eq!(id(OWNER, &request, since, 2), first);
    assert_ne!(id(OwnerId::new(8), &request, since, 1), first);
    assert_ne!(id(OWNER, &other, since, 1), first);
    assert_ne!(id(OWNER, &request, since.plus_seconds(1), 1), first);
}

/// Runs work that returns its given number.
async fn numbered(once: Idempotent) -> Result<ApiResponse, ApiError> {
    let work = |number: Option<i64>| async move { ApiResponse::created(&number) };
    let run = once.run_numbered(OWNER, [1; 32], NumberedResource::Key, work);
    tokio::task::LocalSet::new().run_until(run).await
}

#[tokio::test]
async fn work_is_given_the_number_that_was_reserved_for_it() {
    for (reserved, signal) in [(Some(12), Some(12)), (None, None)] {
        let mut store = MockIdempotencyStore::new();
        store.expect_claim().times(1).returning(|_, _, _| Ok(RUN));
        store
            .expect_reserve()
            .withf(|owner, request, _, made| {
                *owner == OWNER && request.key == "k" && *made == NumberedResource::Key
            })
            .times(1)
            .returning(move |_, _, _, _| Ok(reserved));
        store.expect_complete().returning(|_, _, _, _| Ok(()));
        store.expect_release().returning(|_, _, _| Ok(()));
        match (numbered(once(store, Some("k"))).await, signal) {
            (Ok(answer), Some(number)) => assert_eq!(answer, ApiResponse::created(&number).unwrap()),
            // Another attempt has taken over.
            (Err(ApiError::Coded { code: ErrorCode::IdempotencyConflict, .. }), None) => {}
            (answer, _) => panic!("{answer:?}"),
        }
    }
    let bare = numbered(once(MockIdempotencyStore::new(), None)).await.unwrap();
    assert_eq!(bare, ApiResponse::created(&None::<i64>).unwrap());
}

#[tokio::test]
async fn a_repeat_waits_for_the_answer_of_the_one_that_runs() {
    let mut store = MockIdempotencyStore::new();
    let mut looks = vec![ClaimOutcome::Done(stored()), ClaimOutcome::Running, ClaimOutcome::Running];
    store.expect_claim().times(3).returning(move |_, _, _| Ok(looks.pop().unwrap()));
    let (answer, runs) = run(once(store, Some("k")), made).await;
    assert_eq!(answer.unwrap(), ApiResponse::replay(stored()).unwrap());
    assert_eq!(runs, 0);
}

#[tokio::test]
async fn conflicts_are_reported() {
    for (state, looks) in [(ClaimOutcome::OtherBody, 1), (ClaimOutcome::Running, 4)] {
        let mut store = MockIdempotencyStore::new();
        store.expect_claim().times(looks).returning(move |_, _, _| Ok(state.clone()));
        let (answer, runs) = run(once(store, Some("k")), made).await;
        assert!(matches!(answer, Err(ApiError::Coded { code: ErrorCode::IdempotencyConflict, .. })));
        assert_eq!(runs, 0);
    }
}

/// Returns the key that `read_key` reads from the header; `None` if it rejects the header.
fn key_of(header: &str) -> Option<String> {
    let request =
        actix_web::test::TestRequest::post().insert_header(("Idempotency-Key", header)).to_http_request();
    read_key(&request)?.ok()
}

#[test]
fn a_key_has_1_to_255_printable_characters() {
    let (longest, longer) = ("x".repeat(255), "x".repeat(256));
    for fits in ["x", "two words", "!~", &longest] {
        assert_eq!(key_of(fits).as_deref(), Some(fits));
    }
    for wrong in ["", " ", "\t", "a\tb", &longer] {
        assert_eq!(key_of(wrong), None, "{wrong:?}");
    }
}

#[test]
fn blanks_around_a_key_are_not_part_of_it() {
    assert_eq!(key_of(" \ta b\t ").as_deref(), Some("a b"));
    assert_eq!(key_of(&format!("{}\t", "x".repeat(255))), Some("x".repeat(255)));
}

#[test]
fn the_query_is_part_of_the_request() {
    assert_eq!(with_query([1; 32], ""), [1; 32]);
    assert_ne!(with_query([1; 32], "a=1"), with_query([1; 32], "a=2"));
}

#[tokio::test]
async fn a_claim_is_held_as_long_as_the_work_takes() {
    let mut store = MockIdempotencyStore::new();
    store.expect_claim().times(1).returning(|_, _, _| Ok(RUN));
    let (renewed, mut renewals) = tokio::sync::mpsc::unbounded_channel();
    store.expect_renew().returning(move |_, _, claim| {
        renewed.send(claim).unwrap();
        Err(StoreError::Unavailable("unavailable for a while".into()))
    });
    store.expect_complete().times(1).returning(|_, _, _, _| Ok(()));
    // The work ends after three renewals of its claim.
    let work = || async move {
        for _ in 0..3 {
            let claim = renewals.recv().await.unwrap();
            assert_eq!(claim.until, claim.now.plus_seconds(LEASE_SECONDS));
        }
        made()
    };
    let patience = RetryPolicy { renewed_every: Duration::from_millis(1), ..RetryPolicy::default() };
    let once = Idempotent { patience, ..once(store, Some("k")) }.run(OWNER, [1; 32], work);
    assert!(tokio::task::LocalSet::new().run_until(once).await.is_ok());
}
