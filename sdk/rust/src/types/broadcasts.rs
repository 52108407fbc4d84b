//! Types of broadcasts.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::words::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

words! {
    /// Whether the fans' subscriptions run.
    AudienceStatus {
        Active = "active",
        Expired = "expired",
        Any = "any",
    }
}

words! {
    /// How much fans are worth, as the engine sorts them.
    AudienceTier {
        All = "all",
        Whale = "whale",
        Spender = "spender",
        Free = "free",
        Trial = "trial",
    }
}

/// One change of a campaign's state.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditEntryOut {
    /// `key` for somebody with a key, `service` for the service itself.
    pub actor: String,
    /// When, RFC 3339.
    pub at: String,
    /// The state before.
    pub from: String,
    /// The key; null for the service itself.
    pub key: Option<AuditKey>,
    /// Why it is paused or finished after the change; null in other states.
    pub reason: Option<String>,
    /// The state after.
    pub to: String,
}

/// The key that a change was made with, as it was then.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditKey {
    /// The member on whose behalf it acted; null for the owner's own key.
    pub member_id: Option<i64>,
    /// What it was called.
    pub name: String,
    /// Its public part.
    pub prefix: String,
}

/// Whom a campaign is for. What is left out, null or empty restricts nothing.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastAudience {
    /// Two-letter codes, each once. A fan whose country is not known is in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countries: Option<Vec<String>>,
    /// Fans who get nothing, by the engine's ids of 1 to 255 characters. They count as matched, and are screened out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclude_fan_ids: Option<Vec<String>>,
    /// Fans who were seen within so many days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen_days: Option<i64>,
    /// The most that a fan has spent, in cents; not below `min_spent_cents`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_spent_cents: Option<i64>,
    /// The least that a fan has spent, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_spent_cents: Option<i64>,
    /// `any` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<AudienceStatus>,
    /// `all` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<AudienceTier>,
}

/// Who changed the state of a campaign, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastAudit {
    /// The changes.
    pub items: Vec<AuditEntryOut>,
}

/// When a campaign ends by itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastAutoStop {
    /// At this moment, in Unix seconds; after `schedule.start_at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_at: Option<i64>,
    /// At most so many messages a UTC day; the rest goes out on the next ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_per_day: Option<i64>,
    /// After so many messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_sends: Option<i64>,
    /// Whether a fan who wrote since the launch gets no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_reply: Option<bool>,
    /// Once its fans have bought for this much, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revenue_cents: Option<i64>,
}

/// Fans of a campaign. `matched` = `pending` + `sent` + `failed` + `unknown` + all of `screened`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastCounters {
    /// Those for whom the engine refused it.
    pub failed: i64,
    /// All of them.
    pub matched: i64,
    /// Those who are still to get it, `waiting` ones among them.
    pub pending: i64,
    /// Those who bought after it.
    pub purchased: i64,
    /// Those who wrote after it.
    pub replied: i64,
    /// Those who get nothing, by `opted_out`, `blocked`, `excluded`, `cooldown`, `already_sent`, `duplicate_text`, `replied`.
    pub screened: BTreeMap<String, i64>,
    /// Those who got it.
    pub sent: i64,
    /// Those for whom the engine did not say what became of it.
    pub unknown: i64,
    /// Those whom quiet hours defer.
    pub waiting: i64,
}

/// A campaign to be made. It becomes a draft, and nothing is delivered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BroadcastCreate {
    /// Whom it is for.
    pub audience: BroadcastAudience,
    /// When it ends by itself; when everybody has got it by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_stop: Option<BroadcastAutoStop>,
    /// What it says.
    pub message: BroadcastMessage,
    /// How it chooses its moments.
    pub mode: BroadcastMode,
    /// Whoever it is done for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator_id: Option<i64>,
    /// How fast it sends; the service's pace by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<BroadcastPace>,
    /// The account that sends. It must be the connected one, which is the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform_account_id: Option<String>,
    /// When it starts; at once by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<BroadcastSchedule>,
    /// What it is called: one line.
    pub title: String,
}

/// A campaign that was made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastCreated {
    /// Its number.
    pub id: i64,
}

/// A campaign, how far it is, and what to expect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastDetail {
    /// Whom it is for.
    pub audience: BroadcastAudience,
    /// When it ends by itself; null for when everybody has got it.
    pub auto_stop: Option<BroadcastAutoStop>,
    /// How far it is.
    pub counters: BroadcastCounters,
    /// Unix seconds.
    pub created_at: i64,
    /// When the last message goes out at this pace, RFC 3339; null as long as the audience is not fully known.
    pub estimated_finish_at: Option<String>,
    /// Once it is finished: `done`, `auto_stop` or `end_at`.
    pub finish_reason: Option<String>,
    /// Its number.
    pub id: i64,
    /// When it was launched, or started if it was scheduled; RFC 3339.
    pub launched_at: Option<String>,
    /// What it says.
    pub message: BroadcastMessage,
    /// How it chooses its moments.
    pub mode: BroadcastMode,
    /// When its account may send next, RFC 3339; null when nothing is to be sent. A guess, for others may send too.
    pub next_send_at: Option<String>,
    /// Whoever it is done for.
    pub operator_id: Option<i64>,
    /// The pace that the campaign requests; null for the service's pace.
    pub pace: Option<BroadcastPace>,
    /// While it is paused: `operator`, `gate_closed`, `engine_disconnected`, `failure_rate` or `opt_out_rate`.
    pub pause_reason: Option<String>,
    /// The account that sends, from the launch on; before it, the one that the campaign names.
    pub platform_account_id: Option<String>,
    /// When it starts once it is launched; null for at once.
    pub schedule: Option<BroadcastSchedule>,
    /// `draft`, `scheduled`, `running`, `paused`, `finished`, `cancelled` or `failed`.
    pub status: String,
    /// What it is called.
    pub title: String,
    /// Unix seconds; when its state last changed.
    pub updated_at: i64,
}

