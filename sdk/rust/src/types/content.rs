//! Types of content.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Several media that were sold together.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentBundle {
    /// Average gross price in cents.
    pub avg_price_cents: i64,
    /// Key of the engine, or else the sorted numbers of the items.
    pub bundle_key: String,
    /// First items, at most four.
    pub cover_ids: Vec<i64>,
    /// Time in Unix seconds.
    pub last_sold_ts: i64,
    /// Number of media.
    pub n_media: i64,
    /// Latest name; empty if there was none.
    pub name: String,
    /// Net money of the whole bundle in cents.
    pub revenue_cents: i64,
    /// Sales less refunds.
    pub times_sold: i64,
}

/// An item of the vault in full.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentDetail {
    /// Bundles with this item, most sold first, at most 1,000.
    pub bundles: Vec<ContentBundle>,
    /// Fans who bought, all time.
    pub buyers_count: i64,
    /// All captured sales less refunds, including bundles.
    pub captured_sales: i64,
    /// Number at the engine.
    pub content_id: i64,
    /// Currency of all amounts but those of sales that name their own.
    pub currency: String,
    /// Whether there is a cover picture.
    pub has_cover: bool,
    /// Likes, all time.
    pub likes_count: i64,
    /// Type.
    pub media_type: MediaType,
    /// Net revenue of all time in other currencies, including bundles, in minor units; not part of any amount.
    pub other_currencies: BTreeMap<String, i64>,
    /// Net revenue of these sales in cents, without money in other currencies.
    pub period_revenue_cents: i64,
    /// Captured sales in the window, less refunds; all time without a window.
    pub period_sales: i64,
    /// Rank by buyers, from 1.
    pub rank: i64,
    /// Number of ranked items.
    pub rank_total: i64,
    /// The latest captured sales, newest first, at most 1000.
    pub sales: Vec<ContentSale>,
    /// Net revenue of these sales in cents, without money in other currencies.
    pub standalone_revenue_cents: i64,
    /// Sales outside of bundles.
    pub standalone_sales: i64,
    /// Tips in cents, all time.
    pub tips_cents: i64,
    /// Time, RFC 3339.
    pub vendor_created_at: String,
}

/// An item of content in the vault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentItem {
    /// Fans who bought, all time.
    pub buyers_count: i64,
    /// Number at the engine.
    pub content_id: i64,
    /// Whether there is a cover picture.
    pub has_cover: bool,
    /// Likes, all time.
    pub likes_count: i64,
    /// Type.
    pub media_type: MediaType,
    /// Net revenue of these sales in cents, without money in other currencies.
    pub period_revenue_cents: i64,
    /// Captured sales in the window, less refunds; all time without a window.
    pub period_sales: i64,
    /// Tips in cents, all time.
    pub tips_cents: i64,
    /// Time, RFC 3339.
    pub vendor_created_at: String,
}

/// First items in the order.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentList {
    /// Currency of all amounts.
    pub currency: String,
    /// The items.
    pub items: Vec<ContentItem>,
    /// Net revenue of the window in other currencies, of all content, in minor units; not part of any amount.
    pub other_currencies: BTreeMap<String, i64>,
    /// Total number of items.
    pub total: i64,
}

words! {
    /// Order of the list of content, descending.
    ContentOrder {
        Buyers = "buyers",
        Tips = "tips",
        Sales = "sales",
    }
}

/// A captured sale.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentSale {
    /// Currency of the price, if it differs from the currency of the sums; such money is not part of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Id of the fan at the engine.
    pub fan_id: String,
    /// Latest name of the fan; empty if unknown.
    pub fan_username: String,
    /// Number of media in the message.
    pub media_in_msg: i64,
    /// Gross price in cents.
    pub price_cents: i64,
    /// Time, RFC 3339.
    pub sold_at: String,
}

words! {
    /// Type of media.
    MediaType {
        Photo = "photo",
        Gif = "gif",
        Video = "video",
        Audio = "audio",
    }
}
