use std::collections::BTreeSet;
use std::sync::Mutex;

use async_trait::async_trait;
use kernel::UnixTime;
use kernel::fixed::FixedClock;
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::event::EngineEvent;
use crate::ports::{MockEventStore, MockQuarantine, Taken};
use crate::testing::NOW;

const OWNER: OwnerId = OwnerId::new(1);

fn intake(store: MockEventStore, quarantine: MockQuarantine) -> Intake {
    Intake::new(Arc::new(store), Arc::new(quarantine), Arc::new(FixedClock::at(NOW)))
}

/// Time of an event, which some types encode.
fn occurred_at(kind: &str) -> &'static str {
    match kind {
        "fan_opted_out" => "2026-11-20T12:10:00Z",
        "message_received" => "2026-11-20T12:10:01Z",
        _ => "2026-11-20T12:00:00Z",
    }
}

/// Parses test texts: an id, optionally followed by a type.
fn json(text: &str) -> Result<Value, &'static str> {
    let (id, kind) = text.split_once(' ').unwrap_or((text, "fan_online"));
    if kind == "half" {
        return Err("half a surrogate");
    }
    Ok(Value::from_iter([
        ("event_id", Value::from(id)),
        ("type", kind.into()),
        ("occurred_at", occurred_at(kind).into()),
        ("fan", Value::from_iter([("fan_id", Value::from("f"))])),
    ]))
}

fn batch(texts: &[&str]) -> Batch {
    Batch::read(AccountNumber::FIRST, texts.iter().map(|text| Box::from(*text)).collect(), json).unwrap()
}

#[tokio::test]
async fn a_bad_event_is_rejected_alone() {
    let mut store = MockEventStore::new();
    store
        .expect_take_in()
        .once()
        .withf(|owner, events, now| (*owner, events.len(), *now) == (OWNER, 3, NOW))
        .returning(|_, _, _| Ok(Taken { accepted: 2, duplicates: 1 }));
    let batch = batch(&["a", "", "b fan_opted_out", "x half", "c new"]);
    let outcome = intake(store, MockQuarantine::new()).run(OWNER, batch).await.unwrap();
    assert_eq!((outcome.accepted, outcome.duplicates, outcome.unknown), (2, 1, 1));
    let rejected: Vec<_> =
        outcome.rejected.iter().map(|(index, why)| (*index, why.message.as_str())).collect();
    assert_eq!(rejected, [(1, "event_id: must not be empty"), (3, "half a surrogate")]);
}

#[tokio::test]
async fn nothing_readable_asks_nothing_of_the_store() {
    let intake = intake(MockEventStore::new(), MockQuarantine::new());
    let outcome = intake.run(OWNER, batch(&["x half"])).await.unwrap();
    assert_eq!((outcome.accepted, outcome.rejected.len()), (0, 1));
    assert_eq!(intake.run(OWNER, batch(&[])).await.unwrap(), Outcome::default());
}

#[tokio::test]
async fn a_batch_is_bounded_and_a_store_out_of_reach_is_reported() {
    let many = vec![Box::from("a"); MAX_BATCH + 1];
    assert!(matches!(Batch::read(AccountNumber::FIRST, many, json), Err(IntakeError::TooMany)));
    let mut store = MockEventStore::new();
    store.expect_take_in().once().returning(|_, _, _| Err(StoreError::Unavailable("down".into())));
    let refused = intake(store, MockQuarantine::new()).run(OWNER, batch(&["a", "b"])).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))));
    // A failure of the store itself is no reason to split the batch.
    let mut store = MockEventStore::new();
    store.expect_take_in().once().returning(|_, _, _| Err(StoreError::Failed("no such table".into())));
    let refused = intake(store, MockQuarantine::new()).run(OWNER, batch(&["a", "b"])).await;
    assert!(matches!(refused, Err(StoreError::Failed(_))));
}

#[tokio::test]
async fn what_is_kept_has_an_end() {
    let (mut store, mut quarantine) = (MockEventStore::new(), MockQuarantine::new());
    let ago = |days: i64| move |before: &UnixTime| NOW.seconds() - before.seconds() == days * 86_400;
    store.expect_purge().once().withf(ago(30)).returning(|_| Ok(3));
    quarantine.expect_purge().once().withf(ago(90)).returning(|_| Ok(1));
    assert_eq!(intake(store, quarantine).purge().await.unwrap(), 3);
}

