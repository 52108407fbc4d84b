//! Rights that the event types of webhooks need, and the read access of the keys that created webhooks.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use auth_scopes::{Caller, KeyId, KeyStore, Right, Rights, Scope, Scopes};
use kernel::{Clock, OwnerId, StoreError};
use webhooks::ports::Makers;
use webhooks::{Actor, EventType, Maker, MakerKey, Readable};

/// Right needed to read the same data through the API.
///
/// ```
/// use application::subscriptions::right_of;
/// use auth_scopes::Right;
/// use webhooks::EventType;
///
/// assert_eq!(right_of(EventType::ConversionCreated), Right::StatsSources);
/// ```
pub const fn right_of(kind: EventType) -> Right {
    match kind {
        EventType::DomainActive | EventType::DomainFailed | EventType::LandingPublished => {
            Right::LandingsView
        }
        EventType::LinkChanged | EventType::DestinationBroken | EventType::DestinationMended => {
            Right::LinksView
        }
        EventType::ConversionCreated => Right::StatsSources,
        EventType::RequestCreated => Right::VaultView,
        EventType::BroadcastFinished | EventType::BroadcastPaused => Right::BroadcastsView,
        EventType::PixelFailing => Right::LinksPixels,
        EventType::KeyCreated | EventType::KeyRevoked => Right::KeysView,
        EventType::WebhookDisabled => Right::IntegrationsView,
    }
}

/// Event types that a key with these scopes and rights may read.
pub fn readable(scopes: Scopes, rights: Rights) -> Readable {
    Readable::of(|kind| scopes.contains(Scope::Read) && rights.contains(right_of(kind)))
}

/// Converts the API caller to an actor on webhooks.
pub fn actor(caller: &Caller) -> Actor {
    Actor {
        by: caller.acting(),
        key: MakerKey::new(caller.key_id.get()),
        prefix: caller.prefix.as_str().to_owned(),
        readable: readable(caller.scopes, caller.rights),
    }
}

/// API keys as the creators of webhooks.
#[derive(Clone)]
pub struct KeyMakers {
    keys: Arc<dyn KeyStore>,
    clock: Arc<dyn Clock>,
}

impl KeyMakers {
    pub fn new(keys: Arc<dyn KeyStore>, clock: Arc<dyn Clock>) -> Self {
        Self { keys, clock }
    }
}

#[async_trait]
impl Makers for KeyMakers {
    async fn find(&self, owner: OwnerId, keys: &[MakerKey]) -> Result<BTreeMap<MakerKey, Maker>, StoreError> {
        let numbers: Vec<KeyId> = keys.iter().map(|key| KeyId::new(key.get())).collect();
        let (found, now) = (self.keys.successors(owner, &numbers).await?, self.clock.now());
        let accepted = found.into_iter().filter_map(|(asked, key)| {
            let caller = key.into_caller(now)?;
            let Actor { prefix, readable, .. } = actor(&caller);
            Some((MakerKey::new(asked.get()), Maker { prefix, readable }))
        });
        Ok(accepted.collect())
    }
}

#[cfg(test)]
mod tests;