/// Whether broadcasts may be launched and delivered now.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastGate {
    /// What keeps them from it: `server` for all owners, by its configuration, `owner` for this one; empty where it is open.
    pub closed_by: Vec<String>,
    /// Whether launches and deliveries get through.
    pub open: bool,
}

/// Campaigns, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastList {
    /// The campaigns.
    pub items: Vec<BroadcastOut>,
    /// Where the next page begins; null at the end.
    pub next_cursor: Option<String>,
}

/// What a campaign says: a text, media, or both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastMessage {
    /// What it shows, by the engine's ids of 1 to 128 characters, each once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_ids: Option<Vec<String>>,
    /// What the media cost, in cents: 0, the default, or 300 to 20000. A price needs media.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_cents: Option<i64>,
    /// What it says; at most 1000 characters without media.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// For a `tiered` campaign, what some tiers get instead, by `whale`, `spender`, `free`, `trial`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiers: Option<BTreeMap<String, TierMessage>>,
}

words! {
    /// How a campaign chooses its moments.
    BroadcastMode {
        Segmented = "segmented",
        Tiered = "tiered",
        Drip = "drip",
        Online = "online",
    }
}

/// A campaign and its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastOut {
    /// Whom it is for.
    pub audience: BroadcastAudience,
    /// When it ends by itself; null for when everybody has got it.
    pub auto_stop: Option<BroadcastAutoStop>,
    /// Unix seconds.
    pub created_at: i64,
    /// Once it is finished: `done`, `auto_stop` or `end_at`.
    pub finish_reason: Option<String>,
    /// Its number.
    pub id: i64,
    /// When it was launched, or started if it was scheduled; RFC 3339.
    pub launched_at: Option<String>,
    /// What it says.
    pub message: BroadcastMessage,
    /// How it chooses its moments.
    pub mode: BroadcastMode,
    /// Whoever it is done for.
    pub operator_id: Option<i64>,
    /// The pace that the campaign requests; null for the service's pace.
    pub pace: Option<BroadcastPace>,
    /// While it is paused: `operator`, `gate_closed`, `engine_disconnected`, `failure_rate` or `opt_out_rate`.
    pub pause_reason: Option<String>,
    /// The account that sends, from the launch on; before it, the one that the campaign names.
    pub platform_account_id: Option<String>,
    /// When it starts once it is launched; null for at once.
    pub schedule: Option<BroadcastSchedule>,
    /// `draft`, `scheduled`, `running`, `paused`, `finished`, `cancelled` or `failed`.
    pub status: String,
    /// What it is called.
    pub title: String,
    /// Unix seconds; when its state last changed.
    pub updated_at: i64,
}

/// How fast a campaign sends, in place of the service's pace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastPace {
    /// By which part a gap between two messages may be longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<f64>,
    /// Messages a UTC day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_day: Option<i64>,
    /// Messages a minute; the service may have a lower ceiling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_minute: Option<i64>,
}

/// What a campaign has come to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BroadcastReport {
    /// What they bought for in other currencies, net, in minor units. `revenue_cents` excludes it.
    pub other_currencies: BTreeMap<String, i64>,
    /// Fans who bought within 7 days after the message.
    pub purchases: i64,
    /// Fans who wrote within 7 days after the message.
    pub replies: i64,
    /// What they bought for, net, in cents.
    pub revenue_cents: i64,
    /// Fans who got nothing, by reason.
    pub screened: BTreeMap<String, i64>,
    /// Messages by the hour in which the engine took them, in order; hours without any are left out.
    pub sent_by_hour: Vec<SentInHour>,
}

/// When a campaign starts once it is launched.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BroadcastSchedule {
    /// Unix seconds; a launch before it makes the campaign `scheduled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_at: Option<i64>,
}

/// An audience to be looked at.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PreviewAsk {
    /// Whom a campaign would be for.
    pub audience: BroadcastAudience,
}

/// How large an audience is. No fan can be identified from it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PreviewOut {
    /// The smallest count that is shown, 5; present where `matched` or `selected` is null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<i64>,
    /// The selected ones by tier, rounded down to fives. Tiers under 5 fans are merged into `other`; a bucket under 5 is left out.
    pub histogram: BTreeMap<String, i64>,
    /// Fans whom the selector takes; null from 1 to 4.
    pub matched: Option<i64>,
    /// Those of them who pass screening now; null from 1 to 4. Of those who are left out by name, whole fives are taken off.
    pub selected: Option<i64>,
}

/// Messages of one hour.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SentInHour {
    /// The first moment of the hour, RFC 3339 in UTC.
    pub hour: String,
    /// How many.
    pub n: i64,
}

/// What a tier's message has instead of the common one; what is left out or null is the common one's.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TierMessage {
    /// What it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_ids: Option<Vec<String>>,
    /// What the media cost, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_cents: Option<i64>,
    /// What it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}
