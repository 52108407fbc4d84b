//! Tests of engine connections with encrypted secrets.

use std::sync::Arc;

use adapter_postgres::{PgEngineConnections, Sealing};
use engine_link::{ConnectError, ConnectionRegistry, EngineConnections, LinkState};
use kernel::fixed::SeededEntropy;
use kernel::{Acting, OwnerId, StoreError};
use secrecy::ExposeSecret;

use crate::team::NOW;
use crate::vault::{Vault, accepted, account, connection};

#[tokio::test]
async fn a_connection_comes_back_as_it_was_made() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    let by = &Acting::service(owner);
    assert!(vault.here.find(owner).await.unwrap().is_none());
    vault.here.connect(by, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let found = vault.there.find(owner).await.unwrap().unwrap();
    assert_eq!((found.base_url.as_str(), found.account.as_str()), ("https://engine.example", "a"));
    assert_eq!(found.token.expose_secret(), "token-1");
    assert_eq!((found.state, found.connected_at), (LinkState::Connected, NOW));
    assert!(vault.here.find(vault.desk.stranger).await.unwrap().is_none());
    let source = vault.there.find_by_account(&account("a")).await.unwrap().unwrap();
    assert_eq!(source.owner, owner);
    assert_eq!(accepted(&vault.there, "a", NOW).await, ["secret-1"]);
    assert!(vault.here.find_by_account(&account("b")).await.unwrap().is_none());
}

#[tokio::test]
async fn no_secret_is_kept_in_the_open() {
    let vault = Vault::create().await;
    vault.here.connect(vault.desk.by(), &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault.here.connect(vault.desk.by(), &connection("a", "token-2", "secret-2"), NOW).await.unwrap();
    let open = "SELECT count(*) AS n FROM engine_connections WHERE
        position('token-'::bytea in token) > 0 OR position('secret-'::bytea in event_secret) > 0
        OR position('secret-'::bytea in previous_event_secret) > 0 OR previous_event_secret IS NULL";
    assert_eq!(vault.desk.count(open).await, 0);
}

#[tokio::test]
async fn a_sealed_value_opens_in_its_own_row_and_column_only() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    let by = &Acting::service(owner);
    vault.here.connect(by, &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    vault
        .here
        .connect(&Acting::service(stranger), &connection("b", "token-2", "secret-2"), NOW)
        .await
        .unwrap();
    // In two steps, because the owners' rows may be on different nodes.
    let (client, connection) =
        tokio_postgres::connect(vault.desk.url(), tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let (theirs, ours) = (
        "SELECT token FROM engine_connections WHERE owner_id = $1",
        "UPDATE engine_connections SET token = $1 WHERE owner_id = $2",
    );
    let token: Vec<u8> = client.query_one(theirs, &[&owner.get()]).await.unwrap().get(0);
    client.execute(ours, &[&token, &stranger.get()]).await.unwrap();
    assert!(matches!(vault.here.find(stranger).await, Err(StoreError::Failed(_))));
    vault.desk.sql("UPDATE engine_connections SET token = event_secret").await.unwrap();
    assert!(matches!(vault.here.find(owner).await, Err(StoreError::Failed(_))));
}

#[tokio::test]
async fn another_secret_key_opens_nothing() {
    let vault = Vault::create().await;
    vault.here.connect(vault.desk.by(), &connection("a", "token-1", "secret-1"), NOW).await.unwrap();
    let other = Arc::new(Sealing::new(&[8; 32], Arc::new(SeededEntropy::new(4))));
    let other = PgEngineConnections::new(vault.desk.pool.clone(), other);
    let error = other.find(vault.desk.owner).await.err().unwrap();
    let StoreError::Failed(cause) = error else { panic!("{error:?}") };
    assert_eq!(cause.to_string(), "key 1 was wrapped under another secret key");
}

#[tokio::test]
async fn a_replaced_event_secret_can_be_revoked() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    let by = &Acting::service(owner);
    assert!(!vault.here.revoke_previous_secret(owner).await.unwrap(), "nothing is connected");
    for (owner, account, secrets) in
        [(owner, "a", ["secret-1", "secret-2"]), (stranger, "b", ["theirs-1", "theirs-2"])]
    {
        for secret in secrets {
            let by = Acting::service(owner);
            vault.here.connect(&by, &connection(account, "t", secret), NOW).await.unwrap();
        }
    }
    assert!(vault.here.revoke_previous_secret(owner).await.unwrap());
    assert_eq!(accepted(&vault.there, "a", NOW).await, ["secret-2"]);
    assert_eq!(accepted(&vault.there, "b", NOW).await, ["theirs-2", "theirs-1"]);
    assert!(!vault.here.revoke_previous_secret(owner).await.unwrap());
    // A later change overlaps as usual.
    vault.here.connect(by, &connection("a", "t", "secret-3"), NOW).await.unwrap();
    assert_eq!(accepted(&vault.there, "a", NOW).await, ["secret-3", "secret-2"]);
}

#[tokio::test]
async fn a_replaced_event_secret_is_kept_beside_the_new_one() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    let by = &Acting::service(owner);
    let later = NOW.plus_seconds(60);
    vault.here.connect(by, &connection("a", "t", "secret-1"), NOW).await.unwrap();
    vault.here.connect(by, &connection("a", "t", "secret-2"), later).await.unwrap();
    assert_eq!(accepted(&vault.there, "a", later).await, ["secret-2", "secret-1"]);
    // The same secret again changes neither the overlap nor its start.
    vault.here.connect(by, &connection("a", "t", "secret-2"), later.plus_seconds(60)).await.unwrap();
    assert_eq!(accepted(&vault.there, "a", later).await, ["secret-2", "secret-1"]);
    assert_eq!(accepted(&vault.there, "a", later.plus_seconds(86_400)).await, ["secret-2"]);
    // Another account does not keep the old secret.
    vault.here.connect(by, &connection("b", "t", "secret-3"), later).await.unwrap();
    assert_eq!(accepted(&vault.there, "b", later).await, ["secret-3"]);
    assert!(vault.there.find_by_account(&account("a")).await.unwrap().is_none());
}

