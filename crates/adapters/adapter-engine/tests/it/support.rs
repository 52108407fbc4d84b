//! Test client with connections in memory, and valid answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use adapter_engine::{EngineClient, EngineSettings, EngineTransport, Failure};
use async_trait::async_trait;
use broadcast_gate::audience::{Audience, AudienceInput, Fan};
use broadcast_gate::message::{MessageInput, Messages};
use broadcast_gate::ports::{Answer, FanDirectory, FansError, Messenger as _};
use broadcast_gate::text::{CampaignId, FanId, MessageKey};
use engine_link::{
    AccountId, AddressPolicy, BaseUrl, EngineConnection, EngineConnections, EventSource, LinkState, Revision,
};
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{AccountNumber, CountryCode, OwnerId, StoreError, UnixTime};
use serde_json::{Value, json};
use smartlink_policy::link::Offer;
use smartlink_policy::ports::NewUpstreamLink;

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
            currency: kernel::Currency::USD,
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

/// A client and its connections.
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

    /// Creates a desk whose owner is connected to this engine.
    pub(crate) fn at(base_url: &str) -> Self {
        Self::at_with(base_url, quick())
    }

    /// Submits a message with a picture to a fan, with the fan's key.
    pub(crate) async fn send(&self, owner: OwnerId, fan: &str) -> Answer {
        let input = MessageInput {
            text: Some("Hi".to_owned()),
            media_ids: Some(vec!["3".to_owned()]),
            price_cents: Some(500),
            ..MessageInput::default()
        };
        let messages = Messages::parse(&input).unwrap();
        let account = broadcast_gate::text::AccountId::parse(&format!("acct_{owner}")).unwrap();
        let fan = FanId::parse(fan).unwrap();
        let key = MessageKey::of(CampaignId::new(1), &fan);
        self.client.send(owner, &account, &fan, messages.for_tier(None), &key).await
    }

    /// Returns all fans of an audience that the owner's engine lists.
    pub(crate) async fn fans(&self, owner: OwnerId, audience: &Audience) -> Result<Vec<Fan>, FansError> {
        let (mut fans, mut cursor) = (Vec::new(), None);
        loop {
            let page =
                FanDirectory::page(&self.client, owner, None, audience, cursor.as_deref(), 1_000).await?;
            fans.extend(page.fans);
            let Some(next) = page.next_cursor else { return Ok(fans) };
            cursor = Some(next);
        }
    }

    pub(crate) fn at_with(base_url: &str, settings: EngineSettings) -> Self {
        let desk = Self::new(settings);
        desk.connections.connect(OWNER, base_url);
        desk
    }
}

/// Limits of the protocol, but with short waits between attempts.
pub(crate) fn quick() -> EngineSettings {
    EngineSettings { backoff: Duration::from_millis(1), ..EngineSettings::new(AddressPolicy::AllowPrivate) }
}

/// Like [`quick`], with a short timeout for calls.
pub(crate) fn impatient() -> EngineSettings {
    EngineSettings { call_timeout: Duration::from_millis(200), ..quick() }
}

/// Builds an audience of fans in these countries.
pub(crate) fn audience(countries: &[&str]) -> Audience {
    let countries = countries.iter().map(|country| (*country).to_owned()).collect();
    Audience::parse(&AudienceInput { countries, ..AudienceInput::default() }).unwrap()
}

pub(crate) fn new_link(offer: Offer, country: Option<&str>, trial_days: Option<u16>) -> NewUpstreamLink {
    NewUpstreamLink {
        account: AccountNumber::FIRST,
        offer,
        name: "slot".to_owned(),
        country: country.map(|code| CountryCode::parse(code).unwrap()),
        trial_days,
        idempotency_key: "key-1".to_owned(),
    }
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

/// Returns the engine failure that caused a port's error.
pub(crate) fn failure<T: std::fmt::Debug, E: std::error::Error>(outcome: Result<T, E>) -> Failure {
    let error = outcome.unwrap_err();
    let cause = error.source().and_then(|cause| cause.downcast_ref::<Failure>());
    cause.unwrap_or_else(|| panic!("not a failure: {error:?}")).clone()
}
