//! Use-case: owners list and answer the requests of their fans.

use std::sync::Arc;

use kernel::{Acting, Clock, OwnerId, Precondition, StoreError};

use crate::ports::RequestStore;
use crate::request::{Answer, ContentRequest, NewRequest, Outgoing, RequestId, RequestStatus};

/// Maximum number of attempts when concurrent answers change the same request.
const TRIES: u32 = 5;

/// Reason why a request could not be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The owner has no such request, or its state does not allow the answer. One error covers both cases, so
    /// that callers can't probe for requests of other owners.
    #[error("request not found or invalid transition")]
    NotFoundOrInvalid,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Use-case for content requests of fans.
#[derive(Clone)]
pub struct Requests {
    store: Arc<dyn RequestStore>,
    clock: Arc<dyn Clock>,
}

impl Requests {
    /// Creates the use-case over a store and a clock.
    pub fn new(store: Arc<dyn RequestStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Stores a request that an event reports; `false` if the request is already stored.
    pub async fn receive(&self, owner: OwnerId, request: &NewRequest) -> Result<bool, StoreError> {
        self.store.receive(owner, request).await
    }

    /// Lists up to `limit` requests with a number below `before`, newest first, optionally of one state.
    pub async fn list(
        &self,
        owner: OwnerId,
        status: Option<RequestStatus>,
        before: Option<RequestId>,
        limit: u32,
    ) -> Result<Vec<ContentRequest>, StoreError> {
        self.store.list(owner, status, before, limit).await
    }

    /// Answers a request. A worker sends the answer to the engine later, from the queue.
    pub async fn respond(
        &self,
        by: &Acting,
        id: RequestId,
        answer: &Answer,
        expected: Precondition,
    ) -> Result<ContentRequest, RequestError> {
        for _ in 0..TRIES {
            let request = self.store.find(by.owner, id).await?.ok_or(RequestError::NotFoundOrInvalid)?;
            // The store replaces the request only if the status is still the same.
            expected.check(request.fingerprint())?;
            let answered =
                request.answered(answer, self.clock.now()).ok_or(RequestError::NotFoundOrInvalid)?;
            let NewRequest { account, upstream_id, .. } = request.request;
            let outgoing = Outgoing { request: id, account, upstream_id, answer: answer.clone() };
            if self.store.answer(by, request.status, &answered, &outgoing).await? {
                return Ok(answered);
            }
        }
        // Unreachable in practice: a request changes its state at most twice.
        Err(RequestError::NotFoundOrInvalid)
    }
}

#[cfg(test)]
mod tests {
    use kernel::AccountNumber;
    use kernel::fixed::FixedClock;

    use super::*;
    use crate::ports::MockRequestStore;
    use crate::testing::NOW;

    const OWNER: OwnerId = OwnerId::new(1);
    const BY: Acting = Acting::service(OWNER);
    const ID: RequestId = RequestId::new(7);

    fn request(status: RequestStatus) -> ContentRequest {
        let request = NewRequest {
            account: AccountNumber::FIRST,
            upstream_id: 70,
            fan_id: "fan".into(),
            fan_username: "Fan".into(),
            text: "please".into(),
            offered_cents: 500,
            created_at: NOW,
        };
        ContentRequest { id: ID, request, status, media_ids: Vec::new(), reason: None, updated_at: NOW }
    }

    fn requests(store: MockRequestStore) -> Requests {
        Requests::new(Arc::new(store), Arc::new(FixedClock::at(NOW.plus_seconds(9))))
    }

    #[tokio::test]
    async fn an_answer_is_stored_together_with_what_is_sent_to_the_engine() {
        let mut store = MockRequestStore::new();
        store.expect_find().returning(|_, _| Ok(Some(request(RequestStatus::New))));
        store.expect_answer().times(1).returning(|_, expected, answered, outgoing| {
            assert_eq!((expected, answered.status), (RequestStatus::New, RequestStatus::Fulfilled));
            assert_eq!((outgoing.upstream_id, outgoing.key().as_str()), (70, "cr_7_fulfill"));
            Ok(true)
        });
        let answer = Answer::Fulfill { media_ids: vec!["1".into()] };
        let answered = requests(store).respond(&BY, ID, &answer, Precondition::None).await.unwrap();
        assert_eq!((answered.media_ids.len(), answered.updated_at), (1, NOW.plus_seconds(9)));
    }

    #[tokio::test]
    async fn a_missing_request_and_an_invalid_transition_are_reported_alike() {
        for found in [None, Some(request(RequestStatus::Declined))] {
            let mut store = MockRequestStore::new();
            store.expect_find().returning(move |_, _| Ok(found.clone()));
            let error =
                requests(store).respond(&BY, ID, &Answer::Start, Precondition::None).await.unwrap_err();
            assert_eq!(error.to_string(), "request not found or invalid transition");
        }
    }

    #[tokio::test]
    async fn an_answer_that_is_meant_for_another_state_changes_nothing() {
        let started = request(RequestStatus::InProgress);
        for (seen, answers) in [(request(RequestStatus::New), 1), (started, 0)] {
            let mut store = MockRequestStore::new();
            store.expect_find().returning(|_, _| Ok(Some(request(RequestStatus::New))));
            store.expect_answer().times(answers).returning(|_, _, _, _| Ok(true));
            let expected = Precondition::Is(seen.fingerprint());
            let answered = requests(store).respond(&BY, ID, &Answer::Start, expected).await;
            assert_eq!(answered.is_ok(), answers == 1);
        }
    }

    #[tokio::test]
    async fn of_two_answers_at_once_the_second_sees_the_first() {
        let mut store = MockRequestStore::new();
        let mut states = [RequestStatus::Fulfilled, RequestStatus::New].into_iter().cycle().skip(1);
        store.expect_find().returning(move |_, _| Ok(states.next().map(request)));
        store.expect_answer().times(1).returning(|_, _, _, _| Ok(false));
        let answer = Answer::Decline { reason: "no".into() };
        let answered = requests(store).respond(&BY, ID, &answer, Precondition::None).await;
        assert!(matches!(answered, Err(RequestError::NotFoundOrInvalid)));
    }
}
