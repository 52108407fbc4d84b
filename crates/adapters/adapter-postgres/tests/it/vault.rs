//! Store of engine connections in two processes, with a rotation.

use std::sync::Arc;

use adapter_postgres::DataKeyId;
use adapter_postgres::{PgEngineConnections, PgSecretRotation, Sealing};
use engine_link::{AccountId, EngineConnections, NewConnection, NewConnectionText};
use kernel::fixed::SeededEntropy;
use kernel::{OwnerId, UnixTime};
use secrecy::{ExposeSecret, SecretString};

use crate::desk::Desk;

pub(crate) struct Vault {
    pub(crate) desk: Desk,
    /// Store of the first process.
    pub(crate) here: PgEngineConnections,
    /// Store of the second process, with a separate keyring.
    pub(crate) there: PgEngineConnections,
    pub(crate) rotation: PgSecretRotation,
}

pub(crate) fn sealing(seed: u64) -> Arc<Sealing> {
    Arc::new(Sealing::new(&[9; 32], Arc::new(SeededEntropy::new(seed))))
}

impl Vault {
    pub(crate) async fn create() -> Self {
        let desk = Desk::create().await;
        let rotating = adapter_postgres::pool(desk.url(), 2);
        Self {
            here: PgEngineConnections::new(desk.pool.clone(), sealing(1)),
            there: PgEngineConnections::new(desk.pool.clone(), sealing(2)),
            rotation: PgSecretRotation::new(rotating, sealing(3)),
            desk,
        }
    }

    pub(crate) async fn token(&self, owner: OwnerId) -> String {
        let token =
            |found: Option<engine_link::EngineConnection>| found.unwrap().token.expose_secret().to_owned();
        let (here, there) = tokio::join!(self.here.find(owner), self.there.find(owner));
        let (here, there) = (token(here.unwrap()), token(there.unwrap()));
        assert_eq!(here, there);
        here
    }

    /// Counts the owner's values encrypted with this key.
    pub(crate) async fn sealed_with(&self, key: DataKeyId) -> i64 {
        let columns = ["token", "event_secret", "previous_event_secret"];
        let counts = columns.map(|column| format!("count(*) FILTER (WHERE sealed_key({column}) = {key})"));
        self.desk.count(&format!("SELECT {} AS n FROM engine_connections", counts.join(" + "))).await
    }

    pub(crate) async fn keys_in_use(&self) -> i64 {
        self.desk.count("SELECT count(*) AS n FROM secret_keys WHERE retired_at IS NULL").await
    }

    pub(crate) async fn owners(&self, count: i64) -> Vec<OwnerId> {
        let insert = format!(
            "INSERT INTO owners (owner_id, name, plan, created_at)
             SELECT 1000 + n, 'Bo', 'free', now() FROM generate_series(1, {count}) n"
        );
        self.desk.sql(&insert).await.unwrap();
        (1..=count).map(|n| OwnerId::new(1000 + n)).collect()
    }
}

pub(crate) fn connection(account: &str, token: &str, event_secret: &str) -> NewConnection {
    let text = NewConnectionText {
        base_url: "https://engine.example".into(),
        account: account.into(),
        token: token.into(),
        event_secret: event_secret.into(),
    };
    NewConnection::parse(text).unwrap()
}

pub(crate) fn account(text: &str) -> AccountId {
    AccountId::parse(text).unwrap()
}

pub(crate) async fn accepted(store: &PgEngineConnections, name: &str, now: UnixTime) -> Vec<String> {
    let source = store.find_by_account(&account(name)).await.unwrap().unwrap();
    source.secrets.accepted_at(now).map(|secret: &SecretString| secret.expose_secret().to_owned()).collect()
}
