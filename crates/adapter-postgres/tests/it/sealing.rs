//! Connections whose secrets are sealed, and rotations of the keys beside those who read and write.

use std::sync::Arc;

use adapter_postgres::{PgEngineConnections, PgSecretRotation, Sealing};
use diesel_async::RunQueryDsl;
use engine_link::{
    AccountId, ConnectError, ConnectionRegistry, EngineConnections, LinkState, NewConnection,
    NewConnectionText,
};
use kernel::fixed::SeededEntropy;
use kernel::{OwnerId, StoreError, UnixTime};
use sealed_secrets::KeyId;
use secrecy::{ExposeSecret, SecretString};
use tokio::task::JoinSet;

use crate::desk::Desk;
use crate::team::NOW;

struct Vault {
    desk: Desk,
    /// As one process sees it.
    here: PgEngineConnections,
    /// As another process sees it, with a keyring of its own.
    there: PgEngineConnections,
    rotation: PgSecretRotation,
}

pub(crate) fn sealing(seed: u64) -> Arc<Sealing> {
    Arc::new(Sealing::new(&[9; 32], Arc::new(SeededEntropy::new(seed))))
}

impl Vault {
    async fn create() -> Self {
        let desk = Desk::create().await;
        let rotating = adapter_postgres::pool(desk.url(), 2);
        Self {
            here: PgEngineConnections::new(desk.pool.clone(), sealing(1)),
            there: PgEngineConnections::new(desk.pool.clone(), sealing(2)),
            rotation: PgSecretRotation::new(rotating, sealing(3)),
            desk,
        }
    }

    async fn token(&self, owner: OwnerId) -> String {
        let token =
            |found: Option<engine_link::EngineConnection>| found.unwrap().token.expose_secret().to_owned();
        let (here, there) = tokio::join!(self.here.find(owner), self.there.find(owner));
        let (here, there) = (token(here.unwrap()), token(there.unwrap()));
        assert_eq!(here, there);
        here
    }

    /// How many of the owner's values are sealed with this key.
    async fn sealed_with(&self, key: KeyId) -> i64 {
        let columns = ["token", "event_secret", "previous_event_secret"];
        let counts = columns.map(|column| format!("count(*) FILTER (WHERE sealed_key({column}) = {key})"));
        self.desk.count(&format!("SELECT {} AS n FROM engine_connections", counts.join(" + "))).await
    }

    async fn keys_in_use(&self) -> i64 {
        self.desk.count("SELECT count(*) AS n FROM secret_keys WHERE retired_at IS NULL").await
    }

    async fn owners(&self, count: i64) -> Vec<OwnerId> {
        let insert = format!(
            "INSERT INTO owners (owner_id, name, plan, created_at)
             SELECT 1000 + n, 'Bo', 'free', now() FROM generate_series(1, {count}) n"
        );
        self.desk.sql(&insert).await.unwrap();
        (1..=count).map(|n| OwnerId::new(1000 + n)).collect()
    }
}

fn connection(account: &str, token: &str, event_secret: &str) -> NewConnection {
    let text = NewConnectionText {
        base_url: "https://engine.example".into(),
        account: account.into(),
        token: token.into(),
        event_secret: event_secret.into(),
    };
    NewConnection::parse(text).unwrap()
}

fn account(text: &str) -> AccountId {
    AccountId::parse(text).unwrap()
}

async fn accepted(store: &PgEngineConnections, name: &str, now: UnixTime) -> Vec<String> {
    let source = store.find_by_account(&account(name)).await.unwrap().unwrap();
    source.secrets.accepted_at(now).map(|secret: &SecretString| secret.expose_secret().to_owned()).collect()
}

