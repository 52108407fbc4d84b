//! Types of broadcasts.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::BroadcastFinishReason;
use crate::types::BroadcastPauseReason;
use crate::types::BroadcastStatus;
use crate::types::CountryCode;
use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

words! {
    /// Group of fans in a histogram.
    AudienceBucket {
        Whale = "whale",
        Spender = "spender",
        Free = "free",
        Trial = "trial",
        AnyOther = "other",
    }
}

/// Size of an audience, rounded so that no fan can be identified.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AudiencePreview {
    /// Smallest count that is shown, 5; present if `matched` or `selected` is null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<i64>,
    /// Selected fans by tier, rounded down to multiples of five. Tiers under 5 fans are merged into `other`; a bucket
    /// under 5 is left out.
    pub histogram: BTreeMap<AudienceBucket, i64>,
    /// Fans that match the audience; null from 1 to 4.
    pub matched: Option<i64>,
    /// Matched fans who pass screening now; null from 1 to 4. Fans excluded by id are subtracted in steps of five.
    pub selected: Option<i64>,
}

words! {
    /// Status of fans' subscriptions.
    AudienceStatus {
        Active = "active",
        Expired = "expired",
        Any = "any",
    }
}

words! {
    /// Spending tier of a fan, as the engine classifies fans.
    AudienceTier {
        All = "all",
        Whale = "whale",
        Spender = "spender",
        Free = "free",
        Trial = "trial",
    }
}

/// Key of a change, as it was at that time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditKey {
    /// Member whom the key belongs to; null for a key of the owner.
    pub member_id: Option<i64>,
    /// Name of the key.
    pub name: String,
    /// Prefix of the key.
    pub prefix: String,
}

/// A campaign and its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Broadcast {
    /// Audience.
    pub audience: BroadcastAudience,
    /// End conditions; null if the campaign ends when everybody has received it.
    pub auto_stop: Option<BroadcastAutoStop>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Cause of the end.
    pub finish_reason: Option<BroadcastFinishReason>,
    /// Number of the campaign.
    pub id: i64,
    /// Time of the launch, or of the start if it was scheduled; RFC 3339.
    pub launched_at: Option<String>,
    /// Message.
    pub message: BroadcastMessage,
    /// Sending mode.
    pub mode: BroadcastMode,
    /// Id of the operator that the campaign is sent for; stored only.
    pub operator_id: Option<i64>,
    /// Sending pace; null is the service's pace.
    pub pace: Option<BroadcastPace>,
    /// Cause of a pause.
    pub pause_reason: Option<BroadcastPauseReason>,
    /// Sending account; before the launch, the account that the campaign names.
    pub platform_account_id: Option<String>,
    /// Start after the launch; null is at once.
    pub schedule: Option<BroadcastSchedule>,
    /// Status.
    pub status: BroadcastStatus,
    /// Title.
    pub title: String,
    /// Time of the last change of state, in Unix seconds.
    pub updated_at: i64,
}

words! {
    /// Actor of a change of a campaign.
    BroadcastActor {
        Key = "key",
        Service = "service",
    }
}

/// Audience of a campaign. A field that is left out, null or empty restricts nothing.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastAudience {
    /// Two-letter country codes, each once. Fans of an unknown country do not match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countries: Option<Vec<CountryCode>>,
    /// Fans to exclude, by the engine's ids of 1 to 255 characters. They count as matched and are screened out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclude_fan_ids: Option<Vec<String>>,
    /// Fans seen within this number of days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen_days: Option<i64>,
    /// Maximum spending of a fan, in cents; not below `min_spent_cents`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_spent_cents: Option<i64>,
    /// Minimum spending of a fan, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_spent_cents: Option<i64>,
    /// `any` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<AudienceStatus>,
    /// `all` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<AudienceTier>,
}

/// Changes of a campaign's state, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastAudit {
    /// The changes.
    pub items: Vec<BroadcastAuditEntry>,
}

