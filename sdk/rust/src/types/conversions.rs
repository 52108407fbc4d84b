//! Types of conversions.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Conversions, attributed or not.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConversionList {
    /// Newest first.
    pub items: Vec<ConversionOut>,
    /// Where the next part begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A conversion: ids and money.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConversionOut {
    /// By what it was attributed: `click` for a click of ours, `link` for the link that the platform named; null where it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<String>,
    /// The number of the conversion, the same as in messages of webhooks.
    pub conversion_id: i64,
    /// Three letters; null where no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The domain that it belongs to; null where nothing says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Who, by their id on the platform.
    pub fan_id: String,
    /// What the fan paid, in cents; not positive for a refund, null where no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gross_cents: Option<i64>,
    /// The funnel link that it belongs to; null where it belongs to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_id: Option<i64>,
    /// What is left of it for the owner, in cents; null where no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net_cents: Option<i64>,
    /// When it happened.
    pub occurred_at: String,
    /// The account on the platform that it was reported for; null where that is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform_account_id: Option<String>,
    /// The label of the printed code that its click came by; empty for everything else.
    pub source: String,
    /// `subscription`, `tip`, `message`, `post` or `refund`; null where no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transaction_kind: Option<String>,
    /// `new_subscriber`, `new_transaction`, `message_received` or `fan_sent_3_messages`.
    pub r#type: String,
}
