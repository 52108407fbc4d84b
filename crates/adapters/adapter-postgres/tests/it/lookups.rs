//! Tests of lookups that share a connection.

use adapter_postgres::{PgDraftStore, PgKeyStore};
use auth_scopes::{KeyPrefix, KeyStore, NewToken, StoredKey};
use futures_util::future::{join, join_all};
use kernel::StoreError;
use kernel::fixed::SeededEntropy;
use landing_draft::ports::DraftStore;
use tokio_postgres::{Client, NoTls};

use crate::desk::Desk;
use crate::team::Team;

/// Pool size above the number of lookups.
const ROOM: usize = 64;
const MANY: usize = 50;

async fn session(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

#[tokio::test]
async fn many_at_once_share_a_connection_and_each_gets_its_answer() {
    let team = Team::create().await;
    let mut prefixes: Vec<KeyPrefix> = Vec::new();
    for _ in 0..MANY {
        prefixes.push(team.key(None).await.1.prefix);
    }
    let pool = adapter_postgres::pool(team.url(), ROOM);
    let keys = PgKeyStore::new(pool.clone());
    // The first lookup opens the connection.
    keys.find_by_prefix(&prefixes[0]).await.unwrap().unwrap();
    let found = join_all(prefixes.iter().map(|prefix| keys.find_by_prefix(prefix))).await;
    let found: Vec<_> = found.into_iter().map(|found| found.unwrap().unwrap().prefix).collect();
    assert_eq!(found, prefixes);
    assert_eq!((pool.status().size, pool.status().available), (1, 1), "it is the pool's again");
}

#[tokio::test]
async fn a_connection_that_broke_is_shared_no_more() {
    let desk = Desk::create().await;
    let unknown = NewToken::generate(&SeededEntropy::new(9)).prefix().clone();
    let keys = PgKeyStore::new(adapter_postgres::pool(desk.url(), ROOM));
    let find = async || keys.find_by_prefix(&unknown).await;
    assert_eq!(find().await.unwrap(), None);
    let (blocker, killer) = (session(desk.url()).await, session(desk.url()).await);
    blocker.batch_execute("BEGIN; LOCK key_prefixes IN ACCESS EXCLUSIVE MODE").await.unwrap();
    // One lookup retries as soon as it has failed, before the other lookup has noticed the failure.
    let twice = async {
        let failed = find().await;
        (failed, find().await)
    };
    let kill = async {
        desk.waiting(1).await;
        let working = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()";
        killer.execute(working, &[]).await.unwrap();
        blocker.batch_execute("ROLLBACK").await.unwrap();
    };
    let (((first, second), other), ()) = join(join(twice, find()), kill).await;
    let lost =
        |found: &Result<Option<StoredKey>, StoreError>| matches!(found, Err(StoreError::Unavailable(_)));
    assert!(lost(&first) && lost(&other), "{first:?} {other:?}");
    assert_eq!(second.unwrap(), None);
}

#[tokio::test]
async fn drafts_that_are_short_share_a_connection_and_long_ones_take_their_own() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    for (buttons, shared) in [(3, true), (200, false)] {
        let landing = desk.landing(buttons);
        desk.save(&domain, &landing).await;
        let pool = adapter_postgres::pool(desk.url(), ROOM);
        // Each store has a separate cache, and the first one opens a connection.
        let load = async |store: PgDraftStore| store.load(desk.owner, &domain).await.unwrap().unwrap();
        let store = || PgDraftStore::new(pool.clone(), Default::default());
        assert_eq!(load(store()).await.landing, landing);
        let one = store();
        let drafts = join_all((0..MANY).map(|_| load(one.clone()))).await;
        assert!(drafts.iter().all(|draft| draft.landing == landing));
        assert_eq!(pool.status().size == 1, shared, "{buttons} buttons: {:?}", pool.status());
    }
}
