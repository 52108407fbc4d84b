use std::borrow::Cow;
use std::collections::BTreeSet;

use kernel::{ErrorKind, Hostname, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::message::rfc3339;
use crate::{DisabledReason, EndpointId};

kernel::words! {
    /// What endpoints are notified of.
    EventType {
        /// A domain is reachable.
        DomainActive = "domain.active",
        /// A domain could not be made reachable.
        DomainFailed = "domain.failed",
        /// Another version of a landing is live.
        LandingPublished = "landing.published",
        /// A smart link or a funnel link was made, changed or deleted.
        LinkChanged = "link.changed",
        /// Something that a fan did was attributed.
        ConversionCreated = "conversion.created",
        /// A fan asks for content.
        RequestCreated = "request.created",
        /// A campaign came to its end.
        BroadcastFinished = "broadcast.finished",
        /// A campaign was paused, by whomever.
        BroadcastPaused = "broadcast.paused",
        /// An ad platform refuses a pixel.
        PixelFailing = "pixel.failing",
        /// A key was minted, or made by a rotation.
        KeyCreated = "key.created",
        /// A key was revoked, or replaced by a rotation.
        KeyRevoked = "key.revoked",
        /// The service switched another endpoint off.
        WebhookDisabled = "webhook.disabled",
        /// An address that pages or links lead to does not work any more.
        DestinationBroken = "destination.broken",
        /// It works again.
        DestinationMended = "destination.mended",
    }
}

kernel::words! {
    /// Which kind of link.
    LinkKind {
        /// A short link of the owner's on a domain.
        SmartLink = "smart_link",
        /// A link of the connected account.
        FunnelLink = "funnel_link",
    }
}

kernel::words! {
    /// What became of a link.
    LinkChange {
        /// It is new.
        Created = "created",
        /// It is another one than before.
        Updated = "updated",
        /// It is gone.
        Deleted = "deleted",
    }
}

/// Something that happened. serde writes `{"type": word, "data": {...}}` with moments as other values of the domain have them; what an
/// endpoint receives is a [`Message`](crate::Message).
///
/// It holds what an endpoint receives of it: ids and money, and nothing that identifies a visitor or a fan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "data")]
pub enum Event {
    /// [`EventType::DomainActive`]
    #[serde(rename = "domain.active")]
    DomainActive {
        /// The domain.
        domain: Hostname,
    },
    /// [`EventType::DomainFailed`]
    #[serde(rename = "domain.failed")]
    DomainFailed {
        /// The domain.
        domain: Hostname,
        /// What is wrong, for a person.
        error: Option<String>,
    },
    /// [`EventType::LandingPublished`]
    #[serde(rename = "landing.published")]
    LandingPublished {
        /// The domain.
        domain: Hostname,
        /// The version that is live.
        version: i32,
        /// The version that it repeats, if it is a roll-back.
        rolled_back_from: Option<i32>,
    },
    /// [`EventType::LinkChanged`]
    #[serde(rename = "link.changed")]
    LinkChanged {
        /// Which kind of link.
        kind: LinkKind,
        /// Its number among those of its kind.
        id: i64,
        /// The domain that it is on, if it is on one.
        domain: Option<Hostname>,
        /// What became of it.
        change: LinkChange,
    },
    /// [`EventType::ConversionCreated`]
    #[serde(rename = "conversion.created")]
    ConversionCreated {
        /// Its number.
        id: i64,
        /// The word for what the fan did.
        kind: Cow<'static, str>,
        /// When they did.
        occurred_at: UnixTime,
        /// The domain that it belongs to.
        domain: Option<Hostname>,
        /// The funnel link that it belongs to.
        link_id: Option<i64>,
        /// What was paid, in cents; nothing for what costs nothing.
        gross_cents: Option<i64>,
        /// What the owner gets of it, in cents.
        net_cents: Option<i64>,
        /// The currency.
        currency: Option<String>,
    },
    /// [`EventType::RequestCreated`]
    #[serde(rename = "request.created")]
    RequestCreated {
        /// Its number.
        id: i64,
    },
    /// [`EventType::BroadcastFinished`]
    #[serde(rename = "broadcast.finished")]
    BroadcastFinished {
        /// Its number.
        id: i64,
        /// The word for how it ended: at its own end, by its owner, or without an audience.
        status: Cow<'static, str>,
        /// Why it came to its own end.
        reason: Option<Cow<'static, str>>,
    },
    /// [`EventType::BroadcastPaused`]
    #[serde(rename = "broadcast.paused")]
    BroadcastPaused {
        /// Its number.
        id: i64,
        /// The word for who or what paused it.
        reason: Option<Cow<'static, str>>,
    },
    /// [`EventType::PixelFailing`]
    #[serde(rename = "pixel.failing")]
    PixelFailing {
        /// The link of the pixel.
        provider_id: String,
        /// The platform.
        platform: Cow<'static, str>,
    },
    /// [`EventType::KeyCreated`]
    #[serde(rename = "key.created")]
    KeyCreated {
        /// Its number.
        id: i64,
    },
    /// [`EventType::KeyRevoked`]
    #[serde(rename = "key.revoked")]
    KeyRevoked {
        /// Its number.
        id: i64,
    },
    /// [`EventType::WebhookDisabled`]
    #[serde(rename = "webhook.disabled")]
    WebhookDisabled {
        /// The endpoint.
        id: EndpointId,
        /// Why.
        reason: DisabledReason,
    },
    /// [`EventType::DestinationBroken`]
    #[serde(rename = "destination.broken")]
    DestinationBroken {
        /// Which.
        destination: Destination,
        /// The HTTP status of the last answer, if one came.
        status: Option<u16>,
        /// The word for why none came.
        error: Option<Cow<'static, str>>,
    },
    /// [`EventType::DestinationMended`]
    #[serde(rename = "destination.mended")]
    DestinationMended {
        /// Which.
        destination: Destination,
    },
}

/// An address that an owner's pages or links lead to, and that is or was broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destination {
    /// Its number.
    pub id: i64,
    /// The address.
    pub url: String,
    /// Domains on which it is used.
    pub domains: Vec<Hostname>,
    /// Since when it is or was broken.
    pub broken_since: UnixTime,
}

