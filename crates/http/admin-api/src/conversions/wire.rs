//! The list of conversions.

use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Type of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserr)]
#[deserr(error = Faults, rename_all = lowercase)]
pub enum ConversionType {
    /// A fan subscribed.
    #[deserr(rename = "new_subscriber")]
    NewSubscriber,
    /// A fan paid, or received a refund.
    #[deserr(rename = "new_transaction")]
    NewTransaction,
    /// A fan wrote a message.
    #[deserr(rename = "message_received")]
    MessageReceived,
    /// A fan wrote the third message.
    #[deserr(rename = "fan_sent_3_messages")]
    FanSent3Messages,
}

/// Filters of the list of conversions.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[validate(schema(function = crate::rules::conversion_window, skip_on_field_errors = false))]
#[into_params(parameter_in = Query)]
pub struct ConversionQuery {
    /// Only conversions of this domain.
    #[deserr(default)]
    pub domain: Option<String>,
    /// Only conversions of this type.
    #[deserr(default, rename = "type")]
    #[param(value_type = Option<words::ConversionType>, rename = "type")]
    pub kind: Option<ConversionType>,
    /// First second, in Unix seconds; included.
    #[deserr(default)]
    pub from_ts: Option<i64>,
    /// Last second, in Unix seconds; included.
    #[deserr(default)]
    pub to_ts: Option<i64>,
    /// Maximum number of items.
    #[deserr(default = 100, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 100, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// Conversions, attributed or not.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionList {
    /// Newest first.
    pub items: Vec<ConversionOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A conversion: ids and money.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Conversion)]
pub struct ConversionOut {
    /// The number of the conversion, the same as in messages of webhooks.
    pub conversion_id: i64,
    /// Time of the event.
    #[schema(format = DateTime)]
    pub occurred_at: String,
    /// Type.
    #[serde(rename = "type")]
    #[schema(value_type = words::ConversionType)]
    pub kind: String,
    /// Kind of the payment; null if no money moved.
    #[schema(value_type = Option<words::TransactionKind>)]
    pub transaction_kind: Option<String>,
    /// Gross amount in cents; not positive for a refund, null if no money moved.
    pub gross_cents: Option<i64>,
    /// Net amount for the owner in cents; null if no money moved.
    pub net_cents: Option<i64>,
    /// Currency by ISO 4217; null if no money moved.
    pub currency: Option<String>,
    /// Id of the fan on the platform; an erased fan has a pseudonym.
    pub fan_id: String,
    /// Domain that the conversion is attributed to; null for none.
    pub domain: Option<String>,
    /// Funnel link that the conversion is attributed to; null for none.
    pub link_id: Option<i64>,
    /// Basis of the attribution: `click` (recorded by this service) or `link` (named by the platform); null without
    /// one.
    #[schema(value_type = Option<words::AttributionBasis>)]
    pub basis: Option<String>,
    /// Label of the printed code behind the click; empty for everything else.
    pub source: String,
    /// Platform account of the event; null if unknown.
    pub platform_account_id: Option<String>,
}
