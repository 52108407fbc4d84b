//! Use-case `Webhooks`: creates, lists, changes and tests endpoints, and reads their deliveries.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kernel::{
    AddressPolicy, Clock, Entropy, ErrorKind, Location, OwnerId, Precondition, SortableId, StoreError,
    UnixTime, ValidationErrors,
};
use serde::{Deserialize, Serialize};

use crate::pace::Pace;
use crate::ports::{Delivery, DeliveryId, DeliveryLog, EndpointStore, InsertError, Makers, WebhookSender};
use crate::{
    Actor, Answer, Attempt, Description, Endpoint, EndpointChange, EndpointId, EndpointState, EndpointUrl,
    EventFilter, EventType, MadeBy, MakerKey, Message, NewEndpoint, OwnedEndpoint, Rotation, Secret,
};

/// Number of retries after a concurrent change.
const MAX_ATTEMPTS: usize = 5;

/// Maximum overlap of two secrets, in seconds: one week.
pub const LONGEST_OVERLAP: i64 = 604_800;

/// Default overlap of two secrets, in seconds: one day.
pub const USUAL_OVERLAP: i64 = 86_400;

/// Reason why an endpoint was not created, shown or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WebhookError {
    /// The owner has no such endpoint.
    #[error("there is no such webhook")]
    NotFound,
    /// The endpoint has no such delivery.
    #[error("there is no such delivery")]
    DeliveryNotFound,
    /// The owner has the maximum number of endpoints.
    #[error("an owner has at most 20 webhooks")]
    TooMany,
    /// The calling key may not read events of this type.
    #[error("this key may not read events of type {0}")]
    BeyondOwnRights(EventType),
    /// The calling key may read events of this type, but the endpoint's own key may not.
    #[error(
        "the key that created this webhook may not read events of type {0}; create another webhook for them"
    )]
    BeyondRightsOfMaker(EventType),
    /// Too many concurrent changes of the endpoint.
    #[error("too many requests change this webhook at once; retry")]
    Busy,
    /// A value breaks a rule.
    #[error(transparent)]
    Invalid(#[from] ValidationErrors),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<InsertError> for WebhookError {
    fn from(error: InsertError) -> Self {
        match error {
            InsertError::TooMany => Self::TooMany,
            InsertError::Store(error) => Self::Store(error),
        }
    }
}

/// Input for creating an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointInput {
    /// Address that receives the messages.
    pub url: EndpointUrl,
    /// Subscribed events.
    pub events: EventFilter,
    /// Purpose in the owner's words.
    pub description: Description,
    /// Whether messages are sent.
    pub active: bool,
}

/// Use-case for the endpoints of owners.
#[derive(Clone)]
pub struct Webhooks {
    store: Arc<dyn EndpointStore>,
    makers: Arc<dyn Makers>,
    log: Arc<dyn DeliveryLog>,
    sender: Arc<dyn WebhookSender>,
    addresses: AddressPolicy,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

impl Webhooks {
    /// Creates the use-case. `makers` provides the read rights of keys, `addresses` the allowed IP addresses.
    pub fn new(
        store: Arc<dyn EndpointStore>,
        makers: Arc<dyn Makers>,
        log: Arc<dyn DeliveryLog>,
        sender: Arc<dyn WebhookSender>,
        addresses: AddressPolicy,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self { store, makers, log, sender, addresses, clock, entropy }
    }

    /// Creates an endpoint with this id. Returns its secret, which is not available later. The calling key must be able
    /// to read all named event types. `*` means all types that the key may read.
    pub async fn create(
        &self,
        actor: &Actor,
        id: SortableId,
        input: EndpointInput,
    ) -> Result<(OwnedEndpoint, Secret), WebhookError> {
        self.judge(&input.url)?;
        let EndpointInput { url, events, description, active } = input;
        let state = EndpointState::WORKING.switched(active);
        let (id, created_at, made_by) = (EndpointId::new(id), self.clock.now(), Some(actor.key));
        let endpoint = Endpoint {
            id,
            url,
            events,
            description,
            state,
            pace: Pace::QUICK,
            made_by,
            rotation: None,
            created_at,
        };
        let made_by = MadeBy::Key(actor.as_maker());
        if let EventFilter::Only(types) = &endpoint.events
            && let Some(kind) = types.iter().find(|kind| !made_by.may_read(**kind))
        {
            return Err(WebhookError::BeyondOwnRights(*kind));
        }
        let new = NewEndpoint { endpoint, secret: Secret::generate(self.entropy.as_ref()) };
        self.store.insert(&actor.by, &new).await?;
        Ok((OwnedEndpoint { endpoint: new.endpoint, made_by }, new.secret))
    }

