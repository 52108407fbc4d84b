//! Broadcasts: campaigns, whom they would reach, what became of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

mod answers;

pub use answers::{
    AuditEntryOut, AuditKey, BroadcastAudit, BroadcastCounters, BroadcastCreated, BroadcastDetail,
    BroadcastGate, BroadcastList, BroadcastOut, BroadcastReport, PreviewOut, SentInHour,
};

/// How a campaign chooses its moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BroadcastMode {
    /// One message to the selection.
    Segmented,
    /// A message and price for each tier.
    Tiered,
    /// A bounded share a day, until done or stopped.
    Drip,
    /// To fans as they come online after the launch.
    Online,
}

/// How much fans are worth, as the engine sorts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AudienceTier {
    /// Every one.
    All,
    /// Spends a lot.
    Whale,
    /// Has spent.
    Spender,
    /// Follows for free.
    Free,
    /// Tries for free.
    Trial,
}

/// Whether the fans' subscriptions run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AudienceStatus {
    /// They run.
    Active,
    /// They have ended.
    Expired,
    /// Either.
    Any,
}

macro_rules! words {
    ($($name:ident { $($variant:ident = $word:literal,)* })*) => {$(
        impl $name {
            /// The word of the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    )*};
}

words! {
    BroadcastMode { Segmented = "segmented", Tiered = "tiered", Drip = "drip", Online = "online", }
    AudienceTier { All = "all", Whale = "whale", Spender = "spender", Free = "free", Trial = "trial", }
    AudienceStatus { Active = "active", Expired = "expired", Any = "any", }
}

/// Whom a campaign is for. What is left out, null or empty restricts nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"tier": "whale", "status": "active", "countries": ["DE"], "last_seen_days": 30}))]
pub struct BroadcastAudience {
    /// `all` by default.
    #[serde(default)]
    pub tier: Option<AudienceTier>,
    /// `any` by default.
    #[serde(default)]
    pub status: Option<AudienceStatus>,
    /// Two-letter codes, each once. A fan whose country is not known is in none.
    #[serde(default)]
    #[schema(max_items = 250)]
    pub countries: Option<Vec<String>>,
    /// The least that a fan has spent, in cents.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub min_spent_cents: Option<i64>,
    /// The most that a fan has spent, in cents; not below `min_spent_cents`.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub max_spent_cents: Option<i64>,
    /// Fans who were seen within so many days.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3650)]
    pub last_seen_days: Option<i64>,
    /// Fans who get nothing, by the engine's ids of 1 to 255 characters. They count as matched, and are screened out.
    #[serde(default)]
    #[schema(max_items = 10_000)]
    pub exclude_fan_ids: Option<Vec<String>>,
}

/// What a campaign says: a text, media, or both.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Hi!", "media_ids": ["10001"], "price_cents": 500}))]
pub struct BroadcastMessage {
    /// What it says; at most 1000 characters without media.
    #[serde(default)]
    #[schema(max_length = 10_000)]
    pub text: Option<String>,
    /// What it shows, by the engine's ids of 1 to 128 characters, each once.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub media_ids: Option<Vec<String>>,
    /// What the media cost, in cents: 0, the default, or 300 to 20000. A price needs media.
    #[serde(default)]
    pub price_cents: Option<i64>,
    /// For a `tiered` campaign, what some tiers get instead, by `whale`, `spender`, `free`, `trial`.
    #[serde(default)]
    pub tiers: Option<BTreeMap<String, TierMessage>>,
}

/// What a tier's message has instead of the common one; what is left out or null is the common one's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TierMessage {
    /// What it says.
    #[serde(default)]
    #[schema(max_length = 10_000)]
    pub text: Option<String>,
    /// What it shows.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub media_ids: Option<Vec<String>>,
    /// What the media cost, in cents.
    #[serde(default)]
    pub price_cents: Option<i64>,
}

/// When a campaign starts once it is launched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BroadcastSchedule {
    /// Unix seconds; a launch before it makes the campaign `scheduled`.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253_402_300_799_i64)]
    pub start_at: Option<i64>,
}

/// How fast a campaign sends, in place of the service's pace.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BroadcastPace {
    /// Messages a minute; the service may have a lower ceiling.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 6000)]
    pub per_minute: Option<i64>,
    /// Messages a UTC day.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 8_640_000)]
    pub per_day: Option<i64>,
    /// By which part a gap between two messages may be longer.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub jitter: Option<f64>,
}

/// When a campaign ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BroadcastAutoStop {
    /// After so many messages.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100_000_000)]
    pub max_sends: Option<i64>,
    /// At most so many messages a UTC day; the rest goes out on the next ones.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 8_640_000)]
    pub max_per_day: Option<i64>,
    /// Once its fans have bought for this much, in cents.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub revenue_cents: Option<i64>,
    /// At this moment, in Unix seconds; after `schedule.start_at`.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253_402_300_799_i64)]
    pub end_at: Option<i64>,
    /// Whether a fan who wrote since the launch gets no more.
    #[serde(default)]
    pub on_reply: Option<bool>,
}

/// A campaign to be made. It becomes a draft, and nothing is delivered.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "title": "Summer", "mode": "segmented", "audience": {"tier": "spender", "status": "active"},
    "message": {"text": "Hi!", "media_ids": ["10001"], "price_cents": 500}, "schedule": {"start_at": 1_795_176_000},
}))]
pub struct BroadcastCreate {
    /// What it is called: one line.
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
    /// How it chooses its moments.
    pub mode: BroadcastMode,
    /// Whom it is for.
    pub audience: BroadcastAudience,
    /// What it says.
    pub message: BroadcastMessage,
    /// When it starts; at once by default.
    #[serde(default)]
    pub schedule: Option<BroadcastSchedule>,
    /// Whoever it is done for.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub operator_id: Option<i64>,
    /// The account that sends. It must be the connected one, which is the default.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 255)]
    pub platform_account_id: Option<String>,
    /// How fast it sends; the service's pace by default.
    #[serde(default)]
    pub pace: Option<BroadcastPace>,
    /// When it ends by itself; when everybody has got it by default.
    #[serde(default)]
    pub auto_stop: Option<BroadcastAutoStop>,
}

/// An audience to be looked at.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"audience": {"tier": "spender", "status": "active"}}))]
pub struct PreviewAsk {
    /// Whom a campaign would be for.
    pub audience: BroadcastAudience,
}

/// Which campaigns to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BroadcastQuery {
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
