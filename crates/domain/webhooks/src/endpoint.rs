use std::fmt;

use kernel::{Fingerprint, SortableId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::{EndpointState, EndpointUrl, EventFilter, MakerKey, Pace, Secret};

/// The id of an endpoint: `hook_` and 26 characters in order of making.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndpointId(SortableId);

impl EndpointId {
    const PREFIX: &str = "hook_";

    /// The id with this unique part.
    pub const fn new(id: SortableId) -> Self {
        Self(id)
    }

    /// Reads the text form; `None` when it is not one.
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
    /// What an endpoint is for, up to 200 characters.
    Description, 0..=200
}

/// Where messages of an owner are sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// Its id.
    pub id: EndpointId,
    /// Its address.
    pub url: EndpointUrl,
    /// Which events it wants.
    pub events: EventFilter,
    /// What it is for.
    pub description: Description,
    /// Whether messages are sent.
    pub state: EndpointState,
    /// How quickly it answers of late.
    pub pace: Pace,
    /// The key that made it; `None` for endpoints from before this was noted, which count as the owner's.
    #[serde(deserialize_with = "Option::deserialize")]
    pub made_by: Option<MakerKey>,
    /// Rotation that made the current secret; `None` for the first secret.
    #[serde(default)]
    pub rotation: Option<SortableId>,
    /// When it was made.
    pub created_at: UnixTime,
}

impl Endpoint {
    /// The most endpoints of an owner.
    pub const MOST: u32 = 20;

    /// State of the endpoint for `ETag` and `If-Match`. Its pace and a failure that passes don't change it.
    pub fn fingerprint(&self) -> Fingerprint {
        let switch = (self.state.is_active(), self.state.disabled_reason());
        let state = (self.id, &self.url, &self.events, &self.description, switch, self.created_at);
        match self.rotation {
            Some(rotation) => Fingerprint::of(&(state, rotation)),
            None => Fingerprint::of(&state),
        }
    }

    /// The same with a change. Another address begins with a clean slate, because nothing is known of it.
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

/// An endpoint that is to be made.
#[derive(Debug, Clone)]
pub struct NewEndpoint {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// What its messages are signed with.
    pub secret: Secret,
}

/// What is to change; what is `None` stays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EndpointChange {
    /// Another address.
    pub url: Option<EndpointUrl>,
    /// Other events.
    pub events: Option<EventFilter>,
    /// Another description.
    pub description: Option<Description>,
    /// Whether messages are sent.
    pub active: Option<bool>,
    /// The key that answers for the endpoint from now on.
    #[serde(default)]
    pub made_by: Option<MakerKey>,
}

impl EndpointChange {
    /// Whether the change was decided on an endpoint like this one: it goes to the same address, reports the same, for the same key.
    pub fn is_decided_on(found: &Endpoint, stored: &Endpoint) -> bool {
        (&found.url, &found.events, found.made_by) == (&stored.url, &stored.events, stored.made_by)
    }
}

/// Another secret for an endpoint.
#[derive(Debug, Clone)]
pub struct Rotation {
    /// Names the rotation: the same one twice replaces the secret that it made itself, not the one before it.
    pub id: SortableId,
    /// The new secret.
    pub secret: Secret,
    /// Until when the one before is good beside it; `None` when it ends at once.
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
