//! Tests of destination checks: due owners, checked addresses, and results.

use adapter_postgres::{PgDestinations, PgWebhooks};
use application::destinations::ports::{
    Destination, DestinationId, DestinationQueue as _, DestinationStore as _, Found, Settlement, Turn,
};
use application::destinations::{DestinationUrl, Failure, Health, HealthState, Look, switch_fingerprint};
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};
use webhooks::ports::EndpointStore as _;

use crate::desk::{Desk, host};
use crate::notified::notified;
use crate::team::NOW;
use crate::vault::sealing;
use crate::webhooks::endpoint;

const DAY: i64 = 24 * 60 * 60;
const GONE: Look = Look::Answered(404);
const HANGS: Look = Look::Failed(Failure::Timeout);

fn url(path: &str) -> DestinationUrl {
    DestinationUrl::parse(&format!("https://shop.example/{path}")).unwrap()
}

fn found(paths: &[(&str, &[&str])]) -> Found {
    let domains = |names: &[&str]| names.iter().map(|name| host(name)).collect();
    paths.iter().map(|(path, names)| (url(path), domains(names))).collect()
}

struct Shop {
    desk: Desk,
    store: PgDestinations,
}

impl Shop {
    /// Opts in the owner and the stranger.
    async fn open() -> Self {
        let desk = Desk::create().await;
        let store = PgDestinations::new(desk.pool.clone());
        for owner in [desk.owner, desk.stranger] {
            store.set_enabled(&Acting::service(owner), true, Precondition::None, NOW).await.unwrap();
        }
        Self { desk, store }
    }

    async fn claim(&self, now: UnixTime) -> Option<Turn> {
        self.store.claim(self.desk.owner, now, 60).await.unwrap()
    }

    /// Claims the owner's turn, and stores these destinations.
    async fn with(&self, paths: &[(&str, &[&str])]) -> Turn {
        let turn = self.claim(NOW).await.unwrap();
        assert!(self.store.replace(&turn, &found(paths), NOW, NOW.plus_seconds(3_600)).await.unwrap());
        turn
    }

    async fn all(&self, owner: OwnerId) -> Vec<Destination> {
        self.store.list(owner, None, None, 1_000).await.unwrap()
    }

    async fn one(&self, path: &str) -> Destination {
        self.store.find(self.desk.owner, &url(path)).await.unwrap().unwrap()
    }

    /// Checks a destination in its current state. Returns whether the result was stored.
    async fn look(&self, path: &str, look: Look, now: UnixTime) -> bool {
        let seen = self.one(path).await;
        self.settle(&seen, look, now).await
    }

    async fn settle(&self, seen: &Destination, look: Look, now: UnixTime) -> bool {
        let (health, change) = seen.health.after(look, now);
        let settlement = Settlement { health, change, next_look_at: now.plus_seconds(DAY) };
        self.store.settle(self.desk.owner, seen, &settlement).await.unwrap()
    }
}

fn paths(destinations: &[Destination]) -> Vec<&str> {
    destinations.iter().map(|one| one.url.as_url().path()).collect()
}

#[tokio::test]
async fn an_owner_opts_in_and_out_and_leaves_nothing() {
    let desk = Desk::create().await;
    let store = PgDestinations::new(desk.pool.clone());
    assert!(!store.is_enabled(desk.owner).await.unwrap());
    assert_eq!(store.claim(desk.owner, NOW, 60).await.unwrap(), None);
    store.set_enabled(desk.by(), true, Precondition::None, NOW).await.unwrap();
    assert!(store.is_enabled(desk.owner).await.unwrap());
    assert!(!store.is_enabled(desk.stranger).await.unwrap());
    assert_eq!(store.due(NOW, false, &[], 10).await.unwrap(), [desk.owner]);
    let turn = store.claim(desk.owner, NOW, 60).await.unwrap().unwrap();
    assert!(turn.gather);
    let some = found(&[("a", &["a.example"])]);
    assert!(store.replace(&turn, &some, NOW, NOW.plus_seconds(3_600)).await.unwrap());
    // Enabling again changes nothing: the next turn does not gather anew.
    store.set_enabled(desk.by(), true, Precondition::None, NOW).await.unwrap();
    store.finish(&turn).await.unwrap();
    assert!(!store.claim(desk.owner, NOW, 60).await.unwrap().unwrap().gather);
    store.set_enabled(desk.by(), false, Precondition::None, NOW).await.unwrap();
    assert_eq!(store.list(desk.owner, None, None, 10).await.unwrap(), []);
    assert_eq!(desk.count("SELECT count(*) AS n FROM destination_checks").await, 0);
    assert!(!store.replace(&turn, &some, NOW, NOW).await.unwrap(), "the turn went with it");
}

