//! What engines answer, as plain values.

use kernel::{CountryCode, UnixTime};
use serde::Deserialize;

use crate::wire;

/// The caller's key of something that must happen once: 1 to 255 visible ASCII characters. It MUST be one of a kind among
/// all calls to an engine, whatever they do: an engine answers a key that it knows with its first answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The key of this text; `None` where it can't be one.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The account that an engine holds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Account {
    /// The engine's name for it.
    #[serde(deserialize_with = "wire::id")]
    pub account_id: String,
    /// Its name on the platform.
    pub username: String,
}

/// What a link offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// The paid subscription.
    Paid,
    /// The free trial.
    Ftl,
}

impl Offer {
    /// The word of the protocol.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Ftl => "ftl",
        }
    }
}

/// What kind of link the platform made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkKind {
    /// Leads to the paid subscription.
    TrackingLink,
    /// Leads to a free trial.
    FreeTrial,
}

/// A link on the platform.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Link {
    /// The engine's name for it.
    #[serde(deserialize_with = "wire::id")]
    pub provider_id: String,
    /// What it offers.
    pub offer: Offer,
    /// What kind it is.
    pub kind: LinkKind,
    /// What it is called.
    pub name: String,
    /// Where it leads; http or https.
    #[serde(deserialize_with = "wire::web_address")]
    pub url: String,
    /// Whose visitors it is for; `None` is everybody's.
    #[serde(default, deserialize_with = "wire::country")]
    pub country: Option<CountryCode>,
    /// The days of the trial.
    #[serde(default)]
    pub trial_days: Option<u32>,
    /// Whether it has neither expiry nor claim limit.
    pub permanent: bool,
    /// Whether it is switched on.
    pub active: bool,
    /// When it was made.
    #[serde(deserialize_with = "wire::time")]
    pub created_at: UnixTime,
}

/// Conversions of a link on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct LinkConversions {
    /// How many.
    pub count: u64,
    /// Their net revenue in cents.
    pub revenue_net_cents: i64,
}

/// The figures of a link on a day.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct LinkDay {
    /// The engine's name for the link.
    #[serde(deserialize_with = "wire::id")]
    pub provider_id: String,
    /// The first moment of the day, in UTC.
    #[serde(deserialize_with = "wire::day")]
    pub day: UnixTime,
    /// Clicks.
    pub clicks: u64,
    /// New subscribers.
    pub subscribers: u64,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who spent.
    pub spenders: u64,
    /// Conversions.
    pub conversions: LinkConversions,
}

/// What a piece of content is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MediaType {
    /// A still picture.
    Photo,
    /// A moving picture without sound.
    Gif,
    /// A video.
    Video,
    /// A sound.
    Audio,
}

/// A piece of content.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Content {
    /// Its number.
    pub content_id: i64,
    /// What it is.
    pub media_type: MediaType,
    /// How many bought it.
    pub buyers_count: u64,
    /// Tips in cents.
    pub tips_cents: i64,
    /// Likes.
    pub likes_count: u64,
    /// Whether there is a cover.
    pub has_cover: bool,
    /// When it was made.
    #[serde(deserialize_with = "wire::time")]
    pub created_at: UnixTime,
}

/// A page of content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentPage {
    /// What is on it, in the order that was asked for.
    pub items: Vec<Content>,
    /// Where the next page begins; `None` after the last one.
    pub next_cursor: Option<String>,
    /// How many pieces there are in all.
    pub total: u64,
}

/// A fan.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Fan {
    /// The engine's name for the fan.
    #[serde(deserialize_with = "wire::id")]
    pub fan_id: String,
    /// The name on the platform.
    pub username: String,
    /// The engine's word: `whale`, `spender`, `free`, `trial`.
    pub tier: String,
    /// The engine's word: `active`, `expired`.
    pub status: String,
    /// Where the fan is, if known.
    #[serde(default, deserialize_with = "wire::country")]
    pub country: Option<CountryCode>,
    /// Whether the fan is online.
    pub online: bool,
    /// When the fan was seen last, if ever.
    #[serde(default, deserialize_with = "wire::optional_time")]
    pub last_seen_at: Option<UnixTime>,
    /// What the fan spent in all, in cents.
    pub total_spent_cents: i64,
    /// Whether the fan wants no messages.
    pub opted_out: bool,
    /// Whether the fan is blocked.
    pub blocked: bool,
}

/// A page of fans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FanPage {
    /// The fans.
    pub items: Vec<Fan>,
    /// Where the next page begins; `None` after the last one.
    pub next_cursor: Option<String>,
}

/// A page of pulled events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPage {
    /// The texts of the events as the engine wrote them, of which nothing is checked but the grammar of JSON.
    pub items: Vec<Box<str>>,
    /// What to go on from; `None` only with an empty page, then the one before it holds.
    pub next_cursor: Option<String>,
}
