use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    BroadcastAudience, BroadcastAutoStop, BroadcastMessage, BroadcastMode, BroadcastPace, BroadcastSchedule,
};
use crate::words;

/// A new campaign.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastCreated {
    /// Number of the campaign.
    pub id: i64,
}

/// State of the gate: whether broadcasts may be launched and delivered now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastGate {
    /// Whether launches and deliveries are allowed.
    pub open: bool,
    /// Closed switches: `server` (configuration, for all owners), `owner` (this owner); empty if the gate is open.
    #[schema(value_type = Vec<words::GateSwitch>)]
    pub closed_by: Vec<String>,
}

/// A campaign and its state.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Broadcast)]
pub struct BroadcastOut {
    /// Number of the campaign.
    pub id: i64,
    /// Title.
    pub title: String,
    /// Sending mode.
    pub mode: BroadcastMode,
    /// Audience.
    pub audience: BroadcastAudience,
    /// Message.
    pub message: BroadcastMessage,
    /// Start after the launch; null is at once.
    #[schema(required)]
    pub schedule: Option<BroadcastSchedule>,
    /// Id of the operator that the campaign is sent for; stored only.
    #[schema(required)]
    pub operator_id: Option<i64>,
    /// Sending account; before the launch, the account that the campaign names.
    #[schema(required)]
    pub platform_account_id: Option<String>,
    /// Sending pace; null is the service's pace.
    #[schema(required)]
    pub pace: Option<BroadcastPace>,
    /// End conditions; null if the campaign ends when everybody has received it.
    #[schema(required)]
    pub auto_stop: Option<BroadcastAutoStop>,
    /// Status.
    #[schema(value_type = words::BroadcastStatus)]
    pub status: String,
    /// Cause of a pause.
    #[schema(value_type = Option<words::BroadcastPauseReason>, required)]
    pub pause_reason: Option<String>,
    /// Cause of the end.
    #[schema(value_type = Option<words::BroadcastFinishReason>, required)]
    pub finish_reason: Option<String>,
    /// Time of the launch, or of the start if it was scheduled; RFC 3339.
    #[schema(required, format = DateTime)]
    pub launched_at: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Time of the last change of state, in Unix seconds.
    pub updated_at: i64,
}

/// A campaign with its progress and forecast.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastDetail {
    /// The campaign.
    #[serde(flatten)]
    pub broadcast: BroadcastOut,
    /// Progress.
    pub counters: BroadcastCounters,
    /// Earliest time of the next message, RFC 3339; null if nothing is left to send. An estimate: other campaigns may
    /// send too.
    #[schema(required, format = DateTime)]
    pub next_send_at: Option<String>,
    /// Estimated time of the last message, RFC 3339; null until the audience is fully read.
    #[schema(required, format = DateTime)]
    pub estimated_finish_at: Option<String>,
}

/// Fans of a campaign. `matched` = `pending` + `sent` + `failed` + `unknown` + all of `screened`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastCounters {
    /// All fans of the audience.
    pub matched: u64,
    /// Fans still to receive the message, including `waiting`.
    pub pending: u64,
    /// Fans who received the message.
    pub sent: u64,
    /// Fans for whom the engine rejected the message.
    pub failed: u64,
    /// Messages whose delivery result is unknown.
    pub unknown: u64,
    /// Fans who wrote after the message.
    pub replied: u64,
    /// Fans who bought after the message.
    pub purchased: u64,
    /// Fans deferred by quiet hours.
    pub waiting: u64,
    /// Excluded fans, by reason.
    #[schema(value_type = BTreeMap<words::ScreeningReason, u64>)]
    pub screened: BTreeMap<String, u64>,
}

/// Campaigns, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastList {
    /// The campaigns.
    pub items: Vec<BroadcastOut>,
    /// Cursor of the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// Size of an audience, rounded so that no fan can be identified.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(example = json!({"matched": 120, "selected": 97, "histogram": {"spender": 80, "other": 15}}))]
#[schema(as = AudiencePreview)]
pub struct PreviewOut {
    /// Fans that match the audience; null from 1 to 4.
    #[schema(required)]
    pub matched: Option<u64>,
    /// Matched fans who pass screening now; null from 1 to 4. Fans excluded by id are subtracted in steps of five.
    #[schema(required)]
    pub selected: Option<u64>,
    /// Selected fans by tier, rounded down to multiples of five. Tiers under 5 fans are merged into `other`; a bucket
    /// under 5 is left out.
    #[schema(value_type = BTreeMap<words::AudienceBucket, u64>)]
    pub histogram: BTreeMap<String, u64>,
    /// Smallest count that is shown, 5; present if `matched` or `selected` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<u64>,
}

/// Report of a campaign.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastReport {
    /// Excluded fans, by reason.
    #[schema(value_type = BTreeMap<words::ScreeningReason, u64>)]
    pub screened: BTreeMap<String, u64>,
    /// Messages by the hour in which the engine accepted them, in order; hours without messages are left out.
    pub sent_by_hour: Vec<SentInHour>,
    /// Fans who wrote within 7 days after the message.
    pub replies: u64,
    /// Fans who bought within 7 days after the message.
    pub purchases: u64,
    /// Net revenue of these purchases, in cents.
    pub revenue_cents: i64,
    /// Net revenue in other currencies, in minor units, which `revenue_cents` excludes.
    pub other_currencies: BTreeMap<String, i64>,
}

/// Messages of one hour.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SentInHour {
    /// Start of the hour, RFC 3339 in UTC.
    #[schema(format = DateTime)]
    pub hour: String,
    /// Number of messages.
    pub n: u64,
}

/// Changes of a campaign's state, oldest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BroadcastAudit {
    /// The changes.
    pub items: Vec<AuditEntryOut>,
}

/// One change of a campaign's state.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BroadcastAuditEntry)]
pub struct AuditEntryOut {
    /// Time, RFC 3339.
    #[schema(format = DateTime)]
    pub at: String,
    /// `key` for a caller with a key, `service` for the service itself.
    #[schema(value_type = words::BroadcastActor)]
    pub actor: String,
    /// The key; null for the service itself.
    #[schema(required)]
    pub key: Option<AuditKey>,
    /// The state before.
    #[schema(value_type = words::BroadcastStatus)]
    pub from: String,
    /// The state after.
    #[schema(value_type = words::BroadcastStatus)]
    pub to: String,
    /// Cause of a pause or an end; null in other states.
    #[schema(value_type = Option<words::BroadcastReason>, required)]
    pub reason: Option<String>,
}

/// Key of a change, as it was at that time.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditKey {
    /// Prefix of the key.
    pub prefix: String,
    /// Name of the key.
    pub name: String,
    /// Member whom the key belongs to; null for a key of the owner.
    #[schema(required)]
    pub member_id: Option<i64>,
}