#[tokio::test]
async fn a_switch_that_is_meant_for_the_other_state_changes_nothing() {
    let desk = Desk::create().await;
    let store = PgDestinations::new(desk.pool.clone());
    for enabled in [true, false] {
        let [right, wrong] = [!enabled, enabled].map(|state| Precondition::Is(switch_fingerprint(state)));
        let refused = store.set_enabled(desk.by(), enabled, wrong, NOW).await;
        assert!(matches!(refused, Err(StoreError::PreconditionFailed)), "{refused:?}");
        assert_eq!(store.is_enabled(desk.owner).await.unwrap(), !enabled);
        store.set_enabled(desk.by(), enabled, right, NOW).await.unwrap();
        assert_eq!(store.is_enabled(desk.owner).await.unwrap(), enabled);
    }
}

#[tokio::test]
async fn what_is_gathered_takes_the_place_of_what_was() {
    let shop = Shop::open().await;
    let turn = shop.with(&[("a", &["a.example", "b.example"]), ("b", &["a.example"])]).await;
    let before = shop.all(shop.desk.owner).await;
    assert_eq!(paths(&before), ["/a", "/b"]);
    assert_eq!(before[0].domains, [host("a.example"), host("b.example")]);
    assert_eq!((before[0].health, before[0].next_look_at), (Health::default(), NOW));
    assert!(shop.look("a", GONE, NOW).await);
    let later = NOW.plus_seconds(60);
    let changed = found(&[("a", &["b.example"]), ("c", &["a.example"])]);
    assert!(shop.store.replace(&turn, &changed, later, later).await.unwrap());
    let after = shop.all(shop.desk.owner).await;
    assert_eq!(paths(&after), ["/a", "/c"]);
    assert_eq!((after[0].id, &after[0].domains), (before[0].id, &vec![host("b.example")]));
    assert_eq!(after[0].health.failing_since, Some(NOW), "what is known stays");
    assert_eq!((after[0].next_look_at, after[1].next_look_at), (NOW.plus_seconds(DAY), later));
    assert!(shop.store.replace(&turn, &Found::new(), later, later).await.unwrap());
    assert_eq!(shop.all(shop.desk.owner).await, []);
}

#[tokio::test]
async fn a_turn_is_held_by_one_and_given_back_until_something_is_due() {
    let shop = Shop::open().await;
    let store = &shop.store;
    let claims = (0..20).map(|_| store.claim(shop.desk.owner, NOW, 60));
    let claimed = futures_util::future::join_all(claims).await;
    let mut claimed: Vec<_> = claimed.into_iter().filter_map(|claimed| claimed.unwrap()).collect();
    assert_eq!(claimed.len(), 1);
    let first = claimed.remove(0);
    assert_eq!(shop.claim(NOW.plus_seconds(59)).await, None);
    let second = shop.claim(NOW.plus_seconds(60)).await.unwrap();
    // A worker that lost its lease changes nothing.
    assert!(!store.replace(&first, &found(&[("x", &["a.example"])]), NOW, NOW).await.unwrap());
    store.finish(&first).await.unwrap();
    assert_eq!(shop.claim(NOW.plus_seconds(61)).await, None);
    let some = found(&[("a", &["a.example"]), ("b", &["a.example"])]);
    assert!(store.replace(&second, &some, NOW, NOW.plus_seconds(3_600)).await.unwrap());
    assert!(shop.look("a", Look::Answered(200), NOW).await);
    store.postpone(shop.desk.owner, shop.one("b").await.id, NOW.plus_seconds(600)).await.unwrap();
    store.finish(&second).await.unwrap();
    assert_eq!(shop.claim(NOW.plus_seconds(599)).await, None);
    let third = shop.claim(NOW.plus_seconds(600)).await.unwrap();
    assert!(!third.gather);
    assert!(shop.look("b", Look::Answered(200), NOW.plus_seconds(600)).await);
    store.finish(&third).await.unwrap();
    assert_eq!(shop.claim(NOW.plus_seconds(3_599)).await, None);
    assert!(shop.claim(NOW.plus_seconds(3_600)).await.unwrap().gather);
}

