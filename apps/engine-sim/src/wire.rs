//! The bodies of the engine protocol, as they are on the wire.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One page of a list; `next_cursor` leads to the next one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page<T> {
    /// What the page holds.
    pub items: Vec<T>,
    /// Opaque; null at the end of the list.
    pub next_cursor: Option<String>,
    /// How many there are in all; only lists of content have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
}

/// Answer of `GET /v1/account`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountInfo {
    /// The platform account of this connection.
    pub account_id: String,
    /// Its name on the platform.
    pub username: String,
}

/// A tracking or free-trial link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Its id upstream.
    pub provider_id: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// As given at its creation.
    pub name: String,
    /// Where a visitor is sent.
    pub url: String,
    /// Two letters, if it is for one country.
    pub country: Option<String>,
    /// Length of the free trial.
    pub trial_days: Option<u32>,
    /// Whether it neither expires nor has a limit of claims.
    pub permanent: bool,
    /// Whether it is switched on.
    pub active: bool,
    /// RFC 3339.
    pub created_at: String,
}

/// Body of `POST /v1/links`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewLink {
    /// `paid` or `ftl`.
    pub offer: String,
    /// 1-200 characters.
    pub name: String,
    /// Two upper-case letters or null.
    #[serde(default)]
    pub country: Option<String>,
    /// One of 1, 3, 7, 14, 30, 90, 180, 360 for `ftl`, null for `paid`.
    #[serde(default)]
    pub trial_days: Option<u32>,
}

/// The counters of one link over its whole life, as of a UTC day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkDay {
    /// The link.
    pub provider_id: String,
    /// `2026-11-20`.
    pub day: String,
    /// Visits.
    pub clicks: i64,
    /// Subscriptions.
    pub subscribers: i64,
    /// Gross, refunds subtracted.
    pub revenue_cents: i64,
    /// Fans who bought for the first time.
    pub spenders: i64,
    /// Transactions that are no refunds, and the net of all.
    pub conversions: Conversions,
}

/// Part of [`LinkDay`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversions {
    /// Transactions without refunds.
    pub count: i64,
    /// Net, refunds subtracted.
    pub revenue_net_cents: i64,
}

/// An item of the vault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Its id upstream.
    pub content_id: i64,
    /// `photo`, `gif`, `video` or `audio`.
    pub media_type: String,
    /// How many fans bought it.
    pub buyers_count: i64,
    /// Tips for it.
    pub tips_cents: i64,
    /// How many fans like it.
    pub likes_count: i64,
    /// Whether there is a preview picture.
    pub has_cover: bool,
    /// RFC 3339.
    pub created_at: String,
}

/// A fan as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fan {
    /// The fan's id upstream.
    pub fan_id: String,
    /// The fan's name on the platform.
    pub username: String,
    /// `whale`, `spender`, `free` or `trial`.
    pub tier: Cow<'static, str>,
    /// `active` or `expired`.
    pub status: Cow<'static, str>,
    /// Two upper-case letters, if known.
    pub country: Option<String>,
    /// Whether the fan is online now.
    pub online: bool,
    /// RFC 3339, if the fan was ever seen.
    pub last_seen_at: Option<String>,
    /// Money spent in the fan's whole life.
    pub total_spent_cents: i64,
    /// Wants no more messages.
    pub opted_out: bool,
    /// Is blocked or has blocked.
    pub blocked: bool,
}

/// Body of `POST /v1/messages`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewMessage {
    /// The account of the connection.
    pub platform_account_id: String,
    /// To whom.
    pub fan_id: String,
    /// May be empty if there is media.
    #[serde(default)]
    pub text: String,
    /// What is attached.
    #[serde(default)]
    pub media_ids: Vec<String>,
    /// 0, or 300-20000 with media.
    #[serde(default)]
    pub price_cents: i64,
}

/// Body of `POST /v1/requests/{request_id}/response`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestAction {
    /// `start`, `fulfill` or `decline`.
    pub action: String,
    /// Needed to fulfill.
    #[serde(default)]
    pub media_ids: Option<Vec<String>>,
    /// Needed to decline.
    #[serde(default)]
    pub reason: Option<String>,
}

/// Something that happened upstream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Unique for the connection.
    pub event_id: String,
    /// One of the types of the protocol, or any other.
    #[serde(rename = "type")]
    pub kind: String,
    /// RFC 3339.
    pub occurred_at: String,
    /// Who; null for `link_changed`.
    pub fan: Option<EventFan>,
    /// The link that brought the fan.
    pub link: Option<LinkRef>,
    /// The `aref` of the address that brought the fan.
    pub click_ref: Option<String>,
    /// By type.
    pub data: Value,
}

/// The fan of an event: all but the id may be unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventFan {
    /// The fan's id upstream.
    pub fan_id: String,
    /// The fan's name on the platform.
    pub username: Option<String>,
    /// Two upper-case letters.
    pub country: Option<String>,
    /// In clear.
    pub email: Option<String>,
    /// In clear, as the fan typed it.
    pub phone: Option<String>,
    /// In clear.
    pub first_name: Option<String>,
    /// In clear.
    pub last_name: Option<String>,
    /// An id of yet another system.
    pub external_id: Option<String>,
}

/// Names a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkRef {
    /// The link's id upstream.
    pub provider_id: String,
}

/// Data of `new_subscriber`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewSubscriber {
    /// Whether it is a free trial.
    pub trial: bool,
    /// 0 for a trial.
    pub price_cents: i64,
}

/// Data of `new_transaction`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// Its id upstream.
    pub transaction_id: String,
    /// `subscription`, `tip`, `message`, `post` or `refund`.
    pub kind: String,
    /// What the fan paid; negative for refunds.
    pub gross_cents: i64,
    /// What is left of it.
    pub net_cents: i64,
    /// `USD`.
    pub currency: String,
    /// What was bought.
    #[serde(default)]
    pub content_ids: Vec<i64>,
    /// Of a bundle.
    #[serde(default)]
    pub bundle_key: Option<String>,
    /// Of a bundle.
    #[serde(default)]
    pub bundle_name: Option<String>,
    /// How many pieces of media the message has.
    #[serde(default)]
    pub media_in_msg: i64,
}
