//! Making, showing, changing and trying endpoints, and their deliveries.

use std::sync::Arc;

use kernel::{
    AddressPolicy, Clock, Entropy, ErrorKind, Location, OwnerId, Precondition, SortableId, StoreError,
    UnixTime, ValidationErrors,
};
use serde::{Deserialize, Serialize};

use crate::pace::Pace;
use crate::ports::{Delivery, DeliveryId, DeliveryLog, EndpointStore, InsertError, WebhookSender};
use crate::{
    Answer, Description, Endpoint, EndpointChange, EndpointId, EndpointState, EndpointUrl, EventFilter,
    Message, NewEndpoint, Rotation, Secret, Verdict,
};

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
    log: Arc<dyn DeliveryLog>,
    sender: Arc<dyn WebhookSender>,
    addresses: AddressPolicy,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

impl Webhooks {
    /// The endpoints of this store; `addresses` says where they may be.
    pub fn new(
        store: Arc<dyn EndpointStore>,
        log: Arc<dyn DeliveryLog>,
        sender: Arc<dyn WebhookSender>,
        addresses: AddressPolicy,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self { store, log, sender, addresses, clock, entropy }
    }

    /// Makes an endpoint with this id, and returns it with its secret, which is shown this once.
    pub async fn create(
        &self,
        owner: OwnerId,
        id: SortableId,
        input: EndpointInput,
    ) -> Result<NewEndpoint, WebhookError> {
        self.judge(&input.url)?;
        let EndpointInput { url, events, description, active } = input;
        let state = EndpointState::WORKING.switched(active);
        let (id, created_at) = (EndpointId::new(id), self.clock.now());
        let endpoint = Endpoint { id, url, events, description, state, pace: Pace::QUICK, created_at };
        let new = NewEndpoint { endpoint, secret: Secret::generate(self.entropy.as_ref()) };
        self.store.insert(owner, &new).await?;
        Ok(new)
    }

    /// All endpoints of an owner, in the order of making.
    pub async fn list(&self, owner: OwnerId) -> Result<Vec<Endpoint>, StoreError> {
        self.store.list(owner).await
    }

    /// One of them.
    pub async fn find(&self, owner: OwnerId, id: EndpointId) -> Result<Endpoint, WebhookError> {
        self.store.find(owner, id).await?.ok_or(WebhookError::NotFound)
    }

    /// Changes an endpoint that is `expected`.
    pub async fn update(
        &self,
        owner: OwnerId,
        id: EndpointId,
        change: &EndpointChange,
        expected: Precondition,
    ) -> Result<Endpoint, WebhookError> {
        if let Some(url) = &change.url {
            self.judge(url)?;
        }
        self.store.update(owner, id, change, expected).await?.ok_or(WebhookError::NotFound)
    }

    /// Deletes an endpoint that is `expected`, with its deliveries.
    pub async fn delete(
        &self,
        owner: OwnerId,
        id: EndpointId,
        expected: Precondition,
    ) -> Result<(), WebhookError> {
        let deleted = self.store.delete(owner, id, expected).await?;
        if deleted { Ok(()) } else { Err(WebhookError::NotFound) }
    }

    /// Gives an endpoint a new secret, which is shown this once; the one before stays good for `overlap_seconds`. `rotation` names
    /// the request, so that its repeat does not end the secret that the receiver knows.
    pub async fn rotate(
        &self,
        owner: OwnerId,
        id: EndpointId,
        rotation: SortableId,
        overlap_seconds: i64,
        expected: Precondition,
    ) -> Result<NewEndpoint, WebhookError> {
        let secret = Secret::generate(self.entropy.as_ref());
        let overlap = overlap_seconds.clamp(0, LONGEST_OVERLAP);
        let previous_until = (overlap > 0).then(|| self.clock.now().plus_seconds(overlap));
        let rotation = Rotation { id: rotation, secret: secret.clone(), previous_until };
        let rotated = self.store.rotate(owner, id, &rotation, expected).await?;
        let endpoint = rotated.ok_or(WebhookError::NotFound)?;
        Ok(NewEndpoint { endpoint, secret })
    }

    /// Sends a message that reports nothing, also to an endpoint that is switched off. One that the endpoint took is in the log of its
    /// deliveries. Whatever is answered, nothing else follows from it.
    pub async fn test(&self, owner: OwnerId, id: EndpointId) -> Result<Answer, WebhookError> {
        let now = self.clock.now();
        let target = self.store.target(owner, id, now).await?.ok_or(WebhookError::NotFound)?;
        let message = Message::test(now, self.entropy.as_ref());
        let answer = self.sender.send(&target.url, &message.signed(&target.secrets, now)).await;
        if answer.verdict() == Verdict::Delivered {
            self.log.keep_test(owner, id, &message, &answer, self.clock.now()).await?;
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
        owner: OwnerId,
        id: EndpointId,
        delivery: DeliveryId,
    ) -> Result<Delivery, WebhookError> {
        self.find(owner, id).await?;
        let again = self.log.redeliver(owner, id, delivery, self.clock.now()).await?;
        again.ok_or(WebhookError::DeliveryNotFound)
    }

    /// The same for all that failed and were made at `since` or later, and how many those are.
    pub async fn redrive(
        &self,
        owner: OwnerId,
        id: EndpointId,
        since: UnixTime,
    ) -> Result<u64, WebhookError> {
        self.log.redrive(owner, id, since, self.clock.now()).await?.ok_or(WebhookError::NotFound)
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