#[tokio::test]
async fn who_hangs_is_distinguished_and_the_longest_due_are_first() {
    let shop = Shop::open().await;
    let (store, owner, stranger) = (&shop.store, shop.desk.owner, shop.desk.stranger);
    let due = async |failing, served: &[_], limit, now| store.due(now, failing, served, limit).await.unwrap();
    assert_eq!(due(false, &[], 9, NOW).await, [owner, stranger]);
    assert_eq!(due(false, &[], 1, NOW).await, [owner]);
    assert_eq!(due(false, &[owner], 9, NOW).await, [stranger]);
    let turn = shop.with(&[("a", &["a.example"]), ("b", &["a.example"])]).await;
    assert_eq!(due(false, &[], 9, NOW).await, [stranger], "somebody serves the owner");
    // An HTTP response counts as quick, whatever its status.
    assert!(shop.look("a", GONE, NOW).await);
    store.finish(&turn).await.unwrap();
    assert_eq!((due(true, &[], 9, NOW).await, due(false, &[], 9, NOW).await.len()), (vec![], 2));
    let turn = shop.claim(NOW).await.unwrap();
    assert!(shop.look("b", HANGS, NOW).await);
    store.finish(&turn).await.unwrap();
    let tomorrow = NOW.plus_seconds(DAY);
    assert_eq!(due(true, &[], 9, tomorrow).await, [owner]);
    assert_eq!(due(false, &[], 9, tomorrow).await, [stranger]);
    let turn = shop.claim(tomorrow).await.unwrap();
    assert!(shop.look("b", GONE, tomorrow).await);
    store.finish(&turn).await.unwrap();
    assert_eq!(due(true, &[], 9, tomorrow).await, []);
}