/// Fake store that rejects some events, and with them any batch that contains them.
#[derive(Default)]
struct RefusingStore {
    poison: BTreeSet<String>,
    taken: Mutex<Vec<String>>,
    aside: Mutex<Vec<String>>,
    calls: Mutex<usize>,
}

#[async_trait]
impl EventStore for RefusingStore {
    async fn take_in(&self, _: OwnerId, events: &[EngineEvent], _: UnixTime) -> Result<Taken, StoreError> {
        *self.calls.lock().unwrap() += 1;
        if let Some(bad) = events.iter().find(|event| self.poison.contains(event.event_id())) {
            return Err(StoreError::Data(format!("22003: {}", bad.event_id()).into()));
        }
        self.taken.lock().unwrap().extend(events.iter().map(|event| event.event_id().to_owned()));
        Ok(Taken { accepted: u64::try_from(events.len()).unwrap(), duplicates: 0 })
    }

    async fn purge(&self, _: UnixTime) -> Result<u64, StoreError> {
        Ok(0)
    }
}

#[async_trait]
impl Quarantine for RefusingStore {
    async fn set_aside<'a>(&self, _: OwnerId, refused: Refused<'a>, _: UnixTime) -> Result<bool, StoreError> {
        assert_eq!(
            (refused.text, refused.cause),
            (refused.event.event_id(), &*format!("22003: {}", refused.text))
        );
        let mut aside = self.aside.lock().unwrap();
        let is_new = aside.iter().all(|id| id != refused.text);
        aside.extend(is_new.then(|| refused.text.to_owned()));
        Ok(is_new)
    }

    async fn list<'a>(
        &self,
        _: Option<OwnerId>,
        _: Option<&'a Quarantined>,
        _: u32,
    ) -> Result<Vec<Quarantined>, StoreError> {
        Ok(Vec::new())
    }

    async fn due(&self, _: UnixTime, _: u32) -> Result<Vec<Quarantined>, StoreError> {
        Ok(Vec::new())
    }

    async fn keep(&self, _: &Quarantined, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    async fn release(&self, event: &Quarantined) -> Result<(), StoreError> {
        self.aside.lock().unwrap().retain(|id| *id != event.event_id);
        Ok(())
    }

    async fn purge(&self, _: UnixTime) -> Result<u64, StoreError> {
        Ok(0)
    }
}

fn over(store: &Arc<RefusingStore>) -> Intake {
    Intake::new(store.clone(), store.clone(), Arc::new(FixedClock::at(NOW)))
}

