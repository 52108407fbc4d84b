//! The vault: content, what sold of it, and what fans request.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What content is ordered by, most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContentOrder {
    /// Fans who bought it, of all time.
    #[default]
    Buyers,
    /// Tips, of all time.
    Tips,
    /// Captured sales in the window.
    Sales,
}

/// Which content to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContentQuery {
    /// `buyers` by default.
    #[serde(default)]
    #[param(inline)]
    pub sort: Option<ContentOrder>,
    /// How many at most; 60 by default.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 200)]
    #[param(minimum = 1, maximum = 200, default = 60)]
    pub limit: Option<i64>,
    /// The first second of the window, Unix seconds; looked at by `sort=sales` only.
    #[serde(default)]
    pub from_ts: Option<i64>,
    /// The last second of the window, Unix seconds; looked at by `sort=sales` only.
    #[serde(default)]
    pub to_ts: Option<i64>,
}

/// An item of content in the vault.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContentOut {
    /// The engine's number.
    pub content_id: i64,
    /// `photo`, `gif`, `video` or `audio`.
    pub media_type: String,
    /// Fans who bought it, of all time.
    pub buyers_count: i64,
    /// Tips in cents, of all time.
    pub tips_cents: i64,
    /// Likes, of all time.
    pub likes_count: i64,
    /// Whether it has a cover picture.
    pub has_cover: bool,
    /// RFC 3339.
    pub vendor_created_at: String,
    /// Captured sales in the window less refunds; of all time without a window.
    pub period_sales: i64,
    /// Their net money in cents.
    pub period_revenue_cents: i64,
}

/// The first items in an order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContentList {
    /// The items.
    pub items: Vec<ContentOut>,
    /// How many there are in all.
    pub total: u64,
}

/// An item of the vault in full.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContentDetail {
    /// What the list shows of it.
    #[serde(flatten)]
    pub item: ContentOut,
    /// Its place by buyers, from 1.
    pub rank: u64,
    /// Among how many.
    pub rank_total: u64,
    /// All its captured sales less refunds, those in bundles among them.
    pub captured_sales: i64,
    /// Its sales alone.
    pub standalone_sales: i64,
    /// Their net money in cents.
    pub standalone_revenue_cents: i64,
    /// The latest captured sales, newest first, at most 1000.
    pub sales: Vec<SaleOut>,
    /// The bundles that it was sold in, most sold first, 1,000 at most.
    pub bundles: Vec<BundleOut>,
}

/// A captured sale.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SaleOut {
    /// The engine's id of the fan.
    pub fan_id: String,
    /// What the fan is called; empty when that is not known.
    pub fan_username: String,
    /// What the fan paid, gross, in cents.
    pub price_cents: i64,
    /// The currency of the price, where it is another than that of the sums, in which it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub currency: Option<String>,
    /// How many media the message held.
    pub media_in_msg: i64,
    /// RFC 3339.
    pub sold_at: String,
}

/// Several media that were sold together.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BundleOut {
    /// The engine's key, else the sorted numbers of the items.
    pub bundle_key: String,
    /// How many media are in it.
    pub n_media: i64,
    /// Sales less refunds.
    pub times_sold: i64,
    /// Net money of the whole bundle in cents.
    pub revenue_cents: i64,
    /// Average gross price in cents.
    pub avg_price_cents: i64,
    /// Unix seconds.
    pub last_sold_ts: i64,
    /// What it was last called; empty when it never was.
    pub name: String,
    /// Its first items, at most four.
    pub cover_ids: Vec<i64>,
}

/// The state of a content request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestState {
    /// Nobody looked at it.
    New,
    /// Somebody works on it.
    InProgress,
    /// The fan got it.
    Fulfilled,
    /// The fan does not get it.
    Declined,
}

impl RequestState {
    /// The word of the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::InProgress => "in_progress",
            Self::Fulfilled => "fulfilled",
            Self::Declined => "declined",
        }
    }
}

/// Which content requests to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RequestQuery {
    /// Those in this state; all of them by default.
    #[serde(default)]
    #[param(inline)]
    pub status: Option<RequestState>,
    /// How many at most.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// Where the page before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn hundred() -> u32 {
    100
}

/// A fan's request for content.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RequestOut {
    /// Our number of it.
    pub id: i64,
    /// `new`, `in_progress`, `fulfilled` or `declined`.
    pub status: String,
    /// The engine's id of the fan.
    pub fan_id: String,
    /// What the fan is called; empty when that is not known.
    pub fan_username: String,
    /// What the fan wants.
    pub text: String,
    /// What the fan offers, in cents.
    pub offered_cents: i64,
    /// What the fan got.
    pub media_ids: Vec<String>,
    /// Why it was declined.
    pub reason: Option<String>,
    /// Unix seconds.
    pub created_at: i64,
    /// Unix seconds; when its state last changed.
    pub updated_at: i64,
}

/// Content requests, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RequestList {
    /// The requests.
    pub items: Vec<RequestOut>,
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// An answer to a content request.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"action": "fulfill", "media_ids": ["10001"]}))]
pub struct RequestRespond {
    /// `start`, `fulfill` or `decline`.
    pub action: String,
    /// What the fan gets; needed to fulfill.
    #[serde(default)]
    pub media_ids: Option<Vec<String>>,
    /// Why not; needed to decline.
    #[serde(default)]
    pub reason: Option<String>,
}

/// A content request after an answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RespondedOut {
    /// Our number of it.
    pub id: i64,
    /// Its state now.
    pub status: String,
    /// What the fan got.
    pub media_ids: Vec<String>,
}
