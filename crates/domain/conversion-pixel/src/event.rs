//! Events for ad platforms, made from conversions.

mod json;
mod meta;
mod tiktok;

use std::fmt;

use kernel::{CountryCode, Hostname, UnixTime};
use serde::{Deserialize, Serialize};

use crate::identity::{self, Field, Hashed};
use crate::money::{Currency, Money};
use crate::{ConversionType, EventMap, Platform, Switches};

/// Data about a fan; personal data is sent only as hashes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fan {
    /// Id of the fan at the engine, sent as the external id.
    pub fan_id: String,
    /// E-mail address of the fan.
    pub email: Option<String>,
    /// Phone number of the fan; a national number is one of `country`.
    pub phone: Option<String>,
    /// First name of the fan.
    pub first_name: Option<String>,
    /// Last name of the fan.
    pub last_name: Option<String>,
    /// Two-letter country code of the fan.
    pub country: Option<String>,
}

impl Fan {
    /// Creates a fan with an id only. Set the fields to add more data.
    pub fn named(fan_id: impl Into<String>) -> Self {
        let fan_id = fan_id.into();
        Self { fan_id, email: None, phone: None, first_name: None, last_name: None, country: None }
    }

    /// Replaces e-mail, phone number and names by the hashes that `platform` expects, or by `None` if unusable. Events
    /// of that platform stay the same, so the hashes can be stored where raw data may not.
    #[must_use]
    pub fn hashed(&self, platform: Platform) -> Self {
        let hash = |field, raw: &Option<String>| self.hash(platform, field, raw).map(|hash| hash.to_string());
        Self {
            email: hash(Field::Email, &self.email),
            phone: hash(Field::Phone, &self.phone),
            first_name: hash(Field::FirstName, &self.first_name),
            last_name: hash(Field::LastName, &self.last_name),
            ..self.clone()
        }
    }

    /// Hash of a field; a national telephone number is one of the fan's country.
    fn hash(&self, platform: Platform, field: Field, raw: &Option<String>) -> Option<Hashed> {
        let country = self.country.as_deref().and_then(CountryCode::parse);
        identity::hash_in(platform, field, raw.as_deref()?, country)
    }
}

impl fmt::Debug for Fan {
    /// Prints which fields are known, without personal data.
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

/// Source of a fan, shown by ad platforms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Click on the smart link `/r/<slug>` of a domain.
    SmartLink {
        /// Domain of the smart link.
        domain: Hostname,
        /// Slug of the smart link.
        slug: String,
    },
    /// Click on a landing page, without a smart link.
    Landing {
        /// Domain of the page.
        domain: Hostname,
    },
    /// No known click: the funnel link itself.
    Link {
        /// Address of the funnel link.
        url: String,
    },
}

impl Source {
    /// Address that the platform shows.
    pub fn url(&self) -> String {
        match self {
            Self::SmartLink { domain, slug } => format!("https://{}/r/{slug}", domain.as_str()),
            Self::Landing { domain } => format!("https://{}/", domain.as_str()),
            Self::Link { url } => url.clone(),
        }
    }
}

/// Data of the fan's click that a platform expects back unchanged.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClickData {
    /// Click id of Meta, `fbclid`, with the time of the click.
    pub fbclid: Option<(String, UnixTime)>,
    /// Click id of TikTok, `ttclid`.
    pub ttclid: Option<String>,
    /// User agent of the visitor. Sent only by a pixel with the switch `send_user_agent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
}

impl fmt::Debug for ClickData {
    /// Prints which values are known, because a value can identify a person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClickData")
            .field("fbclid", &self.fbclid.as_ref().map(|_| ".."))
            .field("ttclid", &self.ttclid.as_ref().map(|_| ".."))
            .field("user_agent", &self.user_agent.as_ref().map(|_| ".."))
            .finish()
    }
}

/// Conversion to be forwarded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    /// [`event_id`](crate::event_id), by which platforms drop duplicates.
    pub id: String,
    /// Type of the conversion.
    pub kind: ConversionType,
    /// Time of the fan's action.
    pub occurred_at: UnixTime,
    /// Net income of a transaction; `None` if the currency is unknown.
    pub money: Option<Money>,
    /// Fan who made the conversion.
    pub fan: Fan,
    /// Source of the fan.
    pub source: Source,
    /// Data of the fan's click.
    pub click: ClickData,
}

