//! Makers: the keys that created endpoints, and their read rights.

use std::collections::BTreeSet;

use kernel::Acting;
use serde::{Deserialize, Serialize};

use crate::{Endpoint, EventFilter, EventType};

kernel::stored_id! {
    /// Number of the key that created an endpoint.
    MakerKey
}

/// Set of event types that a key may read.
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
    /// Set of all types.
    pub fn all() -> Self {
        Self::of(|_| true)
    }

    /// Set of the types for which `may` is true.
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
    /// Owner of the endpoints, and the actor of their changes.
    pub by: Acting,
    /// Number of the calling key.
    pub key: MakerKey,
    /// Public part of the calling key.
    pub prefix: String,
    /// Current read rights of the calling key.
    pub readable: Readable,
}

impl Actor {
    /// Calling key as the maker of an endpoint.
    pub fn as_maker(&self) -> Maker {
        Maker { prefix: self.prefix.clone(), readable: self.readable.clone() }
    }
}

/// Key that created an endpoint, or its successor by rotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maker {
    /// Public part of the key.
    pub prefix: String,
    /// Current read rights of the key.
    pub readable: Readable,
}

/// Holder of the rights that decide which events an endpoint receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MadeBy {
    /// No recorded key; the owner's rights apply.
    Owner,
    /// Currently accepted key.
    Key(Maker),
    /// Key that is no longer accepted; nothing is sent.
    Nobody,
}

impl MadeBy {
    /// Whether the endpoint may receive events of this type.
    pub fn may_read(&self, kind: EventType) -> bool {
        match self {
            Self::Owner => true,
            Self::Key(maker) => maker.readable.contains(kind),
            Self::Nobody => false,
        }
    }
}

/// Endpoint with the key that created it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedEndpoint {
    /// Stored endpoint.
    pub endpoint: Endpoint,
    /// Holder of the rights that decide which events the endpoint receives.
    pub made_by: MadeBy,
}

impl OwnedEndpoint {
    /// Subscribed event types that are not sent to the endpoint, in order.
    pub fn withheld(&self) -> Vec<EventType> {
        let wants = |kind: &EventType| self.endpoint.events.wants(*kind);
        EventType::ALL.into_iter().filter(wants).filter(|kind| !self.made_by.may_read(*kind)).collect()
    }

    /// Returns the first event type that the endpoint receives but `actor` may not read. With such a type, `actor` may
    /// not act on the endpoint. If the endpoint's key is no longer valid, all subscribed types count, because the actor
    /// may assign the endpoint to its own key.
    pub fn beyond(&self, actor: &Actor) -> Option<EventType> {
        let is_sent = |kind| self.made_by == MadeBy::Nobody || self.made_by.may_read(kind);
        let mut kinds = EventType::ALL.into_iter().filter(|kind| self.endpoint.events.wants(*kind));
        kinds.find(|kind| is_sent(*kind) && !actor.readable.contains(*kind))
    }

    /// First event type in `wanted` that is new and that the endpoint's key may not read. `*` names no type, because it
    /// means all types that the key may read.
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
