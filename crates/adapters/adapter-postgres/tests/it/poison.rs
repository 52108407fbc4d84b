//! Tests of events that the database rejects, and of events that it used to reject.

use adapter_postgres::{PgFanErasure, PgSecretRotation};
use application::operation::FanErasure as _;
use attribution::event::{
    EngineEvent, FanAction, FanFacts, MAX_CONTENT, Transaction, TransactionKind, UnknownEvent,
};
use attribution::ports::{EventStore, Quarantine, Quarantined, Refused, Taken};
use kernel::{OwnerId, StoreError};
use serde_json::Value;

use crate::funnel::{A, Funnel, all, by_link, event, message, paid, transaction};
use crate::team::NOW;
use crate::vault::sealing;

const TEXT: &str = r#"{"fan": {"email": "jane@private.example"}}"#;

fn sold(content_ids: Vec<i64>) -> FanAction {
    let FanAction::NewTransaction(sale) = transaction(TransactionKind::Message, 1_000) else {
        panic!("it is one")
    };
    FanAction::NewTransaction(Transaction { content_ids, ..sale })
}

impl Funnel {
    async fn put_aside(&self, owner: OwnerId, event: &EngineEvent, cause: &str) -> bool {
        self.events.set_aside(owner, Refused { event, text: TEXT, cause, due: None }, NOW).await.unwrap()
    }

    async fn aside(&self, owner: Option<OwnerId>) -> Vec<Quarantined> {
        self.events.list(owner, None, 100).await.unwrap()
    }

    async fn left(&self) -> i64 {
        self.desk.count("SELECT count(*) AS n FROM quarantined_events").await
    }
}

#[tokio::test]
async fn a_sale_of_many_items_is_taken() {
    let funnel = Funnel::create().await;
    // Ids in sequence compress well; these don't.
    let ids = (0..MAX_CONTENT as i64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as i64)).collect();
    let batch = all([event("large", "f", 9, sold(ids)), event("b", "f", 8, paid(5))]);
    assert_eq!(funnel.take(&batch).await, Taken { accepted: 2, duplicates: 0 });
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM content_totals").await, 1_002);
}

#[tokio::test]
async fn ids_of_the_longest_texts_are_taken() {
    let funnel = Funnel::create().await;
    let longest = |n: u32| char::from_u32(0x1_F600 + n).unwrap().to_string().repeat(255);
    let fan = FanFacts { fan_id: longest(0), username: Some(longest(1)), ..FanFacts::default() };
    let mut one = by_link(event(&longest(2), "f", 9, paid(5)), "p1");
    one.fan = fan;
    one.click_ref = Some(longest(3));
    let raw = Value::from_iter([("fan", Value::from_iter([("fan_id", Value::from(longest(4)))]))]);
    let unknown = UnknownEvent { event_id: longest(5), kind: longest(6), raw };
    let mut batch = all([one]);
    batch.push(EngineEvent::Unknown(unknown));
    assert_eq!(funnel.take(&batch).await.accepted, 2);
}

#[tokio::test]
async fn sums_that_do_not_fit_are_the_fault_of_the_data() {
    let funnel = Funnel::create().await;
    let large = |id: &str| by_link(event(id, "f", 9, paid(9_000_000_000_000_000_000)), "p1");
    let refused = funnel.events.take_in(funnel.owner(), &all([large("1"), large("2")]), NOW).await;
    assert!(matches!(refused, Err(StoreError::Data(_))), "{refused:?}");
    // The first event fits; the second, in a separate batch, overflows.
    assert_eq!(funnel.take(&all([large("1")])).await.accepted, 1);
    let refused = funnel.events.take_in(funnel.owner(), &all([large("2")]), NOW).await;
    let Err(StoreError::Data(cause)) = refused else { panic!("{refused:?}") };
    assert!(cause.to_string().starts_with("22003: "), "{cause}");
    assert_eq!(funnel.desk.count("SELECT count(*) AS n FROM engine_events").await, 1);
    let days = format!("SELECT count(*) AS n FROM funnel_days WHERE hostname = '{A}' AND revenue_cents > 0");
    assert_eq!(funnel.desk.count(&days).await, 1);
}

