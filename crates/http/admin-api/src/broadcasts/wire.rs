//! Broadcasts: campaigns, audience previews and reports.

use deserr::Deserr;
use std::collections::BTreeMap;

use crate::words;
use http_kit::extract::Faults;
use http_kit::wire::{Int, Named, Seconds};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

mod answers;

pub use answers::{
    AuditEntryOut, AuditKey, BroadcastAudit, BroadcastCounters, BroadcastCreated, BroadcastDetail,
    BroadcastGate, BroadcastList, BroadcastOut, BroadcastReport, PreviewOut, SentInHour,
};

/// Sending mode of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
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
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::audience, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"tier": "whale", "status": "active", "countries": ["DE"], "last_seen_days": 30}))]
pub struct BroadcastAudience {
    /// `all` by default.
    #[deserr(default)]
    pub tier: Option<AudienceTier>,
    /// `any` by default.
    #[deserr(default)]
    pub status: Option<AudienceStatus>,
    /// Two-letter country codes, each once. Fans of an unknown country do not match.
    #[deserr(default)]
    #[schema(value_type = Option<Vec<words::CountryCode>>, max_items = 250)]
    #[validate(length(max = 250), custom(function = crate::rules::audience_countries))]
    pub countries: Option<Vec<String>>,
    /// Minimum spending of a fan, in cents.
    #[deserr(default, from(Option<Int<i64, 0, { i64::MAX }>>) = Int::optional)]
    #[schema(minimum = 0)]
    pub min_spent_cents: Option<i64>,
    /// Maximum spending of a fan, in cents; not below `min_spent_cents`.
    #[deserr(default, from(Option<Int<i64, 0, { i64::MAX }>>) = Int::optional)]
    #[schema(minimum = 0)]
    pub max_spent_cents: Option<i64>,
    /// Fans seen within this number of days.
    #[deserr(default, from(Option<Int<i64, 1, 3650>>) = Int::optional)]
    #[schema(minimum = 1, maximum = 3650)]
    pub last_seen_days: Option<i64>,
    /// Fans to exclude, by the engine's ids of 1 to 255 characters. They count as matched and are screened out.
    #[deserr(default)]
    #[schema(max_items = 10_000)]
    #[validate(length(max = 10_000), custom(function = crate::rules::excluded_fans))]
    pub exclude_fan_ids: Option<Vec<String>>,
}

/// Message of a campaign: a text, media, or both.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Hi!", "media_ids": ["10001"], "price_cents": 500}))]
pub struct BroadcastMessage {
    /// Text; at most 1,000 characters without media.
    #[deserr(default)]
    #[schema(max_length = 10_000)]
    #[validate(length(max = 10_000))]
    pub text: Option<String>,
    /// Media, by the engine's ids of 1 to 128 characters, each once.
    #[deserr(default)]
    #[schema(max_items = 100)]
    #[validate(length(max = 100), custom(function = crate::rules::media_ids))]
    pub media_ids: Option<Vec<String>>,
    /// Price of the media in cents: 0 (the default) or 300 to 20,000. A price needs media.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::price_cents))]
    pub price_cents: Option<i64>,
    /// Messages of a `tiered` campaign for single tiers.
    #[deserr(default, from(Option<Named<TierMessage>>) = Named::optional)]
    #[schema(value_type = Option<BTreeMap<words::FanTier, TierMessage>>)]
    #[validate(custom(function = crate::rules::tiers))]
    pub tiers: Option<BTreeMap<String, TierMessage>>,
}

/// Message of one tier. A field that is left out or null has the value of the common message.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct TierMessage {
    /// Text.
    #[deserr(default)]
    #[schema(max_length = 10_000)]
    #[validate(length(max = 10_000))]
    pub text: Option<String>,
    /// Media.
    #[deserr(default)]
    #[schema(max_items = 100)]
    #[validate(length(max = 100), custom(function = crate::rules::media_ids))]
    pub media_ids: Option<Vec<String>>,
    /// Price of the media, in cents.
    #[deserr(default)]
    #[validate(custom(function = crate::rules::price_cents))]
    pub price_cents: Option<i64>,
}

