//! Bodies of the engine protocol.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One page of a list; `next_cursor` leads to the next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Opaque cursor; null at the end of the list.
    pub next_cursor: Option<String>,
    /// Total number of items, only in lists of content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
}

/// Response of `GET /v1/account`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountInfo {
    /// Platform account of the connection.
    pub account_id: String,
    /// Name on the platform.
    pub username: String,
}

/// A tracking or free-trial link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Id of the link on the platform.
    pub provider_id: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// Name given at creation.
    pub name: String,
    /// Address that visitors are sent to.
    pub url: String,
    /// Two letters, for a link of one country.
    pub country: Option<String>,
    /// Length of the free trial.
    pub trial_days: Option<u32>,
    /// Whether the link has neither an expiry nor a limit of claims.
    pub permanent: bool,
    /// Whether the link is switched on.
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

/// Lifetime counters of one link, as of a UTC day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkDay {
    pub provider_id: String,
    /// Day in the form `2026-11-20`.
    pub day: String,
    pub clicks: i64,
    pub subscribers: i64,
    /// Gross revenue minus refunds.
    pub revenue_cents: i64,
    /// Fans who bought for the first time.
    pub spenders: i64,
    /// Number and net revenue of transactions.
    pub conversions: Conversions,
}

/// Transactions of a [`LinkDay`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversions {
    /// Number of transactions without refunds.
    pub count: i64,
    /// Net revenue minus refunds.
    pub revenue_net_cents: i64,
}

/// An item of the vault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Upstream id.
    pub content_id: i64,
    /// `photo`, `gif`, `video` or `audio`.
    pub media_type: String,
    /// Number of fans who bought the item.
    pub buyers_count: i64,
    /// Tips for the item.
    pub tips_cents: i64,
    /// Number of fans who like the item.
    pub likes_count: i64,
    /// Whether there is a preview picture.
    pub has_cover: bool,
    /// RFC 3339.
    pub created_at: String,
}

/// A fan as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fan {
    /// Upstream id.
    pub fan_id: String,
    /// Name on the platform.
    pub username: String,
    /// `whale`, `spender`, `free` or `trial`.
    pub tier: Cow<'static, str>,
    /// `active` or `expired`.
    pub status: Cow<'static, str>,
    /// Two upper-case letters, if known.
    pub country: Option<String>,
    pub online: bool,
    /// RFC 3339, if the fan was ever seen.
    pub last_seen_at: Option<String>,
    /// Lifetime spending.
    pub total_spent_cents: i64,
    /// Whether the fan opted out of messages.
    pub opted_out: bool,
    /// Whether either side blocked the other.
    pub blocked: bool,
}

/// Body of `POST /v1/messages`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewMessage {
    /// Account of the connection.
    pub platform_account_id: String,
    pub fan_id: String,
    /// May be empty if there is media.
    #[serde(default)]
    pub text: String,
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
    /// Required for `fulfill`.
    #[serde(default)]
    pub media_ids: Option<Vec<String>>,
    /// Required for `decline`.
    #[serde(default)]
    pub reason: Option<String>,
}

/// An event of the platform.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Unique per connection.
    pub event_id: String,
    /// A type of the protocol, or any other.
    #[serde(rename = "type")]
    pub kind: String,
    /// RFC 3339.
    pub occurred_at: String,
    /// The fan; null for `link_changed`.
    pub fan: Option<EventFan>,
    /// Link that brought the fan.
    pub link: Option<LinkRef>,
    /// `aref` of the address that brought the fan.
    pub click_ref: Option<String>,
    /// Data that depends on the type.
    pub data: Value,
}

/// The fan of an event; all fields except the id may be unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventFan {
    /// The fan's id upstream.
    pub fan_id: String,
    /// The fan's name on the platform.
    pub username: Option<String>,
    /// Two upper-case letters.
    pub country: Option<String>,
    /// In clear text.
    pub email: Option<String>,
    /// In clear text, as the fan entered it.
    pub phone: Option<String>,
    /// In clear text.
    pub first_name: Option<String>,
    /// In clear text.
    pub last_name: Option<String>,
    /// Id in a third system.
    pub external_id: Option<String>,
}

/// A reference to a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkRef {
    /// Upstream id.
    pub provider_id: String,
}

/// Data of `new_subscriber`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewSubscriber {
    /// Whether the subscription is a free trial.
    pub trial: bool,
    /// 0 for a trial.
    pub price_cents: i64,
}

/// Data of `new_transaction`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// Upstream id.
    pub transaction_id: String,
    /// `subscription`, `tip`, `message`, `post` or `refund`.
    pub kind: String,
    /// Amount that the fan paid; negative for refunds.
    pub gross_cents: i64,
    /// Amount after the platform's fee.
    pub net_cents: i64,
    /// `USD`.
    pub currency: String,
    /// Bought items.
    #[serde(default)]
    pub content_ids: Vec<i64>,
    /// Key of the bundle, if any.
    #[serde(default)]
    pub bundle_key: Option<String>,
    /// Name of the bundle, if any.
    #[serde(default)]
    pub bundle_name: Option<String>,
    /// Number of media files in the message.
    #[serde(default)]
    pub media_in_msg: i64,
}
