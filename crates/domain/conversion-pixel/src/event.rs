//! What a platform is told of a conversion.

mod json;
mod meta;
mod tiktok;

use kernel::{Hostname, UnixTime};

use crate::identity::{self, Field, Hashed};
use crate::money::{Currency, Money};
use crate::{ConversionType, EventMap, Platform};

/// What is known of a fan; it is sent as hashes only.
#[derive(Clone, Default)]
pub struct Fan {
    /// His id at the engine; what platforms call the external id.
    pub fan_id: String,
    /// His e-mail address.
    pub email: Option<String>,
    /// His telephone number.
    pub phone: Option<String>,
    /// His given name.
    pub first_name: Option<String>,
    /// His family name.
    pub last_name: Option<String>,
    /// His country by two letters.
    pub country: Option<String>,
}

impl Fan {
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

/// Where a fan came from, for platforms to show.
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Clone, Default)]
pub struct ClickIds {
    /// `fbclid` and when it was seen.
    pub fbclid: Option<(String, UnixTime)>,
    /// `ttclid`.
    pub ttclid: Option<String>,
}

/// A conversion that is to be forwarded.
#[derive(Clone)]
pub struct Conversion {
    /// Its id as a text; the same at every attempt, so that a platform can drop doubles.
    pub id: String,
    /// What happened.
    pub kind: ConversionType,
    /// When.
    pub occurred_at: UnixTime,
    /// What was earned, net; for transactions. `None` where the currency is unknown.
    pub money: Option<Money>,
    /// Who.
    pub fan: Fan,
    /// From where.
    pub source: Source,
    /// By which click.
    pub click: ClickIds,
}

/// An event as it is sent: a name, and a JSON object in which every identifying field is a hash.
///
/// It is made once, with the conversion, so that retries repeat it exactly and nothing raw needs to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// For which platform.
    pub platform: Platform,
    /// Its name there.
    pub name: String,
    /// The conversion's id.
    pub id: String,
    /// When it happened, at most the moment when it was made.
    pub time: UnixTime,
    /// The event object of the platform's contract, as JSON.
    pub json: String,
}

/// Why a conversion is not told to a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withheld {
    /// The pixel is paused.
    Paused,
    /// The event map switches the type off.
    NotMapped,
    /// A transaction that earned nothing: free, or a refund.
    NoRevenue,
}

impl Event {
    /// What a pixel of `platform` is told of a conversion, or why it is told nothing. Whether it is told in time is for
    /// [`crate::delivery::Progress::begin`] to say.
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

    /// Whether the platform takes it no more.
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
            conversion.kind == ConversionType::NewTransaction && money.currency.is_taken_by(platform)
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
