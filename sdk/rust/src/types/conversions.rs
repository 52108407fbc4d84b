//! Types of conversions.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::AttributionBasis;
use crate::types::ConversionType;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// A conversion: ids and money.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Conversion {
    /// Basis of the attribution: `click` (recorded by this service) or `link` (named by the platform); null without
    /// one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<AttributionBasis>,
    /// The number of the conversion, the same as in messages of webhooks.
    pub conversion_id: i64,
    /// Currency by ISO 4217; null if no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Domain that the conversion is attributed to; null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Id of the fan on the platform; an erased fan has a pseudonym.
    pub fan_id: String,
    /// Gross amount in cents; not positive for a refund, null if no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gross_cents: Option<i64>,
    /// Funnel link that the conversion is attributed to; null for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_id: Option<i64>,
    /// Net amount for the owner in cents; null if no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net_cents: Option<i64>,
    /// Time of the event.
    pub occurred_at: String,
    /// Platform account of the event; null if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform_account_id: Option<String>,
    /// Label of the printed code behind the click; empty for everything else.
    pub source: String,
    /// Kind of the payment; null if no money moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transaction_kind: Option<TransactionKind>,
    /// Type.
    pub r#type: ConversionType,
}

/// Conversions, attributed or not.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConversionList {
    /// Newest first.
    pub items: Vec<Conversion>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

words! {
    /// Kind of a payment.
    TransactionKind {
        Subscription = "subscription",
        Tip = "tip",
        Message = "message",
        Post = "post",
        Refund = "refund",
    }
}
