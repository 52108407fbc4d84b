//! What a platform is sent of a conversion.

mod json;
mod meta;
mod tiktok;

use std::fmt;

use kernel::{Hostname, UnixTime};
use serde::{Deserialize, Serialize};

use crate::identity::{self, Field, Hashed};
use crate::money::{Currency, Money};
use crate::{ConversionType, EventMap, Platform};

/// What is known of a fan; it is sent as hashes only.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fan {
    /// Their id at the engine, which platforms call the external id.
    pub fan_id: String,
    /// Their e-mail address.
    pub email: Option<String>,
    /// Their telephone number.
    pub phone: Option<String>,
    /// Their given name.
    pub first_name: Option<String>,
    /// Their family name.
    pub last_name: Option<String>,
    /// Their country by two letters.
    pub country: Option<String>,
}

impl Fan {
    /// A fan of whom nothing but the engine's id is known. What is known besides is set on the fields.
    pub fn named(fan_id: impl Into<String>) -> Self {
        let fan_id = fan_id.into();
        Self { fan_id, email: None, phone: None, first_name: None, last_name: None, country: None }
    }

    /// The same with e-mail, telephone number and names as the hashes that `platform` wants; what nothing usable is left of
    /// is `None`. Events of that platform come out the same, so this may be kept where the raw fields may not.
    #[must_use]
    pub fn hashed(&self, platform: Platform) -> Self {
        let hash = |field, raw: &Option<String>| {
            identity::hash(platform, field, raw.as_deref()?).map(|hash| hash.to_string())
        };
        Self {
            email: hash(Field::Email, &self.email),
            phone: hash(Field::Phone, &self.phone),
            first_name: hash(Field::FirstName, &self.first_name),
            last_name: hash(Field::LastName, &self.last_name),
            ..self.clone()
        }
    }
}

impl fmt::Debug for Fan {
    /// Identifies nobody: it says which fields are known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = |field: &Option<String>| field.as_ref().map(|_| "..");
        f.debug_struct("Fan")
            .field("email", &known(&self.email))
            .field("phone", &known(&self.phone))
            .field("first_name", &known(&self.first_name))
            .field("last_name", &known(&self.last_name))
            .field("country", &self.country)
            .finish_non_exhaustive()
    }
}

/// Where a fan came from, for platforms to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A click on the smart link `/r/<slug>` of a domain.
    SmartLink {
        /// The domain.
        domain: Hostname,
        /// The slug.
        slug: String,
    },
    /// A click on a landing page that no slug of ours led to.
    Landing {
        /// The domain.
        domain: Hostname,
    },
    /// No click of ours: the address of the funnel link itself.
    Link {
        /// The upstream address.
        url: String,
    },
}

impl Source {
    /// The address.
    pub fn url(&self) -> String {
        match self {
            Self::SmartLink { domain, slug } => format!("https://{}/r/{slug}", domain.as_str()),
            Self::Landing { domain } => format!("https://{}/", domain.as_str()),
            Self::Link { url } => url.clone(),
        }
    }
}

/// Ids that a platform gave to the click and wants back, byte for byte.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClickIds {
    /// `fbclid` and when it was seen.
    pub fbclid: Option<(String, UnixTime)>,
    /// `ttclid`.
    pub ttclid: Option<String>,
}

impl fmt::Debug for ClickIds {
    /// Says which ids are known; the ids point at a person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClickIds")
            .field("fbclid", &self.fbclid.as_ref().map(|_| ".."))
            .field("ttclid", &self.ttclid.as_ref().map(|_| ".."))
            .finish()
    }
}

/// A conversion that is to be forwarded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    /// The [`event_id`](crate::event_id), by which a platform drops doubles.
    pub id: String,
    /// What the fan did.
    pub kind: ConversionType,
    /// When they did it.
    pub occurred_at: UnixTime,
    /// What was earned, net; for transactions. `None` where the currency is unknown.
    pub money: Option<Money>,
    /// Who did it.
    pub fan: Fan,
    /// Where the fan came from.
    pub source: Source,
    /// The click that they came by.
    pub click: ClickIds,
}

impl Conversion {
    /// A conversion that earned no known money and whose click has no id of a platform. What is known of those is set on
    /// the fields.
    pub fn new(
        id: impl Into<String>,
        kind: ConversionType,
        occurred_at: UnixTime,
        fan: Fan,
        source: Source,
    ) -> Self {
        Self { id: id.into(), kind, occurred_at, money: None, fan, source, click: ClickIds::default() }
    }
}

