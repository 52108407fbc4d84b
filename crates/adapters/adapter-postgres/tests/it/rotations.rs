//! Tests of key rotations during reads and writes.

use std::sync::Arc;

use adapter_postgres::DataKeyId;
use adapter_postgres::{PgEngineConnections, PgRekeying, PgSecretRotation, Sealing};
use application::operation::Dependence;
use auth_scopes::PepperId;
use diesel_async::RunQueryDsl;
use engine_link::{ConnectError, ConnectionRegistry, EngineConnections};
use kernel::fixed::SeededEntropy;
use kernel::{Acting, OwnerId, StoreError};
use secrecy::ExposeSecret;
use test_support::waiting_for_locks;
use tokio::task::JoinSet;

use crate::desk::Desk;
use crate::team::NOW;
use crate::vault::{Vault, accepted, connection, sealing};

#[tokio::test]
async fn a_rotation_seals_everything_again_and_retires_the_old_key() {
    let vault = Vault::create().await;
    let (owner, old, new) = (vault.desk.owner, DataKeyId::FIRST, DataKeyId::FIRST.next());
    let by = Acting::service(owner);
    vault.here.connect(&by, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault.here.connect(&by, &connection("a", "token-1", "secret-2"), NOW).await.unwrap();
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
        let new = connection(&format!("a{n}"), &format!("t{n}"), &format!("s{n}"));
        vault.here.connect(&Acting::service(owner), &new, NOW).await.unwrap();
    }
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!(rotated.resealed, 260);
    assert_eq!(vault.token(OwnerId::new(1130)).await, "t129");
}

#[tokio::test]
async fn a_rotation_that_was_stopped_is_finished_by_the_next_one() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    let by = Acting::service(owner);
    vault.here.connect(&by, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let key = vault.rotation.begin().await.unwrap();
    // Interrupted after the creation of the key, and again after one step.
    assert_eq!(vault.rotation.begin().await.unwrap(), key);
    assert_eq!(vault.token(owner).await, "token-1");
    assert_eq!(vault.rotation.reseal_some(key).await.unwrap(), 1);
    assert_eq!(vault.token(owner).await, "token-1");
    assert_eq!(vault.rotation.retire_older(key).await.unwrap(), None, "a value is left");
    assert_eq!(vault.keys_in_use().await, 2);
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!((rotated.key, rotated.resealed, rotated.retired), (key, 1, vec![DataKeyId::FIRST]));
    assert_eq!(vault.keys_in_use().await, 1);
}

#[tokio::test]
async fn without_any_value_a_rotation_makes_the_first_key() {
    let vault = Vault::create().await;
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!((rotated.key, rotated.resealed, rotated.retired), (DataKeyId::FIRST, 0, vec![]));
    vault.here.connect(vault.desk.by(), &connection("a", "t", "s"), NOW).await.unwrap();
    assert_eq!(vault.sealed_with(DataKeyId::FIRST).await, 2);
}

#[tokio::test]
async fn first_values_at_once_agree_on_the_first_key() {
    let vault = Vault::create().await;
    let (one, other) = (connection("a", "t", "s"), connection("b", "t", "s2"));
    let stranger = Acting::service(vault.desk.stranger);
    let (one, other) = tokio::join!(
        vault.here.connect(vault.desk.by(), &one, NOW),
        vault.there.connect(&stranger, &other, NOW)
    );
    one.and(other).unwrap();
    assert_eq!(vault.sealed_with(DataKeyId::FIRST).await, 4);
    assert_eq!(vault.token(vault.desk.stranger).await, "t");
}

/// A writer encrypted with the old key but has not committed when the new key is created. The old key stays until the
/// commit, and the value is reencrypted.
#[tokio::test]
async fn a_write_under_the_old_key_during_a_rotation_is_not_lost() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    let by = Acting::service(owner);
    vault.here.connect(&by, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault
        .here
        .connect(&Acting::service(stranger), &connection("b", "token-2", "secret-2"), NOW)
        .await
        .unwrap();
    // The table lock stops the writer between encryption and write.
    let mut gate = vault.desk.pool.get().await.unwrap();
    for statement in ["BEGIN", "LOCK TABLE engine_connections IN SHARE ROW EXCLUSIVE MODE"] {
        diesel::sql_query(statement).execute(&mut gate).await.unwrap();
    }
    let writer = {
        let here = vault.here.clone();
        tokio::spawn(async move { here.connect(&by, &connection("a", "token-3", "secret-1"), NOW).await })
    };
    let waiting = waiting_for_locks();
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
    assert_eq!(vault.sealed_with(DataKeyId::FIRST).await, 4, "they wrote under the old key");
    let rotated = vault.rotation.run().await.unwrap();
    assert_eq!((rotated.key, rotated.resealed), (key, 4));
    assert_eq!(vault.token(owner).await, "token-3");
    assert_eq!(vault.token(stranger).await, "token-2");
}

