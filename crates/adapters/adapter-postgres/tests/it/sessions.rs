use adapter_postgres::PgSessionStore;
use auth_scopes::{
    BrowserName, KeyId, KeyRef, KeyStore as _, OldKey, Rotation, Session, SessionId, SessionStore as _,
};
use kernel::{Precondition, SortableId};

use crate::team::{NOW, Team};

fn store(team: &Team) -> PgSessionStore {
    PgSessionStore::new(adapter_postgres::pool(team.url(), 4))
}

/// Builds a session of this key, last used `seen_after` seconds after the sign-in.
fn session(number: u128, key: KeyId, seen_after: i64) -> Session {
    let browser = Some(BrowserName::parse("Firefox on Linux").unwrap());
    let begun = Session::begin(SessionId::new(SortableId::from_u128(number)), key, browser, NOW);
    Session { seen_at: NOW.plus_seconds(seen_after), ..begun }
}

async fn numbers(store: &PgSessionStore, team: &Team, key: KeyId) -> Vec<SessionId> {
    let listed = store.list(team.owner, key).await.unwrap();
    let mut ids: Vec<_> = listed.into_iter().map(|session| session.id).collect();
    ids.sort();
    ids
}

fn ids(numbers: &[u128]) -> Vec<SessionId> {
    numbers.iter().map(|number| SessionId::new(SortableId::from_u128(*number))).collect()
}

#[tokio::test]
async fn a_session_is_read_as_it_was_written_by_its_own_key_alone() {
    let team = Team::create().await;
    let (store, (key, _), (other, _)) = (store(&team), team.key(None).await, team.key(None).await);
    let (named, nameless) = (session(1, key, 0), Session { browser: None, ..session(2, key, 0) });
    for one in [&named, &nameless] {
        store.insert(team.owner, one, 9).await.unwrap();
        assert_eq!(store.find(team.owner, key, one.id).await.unwrap().as_ref(), Some(one));
        assert_eq!(store.find(team.owner, other, one.id).await.unwrap(), None);
        assert_eq!(store.find(team.stranger, key, one.id).await.unwrap(), None);
    }
    // Inserting the same session again changes nothing.
    store.insert(team.owner, &Session { browser: None, ..session(1, key, 60) }, 9).await.unwrap();
    assert_eq!(store.find(team.owner, key, named.id).await.unwrap(), Some(named.clone()));
    for (owner, key) in [(team.owner, other), (team.stranger, key)] {
        assert!(store.list(owner, key).await.unwrap().is_empty());
        assert!(!store.end(owner, key, named.id).await.unwrap());
        store.end_all(owner, key, None).await.unwrap();
    }
    assert_eq!(numbers(&store, &team, key).await, ids(&[1, 2]));
}

#[tokio::test]
async fn a_use_never_goes_back_and_brings_nothing_back() {
    let team = Team::create().await;
    let (store, (key, _)) = (store(&team), team.key(None).await);
    let one = session(1, key, 60);
    store.insert(team.owner, &one, 9).await.unwrap();
    for (at, seen) in [(30, 60), (90, 90)] {
        store.record_use(team.owner, one.id, NOW.plus_seconds(at)).await.unwrap();
        store.record_use(team.stranger, one.id, NOW.plus_seconds(999)).await.unwrap();
        let found = store.find(team.owner, key, one.id).await.unwrap().unwrap();
        assert_eq!(found, session(1, key, seen));
    }
    assert!(store.end(team.owner, key, one.id).await.unwrap());
    store.record_use(team.owner, one.id, NOW.plus_seconds(99)).await.unwrap();
    assert_eq!(store.find(team.owner, key, one.id).await.unwrap(), None);
    assert!(!store.end(team.owner, key, one.id).await.unwrap());
}

#[tokio::test]
async fn beyond_the_most_those_end_that_were_used_longest_ago() {
    let team = Team::create().await;
    let (store, (key, _), (other, _)) = (store(&team), team.key(None).await, team.key(None).await);
    store.insert(team.owner, &session(9, other, 0), 2).await.unwrap();
    for (number, seen) in [(1, 50), (2, 10), (3, 20)] {
        store.insert(team.owner, &session(number, key, seen), 2).await.unwrap();
    }
    assert_eq!(numbers(&store, &team, key).await, ids(&[1, 3]));
    // Twenty concurrent inserts end with the maximum number.
    let tasks = (20..40).map(|number| {
        let (store, owner) = (store.clone(), team.owner);
        tokio::spawn(async move { store.insert(owner, &session(number, key, 60), 5).await })
    });
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(numbers(&store, &team, key).await.len(), 5);
    assert_eq!(numbers(&store, &team, other).await, ids(&[9]), "each key has its own room");
}

#[tokio::test]
async fn all_but_the_kept_one_end() {
    let team = Team::create().await;
    let (store, (key, _)) = (store(&team), team.key(None).await);
    for number in 1..=3 {
        store.insert(team.owner, &session(number, key, 0), 9).await.unwrap();
    }
    store.end_all(team.owner, key, Some(ids(&[2])[0])).await.unwrap();
    assert_eq!(numbers(&store, &team, key).await, ids(&[2]));
    store.end_all(team.owner, key, None).await.unwrap();
    assert!(numbers(&store, &team, key).await.is_empty());
}

#[tokio::test]
async fn sessions_end_with_their_key_and_begin_under_no_revoked_one() {
    let team = Team::create().await;
    let store = store(&team);
    let (revoked, _) = team.key(None).await;
    let (rotated, _) = team.key(None).await;
    for (number, key) in [(1, revoked), (2, rotated)] {
        store.insert(team.owner, &session(number, key, 0), 9).await.unwrap();
    }
    assert!(team.keys.revoke(team.by(), &KeyRef::Id(revoked), Precondition::None, NOW).await.unwrap());
    let rotation =
        Rotation { old_key: rotated, expected_end: None, old: OldKey::Revoked, new: team.new_key(None) };
    team.keys.rotate(team.by(), &rotation).await.unwrap().unwrap();
    for key in [revoked, rotated] {
        store.insert(team.owner, &session(3, key, 0), 9).await.unwrap();
        assert!(numbers(&store, &team, key).await.is_empty());
    }
}

#[tokio::test]
async fn idle_and_expired_sessions_are_purged() {
    let team = Team::create().await;
    let (store, (key, _)) = (store(&team), team.key(None).await);
    let over = Session { expires_at: NOW.plus_seconds(70), ..session(3, key, 60) };
    for one in [session(1, key, 10), session(2, key, 60), over] {
        store.insert(team.owner, &one, 9).await.unwrap();
    }
    let purge = async || store.purge(NOW.plus_seconds(30), NOW.plus_seconds(71)).await.unwrap();
    assert_eq!((purge().await, purge().await), (2, 0));
    assert_eq!(numbers(&store, &team, key).await, ids(&[2]));
}