impl Event {
    /// Its type.
    pub const fn kind(&self) -> EventType {
        match self {
            Self::DomainActive { .. } => EventType::DomainActive,
            Self::DomainFailed { .. } => EventType::DomainFailed,
            Self::LandingPublished { .. } => EventType::LandingPublished,
            Self::LinkChanged { .. } => EventType::LinkChanged,
            Self::ConversionCreated { .. } => EventType::ConversionCreated,
            Self::RequestCreated { .. } => EventType::RequestCreated,
            Self::BroadcastFinished { .. } => EventType::BroadcastFinished,
            Self::BroadcastPaused { .. } => EventType::BroadcastPaused,
            Self::PixelFailing { .. } => EventType::PixelFailing,
            Self::KeyCreated { .. } => EventType::KeyCreated,
            Self::KeyRevoked { .. } => EventType::KeyRevoked,
            Self::WebhookDisabled { .. } => EventType::WebhookDisabled,
            Self::DestinationBroken { .. } => EventType::DestinationBroken,
            Self::DestinationMended { .. } => EventType::DestinationMended,
        }
    }

    /// What it happened to: messages about one subject reach an endpoint in their order.
    pub fn subject(&self) -> String {
        match self {
            Self::DomainActive { domain }
            | Self::DomainFailed { domain, .. }
            | Self::LandingPublished { domain, .. } => format!("domain {domain}"),
            Self::LinkChanged { kind, id, .. } => format!("{kind} {id}"),
            Self::ConversionCreated { id, .. } => format!("conversion {id}"),
            Self::RequestCreated { id } => format!("request {id}"),
            Self::BroadcastFinished { id, .. } | Self::BroadcastPaused { id, .. } => {
                format!("broadcast {id}")
            }
            Self::PixelFailing { provider_id, platform } => format!("pixel {platform} {provider_id}"),
            Self::KeyCreated { id } | Self::KeyRevoked { id } => format!("key {id}"),
            Self::WebhookDisabled { id, .. } => format!("webhook {id}"),
            Self::DestinationBroken { destination, .. } | Self::DestinationMended { destination } => {
                format!("destination {}", destination.id)
            }
        }
    }