#[tokio::test]
async fn a_connection_comes_back_as_it_was_made() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    assert!(vault.here.find(owner).await.unwrap().is_none());
    vault.here.connect(owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let found = vault.there.find(owner).await.unwrap().unwrap();
    assert_eq!((found.base_url.as_str(), found.account.as_str()), ("https://engine.example", "a"));
    assert_eq!(found.token.expose_secret(), "token-1");
    assert_eq!((found.state, found.connected_at), (LinkState::Connected, NOW));
    assert!(vault.here.find(vault.desk.stranger).await.unwrap().is_none());
    assert_eq!(vault.here.owners().await.unwrap(), [owner]);
    let source = vault.there.find_by_account(&account("a")).await.unwrap().unwrap();
    assert_eq!(source.owner, owner);
    assert_eq!(accepted(&vault.there, "a", NOW).await, ["secret-1"]);
    assert!(vault.here.find_by_account(&account("b")).await.unwrap().is_none());
}

#[tokio::test]
async fn no_secret_is_kept_in_the_open() {
    let vault = Vault::create().await;
    vault.here.connect(vault.desk.owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault.here.connect(vault.desk.owner, &connection("a", "token-2", "secret-2"), NOW).await.unwrap();
    let open = "SELECT count(*) AS n FROM engine_connections WHERE
        position('token-'::bytea in token) > 0 OR position('secret-'::bytea in event_secret) > 0
        OR position('secret-'::bytea in previous_event_secret) > 0 OR previous_event_secret IS NULL";
    assert_eq!(vault.desk.count(open).await, 0);
}

#[tokio::test]
async fn a_sealed_value_opens_in_its_own_row_and_column_only() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    vault.here.connect(owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault.here.connect(stranger, &connection("b", "token-2", "secret-2"), NOW).await.unwrap();
    let moved = format!(
        "UPDATE engine_connections SET token = (SELECT token FROM engine_connections WHERE owner_id = {owner})
         WHERE owner_id = {stranger}"
    );
    vault.desk.sql(&moved).await.unwrap();
    assert!(matches!(vault.here.find(stranger).await, Err(StoreError::Failed(_))));
    vault.desk.sql("UPDATE engine_connections SET token = event_secret").await.unwrap();
    assert!(matches!(vault.here.find(owner).await, Err(StoreError::Failed(_))));
}

#[tokio::test]
async fn another_secret_key_opens_nothing() {
    let vault = Vault::create().await;
    vault.here.connect(vault.desk.owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let other = Arc::new(Sealing::new(&[8; 32], Arc::new(SeededEntropy::new(4))));
    let other = PgEngineConnections::new(vault.desk.pool.clone(), other);
    let error = other.find(vault.desk.owner).await.err().unwrap();
    let StoreError::Failed(cause) = error else { panic!("{error:?}") };
    assert_eq!(cause.to_string(), "key 1 was wrapped under another secret key");
}

#[tokio::test]
async fn a_replaced_event_secret_is_kept_beside_the_new_one() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    let later = NOW.plus_seconds(60);
    vault.here.connect(owner, &connection("a", "t", "secret-1"), NOW).await.unwrap();
    vault.here.connect(owner, &connection("a", "t", "secret-2"), later).await.unwrap();
    assert_eq!(accepted(&vault.there, "a", later).await, ["secret-2", "secret-1"]);
    // The same again changes neither the overlap nor its beginning.
    vault.here.connect(owner, &connection("a", "t", "secret-2"), later.plus_seconds(60)).await.unwrap();
    assert_eq!(accepted(&vault.there, "a", later).await, ["secret-2", "secret-1"]);
    assert_eq!(accepted(&vault.there, "a", later.plus_seconds(86_400)).await, ["secret-2"]);
    // Another account has nothing to do with the old secret.
    vault.here.connect(owner, &connection("b", "t", "secret-3"), later).await.unwrap();
    assert_eq!(accepted(&vault.there, "b", later).await, ["secret-3"]);
    assert!(vault.there.find_by_account(&account("a")).await.unwrap().is_none());
}

#[tokio::test]
async fn an_account_belongs_to_one_owner() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    vault.here.connect(owner, &connection("a", "t", "s"), NOW).await.unwrap();
    let taken = vault.here.connect(stranger, &connection("a", "t", "s"), NOW).await;
    assert!(matches!(taken, Err(ConnectError::AccountTaken)));
    let unknown = vault.here.connect(OwnerId::new(99_999), &connection("c", "t", "s"), NOW).await;
    assert!(matches!(unknown, Err(ConnectError::OwnerUnknown)));
    assert!(vault.here.disconnect(owner).await.unwrap());
    assert!(!vault.here.disconnect(owner).await.unwrap());
    assert!(vault.here.find(owner).await.unwrap().is_none());
    vault.here.connect(stranger, &connection("a", "t", "s"), NOW).await.unwrap();
}

