use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    BroadcastAudience, BroadcastAutoStop, BroadcastMessage, BroadcastMode, BroadcastPace, BroadcastSchedule,
};

/// A campaign that was made.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastCreated {
    /// Its number.
    pub id: i64,
}

/// Whether broadcasts may be launched and delivered now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastGate {
    /// Whether launches and deliveries get through.
    pub open: bool,
    /// What keeps them from it: `server` for all owners, by its configuration, `owner` for this one; empty where it is open.
    pub closed_by: Vec<String>,
}

/// A campaign and its state.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastOut {
    /// Its number.
    pub id: i64,
    /// What it is called.
    pub title: String,
    /// How it chooses its moments.
    pub mode: BroadcastMode,
    /// Whom it is for.
    pub audience: BroadcastAudience,
    /// What it says.
    pub message: BroadcastMessage,
    /// When it starts once it is launched; null for at once.
    #[schema(required)]
    pub schedule: Option<BroadcastSchedule>,
    /// Whoever it is done for.
    #[schema(required)]
    pub operator_id: Option<i64>,
    /// The account that sends, from the launch on; before it, the one that the campaign names.
    #[schema(required)]
    pub platform_account_id: Option<String>,
    /// The pace that the campaign requests; null for the service's pace.
    #[schema(required)]
    pub pace: Option<BroadcastPace>,
    /// When it ends by itself; null for when everybody has got it.
    #[schema(required)]
    pub auto_stop: Option<BroadcastAutoStop>,
    /// `draft`, `scheduled`, `running`, `paused`, `finished`, `cancelled` or `failed`.
    pub status: String,
    /// While it is paused: `operator`, `gate_closed`, `engine_disconnected`, `failure_rate` or `opt_out_rate`.
    #[schema(required)]
    pub pause_reason: Option<String>,
    /// Once it is finished: `done`, `auto_stop` or `end_at`.
    #[schema(required)]
    pub finish_reason: Option<String>,
    /// When it was launched, or started if it was scheduled; RFC 3339.
    #[schema(required, format = DateTime)]
    pub launched_at: Option<String>,
    /// Unix seconds.
    pub created_at: i64,
    /// Unix seconds; when its state last changed.
    pub updated_at: i64,
}

/// A campaign, how far it is, and what to expect.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastDetail {
    /// The campaign.
    #[serde(flatten)]
    pub broadcast: BroadcastOut,
    /// How far it is.
    pub counters: BroadcastCounters,
    /// When its account may send next, RFC 3339; null when nothing is to be sent. A guess, for others may send too.
    #[schema(required, format = DateTime)]
    pub next_send_at: Option<String>,
    /// When the last message goes out at this pace, RFC 3339; null as long as the audience is not fully known.
    #[schema(required, format = DateTime)]
    pub estimated_finish_at: Option<String>,
}

/// Fans of a campaign. `matched` = `pending` + `sent` + `failed` + `unknown` + all of `screened`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastCounters {
    /// All of them.
    pub matched: u64,
    /// Those who are still to get it, `waiting` ones among them.
    pub pending: u64,
    /// Those who got it.
    pub sent: u64,
    /// Those for whom the engine refused it.
    pub failed: u64,
    /// Those for whom the engine did not say what became of it.
    pub unknown: u64,
    /// Those who wrote after it.
    pub replied: u64,
    /// Those who bought after it.
    pub purchased: u64,
    /// Those whom quiet hours defer.
    pub waiting: u64,
    /// Those who get nothing, by `opted_out`, `blocked`, `excluded`, `cooldown`, `already_sent`, `duplicate_text`, `replied`.
    pub screened: BTreeMap<String, u64>,
}

/// Campaigns, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastList {
    /// The campaigns.
    pub items: Vec<BroadcastOut>,
    /// Where the next page begins; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// How large an audience is. No fan can be identified from it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"matched": 120, "selected": 97, "histogram": {"spender": 80, "other": 15}}))]
pub struct PreviewOut {
    /// Fans whom the selector takes; null from 1 to 4.
    #[schema(required)]
    pub matched: Option<u64>,
    /// Those of them who pass screening now; null from 1 to 4. Of those who are left out by name, whole fives are taken off.
    #[schema(required)]
    pub selected: Option<u64>,
    /// The selected ones by tier, rounded down to fives. Tiers under 5 fans are merged into `other`; a bucket under 5 is left out.
    pub histogram: BTreeMap<String, u64>,
    /// The smallest count that is shown, 5; present where `matched` or `selected` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<u64>,
}

/// What a campaign has come to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastReport {
    /// Fans who got nothing, by reason.
    pub screened: BTreeMap<String, u64>,
    /// Messages by the hour in which the engine took them, in order; hours without any are left out.
    pub sent_by_hour: Vec<SentInHour>,
    /// Fans who wrote within 7 days after the message.
    pub replies: u64,
    /// Fans who bought within 7 days after the message.
    pub purchases: u64,
    /// What they bought for, net, in cents.
    pub revenue_cents: i64,
    /// What they bought for in other currencies, net, in minor units. `revenue_cents` excludes it.
    pub other_currencies: BTreeMap<String, i64>,
}

/// Messages of one hour.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SentInHour {
    /// The first moment of the hour, RFC 3339 in UTC.
    #[schema(format = DateTime)]
    pub hour: String,
    /// How many.
    pub n: u64,
}

/// Who changed the state of a campaign, oldest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastAudit {
    /// The changes.
    pub items: Vec<AuditEntryOut>,
}

/// One change of a campaign's state.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditEntryOut {
    /// When, RFC 3339.
    #[schema(format = DateTime)]
    pub at: String,
    /// `key` for somebody with a key, `service` for the service itself.
    pub actor: String,
    /// The key; null for the service itself.
    #[schema(required)]
    pub key: Option<AuditKey>,
    /// The state before.
    pub from: String,
    /// The state after.
    pub to: String,
    /// Why it is paused or finished after the change; null in other states.
    #[schema(required)]
    pub reason: Option<String>,
}

/// The key that a change was made with, as it was then.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditKey {
    /// Its public part.
    pub prefix: String,
    /// What it was called.
    pub name: String,
    /// The member on whose behalf it acted; null for the owner's own key.
    #[schema(required)]
    pub member_id: Option<i64>,
}
