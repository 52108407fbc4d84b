//! Making, showing, changing and trying endpoints, and their deliveries.

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
    Actor, Answer, Description, Endpoint, EndpointChange, EndpointId, EndpointState, EndpointUrl,
    EventFilter, EventType, MadeBy, MakerKey, Message, NewEndpoint, OwnedEndpoint, Rotation, Secret, Verdict,
};

/// Number of times that a change is retried when another one was faster.
const MAX_ATTEMPTS: usize = 5;

/// The longest overlap of two secrets, in seconds: a week.
pub const LONGEST_OVERLAP: i64 = 604_800;

/// The overlap of two secrets where nothing is said, in seconds: a day.
pub const USUAL_OVERLAP: i64 = 86_400;

/// Why an endpoint was not made, shown or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WebhookError {
    /// The owner has no such endpoint.
    #[error("there is no such webhook")]
    NotFound,
    /// The endpoint has no such delivery.
    #[error("there is no such delivery")]
    DeliveryNotFound,
    /// The owner has as many endpoints as are allowed.
    #[error("an owner has at most 20 webhooks")]
    TooMany,
    /// The calling key may not read events of this type.
    #[error("events of the type {0} are beyond the rights of this key")]
    BeyondOwnRights(EventType),
    /// The calling key may read events of this type, but the key that the endpoint belongs to may not.
    #[error(
        "events of the type {0} are beyond the rights of the key that made this webhook; make another one for them"
    )]
    BeyondRightsOfMaker(EventType),
    /// Others changed the endpoint again and again meanwhile.
    #[error("too many others change this webhook at once")]
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

/// What an endpoint is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointInput {
    /// Its address.
    pub url: EndpointUrl,
    /// Which events it wants.
    pub events: EventFilter,
    /// What it is for.
    pub description: Description,
    /// Whether messages are sent.
    pub active: bool,
}

/// The endpoints of owners.
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
    /// The endpoints of this store; `makers` says what keys may read, `addresses` where endpoints may be.
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

    /// Makes an endpoint with this id, and returns it with its secret, which is shown this once. It can name no type of events that the
    /// calling key may not read; a star means all that the key may read.
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
        self.store.insert(actor.owner, &new).await?;
        Ok((OwnedEndpoint { endpoint: new.endpoint, made_by }, new.secret))
    }

    /// All endpoints of an owner, in the order of making, each with the key that made it.
    pub async fn list(&self, owner: OwnerId) -> Result<Vec<OwnedEndpoint>, StoreError> {
        let endpoints = self.store.list(owner).await?;
        self.with_makers(owner, endpoints).await
    }

    /// One of them.
    pub async fn find(&self, owner: OwnerId, id: EndpointId) -> Result<OwnedEndpoint, WebhookError> {
        let endpoint = self.store.find(owner, id).await?.ok_or(WebhookError::NotFound)?;
        self.with_makers(owner, vec![endpoint]).await?.pop().ok_or(WebhookError::NotFound)
    }

    /// Changes an endpoint that is `expected`, and that is sent nothing but what the calling key may read, before and after. An endpoint whose
    /// own key is not accepted any more and that is switched on becomes the calling key's.
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
            let stored = self.store.update(actor.owner, &found.endpoint, &change, expected).await?;
            if let Some(endpoint) = stored {
                return Ok(OwnedEndpoint { endpoint, made_by: after.made_by });
            }
        }
        Err(WebhookError::Busy)
    }

    /// Deletes an endpoint that is `expected`, with its deliveries.
    pub async fn delete(
        &self,
        actor: &Actor,
        id: EndpointId,
        expected: Precondition,
    ) -> Result<(), WebhookError> {
        self.held(actor, id).await?;
        let deleted = self.store.delete(actor.owner, id, expected).await?;
        if deleted { Ok(()) } else { Err(WebhookError::NotFound) }
    }

    /// Gives an endpoint a new secret, which is shown this once; the one before stays good for `overlap_seconds`. `rotation` names
    /// the request, so that its repeat does not end the secret that the receiver knows.
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
        let rotated = self.store.rotate(actor.owner, id, &rotation, expected).await?;
        let endpoint = rotated.ok_or(WebhookError::NotFound)?;
        Ok((OwnedEndpoint { endpoint, made_by }, secret))
    }

    /// Sends a message that reports nothing, also to an endpoint that is switched off. One that the endpoint took is in the log of its
    /// deliveries. Whatever is answered, nothing else follows from it.
    pub async fn test(&self, actor: &Actor, id: EndpointId) -> Result<Answer, WebhookError> {
        self.held(actor, id).await?;
        let now = self.clock.now();
        let target = self.store.target(actor.owner, id, now).await?.ok_or(WebhookError::NotFound)?;
        let message = Message::test(now, self.entropy.as_ref());
        let answer = self.sender.send(&target.url, &message.signed(&target.secrets, now)).await;
        if answer.verdict() == Verdict::Delivered {
            self.log.keep_test(actor.owner, id, &message, &answer, self.clock.now()).await?;
        }
        Ok(answer)
    }

    /// Up to `limit` deliveries of an endpoint below `before`, newest first.
    pub async fn deliveries(
        &self,
        owner: OwnerId,
        id: EndpointId,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Vec<Delivery>, WebhookError> {
        self.log.deliveries(owner, id, before, limit).await?.ok_or(WebhookError::NotFound)
    }

    /// Has one delivery tried again, whatever became of it, as if for the first time.
    pub async fn redeliver(
        &self,
        actor: &Actor,
        id: EndpointId,
        delivery: DeliveryId,
    ) -> Result<Delivery, WebhookError> {
        self.held(actor, id).await?;
        let again = self.log.redeliver(actor.owner, id, delivery, self.clock.now()).await?;
        again.ok_or(WebhookError::DeliveryNotFound)
    }

    /// The same for all that failed and were made at `since` or later, and how many those are.
    pub async fn redrive(&self, actor: &Actor, id: EndpointId, since: UnixTime) -> Result<u64, WebhookError> {
        self.held(actor, id).await?;
        self.log.redrive(actor.owner, id, since, self.clock.now()).await?.ok_or(WebhookError::NotFound)
    }

    /// An endpoint that is sent nothing but what the actor may read. Else somebody could have sent to a server of their own what they
    /// may not see.
    async fn held(&self, actor: &Actor, id: EndpointId) -> Result<OwnedEndpoint, WebhookError> {
        let found = self.find(actor.owner, id).await?;
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
        let message = "leads to this machine or into a private network, which is not allowed";
        Err(ValidationErrors::one(Location::root().at("url"), ErrorKind::UrlInvalid, message))
    }
}

#[cfg(test)]
mod tests;
