//! Use-case: workers send answers to the engine.

use std::sync::Arc;

use futures_util::future::join_all;
use kernel::{Clock, OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::ports::{RequestEngine, ResponseQueue, SendOutcome, SendState, SendTask};

/// Duration of a lease on an answer, in seconds. The lease is longer than any submission takes, so it expires only if
/// the worker died.
pub const LEASE_SECONDS: i64 = 60;

/// Returns the state to store after attempt number `attempts`.
///
/// After an unknown outcome, the answer is retried under the same key. The delay starts at 5 seconds, quadruples with
/// each attempt up to one hour, and retries never end.
///
/// ```
/// use content_vault::{SendOutcome, SendState, state_after};
/// use kernel::UnixTime;
///
/// let now = UnixTime::from_seconds(1_795_176_000);
/// assert_eq!(state_after(SendOutcome::Unknown, 2, now), SendState::Waiting(now.plus_seconds(20)));
/// ```
pub fn state_after(outcome: SendOutcome, attempts: u32, now: UnixTime) -> SendState {
    match outcome {
        SendOutcome::Delivered => SendState::Delivered,
        SendOutcome::Refused(code) => SendState::Failed(code),
        SendOutcome::Unknown => {
            let seconds = 5_i64.saturating_mul(4_i64.saturating_pow(attempts.saturating_sub(1)));
            SendState::Waiting(now.plus_seconds(seconds.min(3600)))
        }
    }
}

/// Result of one round of submissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sent {
    /// Number of submitted answers.
    pub submitted: usize,
    /// Number of submitted answers with an unknown outcome.
    pub uncertain: usize,
}

/// Use-case that claims the due answers of an owner and submits them.
#[derive(Clone)]
pub struct SendAnswers {
    queue: Arc<dyn ResponseQueue>,
    engine: Arc<dyn RequestEngine>,
    clock: Arc<dyn Clock>,
}

impl SendAnswers {
    /// Creates the use-case over a queue, an engine and a clock.
    pub fn new(queue: Arc<dyn ResponseQueue>, engine: Arc<dyn RequestEngine>, clock: Arc<dyn Clock>) -> Self {
        Self { queue, engine, clock }
    }

    /// Returns up to `limit` owners with a due answer, as defined by [`ResponseQueue::due`].
    pub async fn due(
        &self,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError> {
        self.queue.due(self.clock.now(), failing, served, limit).await
    }

    /// Runs one round: submits up to `at_once` answers of an owner concurrently.
    pub async fn run(&self, owner: OwnerId, at_once: u32) -> Result<Sent, StoreError> {
        let tasks = self.queue.claim(owner, self.clock.now(), LEASE_SECONDS, at_once).await?;
        let mut sent = Sent { submitted: tasks.len(), uncertain: 0 };
        // A failure to store one outcome must not stop the remaining submissions.
        for state in join_all(tasks.iter().map(|task| self.submit(task))).await {
            sent.uncertain += usize::from(matches!(state?, SendState::Waiting(_)));
        }
        Ok(sent)
    }

    async fn submit(&self, task: &SendTask) -> Result<SendState, StoreError> {
        let outcome = self.engine.respond(task.owner, &task.outgoing).await;
        let state = state_after(outcome, task.attempts.saturating_add(1), self.clock.now());
        self.queue.settle(task, &state).await?;
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::FixedClock;
    use kernel::{AccountNumber, OwnerId};

    use super::*;
    use crate::ports::{MockRequestEngine, MockResponseQueue};
    use crate::request::{Answer, Outgoing, RequestId};
    use crate::testing::NOW;

    #[test]
    fn waits_grow_to_an_hour() {
        let waits: Vec<_> = (1..=7)
            .map(|attempts| match state_after(SendOutcome::Unknown, attempts, NOW) {
                SendState::Waiting(at) => at.seconds() - NOW.seconds(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(waits, [5, 20, 80, 320, 1280, 3600, 3600]);
        assert_eq!(
            state_after(SendOutcome::Unknown, u32::MAX, NOW),
            SendState::Waiting(NOW.plus_seconds(3600))
        );
    }

    #[tokio::test]
    async fn every_answer_is_settled_by_its_own_outcome() {
        let task = |id| SendTask {
            owner: OwnerId::new(1),
            outgoing: Outgoing {
                request: RequestId::new(id),
                account: AccountNumber::FIRST,
                upstream_id: id,
                answer: Answer::Start,
            },
            attempts: 0,
            lease: 1,
        };
        let mut queue = MockResponseQueue::new();
        queue.expect_claim().returning(move |_, _, _, _| Ok(vec![task(1), task(2), task(3)]));
        queue.expect_settle().times(3).returning(|task, state| {
            let expected = match task.outgoing.upstream_id {
                1 => SendState::Delivered,
                2 => SendState::Failed("gone".into()),
                _ => SendState::Waiting(NOW.plus_seconds(5)),
            };
            assert_eq!(*state, expected);
            Ok(true)
        });
        let mut engine = MockRequestEngine::new();
        engine.expect_respond().returning(|_, outgoing| match outgoing.upstream_id {
            1 => SendOutcome::Delivered,
            2 => SendOutcome::Refused("gone".into()),
            _ => SendOutcome::Unknown,
        });
        let clock = Arc::new(FixedClock::at(NOW));
        let answers = SendAnswers::new(Arc::new(queue), Arc::new(engine), clock);
        let sent = answers.run(OwnerId::new(1), 10).await.unwrap();
        assert_eq!(sent, Sent { submitted: 3, uncertain: 1 });
    }
}
