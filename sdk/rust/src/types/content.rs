//! Types of content.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Several media that were sold together.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BundleOut {
    /// Average gross price in cents.
    pub avg_price_cents: i64,
    /// The engine's key, else the sorted numbers of the items.
    pub bundle_key: String,
    /// Its first items, at most four.
    pub cover_ids: Vec<i64>,
    /// Unix seconds.
    pub last_sold_ts: i64,
    /// How many media are in it.
    pub n_media: i64,
    /// What it was last called; empty when it never was.
    pub name: String,
    /// Net money of the whole bundle in cents.
    pub revenue_cents: i64,
    /// Sales less refunds.
    pub times_sold: i64,
}

/// An item of the vault in full.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentDetail {
    /// The bundles that it was sold in, most sold first, 1,000 at most.
    pub bundles: Vec<BundleOut>,
    /// Fans who bought it, of all time.
    pub buyers_count: i64,
    /// All its captured sales less refunds, those in bundles among them.
    pub captured_sales: i64,
    /// The engine's number.
    pub content_id: i64,
    /// Whether it has a cover picture.
    pub has_cover: bool,
    /// Likes, of all time.
    pub likes_count: i64,
    /// `photo`, `gif`, `video` or `audio`.
    pub media_type: String,
    /// Their net money in cents.
    pub period_revenue_cents: i64,
    /// Captured sales in the window less refunds; of all time without a window.
    pub period_sales: i64,
    /// Its place by buyers, from 1.
    pub rank: i64,
    /// Among how many.
    pub rank_total: i64,
    /// The latest captured sales, newest first, at most 1000.
    pub sales: Vec<SaleOut>,
    /// Their net money in cents.
    pub standalone_revenue_cents: i64,
    /// Its sales alone.
    pub standalone_sales: i64,
    /// Tips in cents, of all time.
    pub tips_cents: i64,
    /// RFC 3339.
    pub vendor_created_at: String,
}

/// The first items in an order.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentList {
    /// The items.
    pub items: Vec<ContentOut>,
    /// How many there are in all.
    pub total: i64,
}

/// An item of content in the vault.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ContentOut {
    /// Fans who bought it, of all time.
    pub buyers_count: i64,
    /// The engine's number.
    pub content_id: i64,
    /// Whether it has a cover picture.
    pub has_cover: bool,
    /// Likes, of all time.
    pub likes_count: i64,
    /// `photo`, `gif`, `video` or `audio`.
    pub media_type: String,
    /// Their net money in cents.
    pub period_revenue_cents: i64,
    /// Captured sales in the window less refunds; of all time without a window.
    pub period_sales: i64,
    /// Tips in cents, of all time.
    pub tips_cents: i64,
    /// RFC 3339.
    pub vendor_created_at: String,
}

/// A captured sale.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SaleOut {
    /// The currency of the price, where it is another than that of the sums, in which it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The engine's id of the fan.
    pub fan_id: String,
    /// What the fan is called; empty when that is not known.
    pub fan_username: String,
    /// How many media the message held.
    pub media_in_msg: i64,
    /// What the fan paid, gross, in cents.
    pub price_cents: i64,
    /// RFC 3339.
    pub sold_at: String,
}