/// An event as it is sent: a name, and a JSON object in which every identifying field is a hash.
///
/// It is made once, with the conversion, so that retries repeat it exactly and nothing raw needs to be kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The platform that it is for.
    pub platform: Platform,
    /// The name of the event at the platform.
    pub name: String,
    /// The `event_id` of the conversion.
    pub id: String,
    /// When it happened, at most the moment when it was made.
    pub time: UnixTime,
    /// The event object of the platform's contract, as JSON.
    pub json: String,
}

/// Why a conversion is not sent to a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Withheld {
    /// The pixel is paused.
    #[error("the pixel is paused")]
    Paused,
    /// The event map switches the type off.
    #[error("the event map switches this type of conversion off")]
    NotMapped,
    /// A transaction that earned nothing: free, or a refund.
    #[error("the transaction earned nothing")]
    NoRevenue,
}

impl Event {
    /// The event that a pixel of `platform` is sent for a conversion, or why it is sent none. Whether it is still in time is
    /// decided by [`crate::delivery::Progress::begin`].
    ///
    /// ```
    /// use conversion_pixel::{Conversion, ConversionType, Event, EventMap, Fan, Platform, Source};
    /// use kernel::UnixTime;
    ///
    /// let now = UnixTime::from_seconds(1_795_176_000);
    /// let source = Source::Link { url: "https://up.example/l/1".into() };
    /// let conversion = Conversion::new("77", ConversionType::NewSubscriber, now, Fan::named("fan-9"), source);
    /// let event = Event::of(&conversion, Platform::Meta, &EventMap::default(), true, now)?;
    /// assert_eq!(event.name, "Subscribe");
    /// assert!(!event.json.contains("fan-9"), "a fan is sent as a hash only");
    /// # Ok::<(), conversion_pixel::Withheld>(())
    /// ```
    pub fn of(
        conversion: &Conversion,
        platform: Platform,
        event_map: &EventMap,
        active: bool,
        now: UnixTime,
    ) -> Result<Self, Withheld> {
        if !active {
            return Err(Withheld::Paused);
        }
        let name = event_map.event(platform, conversion.kind).ok_or(Withheld::NotMapped)?;
        let is_transaction = conversion.kind == ConversionType::NewTransaction;
        if is_transaction && conversion.money.is_some_and(|money| money.minor <= 0) {
            return Err(Withheld::NoRevenue);
        }
        Ok(Self::build(conversion, platform, name, now))
    }

    /// The event by this name.
    pub(crate) fn build(conversion: &Conversion, platform: Platform, name: &str, now: UnixTime) -> Self {
        let time = conversion.occurred_at.min(now);
        let facts = Facts::new(conversion, platform, name, time);
        let json = match platform {
            Platform::Meta => meta::event(&facts),
            Platform::TikTok => tiktok::event(&facts),
        };
        Self { platform, name: name.to_owned(), id: conversion.id.clone(), time, json: json.to_string() }
    }

    /// Whether it is too old for the platform to accept.
    pub fn is_too_old(&self, now: UnixTime) -> bool {
        self.time.plus_seconds(self.platform.max_age_seconds()) < now
    }
}

/// What the two contracts have in common, hashed already.
struct Facts<'a> {
    name: &'a str,
    id: &'a str,
    time: UnixTime,
    source_url: String,
    email: Option<Hashed>,
    phone: Option<Hashed>,
    first_name: Option<Hashed>,
    last_name: Option<Hashed>,
    country: Option<Hashed>,
    external_id: Hashed,
    click: &'a ClickIds,
    /// The amount and its currency, where the platform takes them.
    money: Option<(String, Currency)>,
}

impl<'a> Facts<'a> {
    fn new(conversion: &'a Conversion, platform: Platform, name: &'a str, time: UnixTime) -> Self {
        let fan = &conversion.fan;
        let hash = |field, raw: &Option<String>| identity::hash(platform, field, raw.as_deref()?);
        let money = conversion.money.filter(|money| {
            conversion.kind == ConversionType::NewTransaction && platform.takes(money.currency)
        });
        Self {
            name,
            id: &conversion.id,
            time,
            source_url: conversion.source.url(),
            email: hash(Field::Email, &fan.email),
            phone: hash(Field::Phone, &fan.phone),
            first_name: hash(Field::FirstName, &fan.first_name),
            last_name: hash(Field::LastName, &fan.last_name),
            country: hash(Field::Country, &fan.country),
            // Our own id is never a hash already, whatever it looks like: passing it on would send it in clear.
            external_id: Hashed::of(fan.fan_id.trim()),
            click: &conversion.click,
            money: money.map(|money| (money.major(), money.currency)),
        }
    }
}

#[cfg(test)]
mod tests;
