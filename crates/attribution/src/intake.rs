//! Taking in what the engine sends.

use std::sync::Arc;

use kernel::{Clock, Node, OwnerId, StoreError};

use crate::event::{EngineEvent, Rejection};
use crate::ports::EventStore;

/// How many events a batch may hold.
pub const MAX_BATCH: usize = 1_000;

/// For how long raw events of unknown types are kept, and conversions wait for a click that is not stored yet, in seconds:
/// 30 days.
pub const KEEP_SECONDS: i64 = 30 * 86_400;

/// Why a batch was not taken.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// More than [`MAX_BATCH`] events; the wire's 413.
    #[error("a batch holds at most {MAX_BATCH} events")]
    TooMany,
    /// The store could not do it; the engine sends the batch again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What became of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// New events.
    pub accepted: u64,
    /// Events that were known already.
    pub duplicates: u64,
    /// Malformed ones, by their place in the batch.
    pub rejected: Vec<(usize, Rejection)>,
    /// How many of the readable ones are of a type that is not known.
    pub unknown: u64,
}

/// Takes in batches of the engine, pushed or pulled.
#[derive(Clone)]
pub struct Intake {
    store: Arc<dyn EventStore>,
    clock: Arc<dyn Clock>,
}

impl Intake {
    /// Takes events into this store.
    pub fn new(store: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Takes a batch: the readable events all at once, durable when this returns; the others are told.
    pub async fn run(&self, owner: OwnerId, batch: &[Node]) -> Result<Outcome, IntakeError> {
        if batch.len() > MAX_BATCH {
            return Err(IntakeError::TooMany);
        }
        let mut outcome = Outcome::default();
        let mut events = Vec::with_capacity(batch.len());
        for (index, node) in batch.iter().enumerate() {
            match EngineEvent::parse(node) {
                Ok(event) => {
                    outcome.unknown += u64::from(event.is_unknown());
                    events.push(event);
                }
                Err(rejection) => outcome.rejected.push((index, rejection)),
            }
        }
        if !events.is_empty() {
            let taken = self.store.take_in(owner, &events, self.clock.now()).await?;
            (outcome.accepted, outcome.duplicates) = (taken.accepted, taken.duplicates);
        }
        Ok(outcome)
    }

    /// Forgets what was kept for long enough; how many raw events.
    pub async fn forget(&self) -> Result<u64, StoreError> {
        self.store.forget(self.clock.now().plus_seconds(-KEEP_SECONDS)).await
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::FixedClock;

    use super::*;
    use crate::ports::{MockEventStore, Taken};
    use crate::testing::NOW;

    const OWNER: OwnerId = OwnerId::new(1);

    fn intake(store: MockEventStore) -> Intake {
        Intake::new(Arc::new(store), Arc::new(FixedClock::at(NOW)))
    }

    fn event(id: &str, kind: &str) -> Node {
        Node::map([
            ("event_id", Node::from(id)),
            ("type", kind.into()),
            ("occurred_at", "2026-11-20T12:00:00Z".into()),
            ("fan", Node::map([("fan_id", Node::from("f"))])),
        ])
    }

    #[tokio::test]
    async fn a_bad_event_is_rejected_alone() {
        let mut store = MockEventStore::new();
        store
            .expect_take_in()
            .once()
            .withf(|owner, events, now| (*owner, events.len(), *now) == (OWNER, 3, NOW))
            .returning(|_, _, _| Ok(Taken { accepted: 2, duplicates: 1 }));
        let batch = [
            event("a", "fan_online"),
            event("", "fan_online"),
            event("b", "message_received"),
            Node::Int(1),
            event("c", "new"),
        ];
        let outcome = intake(store).run(OWNER, &batch).await.unwrap();
        assert_eq!((outcome.accepted, outcome.duplicates, outcome.unknown), (2, 1, 1));
        let places: Vec<_> = outcome.rejected.iter().map(|(index, _)| *index).collect();
        assert_eq!(places, [1, 3]);
    }

    #[tokio::test]
    async fn nothing_readable_asks_nothing_of_the_store() {
        let outcome = intake(MockEventStore::new()).run(OWNER, &[Node::Null]).await.unwrap();
        assert_eq!((outcome.accepted, outcome.rejected.len()), (0, 1));
        assert_eq!(intake(MockEventStore::new()).run(OWNER, &[]).await.unwrap(), Outcome::default());
    }

    #[tokio::test]
    async fn a_batch_is_bounded_and_a_store_out_of_reach_is_told() {
        let many = vec![Node::Null; MAX_BATCH + 1];
        let refused = intake(MockEventStore::new()).run(OWNER, &many).await;
        assert!(matches!(refused, Err(IntakeError::TooMany)));
        let mut store = MockEventStore::new();
        store.expect_take_in().returning(|_, _, _| Err(StoreError::Unavailable("down".into())));
        let refused = intake(store).run(OWNER, &[event("a", "fan_online")]).await;
        assert!(matches!(refused, Err(IntakeError::Store(_))));
    }

    #[tokio::test]
    async fn raw_events_live_thirty_days() {
        let mut store = MockEventStore::new();
        store
            .expect_forget()
            .withf(|before| NOW.seconds() - before.seconds() == 30 * 86_400)
            .returning(|_| Ok(3));
        assert_eq!(intake(store).forget().await.unwrap(), 3);
    }
}