#[tokio::test]
async fn destinations_are_looked_at_when_they_are_due() {
    let shop = Shop::open().await;
    shop.with(&[("a", &["a.example"]), ("b", &["a.example"]), ("c", &["a.example"])]).await;
    assert!(shop.look("a", GONE, NOW).await);
    let due = async |seconds, limit| {
        let now = NOW.plus_seconds(seconds);
        let found = shop.store.due_destinations(shop.desk.owner, now, limit).await.unwrap();
        found.iter().map(|one| one.url.as_url().path().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(due(-1, 9).await, [""; 0]);
    assert_eq!(due(0, 9).await, ["/b", "/c"]);
    assert_eq!(due(0, 1).await, ["/b"]);
    assert_eq!(due(DAY, 9).await, ["/b", "/c", "/a"]);
    assert_eq!(shop.store.due_destinations(shop.desk.stranger, NOW, 9).await.unwrap(), []);
}

#[tokio::test]
async fn of_two_looks_at_once_one_is_written() {
    let shop = Shop::open().await;
    shop.with(&[("a", &["a.example"])]).await;
    for now in [NOW, NOW.plus_seconds(60)] {
        let seen = shop.one("a").await;
        assert!(shop.settle(&seen, GONE, now).await);
        assert!(!shop.settle(&seen, Look::Answered(200), now.plus_seconds(1)).await);
        assert_eq!(shop.one("a").await.health.last.map(|last| (last.at, last.look)), Some((now, GONE)));
    }
    let seen = shop.one("a").await;
    let (health, change) = seen.health.after(GONE, NOW.plus_seconds(90));
    let settlement = Settlement { health, change, next_look_at: NOW };
    assert!(!shop.store.settle(shop.desk.stranger, &seen, &settlement).await.unwrap(), "another owner");
    shop.store.set_enabled(shop.desk.by(), false, Precondition::None, NOW).await.unwrap();
    assert!(!shop.settle(&seen, GONE, NOW.plus_seconds(99)).await, "it is gone");
}

#[tokio::test]
async fn lists_are_of_one_owner_and_of_one_state_in_parts() {
    let shop = Shop::open().await;
    let names: Vec<_> = (0..6).map(|n| format!("p{n}")).collect();
    let all: Vec<_> = names.iter().map(|name| (name.as_str(), &["a.example"][..])).collect();
    shop.with(&all).await;
    for (path, look) in
        [("p1", Look::Answered(200)), ("p2", GONE), ("p3", HANGS), ("p5", Look::Answered(401))]
    {
        assert!(shop.look(path, look, NOW).await);
    }
    for path in ["p2", "p3"] {
        assert!(shop.look(path, HANGS, NOW.plus_seconds(DAY)).await);
    }
    let list = async |state, after: Option<i64>, limit| {
        shop.store.list(shop.desk.owner, state, after.map(DestinationId::new), limit).await.unwrap()
    };
    assert_eq!(list(None, None, 99).await.len(), 6);
    assert_eq!(paths(&list(Some(HealthState::Unknown), None, 99).await), ["/p0", "/p4"]);
    assert_eq!(paths(&list(Some(HealthState::Ok), None, 99).await), ["/p1", "/p5"]);
    let broken = list(Some(HealthState::Broken), None, 99).await;
    assert_eq!(paths(&broken), ["/p2", "/p3"]);
    assert_eq!(broken[0].health.broken_since(), Some(NOW));
    let first = list(Some(HealthState::Broken), None, 1).await;
    let rest = list(Some(HealthState::Broken), Some(first[0].id.get()), 9).await;
    assert_eq!([first, rest].concat(), broken);
    assert_eq!(shop.all(shop.desk.stranger).await, []);
    assert_eq!(shop.store.find(shop.desk.stranger, &url("p2")).await.unwrap(), None);
}

#[tokio::test]
async fn every_failure_is_written_and_read_back() {
    let shop = Shop::open().await;
    shop.with(&[("a", &["a.example"])]).await;
    for (failure, n) in Failure::ALL.into_iter().zip(0..) {
        let look = Look::Failed(failure);
        assert!(shop.look("a", look, NOW.plus_seconds(n)).await);
        assert_eq!(shop.one("a").await.health.last.map(|last| last.look), Some(look));
    }
}

#[tokio::test]
async fn webhooks_are_notified_with_the_change_and_nobody_else_is() {
    let shop = Shop::open().await;
    let hooks = PgWebhooks::new(shop.desk.pool.clone(), sealing(6));
    for owner in [shop.desk.owner, shop.desk.stranger] {
        hooks.insert(&Acting::service(owner), &endpoint(1, &["*"])).await.unwrap();
    }
    shop.with(&[("a", &["a.example"])]).await;
    let sent = async || notified(&shop.desk).await;
    let day = |n: i64| NOW.plus_seconds(n * DAY);
    assert!(shop.look("a", GONE, day(0)).await);
    assert_eq!(sent().await, [""; 0]);
    assert!(shop.look("a", HANGS, day(1)).await);
    let broken = r#"destination.broken {"url": "https://shop.example/a", "domains": ["a.example"], "last_error": "timeout", "last_status": null, "broken_since": "2027-01-15T08:00:00.123Z"}"#;
    assert_eq!(sent().await, [broken]);
    assert!(shop.look("a", HANGS, day(2)).await);
    assert_eq!(sent().await, [""; 0]);
    let seen = shop.one("a").await;
    assert!(shop.look("a", Look::Answered(200), day(3)).await);
    let mended = r#"destination.mended {"url": "https://shop.example/a", "domains": ["a.example"], "broken_since": "2027-01-15T08:00:00.123Z"}"#;
    assert_eq!(sent().await, [mended]);
    // A result that is not stored sends no event.
    assert!(!shop.settle(&seen, Look::Answered(200), day(3)).await);
    assert_eq!(sent().await, [""; 0]);
}