#[tokio::test]
async fn of_two_who_claim_one_account_at_once_one_gets_it() {
    let vault = Vault::create().await;
    for round in 0..10 {
        let name = format!("acct-{round}");
        let new = connection(&name, "t", "s");
        let (one, other) = tokio::join!(
            vault.here.connect(vault.desk.owner, &new, NOW),
            vault.there.connect(vault.desk.stranger, &new, NOW)
        );
        assert_ne!(one.is_ok(), other.is_ok(), "round {round}");
        let loser = if one.is_ok() { other } else { one };
        assert!(matches!(loser, Err(ConnectError::AccountTaken)), "{loser:?}");
    }
}

#[tokio::test]
async fn owners_who_swap_accounts_take_turns() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    for _ in 0..10 {
        vault.here.connect(owner, &connection("a", "t", "s"), NOW).await.unwrap();
        vault.here.connect(stranger, &connection("b", "t", "s"), NOW).await.unwrap();
        let (to_b, to_a) = (connection("b", "t", "s"), connection("a", "t", "s"));
        let (one, other) =
            tokio::join!(vault.here.connect(owner, &to_b, NOW), vault.there.connect(stranger, &to_a, NOW));
        for outcome in [one, other] {
            assert!(matches!(outcome, Err(ConnectError::AccountTaken)), "{outcome:?}");
        }
    }
}

#[tokio::test]
async fn a_refusal_is_noted_until_the_engine_accepts_or_a_new_connection_is_made() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    vault.here.connect(owner, &connection("a", "t", "s"), NOW).await.unwrap();
    let first = vault.here.find(owner).await.unwrap().unwrap().revision;
    vault.here.mark_refused(owner, first, NOW).await.unwrap();
    vault.here.mark_refused(owner, first, NOW.plus_seconds(9)).await.unwrap();
    vault.here.mark_refused(vault.desk.stranger, first, NOW).await.unwrap();
    let state = vault.there.find(owner).await.unwrap().unwrap().state;
    assert_eq!(state, LinkState::Refused { since: NOW });
    vault.here.mark_accepted(owner, first).await.unwrap();
    assert_eq!(vault.there.find(owner).await.unwrap().unwrap().state, LinkState::Connected);
    vault.here.mark_refused(owner, first, NOW).await.unwrap();
    vault.here.connect(owner, &connection("a", "t2", "s"), NOW).await.unwrap();
    assert_eq!(vault.there.find(owner).await.unwrap().unwrap().state, LinkState::Connected);
    // News of the earlier connection come late.
    vault.here.mark_refused(owner, first, NOW).await.unwrap();
    assert_eq!(vault.there.find(owner).await.unwrap().unwrap().state, LinkState::Connected);
}