#[tokio::test]
async fn an_account_belongs_to_one_owner() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    let by = &Acting::service(owner);
    vault.here.connect(by, &connection("a", "t", "s"), NOW).await.unwrap();
    let taken = vault.here.connect(&Acting::service(stranger), &connection("a", "t", "s"), NOW).await;
    assert!(matches!(taken, Err(ConnectError::AccountTaken)));
    let unknown =
        vault.here.connect(&Acting::service(OwnerId::new(99_999)), &connection("c", "t", "s"), NOW).await;
    assert!(matches!(unknown, Err(ConnectError::OwnerUnknown)));
    assert!(vault.here.disconnect(by).await.unwrap());
    assert!(!vault.here.disconnect(by).await.unwrap());
    assert!(vault.here.find(owner).await.unwrap().is_none());
    vault.here.connect(&Acting::service(stranger), &connection("a", "t", "s"), NOW).await.unwrap();
}

#[tokio::test]
async fn of_two_who_claim_one_account_at_once_one_gets_it() {
    let vault = Vault::create().await;
    for round in 0..10 {
        let name = format!("acct-{round}");
        let (new, theirs) = (connection(&name, "t", "s"), connection(&name, "t", "s2"));
        let stranger = Acting::service(vault.desk.stranger);
        let (one, other) = tokio::join!(
            vault.here.connect(vault.desk.by(), &new, NOW),
            vault.there.connect(&stranger, &theirs, NOW)
        );
        assert_ne!(one.is_ok(), other.is_ok(), "round {round}");
        let loser = if one.is_ok() { other } else { one };
        assert!(matches!(loser, Err(ConnectError::AccountTaken)), "{loser:?}");
    }
}

#[tokio::test]
async fn an_event_secret_belongs_to_one_connection() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    let by = &Acting::service(owner);
    vault.here.connect(by, &connection("a", "t", "s1"), NOW).await.unwrap();
    vault.here.connect(by, &connection("a", "t", "s2"), NOW).await.unwrap();
    for (secret, free) in [("s1", false), ("s2", false), ("s3", true)] {
        let connected =
            vault.there.connect(&Acting::service(stranger), &connection("b", "t", secret), NOW).await;
        assert_eq!(connected.is_ok(), free, "{secret}");
        assert!(free || matches!(connected, Err(ConnectError::SecretTaken)));
    }
    assert!(matches!(
        vault.here.connect(by, &connection("a", "t", "s3"), NOW).await,
        Err(ConnectError::SecretTaken)
    ));
    assert_eq!(accepted(&vault.there, "a", NOW).await, ["s2", "s1"], "nothing is changed");
    // An owner may keep the own secret, on another account too.
    vault.here.connect(by, &connection("c", "t", "s2"), NOW).await.unwrap();
    // The secret of an ended connection is free again.
    assert!(vault.here.disconnect(&Acting::service(stranger)).await.unwrap());
    vault.here.connect(by, &connection("c", "t", "s3"), NOW).await.unwrap();
}