/// A writer that meets the retirement of the old key waits, and then encrypts with the new key.
#[tokio::test]
async fn a_write_that_meets_the_retirement_takes_the_new_key() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    let by = Acting::service(owner);
    vault.here.connect(&by, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let mut gate = vault.desk.pool.get().await.unwrap();
    for statement in ["BEGIN", "SELECT FROM secret_keys FOR UPDATE"] {
        diesel::sql_query(statement).execute(&mut gate).await.unwrap();
    }
    let writer = {
        let here = vault.here.clone();
        tokio::spawn(async move { here.connect(&by, &connection("a", "token-2", "secret-1"), NOW).await })
    };
    let waiting = waiting_for_locks();
    until(&vault.desk, waiting, 1).await;
    let made = "INSERT INTO secret_keys SELECT 2, wrapped, now() FROM secret_keys";
    for statement in [made, "UPDATE secret_keys SET retired_at = now() WHERE key_id = 1", "COMMIT"] {
        diesel::sql_query(statement).execute(&mut gate).await.unwrap();
    }
    // The second key is a copy of the first under a wrong id, so its rejection shows that the writer used it.
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
                let secret = format!("secret-of-{owner}-{n}");
                let new = connection(&format!("acct-{owner}"), &format!("token-{n}"), &secret);
                writes.connect(&Acting::service(owner), &new, NOW).await.unwrap();
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
        let secret = |write| format!("secret-of-{owner}-{write}");
        assert_eq!(secrets, [secret(WRITES - 1), secret(WRITES - 2)]);
    }
}

async fn until(desk: &Desk, query: &str, wanted: i64) {
    let deadline = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
    while desk.count(query).await < wanted {
        assert!(tokio::time::Instant::now() < deadline, "never {wanted}: {query}");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn another_secret_key_takes_the_place_of_the_old_one_while_secrets_are_read() {
    let vault = Vault::create().await;
    let (owner, pool) = (vault.desk.owner, vault.desk.pool.clone());
    let by = Acting::service(owner);
    vault.here.connect(&by, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault.rotation.run().await.unwrap();
    assert_eq!(vault.token(owner).await, "token-1");
    let new = |seed| Sealing::new(&[8; 32], Arc::new(SeededEntropy::new(seed)));
    let old = |seed| Sealing::new(&[9; 32], Arc::new(SeededEntropy::new(seed)));
    let reads = async |sealing: Sealing| {
        let connections = PgEngineConnections::new(pool.clone(), Arc::new(sealing));
        connections.find(owner).await.ok().map(|found| found.unwrap().token.expose_secret().to_owned())
    };
    let token = || Some("token-1".to_owned());
    // Before the change, processes with both keys can read, in either order.
    assert_eq!(reads(new(1).also_under(&[9; 32])).await, token());
    assert_eq!(reads(old(1).also_under(&[8; 32])).await, token());
    assert_eq!((reads(old(1)).await, reads(new(1)).await), (token(), None));
    let rekeying = PgRekeying::new(pool.clone(), Arc::new(new(2).also_under(&[9; 32])));
    let left = async || rekeying.dependence(PepperId::new(7), NOW).await.unwrap();
    let nothing = Dependence { data_keys: 2, data_keys_left: 2, api_keys: 0, api_keys_left: 0 };
    assert_eq!(left().await, nothing);
    // A process without the old key changes nothing.
    let ignorant = PgRekeying::new(pool.clone(), Arc::new(new(3)));
    assert!(matches!(ignorant.rewrap().await, Err(StoreError::Failed(_))));
    assert_eq!(left().await, nothing);
    assert_eq!(rekeying.rewrap().await.unwrap(), 2, "retired keys too");
    assert_eq!(left().await, Dependence { data_keys_left: 0, ..nothing });
    assert_eq!(rekeying.rewrap().await.unwrap(), 0, "once is enough");
    // After the change, the new key suffices, the old key does not, and processes with both keys noticed nothing.
    assert_eq!(reads(new(4)).await, token());
    assert_eq!(reads(old(4).also_under(&[8; 32])).await, token());
    assert_eq!(reads(old(4)).await, None);
    assert_eq!(vault.token(owner).await, "token-1", "keys that are in memory open as before");
    let rotated = PgSecretRotation::new(pool.clone(), Arc::new(new(5))).run().await.unwrap();
    assert_eq!(rotated.resealed, 2);
    assert_eq!(reads(new(6)).await, token());
}