    /// Lists all endpoints of an owner in order of creation, each with the key that created it.
    pub async fn list(&self, owner: OwnerId) -> Result<Vec<OwnedEndpoint>, StoreError> {
        let endpoints = self.store.list(owner).await?;
        self.with_makers(owner, endpoints).await
    }

    /// Finds an endpoint with its key.
    pub async fn find(&self, owner: OwnerId, id: EndpointId) -> Result<OwnedEndpoint, WebhookError> {
        let endpoint = self.store.find(owner, id).await?.ok_or(WebhookError::NotFound)?;
        self.with_makers(owner, vec![endpoint]).await?.pop().ok_or(WebhookError::NotFound)
    }

    /// Changes an endpoint if it matches `expected`. The calling key must be able to read all events sent to the
    /// endpoint, before and after the change. Enabling an endpoint whose key is no longer accepted assigns it to the
    /// calling key.
    pub async fn update(
        &self,
        actor: &Actor,
        id: EndpointId,
        change: &EndpointChange,
        expected: Precondition,
    ) -> Result<OwnedEndpoint, WebhookError> {
        if let Some(url) = &change.url {
            self.judge(url)?;
        }
        for _ in 0..MAX_ATTEMPTS {
            let found = self.held(actor, id).await?;
            let takes_over = found.made_by == MadeBy::Nobody && change.active == Some(true);
            let made_by = if takes_over { MadeBy::Key(actor.as_maker()) } else { found.made_by.clone() };
            let change = EndpointChange { made_by: takes_over.then_some(actor.key), ..change.clone() };
            let judged = OwnedEndpoint { endpoint: found.endpoint.clone(), made_by: made_by.clone() };
            if let Some(kind) = change.events.as_ref().and_then(|wanted| judged.not_readable(wanted)) {
                return Err(match actor.readable.contains(kind) {
                    true => WebhookError::BeyondRightsOfMaker(kind),
                    false => WebhookError::BeyondOwnRights(kind),
                });
            }
            let after = OwnedEndpoint { endpoint: found.endpoint.changed(&change), made_by };
            if let Some(kind) = after.beyond(actor) {
                return Err(WebhookError::BeyondOwnRights(kind));
            }
            let stored = self.store.update(&actor.by, &found.endpoint, &change, expected).await?;
            if let Some(endpoint) = stored {
                return Ok(OwnedEndpoint { endpoint, made_by: after.made_by });
            }
        }
        Err(WebhookError::Busy)
    }

    /// Deletes an endpoint with its deliveries if it matches `expected`.
    pub async fn delete(
        &self,
        actor: &Actor,
        id: EndpointId,
        expected: Precondition,
    ) -> Result<(), WebhookError> {
        self.held(actor, id).await?;
        let deleted = self.store.delete(&actor.by, id, expected).await?;
        if deleted { Ok(()) } else { Err(WebhookError::NotFound) }
    }

    /// Replaces an endpoint's secret, and returns the new one, which is not available later. The previous secret stays
    /// valid for `overlap_seconds`. `rotation` identifies the request, so that a retry does not end the secret that the
    /// receiver knows.
    pub async fn rotate(
        &self,
        actor: &Actor,
        id: EndpointId,
        rotation: SortableId,
        overlap_seconds: i64,
        expected: Precondition,
    ) -> Result<(OwnedEndpoint, Secret), WebhookError> {
        let made_by = self.held(actor, id).await?.made_by;
        let secret = Secret::generate(self.entropy.as_ref());
        let overlap = overlap_seconds.clamp(0, LONGEST_OVERLAP);
        let previous_until = (overlap > 0).then(|| self.clock.now().plus_seconds(overlap));
        let rotation = Rotation { id: rotation, secret: secret.clone(), previous_until };
        let rotated = self.store.rotate(&actor.by, id, &rotation, expected).await?;
        let endpoint = rotated.ok_or(WebhookError::NotFound)?;
        Ok((OwnedEndpoint { endpoint, made_by }, secret))
    }

