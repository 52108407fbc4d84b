//! Ledger: one row per (campaign, fan), from the audience to the outcome.

use std::collections::BTreeMap;

use kernel::{CountryCode, Currency, UnixTime};
use serde::{Deserialize, Serialize};

use crate::audience::FanTier;
use crate::gate::GateEpoch;
use crate::pace::{Pace, Slot, day_of, start_of_day};
use crate::screening::{History, Reason};
use crate::text::{CampaignId, FanId};

/// State of a fan's row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    /// The message is still to be sent.
    Pending,
    /// A worker holds the row until its lease ends.
    Claimed,
    /// The engine accepted the message.
    Sent,
    /// The fan gets nothing, for this reason.
    Skipped(Reason),
    /// The engine rejected the message permanently, with this code.
    Failed(String),
    /// The message was submitted, and the outcome is unknown.
    Unknown,
}

impl RowState {
    /// Word under which the state is stored.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Claimed => "claimed",
            Self::Sent => "sent",
            Self::Skipped(_) => "skipped",
            Self::Failed(_) => "failed",
            Self::Unknown => "unknown",
        }
    }
}

/// New row for a fan of the audience.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewRow {
    /// Id of the fan.
    pub fan_id: FanId,
    /// Tier of the fan, which determines the message.
    pub tier: Option<FanTier>,
    /// Country of the fan, for quiet hours.
    pub country: Option<CountryCode>,
    /// Reason why the fan gets nothing, if any. The row then starts as `skipped`.
    pub skipped: Option<Reason>,
    /// Earliest moment for a claim: the end of quiet hours.
    pub not_before: Option<UnixTime>,
}

/// Conditions of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Moment of the claim.
    pub now: UnixTime,
    /// Duration of the lease, in seconds.
    pub lease_seconds: i64,
    /// Pace of the campaign.
    pub pace: Pace,
    /// Random number for the jitter.
    pub draw: u32,
    /// Gate opening under which the campaign runs.
    pub gate: GateEpoch,
    /// Maximum number of messages of the campaign.
    pub max_sends: Option<u32>,
    /// Maximum number of messages of the campaign per UTC day.
    pub max_per_day: Option<u32>,
}

impl Terms {
    /// Returns the earliest moment to claim a row that was never submitted: now, tomorrow, or never (`None`). `taken`
    /// and `taken_today` are the numbers of rows taken in total and on the current UTC day. Retries of submitted rows
    /// are not limited.
    pub fn another_at(&self, taken: u64, taken_today: u64) -> Option<UnixTime> {
        let below = |most: Option<u32>, count: u64| most.is_none_or(|most| count < u64::from(most));
        let today = below(self.max_per_day, taken_today);
        let from = if today { self.now } else { start_of_day(day_of(self.now) + 1) };
        below(self.max_sends, taken).then_some(from)
    }
}

/// Result of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// A claimed row, with permission to submit its message.
    Ticket(Ticket),
    /// The account may not send before this moment.
    Paced(UnixTime),
    /// No row of the campaign can be claimed now.
    Idle {
        /// Whether unsettled rows remain.
        open: bool,
        /// Next moment when a row can be claimed, if a row only has to wait.
        next_due: Option<UnixTime>,
    },
    /// The campaign is no longer running, or not under this gate opening.
    Stopped,
}

/// Claimed row of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Number of the campaign.
    pub campaign: CampaignId,
    /// Id of the fan.
    pub fan_id: FanId,
    /// Tier of the fan.
    pub tier: Option<FanTier>,
    /// Country of the fan.
    pub country: Option<CountryCode>,
    /// Number of the lease; every claim of a row gets a new number.
    pub lease: i64,
    /// Number of earlier submissions without a response.
    pub unanswered: u32,
    /// Sending slot of the claim.
    pub slot: Slot,
    /// Message history of the fan, without this row.
    pub history: History,
}

impl Ticket {
    /// Whether an earlier submission may already have arrived.
    pub fn is_repeat(&self) -> bool {
        self.unanswered > 0
    }
}

/// Result with which a worker settles a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settlement {
    /// The engine accepted the message.
    Sent {
        /// Id of the message at the engine.
        message_id: String,
    },
    /// The fan gets nothing. Nothing was submitted under this lease.
    Skipped(Reason),
    /// The engine rejected the message permanently.
    Failed {
        /// Error code of the engine.
        code: String,
    },
    /// No response: the message may have arrived.
    Unknown {
        /// Moment of the next retry; `None` after the last one.
        retry_at: Option<UnixTime>,
    },
    /// The message must wait. Nothing was submitted under this lease.
    Deferred {
        /// End of the quiet hours or of the cooldown.
        until: UnixTime,
    },
    /// Nothing was submitted under this lease, and any worker may claim the row.
    Released,
    /// The engine definitely did not accept the message, but may do so later.
    Returned {
        /// Moment until which the whole account must wait, if the engine asked for a delay.
        hold_until: Option<UnixTime>,
    },
}

impl Settlement {
    /// Returns the state of the row after the settlement. If nothing was settled, the row returns to its former state:
    /// a row that may have arrived becomes `unknown`, never `pending`.
    pub fn state(&self, repeat: bool) -> RowState {
        match self {
            Self::Sent { .. } => RowState::Sent,
            Self::Skipped(reason) => RowState::Skipped(*reason),
            Self::Failed { code } => RowState::Failed(code.clone()),
            Self::Unknown { .. } => RowState::Unknown,
            Self::Deferred { .. } | Self::Released | Self::Returned { .. } if repeat => RowState::Unknown,
            Self::Deferred { .. } | Self::Released | Self::Returned { .. } => RowState::Pending,
        }
    }

