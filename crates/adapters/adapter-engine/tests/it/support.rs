//! A client with connections in memory, and answers of the right shape.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use adapter_engine::{
    EngineClient, EngineError, EngineSettings, EngineTransport, Failure, IdempotencyKey, MessageOutcome,
    NewMessage,
};
use async_trait::async_trait;
use engine_link::{
    AccountId, AddressPolicy, BaseUrl, EngineConnection, EngineConnections, EventSource, LinkState, Revision,
};
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{OwnerId, StoreError, UnixTime};
use serde_json::{Value, json};

pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);
pub(crate) const OWNER: OwnerId = OwnerId::new(1);
pub(crate) const OTHER: OwnerId = OwnerId::new(2);

#[derive(Default)]
pub(crate) struct Connections {
    kept: Mutex<HashMap<OwnerId, EngineConnection>>,
}

impl Connections {
    pub(crate) fn connect(&self, owner: OwnerId, base_url: &str) {
        let connection = EngineConnection {
            revision: Revision::new(1),
            base_url: BaseUrl::parse(base_url).unwrap(),
            account: AccountId::parse(&format!("acct_{owner}")).unwrap(),
            number: kernel::AccountNumber::FIRST,
            token: format!("token-{owner}").into(),
            state: LinkState::Connected,
            connected_at: NOW,
        };
        self.kept.lock().unwrap().insert(owner, connection);
    }

    pub(crate) fn state(&self, owner: OwnerId) -> LinkState {
        self.kept.lock().unwrap()[&owner].state
    }

    fn mark(&self, owner: OwnerId, revision: Revision, state: LinkState) -> Result<(), StoreError> {
        let mut kept = self.kept.lock().unwrap();
        let connection = kept.get_mut(&owner).unwrap();
        assert_eq!(connection.revision, revision);
        connection.state = state;
        Ok(())
    }
}

#[async_trait]
impl EngineConnections for Connections {
    async fn find(&self, owner: OwnerId) -> Result<Option<EngineConnection>, StoreError> {
        Ok(self.kept.lock().unwrap().get(&owner).cloned())
    }

    async fn find_by_account(&self, _: &AccountId) -> Result<Option<EventSource>, StoreError> {
        unreachable!("the client takes no events")
    }

    async fn mark_refused(
        &self,
        owner: OwnerId,
        revision: Revision,
        now: UnixTime,
    ) -> Result<(), StoreError> {
        self.mark(owner, revision, LinkState::Refused { since: now })
    }

    async fn mark_accepted(&self, owner: OwnerId, revision: Revision) -> Result<(), StoreError> {
        self.mark(owner, revision, LinkState::Connected)
    }
}

/// A client, and its connections.
pub(crate) struct Desk {
    pub(crate) client: EngineClient,
    pub(crate) connections: Arc<Connections>,
}

impl Desk {
    pub(crate) fn new(settings: EngineSettings) -> Self {
        static PROVIDER: Once = Once::new();
        PROVIDER.call_once(|| rustls::crypto::ring::default_provider().install_default().unwrap());
        let (clock, entropy) = (Arc::new(FixedClock::at(NOW)), Arc::new(SeededEntropy::new(1)));
        let lines = Arc::new(EngineTransport::new(settings, clock, entropy).unwrap());
        let connections = Arc::new(Connections::default());
        Self { client: EngineClient::new(lines, connections.clone()), connections }
    }

    /// A desk whose owner is connected to this engine.
    pub(crate) fn at(base_url: &str) -> Self {
        Self::at_with(base_url, quick())
    }

    /// Submits a message over the owner's connection, under the fan's key.
    pub(crate) async fn send(
        &self,
        owner: OwnerId,
        message: &NewMessage,
    ) -> Result<MessageOutcome, EngineError> {
        let sender = self.connections.find(owner).await.unwrap().unwrap();
        let key = IdempotencyKey::parse(&format!("message-{}", message.fan_id)).unwrap();
        self.client.send_message(owner, &sender, message, &key).await
    }

    pub(crate) fn at_with(base_url: &str, settings: EngineSettings) -> Self {
        let desk = Self::new(settings);
        desk.connections.connect(OWNER, base_url);
        desk
    }
}

/// The limits of the protocol, but for the waits between tries.
pub(crate) fn quick() -> EngineSettings {
    EngineSettings { backoff: Duration::from_millis(1), ..EngineSettings::new(AddressPolicy::AllowPrivate) }
}

/// The same, with the time of a call so short that silence is soon over.
pub(crate) fn impatient() -> EngineSettings {
    EngineSettings { call_timeout: Duration::from_millis(200), ..quick() }
}

pub(crate) fn key() -> IdempotencyKey {
    IdempotencyKey::parse("key-1").unwrap()
}

pub(crate) fn account() -> Value {
    json!({"account_id": "acct_1", "username": "ana", "some": "more"})
}

pub(crate) fn link(provider_id: &str) -> Value {
    json!({
        "provider_id": provider_id, "offer": "paid", "kind": "tracking_link", "name": "n",
        "url": "https://platform.example/l/1", "country": null, "trial_days": null, "permanent": true,
        "active": true, "created_at": "2026-11-20T10:00:00Z",
    })
}

pub(crate) fn fan(fan_id: &str, country: Option<&str>) -> Value {
    json!({
        "fan_id": fan_id, "username": "bo", "tier": "free", "status": "active", "country": country, "online": false,
        "last_seen_at": null, "total_spent_cents": 0, "opted_out": false, "blocked": false,
    })
}

/// What the engine did wrong.
pub(crate) fn failure<T: std::fmt::Debug>(outcome: Result<T, EngineError>) -> Failure {
    match outcome {
        Err(EngineError::Failed(failure)) => failure,
        other => panic!("not a failure: {other:?}"),
    }
}
