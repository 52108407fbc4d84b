//! Broadcasts: campaigns, audience previews and reports.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

mod answers;

pub use answers::{
    AuditEntryOut, AuditKey, BroadcastAudit, BroadcastCounters, BroadcastCreated, BroadcastDetail,
    BroadcastGate, BroadcastList, BroadcastOut, BroadcastReport, PreviewOut, SentInHour,
};

/// Sending mode of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BroadcastMode {
    /// One message to the whole audience.
    Segmented,
    /// A message and price for each tier.
    Tiered,
    /// A limited number a day, until done or stopped.
    Drip,
    /// To each fan who comes online after the launch.
    Online,
}

/// Spending tier of a fan, as the engine classifies fans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AudienceTier {
    /// All fans.
    All,
    /// Fans who spend a lot.
    Whale,
    /// Fans who have spent.
    Spender,
    /// Fans who follow for free.
    Free,
    /// Fans in a free trial.
    Trial,
}

/// Status of fans' subscriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AudienceStatus {
    /// Active subscriptions.
    Active,
    /// Expired subscriptions.
    Expired,
    /// Any subscription.
    Any,
}

macro_rules! words {
    ($($name:ident { $($variant:ident = $word:literal,)* })*) => {$(
        impl $name {
            /// Value on the wire.
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

/// Audience of a campaign. A field that is left out, null or empty restricts nothing.
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
    /// Two-letter country codes, each once. Fans of an unknown country do not match.
    #[serde(default)]
    #[schema(max_items = 250)]
    pub countries: Option<Vec<String>>,
    /// Minimum spending of a fan, in cents.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub min_spent_cents: Option<i64>,
    /// Maximum spending of a fan, in cents; not below `min_spent_cents`.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub max_spent_cents: Option<i64>,
    /// Fans seen within this number of days.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 3650)]
    pub last_seen_days: Option<i64>,
    /// Fans to exclude, by the engine's ids of 1 to 255 characters. They count as matched and are screened out.
    #[serde(default)]
    #[schema(max_items = 10_000)]
    pub exclude_fan_ids: Option<Vec<String>>,
}

/// Message of a campaign: a text, media, or both.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Hi!", "media_ids": ["10001"], "price_cents": 500}))]
pub struct BroadcastMessage {
    /// Text; at most 1,000 characters without media.
    #[serde(default)]
    #[schema(max_length = 10_000)]
    pub text: Option<String>,
    /// Media, by the engine's ids of 1 to 128 characters, each once.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub media_ids: Option<Vec<String>>,
    /// Price of the media in cents: 0 (the default) or 300 to 20,000. A price needs media.
    #[serde(default)]
    pub price_cents: Option<i64>,
    /// Messages of a `tiered` campaign for single tiers: `whale`, `spender`, `free`, `trial`.
    #[serde(default)]
    pub tiers: Option<BTreeMap<String, TierMessage>>,
}

/// Message of one tier. A field that is left out or null has the value of the common message.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TierMessage {
    /// Text.
    #[serde(default)]
    #[schema(max_length = 10_000)]
    pub text: Option<String>,
    /// Media.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub media_ids: Option<Vec<String>>,
    /// Price of the media, in cents.
    #[serde(default)]
    pub price_cents: Option<i64>,
}

/// Start of a launched campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BroadcastSchedule {
    /// Start in Unix seconds; a launch before this time makes the campaign `scheduled`.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253_402_300_799_i64)]
    pub start_at: Option<i64>,
}

/// Sending pace of a campaign, instead of the service's pace.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BroadcastPace {
    /// Messages a minute; the service may have a lower limit.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 6000)]
    pub per_minute: Option<i64>,
    /// Messages a UTC day.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 8_640_000)]
    pub per_day: Option<i64>,
    /// Fraction by which the gap between two messages may grow.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 1)]
    pub jitter: Option<f64>,
}

/// Conditions that end a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BroadcastAutoStop {
    /// Maximum number of messages.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100_000_000)]
    pub max_sends: Option<i64>,
    /// Maximum number of messages per UTC day; the rest is sent on later days.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 8_640_000)]
    pub max_per_day: Option<i64>,
    /// Revenue from fans of the campaign that ends it, in cents.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub revenue_cents: Option<i64>,
    /// End in Unix seconds; after `schedule.start_at`.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 253_402_300_799_i64)]
    pub end_at: Option<i64>,
    /// Whether fans who wrote since the launch are skipped.
    #[serde(default)]
    pub on_reply: Option<bool>,
}

/// A new campaign. It becomes a draft, and nothing is delivered.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "title": "Summer", "mode": "segmented", "audience": {"tier": "spender", "status": "active"},
    "message": {"text": "Hi!", "media_ids": ["10001"], "price_cents": 500}, "schedule": {"start_at": 1_795_176_000},
}))]
pub struct BroadcastCreate {
    /// Title, on one line.
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
    /// Sending mode.
    pub mode: BroadcastMode,
    /// Audience.
    pub audience: BroadcastAudience,
    /// Message.
    pub message: BroadcastMessage,
    /// Start; at once by default.
    #[serde(default)]
    pub schedule: Option<BroadcastSchedule>,
    /// Id of the operator that the campaign is sent for; stored only.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub operator_id: Option<i64>,
    /// Sending account; the connected account, which is the default.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 255)]
    pub platform_account_id: Option<String>,
    /// Sending pace; the service's pace by default.
    #[serde(default)]
    pub pace: Option<BroadcastPace>,
    /// End conditions; by default the campaign ends when everybody has received it.
    #[serde(default)]
    pub auto_stop: Option<BroadcastAutoStop>,
}

/// An audience to preview.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"audience": {"tier": "spender", "status": "active"}}))]
pub struct PreviewAsk {
    /// Audience.
    pub audience: BroadcastAudience,
}

/// Page of the list of campaigns.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BroadcastQuery {
    /// Maximum number of items.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn hundred() -> u32 {
    100
}
