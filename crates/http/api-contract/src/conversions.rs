//! The list of conversions.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What a fan did that counts as a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConversionType {
    /// They subscribed.
    NewSubscriber,
    /// They paid, or got money back.
    NewTransaction,
    /// They wrote.
    MessageReceived,
    /// They wrote for the third time.
    #[serde(rename = "fan_sent_3_messages")]
    FanSent3Messages,
}

/// Which conversions to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ConversionQuery {
    /// Those that belong to this domain of the owner.
    #[serde(default)]
    pub domain: Option<String>,
    /// Those of this type.
    #[serde(default, rename = "type")]
    #[param(inline)]
    pub kind: Option<ConversionType>,
    /// The first second, Unix seconds.
    #[serde(default)]
    pub from_ts: Option<i64>,
    /// The last second, Unix seconds.
    #[serde(default)]
    pub to_ts: Option<i64>,
    /// How many at most.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// Where the part before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn hundred() -> u32 {
    100
}

/// Conversions, attributed or not.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionList {
    /// Newest first.
    pub items: Vec<ConversionOut>,
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// A conversion: ids and money.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionOut {
    /// The number of the conversion, the same as in messages of webhooks.
    pub conversion_id: i64,
    /// When it happened.
    #[schema(format = DateTime)]
    pub occurred_at: String,
    /// `new_subscriber`, `new_transaction`, `message_received` or `fan_sent_3_messages`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `subscription`, `tip`, `message`, `post` or `refund`; null where no money moved.
    pub transaction_kind: Option<String>,
    /// What the fan paid, in cents; not positive for a refund, null where no money moved.
    pub gross_cents: Option<i64>,
    /// What is left of it for the owner, in cents; null where no money moved.
    pub net_cents: Option<i64>,
    /// Three letters; null where no money moved.
    pub currency: Option<String>,
    /// Who, by their id on the platform.
    pub fan_id: String,
    /// The domain that it belongs to; null where nothing says so.
    pub domain: Option<String>,
    /// The funnel link that it belongs to; null where it belongs to none.
    pub link_id: Option<i64>,
    /// By what it was attributed: `click` for a click of ours, `link` for the link that the platform named; null where it was not.
    pub basis: Option<String>,
    /// The label of the printed code that its click came by; empty for everything else.
    pub source: String,
    /// The account on the platform that it was reported for; null where that is unknown.
    pub platform_account_id: Option<String>,
}