/// One change of a campaign's state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastAuditEntry {
    /// `key` for a caller with a key, `service` for the service itself.
    pub actor: BroadcastActor,
    /// Time, RFC 3339.
    pub at: String,
    /// The state before.
    pub from: BroadcastStatus,
    /// The key; null for the service itself.
    pub key: Option<AuditKey>,
    /// Cause of a pause or an end; null in other states.
    pub reason: Option<BroadcastReason>,
    /// The state after.
    pub to: BroadcastStatus,
}

/// Conditions that end a campaign.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastAutoStop {
    /// End in Unix seconds; after `schedule.start_at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_at: Option<i64>,
    /// Maximum number of messages per UTC day; the rest is sent on later days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_per_day: Option<i64>,
    /// Maximum number of messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_sends: Option<i64>,
    /// Whether fans who wrote since the launch are skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_reply: Option<bool>,
    /// Revenue from fans of the campaign that ends it, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revenue_cents: Option<i64>,
}

/// Fans of a campaign. `matched` = `pending` + `sent` + `failed` + `unknown` + all of `screened`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastCounters {
    /// Fans for whom the engine rejected the message.
    pub failed: i64,
    /// All fans of the audience.
    pub matched: i64,
    /// Fans still to receive the message, including `waiting`.
    pub pending: i64,
    /// Fans who bought after the message.
    pub purchased: i64,
    /// Fans who wrote after the message.
    pub replied: i64,
    /// Excluded fans, by reason.
    pub screened: BTreeMap<ScreeningReason, i64>,
    /// Fans who received the message.
    pub sent: i64,
    /// Messages whose delivery result is unknown.
    pub unknown: i64,
    /// Fans deferred by quiet hours.
    pub waiting: i64,
}

/// A new campaign. It becomes a draft, and nothing is delivered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BroadcastCreate {
    /// Audience.
    pub audience: BroadcastAudience,
    /// End conditions; by default the campaign ends when everybody has received it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_stop: Option<BroadcastAutoStop>,
    /// Message.
    pub message: BroadcastMessage,
    /// Sending mode.
    pub mode: BroadcastMode,
    /// Id of the operator that the campaign is sent for; stored only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator_id: Option<i64>,
    /// Sending pace; the service's pace by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<BroadcastPace>,
    /// Sending account; the connected account, which is the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform_account_id: Option<String>,
    /// Start; at once by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<BroadcastSchedule>,
    /// Title, on one line.
    pub title: String,
}

/// A new campaign.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastCreated {
    /// Number of the campaign.
    pub id: i64,
}

/// A campaign with its progress and forecast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastDetail {
    /// Audience.
    pub audience: BroadcastAudience,
    /// End conditions; null if the campaign ends when everybody has received it.
    pub auto_stop: Option<BroadcastAutoStop>,
    /// Progress.
    pub counters: BroadcastCounters,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Estimated time of the last message, RFC 3339; null until the audience is fully read.
    pub estimated_finish_at: Option<String>,
    /// Cause of the end.
    pub finish_reason: Option<BroadcastFinishReason>,
    /// Number of the campaign.
    pub id: i64,
    /// Time of the launch, or of the start if it was scheduled; RFC 3339.
    pub launched_at: Option<String>,
    /// Message.
    pub message: BroadcastMessage,
    /// Sending mode.
    pub mode: BroadcastMode,
    /// Earliest time of the next message, RFC 3339; null if nothing is left to send. An estimate: other campaigns may
    /// send too.
    pub next_send_at: Option<String>,
    /// Id of the operator that the campaign is sent for; stored only.
    pub operator_id: Option<i64>,
    /// Sending pace; null is the service's pace.
    pub pace: Option<BroadcastPace>,
    /// Cause of a pause.
    pub pause_reason: Option<BroadcastPauseReason>,
    /// Sending account; before the launch, the account that the campaign names.
    pub platform_account_id: Option<String>,
    /// Start after the launch; null is at once.
    pub schedule: Option<BroadcastSchedule>,
    /// Status.
    pub status: BroadcastStatus,
    /// Title.
    pub title: String,
    /// Time of the last change of state, in Unix seconds.
    pub updated_at: i64,
}