    /// What is under `data` in the message.
    pub fn data(&self) -> Value {
        let name = |domain: &Option<Hostname>| domain.as_ref().map(Hostname::to_string);
        match self {
            Self::DomainActive { domain } => json!({ "domain": domain.as_str() }),
            Self::DomainFailed { domain, error } => json!({ "domain": domain.as_str(), "error": error }),
            Self::LandingPublished { domain, version, rolled_back_from } => json!({
                "domain": domain.as_str(), "version": version, "rolled_back_from": rolled_back_from,
            }),
            Self::LinkChanged { kind, id, domain, change } => json!({
                "kind": kind.as_str(), "id": id, "domain": name(domain), "change": change.as_str(),
            }),
            Self::ConversionCreated {
                id,
                kind,
                occurred_at,
                domain,
                link_id,
                gross_cents,
                net_cents,
                currency,
            } => json!({
                "conversion_id": id, "type": kind, "occurred_at": rfc3339(*occurred_at),
                "domain": name(domain), "link_id": link_id,
                "gross_cents": gross_cents, "net_cents": net_cents, "currency": currency,
            }),
            Self::RequestCreated { id } => json!({ "request_id": id }),
            Self::BroadcastFinished { id, status, reason } => {
                json!({ "broadcast_id": id, "status": status, "reason": reason })
            }
            Self::BroadcastPaused { id, reason } => json!({ "broadcast_id": id, "reason": reason }),
            Self::PixelFailing { provider_id, platform } => {
                json!({ "provider_id": provider_id, "platform": platform })
            }
            Self::KeyCreated { id } | Self::KeyRevoked { id } => json!({ "key_id": id }),
            Self::WebhookDisabled { id, reason } => {
                json!({ "id": id.to_string(), "reason": reason.as_str() })
            }
            Self::DestinationBroken { destination, status, error } => {
                let Destination { url, broken_since, .. } = destination;
                json!({
                    "url": url, "domains": destination.domain_names(), "broken_since": rfc3339(*broken_since),
                    "last_status": status, "last_error": error,
                })
            }
            Self::DestinationMended { destination } => {
                let Destination { url, broken_since, .. } = destination;
                json!({
                    "url": url, "domains": destination.domain_names(), "broken_since": rfc3339(*broken_since),
                })
            }
        }
    }
}

impl Destination {
    fn domain_names(&self) -> Vec<&str> {
        self.domains.iter().map(Hostname::as_str).collect()
    }
}

/// Which events an endpoint wants.
///
/// ```
/// use webhooks::{EventFilter, EventType};
///
/// let some = EventFilter::parse(&["link.changed".to_owned()]).unwrap();
/// assert!(some.wants(EventType::LinkChanged) && !some.wants(EventType::KeyCreated));
/// assert!(EventFilter::parse(&["*".to_owned()]).unwrap().wants(EventType::KeyCreated));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<&'static str>")]
pub enum EventFilter {
    /// All of them, also of types that come later.
    All,
    /// Those of these types.
    Only(BTreeSet<EventType>),
}

impl TryFrom<Vec<String>> for EventFilter {
    type Error = ValidationErrors;

    fn try_from(words: Vec<String>) -> Result<Self, ValidationErrors> {
        Self::parse(&words)
    }
}

impl From<EventFilter> for Vec<&'static str> {
    fn from(filter: EventFilter) -> Self {
        filter.words()
    }
}

impl EventFilter {
    /// The word for all.
    pub const ALL: &str = "*";