    /// Whether the slot was unused and is given back.
    pub fn gives_slot_back(&self) -> bool {
        matches!(self, Self::Skipped(_) | Self::Deferred { .. } | Self::Released)
    }

    /// Whether the engine accepted or rejected the message. Alarms count only such attempts.
    pub fn is_answer(&self) -> bool {
        matches!(self, Self::Sent { .. } | Self::Failed { .. })
    }
}

/// Results of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Report {
    /// Number of fans who got nothing, by reason.
    pub screened: BTreeMap<Reason, u64>,
    /// Number of accepted messages per hour, in order. Hours without messages are absent.
    pub sent_by_hour: Vec<(UnixTime, u64)>,
    /// Number of fans who wrote after the message.
    pub replies: u64,
    /// Number of fans who bought after the message.
    pub purchases: u64,
    /// Net revenue of these purchases, in cents.
    pub revenue_cents: i64,
    /// Net revenue in other currencies, in minor units, which `revenue_cents` excludes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other_currencies: BTreeMap<Currency, i64>,
}

/// Reaction of a fan that may be attributed to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// The fan wrote a message.
    Reply,
    /// The fan opted out of messages.
    OptOut,
    /// The fan bought something.
    Purchase {
        /// Net amount in cents; negative for a refund.
        net_cents: i64,
    },
    /// Bought something in a currency that no sum includes.
    PurchaseApart {
        /// Currency of the amount.
        currency: Currency,
        /// Net amount in minor units; negative for a refund.
        net_cents: i64,
    },
}

impl Reaction {
    /// Period after a message in which a reaction is attributed to it, in seconds.
    pub const WINDOW_SECONDS: i64 = 7 * 86_400;

    /// Whether a reaction at `at` is attributed to a message submitted at `sent_at`. Engines may report whole seconds
    /// only, so the second of the message counts too.
    pub fn is_owed_to(sent_at: UnixTime, at: UnixTime) -> bool {
        sent_at.seconds() <= at.seconds() && at <= sent_at.plus_seconds(Self::WINDOW_SECONDS)
    }
}

/// Maximum number of retries of a message without a response.
const MOST_REPEATS: u32 = 8;

/// Returns when to retry a message after `unanswered` submissions without a response; `None` after the last retry.
pub fn retry_at(unanswered: u32, now: UnixTime) -> Option<UnixTime> {
    let seconds = match unanswered {
        0 | 1 => 30,
        2 => 120,
        3 => 600,
        4 => 3600,
        _ => 6 * 3600,
    };
    (unanswered <= MOST_REPEATS).then(|| now.plus_seconds(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::{OwnPace, PacePolicy};
    use crate::testing::NOW;

    #[test]
    fn what_may_have_arrived_is_never_pending_again() {
        let sent = Settlement::Sent { message_id: "m".into() };
        let failed = Settlement::Failed { code: "c".into() };
        let unknown = Settlement::Unknown { retry_at: None };
        let skipped = Settlement::Skipped(Reason::Blocked);
        for (settlement, first, repeat, back, answer) in [
            (sent, "sent", "sent", false, true),
            (failed, "failed", "failed", false, true),
            (unknown, "unknown", "unknown", false, false),
            (skipped, "skipped", "skipped", true, false),
            (Settlement::Deferred { until: NOW }, "pending", "unknown", true, false),
            (Settlement::Released, "pending", "unknown", true, false),
            (Settlement::Returned { hold_until: None }, "pending", "unknown", false, false),
        ] {
            assert_eq!(settlement.state(false).as_str(), first, "{settlement:?}");
            assert_eq!(settlement.state(true).as_str(), repeat, "{settlement:?}");
            assert_eq!(
                (settlement.gives_slot_back(), settlement.is_answer()),
                (back, answer),
                "{settlement:?}"
            );
        }
    }

    #[test]
    fn a_day_and_a_campaign_can_be_full() {
        let terms = |max_sends, max_per_day| Terms {
            now: NOW,
            lease_seconds: 60,
            pace: PacePolicy::default().of(&OwnPace::default()),
            draw: 0,
            gate: GateEpoch::new(1),
            max_sends,
            max_per_day,
        };
        let midnight = Some(NOW.plus_seconds(12 * 3600));
        for (max_sends, max_per_day, taken, taken_today, expected) in [
            (None, None, u64::MAX, u64::MAX, Some(NOW)),
            (Some(5), Some(3), 4, 2, Some(NOW)),
            (Some(5), Some(3), 5, 2, None),
            (Some(5), Some(3), 4, 3, midnight),
            (Some(5), Some(3), 5, 3, None),
        ] {
            assert_eq!(terms(max_sends, max_per_day).another_at(taken, taken_today), expected);
        }
    }

    #[test]
    fn repeats_come_slower_and_end() {
        let waits: Vec<_> =
            (1..=10).map(|n| retry_at(n, NOW).map(|at| at.seconds() - NOW.seconds())).collect();
        assert_eq!(waits[..5], [Some(30), Some(120), Some(600), Some(3600), Some(21_600)]);
        assert_eq!(waits[7..], [Some(21_600), None, None]);
    }

    #[test]
    fn reactions_are_owed_for_a_week() {
        for (seconds, owed) in [(-1, false), (0, true), (7 * 86_400, true), (7 * 86_400 + 1, false)] {
            assert_eq!(Reaction::is_owed_to(NOW, NOW.plus_seconds(seconds)), owed, "{seconds}");
        }
        let within = UnixTime::from_millis(NOW.millis() + 999);
        assert!(Reaction::is_owed_to(within, NOW), "reported in whole seconds");
        assert!(!Reaction::is_owed_to(within, NOW.plus_seconds(-1)));
    }
}
