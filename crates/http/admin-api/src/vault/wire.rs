//! Vault: content, sales and content requests.

use std::collections::BTreeMap;

use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Order of the list of content, descending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum ContentOrder {
    /// Fans who bought, all time.
    #[default]
    Buyers,
    /// Tips, all time.
    Tips,
    /// Captured sales in the window.
    Sales,
}

/// Order and window of the list of content.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[validate(schema(function = crate::rules::content_window, skip_on_field_errors = false))]
#[into_params(parameter_in = Query)]
pub struct ContentQuery {
    /// `buyers` by default.
    #[deserr(default)]
    pub sort: Option<ContentOrder>,
    /// Maximum number of items; 60 by default.
    #[deserr(default, from(Option<Int<i64, 1, 200>>) = Int::optional)]
    #[param(minimum = 1, maximum = 200, default = 60)]
    pub limit: Option<i64>,
    /// First second of the window, in Unix seconds; only for `sort=sales`.
    #[deserr(default)]
    pub from_ts: Option<i64>,
    /// Last second of the window, in Unix seconds; only for `sort=sales`.
    #[deserr(default)]
    pub to_ts: Option<i64>,
}

/// An item of content in the vault.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ContentItem)]
pub struct ContentOut {
    /// Number at the engine.
    pub content_id: i64,
    /// Type.
    #[schema(value_type = words::MediaType)]
    pub media_type: String,
    /// Fans who bought, all time.
    pub buyers_count: i64,
    /// Tips in cents, all time.
    pub tips_cents: i64,
    /// Likes, all time.
    pub likes_count: i64,
    /// Whether there is a cover picture.
    pub has_cover: bool,
    /// Time, RFC 3339.
    pub vendor_created_at: String,
    /// Captured sales in the window, less refunds; all time without a window.
    pub period_sales: i64,
    /// Net revenue of these sales in cents, without money in other currencies.
    pub period_revenue_cents: i64,
}

/// First items in the order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContentList {
    /// The items.
    pub items: Vec<ContentOut>,
    /// Total number of items.
    pub total: u64,
    /// Currency of all amounts.
    pub currency: String,
    /// Net revenue of the window in other currencies, of all content, in minor units; not part of any amount.
    pub other_currencies: BTreeMap<String, i64>,
}

/// An item of the vault in full.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContentDetail {
    /// Fields of the list.
    #[serde(flatten)]
    pub item: ContentOut,
    /// Rank by buyers, from 1.
    pub rank: u64,
    /// Number of ranked items.
    pub rank_total: u64,
    /// All captured sales less refunds, including bundles.
    pub captured_sales: i64,
    /// Sales outside of bundles.
    pub standalone_sales: i64,
    /// Net revenue of these sales in cents, without money in other currencies.
    pub standalone_revenue_cents: i64,
    /// Currency of all amounts but those of sales that name their own.
    pub currency: String,
    /// Net revenue of all time in other currencies, including bundles, in minor units; not part of any amount.
    pub other_currencies: BTreeMap<String, i64>,
    /// The latest captured sales, newest first, at most 1000.
    pub sales: Vec<SaleOut>,
    /// Bundles with this item, most sold first, at most 1,000.
    pub bundles: Vec<BundleOut>,
}

/// A captured sale.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ContentSale)]
pub struct SaleOut {
    /// Id of the fan at the engine.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Gross price in cents.
    pub price_cents: i64,
    /// Currency of the price, if it differs from the currency of the sums; such money is not part of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub currency: Option<String>,
    /// Number of media in the message.
    pub media_in_msg: i64,
    /// Time, RFC 3339.
    pub sold_at: String,
}

/// Several media that were sold together.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ContentBundle)]
pub struct BundleOut {
    /// Key of the engine, or else the sorted numbers of the items.
    pub bundle_key: String,
    /// Number of media.
    pub n_media: i64,
    /// Sales less refunds.
    pub times_sold: i64,
    /// Net money of the whole bundle in cents.
    pub revenue_cents: i64,
    /// Average gross price in cents.
    pub avg_price_cents: i64,
    /// Time in Unix seconds.
    pub last_sold_ts: i64,
    /// Latest name; empty if there was none.
    pub name: String,
    /// First items, at most four.
    pub cover_ids: Vec<i64>,
}