/// Start of a launched campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct BroadcastSchedule {
    /// Start in Unix seconds; a launch before this time makes the campaign `scheduled`.
    #[deserr(default, from(Option<Seconds>) = Int::optional)]
    #[schema(minimum = 0, maximum = 253_402_300_799_i64)]
    pub start_at: Option<i64>,
}

/// Sending pace of a campaign, instead of the service's pace.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct BroadcastPace {
    /// Messages a minute; the service may have a lower limit.
    #[deserr(default, from(Option<Int<i64, 1, 6000>>) = Int::optional)]
    #[schema(minimum = 1, maximum = 6000)]
    pub per_minute: Option<i64>,
    /// Messages a UTC day.
    #[deserr(default, from(Option<Int<i64, 1, 8_640_000>>) = Int::optional)]
    #[schema(minimum = 1, maximum = 8_640_000)]
    pub per_day: Option<i64>,
    /// Fraction by which the gap between two messages may grow.
    #[deserr(default)]
    #[schema(minimum = 0, maximum = 1)]
    #[validate(custom(function = crate::rules::jitter))]
    pub jitter: Option<f64>,
}

/// Conditions that end a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct BroadcastAutoStop {
    /// Maximum number of messages.
    #[deserr(default, from(Option<Int<i64, 1, 100_000_000>>) = Int::optional)]
    #[schema(minimum = 1, maximum = 100_000_000)]
    pub max_sends: Option<i64>,
    /// Maximum number of messages per UTC day; the rest is sent on later days.
    #[deserr(default, from(Option<Int<i64, 1, 8_640_000>>) = Int::optional)]
    #[schema(minimum = 1, maximum = 8_640_000)]
    pub max_per_day: Option<i64>,
    /// Revenue from fans of the campaign that ends it, in cents.
    #[deserr(default, from(Option<Int<i64, 1, { i64::MAX }>>) = Int::optional)]
    #[schema(minimum = 1)]
    pub revenue_cents: Option<i64>,
    /// End in Unix seconds; after `schedule.start_at`.
    #[deserr(default, from(Option<Seconds>) = Int::optional)]
    #[schema(minimum = 0, maximum = 253_402_300_799_i64)]
    pub end_at: Option<i64>,
    /// Whether fans who wrote since the launch are skipped.
    #[deserr(default)]
    pub on_reply: Option<bool>,
}

/// A new campaign. It becomes a draft, and nothing is delivered.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::campaign, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "title": "Summer", "mode": "segmented", "audience": {"tier": "spender", "status": "active"},
    "message": {"text": "Hi!", "media_ids": ["10001"], "price_cents": 500}, "schedule": {"start_at": 1_795_176_000},
}))]
pub struct BroadcastCreate {
    /// Title, on one line.
    #[schema(min_length = 1, max_length = 200)]
    #[validate(length(min = 1, max = 200), custom(function = crate::rules::broadcast_title))]
    pub title: String,
    /// Sending mode.
    pub mode: BroadcastMode,
    /// Audience.
    #[validate(nested)]
    pub audience: BroadcastAudience,
    /// Message.
    #[validate(nested)]
    pub message: BroadcastMessage,
    /// Start; at once by default.
    #[deserr(default)]
    pub schedule: Option<BroadcastSchedule>,
    /// Id of the operator that the campaign is sent for; stored only.
    #[deserr(default, from(Option<Int<i64, 1, { i64::MAX }>>) = Int::optional)]
    #[schema(minimum = 1)]
    pub operator_id: Option<i64>,
    /// Sending account; the connected account, which is the default.
    #[deserr(default)]
    #[schema(min_length = 1, max_length = 255)]
    #[validate(length(min = 1, max = 255), custom(function = crate::rules::platform_account))]
    pub platform_account_id: Option<String>,
    /// Sending pace; the service's pace by default.
    #[deserr(default)]
    #[validate(nested)]
    pub pace: Option<BroadcastPace>,
    /// End conditions; by default the campaign ends when everybody has received it.
    #[deserr(default)]
    pub auto_stop: Option<BroadcastAutoStop>,
}

/// An audience to preview.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"audience": {"tier": "spender", "status": "active"}}))]
pub struct PreviewAsk {
    /// Audience.
    #[validate(nested)]
    pub audience: BroadcastAudience,
}

/// Page of the list of campaigns.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct BroadcastQuery {
    /// Maximum number of items.
    #[deserr(default = 100, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 100, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}