#[tokio::test]
async fn an_event_is_set_aside_once_and_sealed() {
    let funnel = Funnel::create().await;
    let (owner, stranger) = (funnel.owner(), funnel.desk.stranger);
    let [one, two] = [event("1", "f", 9, message()), event("2", "g", 9, message())].map(EngineEvent::Fan);
    assert!(funnel.put_aside(owner, &one, "22003: too much").await);
    assert!(!funnel.put_aside(owner, &one, &"x".repeat(5_000)).await);
    assert!(funnel.put_aside(owner, &two, "23514: no").await);
    assert!(funnel.put_aside(stranger, &one, "54000: too long").await);
    let readable = "SELECT count(*) AS n FROM quarantined_events t
        WHERE t::text ~* 'private' OR encode(sealed, 'escape') ~ 'private'";
    assert_eq!(funnel.desk.count(readable).await, 0);
    let all = funnel.aside(None).await;
    let reported: Vec<_> =
        all.iter().map(|one| (one.owner, one.event_id.as_str(), one.kind.as_str())).collect();
    let kind = "message_received";
    let mut expected = [(owner, "1", kind), (owner, "2", kind), (stranger, "1", kind)];
    expected.sort_by_key(|(owner, id, _)| (owner.get(), *id));
    assert_eq!(reported, expected);
    assert!(all.iter().all(|one| one.text == TEXT && one.since == NOW));
    assert_eq!(funnel.aside(Some(owner)).await[0].cause.len(), 1_000);
    // A page continues after the previous one.
    let first = funnel.events.list(None, None, 2).await.unwrap();
    assert_eq!(funnel.events.list(None, first.last(), 2).await.unwrap(), all[2..]);
    funnel.events.release(&all[0]).await.unwrap();
    assert_eq!(funnel.aside(None).await, all[1..]);
}

#[tokio::test]
async fn what_was_set_aside_is_purged_in_the_end() {
    let funnel = Funnel::create().await;
    for owner in [funnel.owner(), funnel.desk.stranger] {
        for id in ["1", "2"] {
            funnel.put_aside(owner, &EngineEvent::Fan(event(id, "f", 9, message())), "c").await;
        }
    }
    assert_eq!(Quarantine::purge(&funnel.events, NOW).await.unwrap(), 0);
    assert_eq!(Quarantine::purge(&funnel.events, NOW.plus_seconds(1)).await.unwrap(), 4);
    assert_eq!(funnel.left().await, 0);
}

#[tokio::test]
async fn what_was_set_aside_goes_with_its_fan() {
    let funnel = Funnel::create().await;
    for (id, fan) in [("1", "f"), ("2", "g")] {
        funnel.put_aside(funnel.owner(), &EngineEvent::Fan(event(id, fan, 9, message())), "c").await;
    }
    let erasure = PgFanErasure::new(funnel.desk.pool.clone());
    let erased = erasure.erase(funnel.by(), "f").await.unwrap().unwrap();
    assert_eq!((erased.events, funnel.left().await), (1, 1));
    assert_eq!(erasure.erase(funnel.by(), "f").await.unwrap(), None);
}

#[tokio::test]
async fn a_rotation_seals_what_was_set_aside_again() {
    let funnel = Funnel::create().await;
    let one = EngineEvent::Fan(event("1", "f", 9, message()));
    funnel.put_aside(funnel.owner(), &one, "c").await;
    let kept = funnel.aside(None).await;
    let rotated = PgSecretRotation::new(funnel.desk.pool.clone(), sealing(3)).run().await.unwrap();
    assert_eq!(rotated.resealed, 1);
    assert_eq!(funnel.aside(None).await, kept);
}