/// State of the gate: whether broadcasts may be launched and delivered now.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastGate {
    /// Closed switches: `server` (configuration, for all owners), `owner` (this owner); empty if the gate is open.
    pub closed_by: Vec<GateSwitch>,
    /// Whether launches and deliveries are allowed.
    pub open: bool,
}

/// Campaigns, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastList {
    /// The campaigns.
    pub items: Vec<Broadcast>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Message of a campaign: a text, media, or both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastMessage {
    /// Media, by the engine's ids of 1 to 128 characters, each once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_ids: Option<Vec<String>>,
    /// Price of the media in cents: 0 (the default) or 300 to 20,000. A price needs media.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_cents: Option<i64>,
    /// Text; at most 1,000 characters without media.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Messages of a `tiered` campaign for single tiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiers: Option<BTreeMap<FanTier, TierMessage>>,
}

words! {
    /// Sending mode of a campaign.
    BroadcastMode {
        Segmented = "segmented",
        Tiered = "tiered",
        Drip = "drip",
        Online = "online",
    }
}

/// Sending pace of a campaign, instead of the service's pace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastPace {
    /// Fraction by which the gap between two messages may grow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<f64>,
    /// Messages a UTC day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_day: Option<i64>,
    /// Messages a minute; the service may have a lower limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_minute: Option<i64>,
}

words! {
    /// Reason why a campaign is paused or finished.
    BroadcastReason {
        Operator = "operator",
        GateClosed = "gate_closed",
        EngineDisconnected = "engine_disconnected",
        FailureRate = "failure_rate",
        OptOutRate = "opt_out_rate",
        Done = "done",
        AutoStop = "auto_stop",
        EndAt = "end_at",
    }
}

/// Report of a campaign.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastReport {
    /// Net revenue in other currencies, in minor units, which `revenue_cents` excludes.
    pub other_currencies: BTreeMap<String, i64>,
    /// Fans who bought within 7 days after the message.
    pub purchases: i64,
    /// Fans who wrote within 7 days after the message.
    pub replies: i64,
    /// Net revenue of these purchases, in cents.
    pub revenue_cents: i64,
    /// Excluded fans, by reason.
    pub screened: BTreeMap<ScreeningReason, i64>,
    /// Messages by the hour in which the engine accepted them, in order; hours without messages are left out.
    pub sent_by_hour: Vec<SentInHour>,
}

/// Start of a launched campaign.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastSchedule {
    /// Start in Unix seconds; a launch before this time makes the campaign `scheduled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_at: Option<i64>,
}

words! {
    /// Spending tier of a fan.
    FanTier {
        Whale = "whale",
        Spender = "spender",
        Free = "free",
        Trial = "trial",
    }
}

words! {
    /// Switch of the gate for broadcasts.
    GateSwitch {
        Server = "server",
        Owner = "owner",
    }
}

/// An audience to preview.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PreviewAsk {
    /// Audience.
    pub audience: BroadcastAudience,
}

words! {
    /// Reason why a fan is excluded.
    ScreeningReason {
        OptedOut = "opted_out",
        Blocked = "blocked",
        Excluded = "excluded",
        Cooldown = "cooldown",
        AlreadySent = "already_sent",
        DuplicateText = "duplicate_text",
        Replied = "replied",
    }
}

/// Messages of one hour.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SentInHour {
    /// Start of the hour, RFC 3339 in UTC.
    pub hour: String,
    /// Number of messages.
    pub n: i64,
}

/// Message of one tier. A field that is left out or null has the value of the common message.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TierMessage {
    /// Media.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_ids: Option<Vec<String>>,
    /// Price of the media, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_cents: Option<i64>,
    /// Text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}