impl Conversion {
    /// Creates a conversion without money and data of a click. Set the fields to add them.
    pub fn new(
        id: impl Into<String>,
        kind: ConversionType,
        occurred_at: UnixTime,
        fan: Fan,
        source: Source,
    ) -> Self {
        Self { id: id.into(), kind, occurred_at, money: None, fan, source, click: ClickData::default() }
    }
}

/// Event as it is sent: a name, and a JSON object in which all personal data of the fan is hashed.
///
/// Created once, together with the conversion. So retries are identical, and no raw data must be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Platform that receives the event.
    pub platform: Platform,
    /// Name of the event on the platform.
    pub name: String,
    /// Event id of the conversion.
    pub id: String,
    /// Time of the event, at most the time of its creation.
    pub time: UnixTime,
    /// Event object in the platform's format, as JSON.
    pub json: String,
}

/// Reason why a conversion is not sent to a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Withheld {
    /// The pixel is paused.
    #[error("the pixel is paused")]
    Paused,
    /// The event map disables the type.
    #[error("the event map disables this type of conversion")]
    NotMapped,
    /// The transaction earned nothing: it was free or a refund.
    #[error("the transaction earned nothing")]
    NoRevenue,
}

impl Event {
    /// Builds the event of a conversion for a pixel of `platform`, or returns the reason why none is sent. The age is
    /// checked later, by [`crate::delivery::Progress::begin`].
    ///
    /// ```
    /// use conversion_pixel::{Conversion, ConversionType, Event, EventMap, Fan, Platform, Source, Switches};
    /// use kernel::UnixTime;
    ///
    /// let now = UnixTime::from_seconds(1_795_176_000);
    /// let source = Source::Link { url: "https://up.example/l/1".into() };
    /// let conversion = Conversion::new("77", ConversionType::NewSubscriber, now, Fan::named("fan-9"), source);
    /// let event = Event::of(&conversion, Platform::Meta, &EventMap::default(), Switches::default(), now)?;
    /// assert_eq!(event.name, "Subscribe");
    /// assert!(!event.json.contains("fan-9"), "a fan is sent as a hash only");
    /// # Ok::<(), conversion_pixel::Withheld>(())
    /// ```
    pub fn of(
        conversion: &Conversion,
        platform: Platform,
        event_map: &EventMap,
        switches: Switches,
        now: UnixTime,
    ) -> Result<Self, Withheld> {
        if !switches.active {
            return Err(Withheld::Paused);
        }
        let name = event_map.event(platform, conversion.kind).ok_or(Withheld::NotMapped)?;
        let is_transaction = conversion.kind == ConversionType::NewTransaction;
        if is_transaction && conversion.money.is_some_and(|money| money.minor <= 0) {
            return Err(Withheld::NoRevenue);
        }
        Ok(Self::build(conversion, platform, name, switches, now))
    }

    /// Builds an event with this name.
    pub(crate) fn build(
        conversion: &Conversion,
        platform: Platform,
        name: &str,
        switches: Switches,
        now: UnixTime,
    ) -> Self {
        let time = conversion.occurred_at.min(now);
        let user_agent = conversion.click.user_agent.as_deref().filter(|_| switches.send_user_agent);
        let facts = Facts { user_agent, ..Facts::new(conversion, platform, name, time) };
        let json = match platform {
            Platform::Meta => meta::event(&facts),
            Platform::TikTok => tiktok::event(&facts),
        };
        Self { platform, name: name.to_owned(), id: conversion.id.clone(), time, json: json.to_string() }
    }

    /// Whether the event is too old for the platform.
    pub fn is_too_old(&self, now: UnixTime) -> bool {
        self.time.plus_seconds(self.platform.max_age_seconds()) < now
    }
}

/// Data common to both platforms, already hashed.
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
    click: &'a ClickData,
    /// User agent of the visitor, if the owner agreed to send it.
    user_agent: Option<&'a str>,
    /// Amount and currency, if the platform accepts them.
    money: Option<(String, Currency)>,
}

impl<'a> Facts<'a> {
    fn new(conversion: &'a Conversion, platform: Platform, name: &'a str, time: UnixTime) -> Self {
        let fan = &conversion.fan;
        let hash = |field, raw: &Option<String>| fan.hash(platform, field, raw);
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
            // The fan id is hashed even if it looks like a hash; passing it on would send it in clear text.
            external_id: Hashed::of(fan.fan_id.trim()),
            click: &conversion.click,
            user_agent: None,
            money: money.map(|money| (money.major(), money.currency)),
        }
    }
}

#[cfg(test)]
mod tests;