proptest! {
    #[test]
    fn poison_is_set_aside_and_nothing_else(poison in prop::collection::vec(any::<bool>(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let ids: Vec<String> = (0..poison.len()).map(|n| n.to_string()).collect();
        let of = |bad: bool| -> Vec<String> {
            ids.iter().zip(&poison).filter(|(_, is_bad)| **is_bad == bad).map(|(id, _)| id.clone()).collect()
        };
        let store = Arc::new(RefusingStore { poison: of(true).into_iter().collect(), ..RefusingStore::default() });
        let texts: Vec<&str> = ids.iter().map(String::as_str).collect();
        let outcome = runtime.block_on(over(&store).run(OWNER, batch(&texts))).unwrap();
        let count = |ids: &[String]| u64::try_from(ids.len()).unwrap();
        prop_assert_eq!((outcome.accepted, outcome.quarantined), (count(&of(false)), count(&of(true))));
        // Events are stored in order of arrival.
        prop_assert_eq!(&*store.taken.lock().unwrap(), &of(false));
        prop_assert_eq!(&*store.aside.lock().unwrap(), &of(true));
        if of(true).is_empty() {
            prop_assert_eq!(*store.calls.lock().unwrap(), 1);
        }
    }
}

#[tokio::test]
async fn what_is_quarantined_already_is_a_duplicate() {
    let store = Arc::new(RefusingStore { poison: ["b".to_owned()].into(), ..RefusingStore::default() });
    let intake = over(&store);
    assert_eq!(intake.run(OWNER, batch(&["a", "b"])).await.unwrap().quarantined, 1);
    let again = intake.run(OWNER, batch(&["b"])).await.unwrap();
    assert_eq!((again.accepted, again.quarantined, again.duplicates), (0, 0, 1));
}

fn aside(text: &str) -> Quarantined {
    Quarantined {
        owner: OWNER,
        account: "acct_1".to_owned(),
        event_id: text.to_owned(),
        kind: "fan_online".to_owned(),
        cause: "22003: too much".to_owned(),
        since: NOW,
        text: text.to_owned(),
    }
}

#[tokio::test]
async fn what_was_set_aside_is_taken_once_its_cause_is_mended() {
    let store = Arc::new(RefusingStore { poison: ["b".to_owned()].into(), ..RefusingStore::default() });
    over(&store).run(OWNER, batch(&["b"])).await.unwrap();
    let still = over(&store).redrive(&aside("b"), json).await.unwrap();
    assert_eq!(still, Redriven::Refused("22003: b".to_owned()));
    assert_eq!(*store.aside.lock().unwrap(), ["b"]);
    let mended =
        Arc::new(RefusingStore { aside: Mutex::new(vec!["b".to_owned()]), ..RefusingStore::default() });
    assert_eq!(over(&mended).redrive(&aside("b"), json).await.unwrap(), Redriven::Taken);
    assert!(mended.aside.lock().unwrap().is_empty());
    // An event that was readable once may break a limit of a later version.
    let unreadable = over(&mended).redrive(&aside("b half"), json).await.unwrap();
    assert_eq!(unreadable, Redriven::Refused("half a surrogate".to_owned()));
}

#[tokio::test]
async fn what_came_once_more_meanwhile_is_let_go_of() {
    let (mut store, mut quarantine) = (MockEventStore::new(), MockQuarantine::new());
    store.expect_take_in().once().returning(|_, _, _| Ok(Taken { accepted: 0, duplicates: 1 }));
    quarantine.expect_release().once().returning(|_| Ok(()));
    let done = intake(store, quarantine).redrive(&aside("b"), json).await.unwrap();
    assert_eq!(done, Redriven::Known);
}

#[tokio::test]
async fn what_is_too_far_ahead_waits_until_it_is_time() {
    let (mut store, mut quarantine) = (MockEventStore::new(), MockQuarantine::new());
    store
        .expect_take_in()
        .once()
        .withf(|_, events, _| events.iter().map(EngineEvent::event_id).eq(["a", "b"]))
        .returning(|_, _, _| Ok(Taken { accepted: 2, duplicates: 0 }));
    quarantine
        .expect_set_aside()
        .once()
        .withf(|_, refused, _| {
            (refused.text, refused.due) == ("c message_received", Some(NOW.plus_seconds(1)))
        })
        .returning(|_, _, _| Ok(true));
    let batch = batch(&["a", "b fan_opted_out", "c message_received"]);
    let outcome = intake(store, quarantine).run(OWNER, batch).await.unwrap();
    assert_eq!((outcome.accepted, outcome.quarantined), (2, 1));

    let still = intake(MockEventStore::new(), MockQuarantine::new());
    let refused = still.redrive(&aside("c message_received"), json).await.unwrap();
    assert!(matches!(refused, Redriven::Refused(cause) if cause.contains("600 s ahead")));
}

#[tokio::test]
async fn what_is_due_is_taken_and_what_still_cannot_be_waits_for_somebody() {
    let (mut store, mut quarantine) = (MockEventStore::new(), MockQuarantine::new());
    let mut pages = vec![vec![], vec![aside("a"), aside("b half")]];
    quarantine.expect_due().times(2).returning(move |_, _| Ok(pages.pop().unwrap()));
    store.expect_take_in().once().returning(|_, _, _| Ok(Taken { accepted: 1, duplicates: 0 }));
    quarantine.expect_release().once().withf(|event| event.event_id == "a").returning(|_| Ok(()));
    quarantine
        .expect_keep()
        .once()
        .withf(|event, cause| (&*event.event_id, cause) == ("b half", "half a surrogate"))
        .returning(|_, _| Ok(()));
    assert_eq!(intake(store, quarantine).take_in_due(json).await.unwrap(), 1);
}
