//! Makers of endpoints, and their rights to read.

use std::collections::BTreeSet;

use kernel::OwnerId;
use serde::{Deserialize, Serialize};

use crate::{Endpoint, EventFilter, EventType};

kernel::stored_id! {
    /// The number of the key that made an endpoint.
    MakerKey
}

/// The types of events that somebody may read.
///
/// ```
/// use webhooks::{EventType, Readable};
///
/// let some = Readable::of(|kind| kind == EventType::KeyCreated);
/// assert!(some.contains(EventType::KeyCreated) && !some.contains(EventType::LinkChanged));
/// assert!(Readable::all().contains(EventType::LinkChanged));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Readable(BTreeSet<EventType>);

impl Readable {
    /// Every type.
    pub fn all() -> Self {
        Self::of(|_| true)
    }

    /// The types for which `may` is true.
    pub fn of(may: impl Fn(EventType) -> bool) -> Self {
        Self(EventType::ALL.into_iter().filter(|&kind| may(kind)).collect())
    }

    /// Whether events of this type may be read.
    pub fn contains(&self, kind: EventType) -> bool {
        self.0.contains(&kind)
    }
}

/// Caller that acts on endpoints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The owner of the endpoints.
    pub owner: OwnerId,
    /// The calling key.
    pub key: MakerKey,
    /// The public part of the calling key.
    pub prefix: String,
    /// Current rights of the calling key to read.
    pub readable: Readable,
}

impl Actor {
    /// The calling key as the one that an endpoint belongs to.
    pub fn as_maker(&self) -> Maker {
        Maker { prefix: self.prefix.clone(), readable: self.readable.clone() }
    }
}

/// The key that made an endpoint, or the one that replaced this key by rotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maker {
    /// The public part of the key.
    pub prefix: String,
    /// Current rights of the key to read.
    pub readable: Readable,
}

/// On whose rights it depends which events an endpoint is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MadeBy {
    /// Nobody noted who made it; it counts as the owner's.
    Owner,
    /// A key that is accepted now.
    Key(Maker),
    /// A key that is not accepted any more: nothing is sent.
    Nobody,
}

impl MadeBy {
    /// Whether an endpoint may be notified of events of this type.
    pub fn may_read(&self, kind: EventType) -> bool {
        match self {
            Self::Owner => true,
            Self::Key(maker) => maker.readable.contains(kind),
            Self::Nobody => false,
        }
    }
}

/// An endpoint with the key that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedEndpoint {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// On whose rights it depends what the endpoint is sent.
    pub made_by: MadeBy,
}

impl OwnedEndpoint {
    /// The types of events that the endpoint asks for and is not sent, in their order.
    pub fn withheld(&self) -> Vec<EventType> {
        let wants = |kind: &EventType| self.endpoint.events.wants(*kind);
        EventType::ALL.into_iter().filter(wants).filter(|kind| !self.made_by.may_read(*kind)).collect()
    }

    /// The first type of events that keeps `actor` from acting on the endpoint: one that it is sent, and that they may not read. An
    /// endpoint whose key is gone is judged by all that it asks for, because it may be taken over.
    pub fn beyond(&self, actor: &Actor) -> Option<EventType> {
        let is_sent = |kind| self.made_by == MadeBy::Nobody || self.made_by.may_read(kind);
        let mut kinds = EventType::ALL.into_iter().filter(|kind| self.endpoint.events.wants(*kind));
        kinds.find(|kind| is_sent(*kind) && !actor.readable.contains(*kind))
    }

    /// The first type of events that `wanted` names, that the endpoint did not ask for before, and that its key may not read. A star names
    /// none: it means all that the key may read.
    pub fn not_readable(&self, wanted: &EventFilter) -> Option<EventType> {
        let EventFilter::Only(types) = wanted else { return None };
        let is_new = |kind: &EventType| match &self.endpoint.events {
            EventFilter::All => !self.made_by.may_read(*kind),
            EventFilter::Only(before) => !before.contains(kind),
        };
        types.iter().copied().filter(is_new).find(|kind| !self.made_by.may_read(*kind))
    }
}

#[cfg(test)]
mod tests;