#[tokio::test]
async fn a_rotation_seals_everything_again_and_retires_the_old_key() {
    let vault = Vault::create().await;
    let (owner, old, new) = (vault.desk.owner, KeyId::FIRST, KeyId::FIRST.next());
    vault.here.connect(owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault.here.connect(owner, &connection("a", "token-1", "secret-2"), NOW).await.unwrap();
    assert_eq!(vault.sealed_with(old).await, 3);
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!((rotated.key, rotated.resealed, rotated.retired), (new, 3, vec![old]));
    assert_eq!((vault.sealed_with(old).await, vault.sealed_with(new).await), (0, 3));
    assert_eq!(vault.token(owner).await, "token-1");
    assert_eq!(accepted(&vault.here, "a", NOW).await, ["secret-2", "secret-1"]);
    let again = vault.rotation.run().await.unwrap();
    assert_eq!((again.key, again.resealed, again.retired), (new.next(), 3, vec![new]));
    assert_eq!(vault.token(owner).await, "token-1");
}

#[tokio::test]
async fn more_values_than_one_step_takes_are_all_sealed_again() {
    let vault = Vault::create().await;
    for (n, owner) in vault.owners(130).await.into_iter().enumerate() {
        vault.here.connect(owner, &connection(&format!("a{n}"), &format!("t{n}"), "s"), NOW).await.unwrap();
    }
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!(rotated.resealed, 260);
    assert_eq!(vault.token(OwnerId::new(1130)).await, "t129");
}

#[tokio::test]
async fn a_rotation_that_was_stopped_is_finished_by_the_next_one() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    vault.here.connect(owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let key = vault.rotation.begin().await.unwrap();
    // Stopped after the key was made, and again after one step.
    assert_eq!(vault.rotation.begin().await.unwrap(), key);
    assert_eq!(vault.token(owner).await, "token-1");
    assert_eq!(vault.rotation.reseal_some(key).await.unwrap(), 1);
    assert_eq!(vault.token(owner).await, "token-1");
    assert_eq!(vault.rotation.retire_older(key).await.unwrap(), None, "a value is left");
    assert_eq!(vault.keys_in_use().await, 2);
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!((rotated.key, rotated.resealed, rotated.retired), (key, 1, vec![KeyId::FIRST]));
    assert_eq!(vault.keys_in_use().await, 1);
}

#[tokio::test]
async fn without_any_value_a_rotation_makes_the_first_key() {
    let vault = Vault::create().await;
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!((rotated.key, rotated.resealed, rotated.retired), (KeyId::FIRST, 0, vec![]));
    vault.here.connect(vault.desk.owner, &connection("a", "t", "s"), NOW).await.unwrap();
    assert_eq!(vault.sealed_with(KeyId::FIRST).await, 2);
}

#[tokio::test]
async fn first_values_at_once_agree_on_the_first_key() {
    let vault = Vault::create().await;
    let (one, other) = (connection("a", "t", "s"), connection("b", "t", "s"));
    let (one, other) = tokio::join!(
        vault.here.connect(vault.desk.owner, &one, NOW),
        vault.there.connect(vault.desk.stranger, &other, NOW)
    );
    one.and(other).unwrap();
    assert_eq!(vault.sealed_with(KeyId::FIRST).await, 4);
    assert_eq!(vault.token(vault.desk.stranger).await, "t");
}

/// A writer that sealed with the old key and has not committed when the new key is made: the old key is not retired
/// before he has, and his value is sealed again.
#[tokio::test]
async fn a_write_under_the_old_key_during_a_rotation_is_not_lost() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    vault.here.connect(owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault.here.connect(stranger, &connection("b", "token-2", "secret-2"), NOW).await.unwrap();
    // The lock on the table of connections holds the writer between sealing and writing.
    let mut gate = vault.desk.pool.get().await.unwrap();
    for statement in ["BEGIN", "LOCK TABLE engine_connections IN SHARE ROW EXCLUSIVE MODE"] {
        diesel::sql_query(statement).execute(&mut gate).await.unwrap();
    }
    let writer = {
        let here = vault.here.clone();
        tokio::spawn(async move { here.connect(owner, &connection("a", "token-3", "secret-1"), NOW).await })
    };
    let waiting = "SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    until(&vault.desk, waiting, 1).await;
    let key = vault.rotation.begin().await.unwrap();
    let retiring = {
        let rotation = vault.rotation.clone();
        tokio::spawn(async move { rotation.retire_older(key).await })
    };
    until(&vault.desk, waiting, 2).await;
    assert!(!retiring.is_finished() && !writer.is_finished());
    diesel::sql_query("COMMIT").execute(&mut gate).await.unwrap();
    writer.await.unwrap().unwrap();
    assert_eq!(retiring.await.unwrap().unwrap(), None, "values are left under the old key");
    assert_eq!(vault.sealed_with(KeyId::FIRST).await, 4, "he wrote under the old key");
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!((rotated.key, rotated.resealed), (key, 4));
    assert_eq!(vault.token(owner).await, "token-3");
    assert_eq!(vault.token(stranger).await, "token-2");
}

/// A writer that comes while the old key is being retired waits, and then seals with the new one.
#[tokio::test]
async fn a_write_that_meets_the_retirement_takes_the_new_key() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    vault.here.connect(owner, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let mut gate = vault.desk.pool.get().await.unwrap();
    for statement in ["BEGIN", "SELECT FROM secret_keys FOR UPDATE"] {
        diesel::sql_query(statement).execute(&mut gate).await.unwrap();
    }
    let writer = {
        let here = vault.here.clone();
        tokio::spawn(async move { here.connect(owner, &connection("a", "token-2", "secret-1"), NOW).await })
    };
    let waiting = "SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    until(&vault.desk, waiting, 1).await;
    let made = "INSERT INTO secret_keys SELECT 2, wrapped, now() FROM secret_keys";
    for statement in [made, "UPDATE secret_keys SET retired_at = now() WHERE key_id = 1", "COMMIT"] {
        diesel::sql_query(statement).execute(&mut gate).await.unwrap();
    }
    // The second key is a copy of the first under a wrong number: that it is refused shows that it was taken.
    let error = writer.await.unwrap().unwrap_err();
    let ConnectError::Store(StoreError::Failed(cause)) = error else { panic!("{error:?}") };
    assert_eq!(cause.to_string(), "key 2 was wrapped under another secret key");
}

#[tokio::test]
async fn rotations_beside_readers_and_writers_lose_nothing() {
    const OWNERS: i64 = 6;
    const WRITES: i64 = 15;
    let vault = Vault::create().await;
    let owners = vault.owners(OWNERS).await;
    let mut busy = JoinSet::new();
    for owner in owners.clone() {
        let (writes, reads) = (vault.here.clone(), vault.there.clone());
        busy.spawn(async move {
            for n in 0..WRITES {
                let new = connection(&format!("acct-{owner}"), &format!("token-{n}"), &format!("secret-{n}"));
                writes.connect(owner, &new, NOW).await.unwrap();
                let read = reads.find(owner).await.unwrap().unwrap();
                assert_eq!(read.token.expose_secret(), format!("token-{n}"));
            }
        });
    }
    let other = PgSecretRotation::new(adapter_postgres::pool(vault.desk.url(), 2), sealing(5));
    let mut rotations = 0;
    while !busy.is_empty() {
        let (one, two) = tokio::join!(vault.rotation.run(), other.run());
        one.and(two).unwrap();
        rotations += 1;
        while let Some(ended) = busy.try_join_next() {
            ended.unwrap();
        }
    }
    assert!(rotations > 0);
    let last = vault.rotation.run().await.unwrap();
    assert_eq!(vault.sealed_with(last.key).await, OWNERS * 3);
    assert_eq!(vault.keys_in_use().await, 1);
    for owner in owners {
        assert_eq!(vault.token(owner).await, format!("token-{}", WRITES - 1));
        let secrets = accepted(&vault.there, &format!("acct-{owner}"), NOW).await;
        assert_eq!(secrets, [format!("secret-{}", WRITES - 1), format!("secret-{}", WRITES - 2)]);
    }
}

async fn until(desk: &Desk, query: &str, wanted: i64) {
    let deadline = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
    while desk.count(query).await < wanted {
        assert!(tokio::time::Instant::now() < deadline, "never {wanted}: {query}");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}
