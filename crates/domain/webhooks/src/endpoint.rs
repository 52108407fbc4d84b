use std::fmt;

use kernel::{Fingerprint, SortableId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::{EndpointState, EndpointUrl, EventFilter, MakerKey, Pace, Secret};

/// Id of an endpoint: `hook_` and 26 characters that sort by creation time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndpointId(SortableId);

impl EndpointId {
    const PREFIX: &str = "hook_";

    /// Creates an id from its unique part.
    pub const fn new(id: SortableId) -> Self {
        Self(id)
    }

    /// Parses the text form; `None` if invalid.
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix(Self::PREFIX).and_then(SortableId::parse).map(Self)
    }
}

impl fmt::Display for EndpointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::PREFIX, self.0)
    }
}

impl fmt::Debug for EndpointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

kernel::text_value!(EndpointId, "hook_ and 26 characters");

kernel::line_of_text! {
    /// Purpose of an endpoint in the owner's words, up to 200 characters.
    Description, 0..=200
}

/// Endpoint: an address that receives messages of an owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// Id of the endpoint.
    pub id: EndpointId,
    /// Address that receives the messages.
    pub url: EndpointUrl,
    /// Subscribed events.
    pub events: EventFilter,
    /// Purpose in the owner's words.
    pub description: Description,
    /// Whether messages are sent, and recent failures.
    pub state: EndpointState,
    /// Recent response time.
    pub pace: Pace,
    /// Key that created the endpoint. `None` for older endpoints without a recorded key, which belong to the owner.
    #[serde(deserialize_with = "Option::deserialize")]
    pub made_by: Option<MakerKey>,
    /// Rotation that made the current secret; `None` for the first secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<SortableId>,
    /// Creation time.
    pub created_at: UnixTime,
}

impl Endpoint {
    /// Maximum number of endpoints per owner.
    pub const MOST: u32 = 20;

    /// State of the endpoint for `ETag` and `If-Match`, independent of its pace and of temporary failures.
    pub fn fingerprint(&self) -> Fingerprint {
        let switch = (self.state.is_active(), self.state.disabled_reason());
        let state = (self.id, &self.url, &self.events, &self.description, switch, self.created_at);
        match self.rotation {
            Some(rotation) => Fingerprint::of(&(state, rotation)),
            None => Fingerprint::of(&state),
        }
    }

    /// Returns the endpoint after a change. A new address resets recorded failures.
    #[must_use]
    pub fn changed(&self, change: &EndpointChange) -> Self {
        let url = change.url.clone().unwrap_or_else(|| self.url.clone());
        let state = match self.state {
            EndpointState::Active { .. } if url != self.url => EndpointState::WORKING,
            state => state,
        };
        Self {
            id: self.id,
            events: change.events.clone().unwrap_or_else(|| self.events.clone()),
            description: change.description.clone().unwrap_or_else(|| self.description.clone()),
            pace: if url == self.url { self.pace } else { Pace::QUICK },
            state: change.active.map_or(state, |on| state.switched(on)),
            made_by: change.made_by.or(self.made_by),
            rotation: self.rotation,
            created_at: self.created_at,
            url,
        }
    }
}

/// Endpoint to be created.
#[derive(Debug, Clone)]
pub struct NewEndpoint {
    /// Endpoint to store.
    pub endpoint: Endpoint,
    /// Secret that signs the endpoint's messages.
    pub secret: Secret,
}

/// Changes of an endpoint; `None` keeps a value.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EndpointChange {
    /// New address.
    pub url: Option<EndpointUrl>,
    /// New subscribed events.
    pub events: Option<EventFilter>,
    /// New description.
    pub description: Option<Description>,
    /// Whether messages are sent.
    pub active: Option<bool>,
    /// Key that the endpoint belongs to from now on.
    #[serde(default)]
    pub made_by: Option<MakerKey>,
}

impl EndpointChange {
    /// Whether two versions of an endpoint have the same address, events and key, so that a decision on one is valid
    /// for the other.
    pub fn is_decided_on(found: &Endpoint, stored: &Endpoint) -> bool {
        (&found.url, &found.events, found.made_by) == (&stored.url, &stored.events, stored.made_by)
    }
}

/// New secret for an endpoint.
#[derive(Debug, Clone)]
pub struct Rotation {
    /// Id of the rotation. A retry with the same id replaces only the secret of the first attempt, not the secret
    /// before it.
    pub id: SortableId,
    /// New secret for signatures.
    pub secret: Secret,
    /// Time until which the previous secret also signs; `None` ends it at once.
    pub previous_until: Option<UnixTime>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DisabledReason, EventType};

    fn endpoint(state: EndpointState) -> Endpoint {
        Endpoint {
            id: EndpointId::new(SortableId::from_u128(7)),
            url: EndpointUrl::parse("https://a.example").unwrap(),
            events: EventFilter::All,
            description: Description::parse("crm").unwrap(),
            state,
            pace: Pace::of_millis(3_000),
            made_by: None,
            rotation: None,
            created_at: UnixTime::from_seconds(1),
        }
    }

    #[test]
    fn an_id_reads_as_it_is_written() {
        let id = EndpointId::new(SortableId::from_u128(42));
        assert_eq!(EndpointId::parse(&id.to_string()), Some(id));
        for wrong in ["", "hook_", "seg_00000000000000000000000001", &id.to_string()[5..]] {
            assert_eq!(EndpointId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_left_out_stays() {
        let failing = EndpointState::Active { failing_since: Some(UnixTime::from_seconds(5)) };
        let before = endpoint(failing);
        assert_eq!(before.changed(&EndpointChange::default()), before);
        let some = EventFilter::parse(&["key.created".to_owned()]).unwrap();
        assert!(some.wants(EventType::KeyCreated) && !some.wants(EventType::KeyRevoked));
        let change = EndpointChange { events: Some(some.clone()), ..EndpointChange::default() };
        assert_eq!(before.changed(&change), Endpoint { events: some, ..before });
    }

    #[test]
    fn another_secret_is_another_state() {
        let before = endpoint(EndpointState::WORKING);
        let rotated = |number| Endpoint { rotation: Some(SortableId::from_u128(number)), ..before.clone() };
        assert_ne!(rotated(1).fingerprint(), before.fingerprint());
        assert_ne!(rotated(1).fingerprint(), rotated(2).fingerprint());
        assert_eq!(rotated(1).fingerprint(), rotated(1).changed(&EndpointChange::default()).fingerprint());
    }

    #[test]
    fn another_address_has_not_failed_yet() {
        let failing = EndpointState::Active { failing_since: Some(UnixTime::from_seconds(5)) };
        let disabled = EndpointState::Disabled(DisabledReason::Gone);
        for (state, url, active, after) in [
            (failing, "https://b.example", None, EndpointState::WORKING),
            (failing, "https://a.example", None, failing),
            (disabled, "https://b.example", None, disabled),
            (disabled, "https://b.example", Some(true), EndpointState::WORKING),
            (failing, "https://b.example", Some(false), EndpointState::Paused),
        ] {
            let url = Some(EndpointUrl::parse(url).unwrap());
            let change = EndpointChange { url, active, ..EndpointChange::default() };
            assert_eq!(endpoint(state).changed(&change).state, after, "{state:?}");
        }
    }
}