    /// Reads the words: `*` alone, or at least one type, each once.
    pub fn parse(words: &[String]) -> Result<Self, ValidationErrors> {
        if words == [Self::ALL] {
            return Ok(Self::All);
        }
        let (mut errors, mut types) = (ValidationErrors::none(), BTreeSet::new());
        if words.is_empty() {
            errors.push(Location::root(), ErrorKind::TooShort, "must have at least one event type, or *");
        }
        for (index, word) in words.iter().enumerate() {
            let place = Location::root().at(index);
            match EventType::parse(word) {
                Some(kind) if !types.insert(kind) => {
                    errors.push(place, ErrorKind::Duplicate, "appears in the list twice");
                }
                Some(_) => {}
                None if word == Self::ALL => {
                    errors.push(place, ErrorKind::Value, "* can't be combined with other types");
                }
                None => errors.push(place, ErrorKind::Enum, "is not an event type"),
            }
        }
        errors.into_result().map(|()| Self::Only(types))
    }

    /// The words, in the order of the types.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            Self::All => vec![Self::ALL],
            Self::Only(types) => types.iter().map(|kind| kind.as_str()).collect(),
        }
    }

    /// Whether it wants events of this type.
    pub fn wants(&self, kind: EventType) -> bool {
        match self {
            Self::All => true,
            Self::Only(types) => types.contains(&kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<EventFilter, ValidationErrors> {
        EventFilter::parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_filter_is_a_star_or_types() {
        for (words, wrong) in [
            (&["*"][..], None),
            (&["key.created"], None),
            (&["key.revoked", "key.created"], None),
            (&[], Some("must have at least one event type, or *")),
            (&["key.created", "*"], Some("1: * can't be combined with other types")),
            (&["key"], Some("0: is not an event type")),
            (&["webhook.test"], Some("0: is not an event type")),
            (&["key.created", "key.created"], Some("1: appears in the list twice")),
        ] {
            let error = parse(words).err().map(|errors| errors.to_string());
            assert_eq!(error.as_deref(), wrong, "{words:?}");
        }
        let all: Vec<String> = EventType::WORDS.iter().map(|word| (*word).to_owned()).collect();
        let every = EventFilter::parse(&all).unwrap();
        assert_eq!(every.words(), EventType::WORDS);
        assert_eq!(parse(&["*"]).unwrap().words(), ["*"]);
    }

    #[test]
    fn a_conversion_is_reported_by_ids_and_money() {
        let event = Event::ConversionCreated {
            id: 7,
            kind: "purchase".into(),
            occurred_at: UnixTime::from_seconds(1_795_176_000),
            domain: None,
            link_id: Some(3),
            gross_cents: Some(1_000),
            net_cents: Some(800),
            currency: Some("USD".to_owned()),
        };
        let data = event.data();
        let fields: Vec<_> = data.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "conversion_id",
            "currency",
            "domain",
            "gross_cents",
            "link_id",
            "net_cents",
            "occurred_at",
            "type",
        ];
        assert_eq!(fields, expected);
        assert_eq!(data["occurred_at"], "2026-11-20T12:00:00.000Z");
    }

    #[test]
    fn events_about_one_thing_have_one_subject() {
        let domain = Hostname::parse("a.example").unwrap();
        let published =
            Event::LandingPublished { domain: domain.clone(), version: 2, rolled_back_from: None };
        assert_eq!(published.subject(), Event::DomainActive { domain }.subject());
        assert_eq!(Event::KeyCreated { id: 1 }.subject(), Event::KeyRevoked { id: 1 }.subject());
        assert_ne!(Event::KeyCreated { id: 1 }.subject(), Event::KeyCreated { id: 2 }.subject());
        let destination = Destination {
            id: 7,
            url: "https://shop.example/".to_owned(),
            domains: Vec::new(),
            broken_since: UnixTime::from_seconds(1_795_176_000),
        };
        let mended = Event::DestinationMended { destination: destination.clone() };
        let broken = Event::DestinationBroken { destination, status: None, error: Some("dns".into()) };
        assert_eq!(broken.subject(), mended.subject());
    }
}