    /// Sends a test message without an event, also to a disabled endpoint. The log of deliveries shows the test, as
    /// delivered or failed. The response changes nothing else, and a test is never retried.
    pub async fn test(&self, actor: &Actor, id: EndpointId) -> Result<Answer, WebhookError> {
        self.held(actor, id).await?;
        let now = self.clock.now();
        let target = self.store.target(actor.by.owner, id, now).await?.ok_or(WebhookError::NotFound)?;
        let message = Message::test(now, self.entropy.as_ref());
        // After the database, whose slowness is not the endpoint's.
        let began = self.clock.now();
        let answer = self.sender.send(&target.url, &message.signed(&target.secrets, now)).await;
        let attempt = Attempt::since(began, &answer, self.clock.now());
        self.log.keep_test(actor.by.owner, id, &message, &answer, attempt).await?;
        Ok(answer)
    }

    /// Lists up to `limit` deliveries of an endpoint with numbers below `before`, newest first.
    pub async fn deliveries(
        &self,
        owner: OwnerId,
        id: EndpointId,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Vec<Delivery>, WebhookError> {
        self.log.deliveries(owner, id, before, limit).await?.ok_or(WebhookError::NotFound)
    }

    /// Restarts a delivery in any state, with the whole schedule.
    pub async fn redeliver(
        &self,
        actor: &Actor,
        id: EndpointId,
        delivery: DeliveryId,
    ) -> Result<Delivery, WebhookError> {
        self.held(actor, id).await?;
        let again = self.log.redeliver(&actor.by, id, delivery, self.clock.now()).await?;
        again.ok_or(WebhookError::DeliveryNotFound)
    }

    /// Restarts all failed deliveries created at `since` or later. Returns their number.
    pub async fn redrive(&self, actor: &Actor, id: EndpointId, since: UnixTime) -> Result<u64, WebhookError> {
        self.held(actor, id).await?;
        self.log.redrive(&actor.by, id, since, self.clock.now()).await?.ok_or(WebhookError::NotFound)
    }

    /// Finds an endpoint that receives only events which the actor may read. Otherwise a key could redirect events that
    /// it may not read to its own server.
    async fn held(&self, actor: &Actor, id: EndpointId) -> Result<OwnedEndpoint, WebhookError> {
        let found = self.find(actor.by.owner, id).await?;
        match found.beyond(actor) {
            Some(kind) => Err(WebhookError::BeyondOwnRights(kind)),
            None => Ok(found),
        }
    }

    async fn with_makers(
        &self,
        owner: OwnerId,
        endpoints: Vec<Endpoint>,
    ) -> Result<Vec<OwnedEndpoint>, StoreError> {
        let keys: BTreeSet<MakerKey> = endpoints.iter().filter_map(|endpoint| endpoint.made_by).collect();
        let keys: Vec<MakerKey> = keys.into_iter().collect();
        let makers = if keys.is_empty() { BTreeMap::new() } else { self.makers.find(owner, &keys).await? };
        let owned = |endpoint: Endpoint| {
            let made_by = match endpoint.made_by {
                None => MadeBy::Owner,
                Some(key) => makers.get(&key).cloned().map_or(MadeBy::Nobody, MadeBy::Key),
            };
            OwnedEndpoint { endpoint, made_by }
        };
        Ok(endpoints.into_iter().map(owned).collect())
    }

    fn judge(&self, url: &EndpointUrl) -> Result<(), ValidationErrors> {
        if url.is_acceptable(self.addresses) {
            return Ok(());
        }
        let message = "must not lead to this machine or into a private network";
        Err(ValidationErrors::one(Location::root().at("url"), ErrorKind::UrlInvalid, message))
    }
}

#[cfg(test)]
mod tests;
