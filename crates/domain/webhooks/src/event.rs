use std::borrow::Cow;
use std::collections::BTreeSet;

use kernel::{ErrorKind, Hostname, Location, UnixTime, ValidationErrors};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::message::rfc3339;
use crate::{DisabledReason, EndpointId};

kernel::words! {
    /// Type of an event.
    EventType {
        /// A domain became reachable.
        DomainActive = "domain.active",
        /// A domain could not be made reachable.
        DomainFailed = "domain.failed",
        /// A landing has a new live version.
        LandingPublished = "landing.published",
        /// A smart link or funnel link was created, changed or deleted.
        LinkChanged = "link.changed",
        /// A fan's action was recorded as a conversion.
        ConversionCreated = "conversion.created",
        /// A fan requested content.
        RequestCreated = "request.created",
        /// A campaign ended.
        BroadcastFinished = "broadcast.finished",
        /// A campaign was paused, by a person or by the service.
        BroadcastPaused = "broadcast.paused",
        /// An ad platform rejects a pixel.
        PixelFailing = "pixel.failing",
        /// A key was minted, also by a rotation.
        KeyCreated = "key.created",
        /// A key was revoked, or replaced by a rotation.
        KeyRevoked = "key.revoked",
        /// The service disabled another endpoint.
        WebhookDisabled = "webhook.disabled",
        /// An address that pages or links lead to stopped working.
        DestinationBroken = "destination.broken",
        /// A broken address works again.
        DestinationMended = "destination.mended",
    }
}

kernel::words! {
    /// Kind of a link.
    LinkKind {
        /// Short link on a domain of the owner.
        SmartLink = "smart_link",
        /// Link of the connected account.
        FunnelLink = "funnel_link",
    }
}

kernel::words! {
    /// Change of a link.
    LinkChange {
        /// Link was created.
        Created = "created",
        /// Link was changed.
        Updated = "updated",
        /// Link was deleted.
        Deleted = "deleted",
    }
}

/// Event that endpoints may receive. Contains ids and money, but nothing that identifies a visitor or a fan.
///
/// serde writes `{"type": word, "data": {...}}` with times in the form of other stored values. Endpoints receive a
/// [`Message`](crate::Message).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "data")]
pub enum Event {
    /// Data of [`EventType::DomainActive`].
    #[serde(rename = "domain.active")]
    DomainActive {
        /// Domain that became reachable.
        domain: Hostname,
    },
    /// Data of [`EventType::DomainFailed`].
    #[serde(rename = "domain.failed")]
    DomainFailed {
        /// Domain that failed.
        domain: Hostname,
        /// Error text for people.
        error: Option<String>,
    },
    /// Data of [`EventType::LandingPublished`].
    #[serde(rename = "landing.published")]
    LandingPublished {
        /// Domain of the landing.
        domain: Hostname,
        /// Number of the live version.
        version: i32,
        /// Number of the restored version, after a rollback.
        rolled_back_from: Option<i32>,
    },
    /// Data of [`EventType::LinkChanged`].
    #[serde(rename = "link.changed")]
    LinkChanged {
        /// Kind of the link.
        kind: LinkKind,
        /// Number of the link, unique within its kind.
        id: i64,
        /// Domain of the link, if any.
        domain: Option<Hostname>,
        /// Change of the link.
        change: LinkChange,
    },
    /// Data of [`EventType::ConversionCreated`].
    #[serde(rename = "conversion.created")]
    ConversionCreated {
        /// Number of the conversion.
        id: i64,
        /// Kind of the conversion, such as `new_subscriber`.
        kind: Cow<'static, str>,
        /// Time of the fan's action.
        occurred_at: UnixTime,
        /// Attributed domain.
        domain: Option<Hostname>,
        /// Number of the attributed funnel link.
        link_id: Option<i64>,
        /// Amount that the fan paid, in cents; `None` without a payment.
        gross_cents: Option<i64>,
        /// Net amount for the owner, in cents.
        net_cents: Option<i64>,
        /// Code of the currency.
        currency: Option<String>,
    },
    /// Data of [`EventType::RequestCreated`].
    #[serde(rename = "request.created")]
    RequestCreated {
        /// Number of the request.
        id: i64,
    },
    /// Data of [`EventType::BroadcastFinished`].
    #[serde(rename = "broadcast.finished")]
    BroadcastFinished {
        /// Number of the campaign.
        id: i64,
        /// Final status: finished, stopped by the owner, or without an audience.
        status: Cow<'static, str>,
        /// Reason for a regular end.
        reason: Option<Cow<'static, str>>,
    },
    /// Data of [`EventType::BroadcastPaused`].
    #[serde(rename = "broadcast.paused")]
    BroadcastPaused {
        /// Number of the campaign.
        id: i64,
        /// Word for the person or cause behind the pause.
        reason: Option<Cow<'static, str>>,
    },
    /// Data of [`EventType::PixelFailing`].
    #[serde(rename = "pixel.failing")]
    PixelFailing {
        /// Id of the pixel's link at the engine.
        provider_id: String,
        /// Word for the ad platform.
        platform: Cow<'static, str>,
    },
    /// Data of [`EventType::KeyCreated`].
    #[serde(rename = "key.created")]
    KeyCreated {
        /// Number of the key.
        id: i64,
    },
    /// Data of [`EventType::KeyRevoked`].
    #[serde(rename = "key.revoked")]
    KeyRevoked {
        /// Number of the key.
        id: i64,
    },
    /// Data of [`EventType::WebhookDisabled`].
    #[serde(rename = "webhook.disabled")]
    WebhookDisabled {
        /// Id of the disabled endpoint.
        id: EndpointId,
        /// Reason why the service disabled the endpoint.
        reason: DisabledReason,
    },
    /// Data of [`EventType::DestinationBroken`].
    #[serde(rename = "destination.broken")]
    DestinationBroken {
        /// Broken address.
        destination: Destination,
        /// HTTP status of the last response, if any.
        status: Option<u16>,
        /// Word for the reason why there was no response.
        error: Option<Cow<'static, str>>,
    },
    /// Data of [`EventType::DestinationMended`].
    #[serde(rename = "destination.mended")]
    DestinationMended {
        /// Repaired address.
        destination: Destination,
    },
}

/// Address that an owner's pages or links lead to, broken now or before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destination {
    /// Number of the destination.
    pub id: i64,
    /// Address that is or was broken.
    pub url: String,
    /// Domains that use the address.
    pub domains: Vec<Hostname>,
    /// Start of the outage.
    pub broken_since: UnixTime,
}

impl Event {
    /// Type of the event.
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

    /// Subject of the event. Messages about one subject reach an endpoint in order.
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

    /// Content of `data` in the message.
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

/// Filter of events that an endpoint subscribes to.
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
    /// All events, including types of later versions.
    All,
    /// Events of these types.
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
    /// Word for all events.
    pub const ALL: &str = "*";

    /// Parses the words: `*` alone, or at least one type, without duplicates.
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

    /// Words of the filter, in the order of the types.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            Self::All => vec![Self::ALL],
            Self::Only(types) => types.iter().map(|kind| kind.as_str()).collect(),
        }
    }

    /// Whether the filter includes events of this type.
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