#[tokio::test]
async fn connections_that_share_an_event_secret_are_found() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    let by = &Acting::service(owner);
    vault.here.connect(by, &connection("a", "t", "s1"), NOW).await.unwrap();
    let (client, served) = tokio_postgres::connect(vault.desk.url(), tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(served);
    let kept = "SELECT event_secret FROM engine_connections WHERE owner_id = $1";
    let first: Vec<u8> = client.query_one(kept, &[&owner.get()]).await.unwrap().get(0);
    vault.here.connect(by, &connection("a", "t", "s2"), NOW).await.unwrap();
    assert!(vault.here.revoke_previous_secret(owner).await.unwrap());
    vault.here.connect(&Acting::service(stranger), &connection("b", "t", "s1"), NOW).await.unwrap();
    assert_eq!(vault.there.owners_with_shared_secrets(NOW).await.unwrap(), []);
    // Connecting rejects a shared secret, so the row is written directly.
    let before = "UPDATE engine_connections SET event_secret = $1 WHERE owner_id = $2";
    client.execute(before, &[&first, &owner.get()]).await.unwrap();
    let mut both = [owner, stranger];
    both.sort();
    assert_eq!(vault.there.owners_with_shared_secrets(NOW).await.unwrap(), both);
    // A connection whose secret can't be decrypted verifies nothing.
    client.execute(before, &[&vec![1_u8], &owner.get()]).await.unwrap();
    assert_eq!(vault.there.owners_with_shared_secrets(NOW).await.unwrap(), []);
}

#[tokio::test]
async fn of_two_who_connect_with_one_event_secret_at_once_one_is_connected() {
    let vault = Vault::create().await;
    for round in 0..10 {
        let secret = format!("s-{round}");
        let (one, other) = (connection("a", "t", &secret), connection("b", "t", &secret));
        let stranger = Acting::service(vault.desk.stranger);
        let (one, other) = tokio::join!(
            vault.here.connect(vault.desk.by(), &one, NOW),
            vault.there.connect(&stranger, &other, NOW)
        );
        assert_ne!(one.is_ok(), other.is_ok(), "round {round}");
        let loser = if one.is_ok() { other } else { one };
        assert!(matches!(loser, Err(ConnectError::SecretTaken)), "{loser:?}");
    }
}

#[tokio::test]
async fn owners_who_swap_accounts_take_turns() {
    let vault = Vault::create().await;
    let (owner, stranger) = (vault.desk.owner, vault.desk.stranger);
    let by = &Acting::service(owner);
    for _ in 0..10 {
        vault.here.connect(by, &connection("a", "t", "s"), NOW).await.unwrap();
        vault.here.connect(&Acting::service(stranger), &connection("b", "t", "s2"), NOW).await.unwrap();
        let (to_b, to_a) = (connection("b", "t", "s"), connection("a", "t", "s2"));
        let their = Acting::service(stranger);
        let (one, other) =
            tokio::join!(vault.here.connect(by, &to_b, NOW), vault.there.connect(&their, &to_a, NOW));
        for outcome in [one, other] {
            assert!(matches!(outcome, Err(ConnectError::AccountTaken)), "{outcome:?}");
        }
    }
}

#[tokio::test]
async fn a_refusal_is_noted_until_the_engine_accepts_or_a_new_connection_is_made() {
    let vault = Vault::create().await;
    let owner = vault.desk.owner;
    let by = &Acting::service(owner);
    vault.here.connect(by, &connection("a", "t", "s"), NOW).await.unwrap();
    let first = vault.here.find(owner).await.unwrap().unwrap().revision;
    vault.here.mark_refused(owner, first, NOW).await.unwrap();
    vault.here.mark_refused(owner, first, NOW.plus_seconds(9)).await.unwrap();
    vault.here.mark_refused(vault.desk.stranger, first, NOW).await.unwrap();
    let state = vault.there.find(owner).await.unwrap().unwrap().state;
    assert_eq!(state, LinkState::Refused { since: NOW });
    vault.here.mark_accepted(owner, first).await.unwrap();
    assert_eq!(vault.there.find(owner).await.unwrap().unwrap().state, LinkState::Connected);
    vault.here.mark_refused(owner, first, NOW).await.unwrap();
    vault.here.connect(by, &connection("a", "t2", "s"), NOW).await.unwrap();
    assert_eq!(vault.there.find(owner).await.unwrap().unwrap().state, LinkState::Connected);
    // The result of the earlier connection arrives late.
    vault.here.mark_refused(owner, first, NOW).await.unwrap();
    assert_eq!(vault.there.find(owner).await.unwrap().unwrap().state, LinkState::Connected);
}
