//! The ledger: one row per (campaign, fan), and what becomes of it.

use std::collections::BTreeMap;

use kernel::{AccountNumber, CountryCode, Currency, UnixTime};
use serde::{Deserialize, Serialize};

use crate::audience::FanTier;
use crate::gate::GateEpoch;
use crate::pace::{Pace, Slot, day_of, start_of_day};
use crate::screening::{History, Reason};
use crate::text::{CampaignId, FanId};

/// What became of a fan's row so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    /// Is to get the message.
    Pending,
    /// A worker holds it until its lease ends.
    Claimed,
    /// Has got it.
    Sent,
    /// Gets nothing, for this reason.
    Skipped(Reason),
    /// The engine refused the message with this code, for good.
    Failed(String),
    /// It was submitted and the outcome is not known.
    Unknown,
}

impl RowState {
    /// The word that it is stored as.
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

/// A row that the audience puts into the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewRow {
    /// The fan.
    pub fan_id: FanId,
    /// The fan's tier, which decides the message.
    pub tier: Option<FanTier>,
    /// The fan's country, for quiet hours.
    pub country: Option<CountryCode>,
    /// Why the fan gets nothing, if so: the row is `skipped` from the start.
    pub skipped: Option<Reason>,
    /// Before when it must not be claimed: the end of quiet hours.
    pub not_before: Option<UnixTime>,
}

/// What a claim is made under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The moment of the claim.
    pub now: UnixTime,
    /// How long the row is held, in seconds.
    pub lease_seconds: i64,
    /// The campaign's pace.
    pub pace: Pace,
    /// The random number that the jitter is made of.
    pub draw: u32,
    /// The opening of the gate that the campaign runs under.
    pub gate: GateEpoch,
    /// The most messages of the campaign.
    pub max_sends: Option<u32>,
    /// The most messages of the campaign on one UTC day.
    pub max_per_day: Option<u32>,
}

impl Terms {
    /// From when on a row may be claimed that was never submitted, given the rows that are taken altogether and on the UTC
    /// day: from now on, from tomorrow on, or never. Submitting a row again takes nothing new.
    pub fn another_at(&self, taken: u64, taken_today: u64) -> Option<UnixTime> {
        let below = |most: Option<u32>, count: u64| most.is_none_or(|most| count < u64::from(most));
        let today = below(self.max_per_day, taken_today);
        let from = if today { self.now } else { start_of_day(day_of(self.now) + 1) };
        below(self.max_sends, taken).then_some(from)
    }
}

/// What a claim gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// A row, and leave to submit its message.
    Ticket(Ticket),
    /// The account may not send before this moment.
    Paced(UnixTime),
    /// No row of the campaign can be taken now.
    Idle {
        /// Whether rows are left that are not settled.
        open: bool,
        /// When one of them can be taken, later than now, as far as that is a matter of time.
        next_due: Option<UnixTime>,
    },
    /// The campaign is not running any more, or not under this opening of the gate.
    Stopped,
}

/// A row in the hands of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// The campaign.
    pub campaign: CampaignId,
    /// The fan.
    pub fan_id: FanId,
    /// The fan's tier.
    pub tier: Option<FanTier>,
    /// The fan's country.
    pub country: Option<CountryCode>,
    /// The number of the lease; every claim of a row has another one.
    pub lease: i64,
    /// How often the message was submitted without an answer before.
    pub unanswered: u32,
    /// The slot that was taken for it.
    pub slot: Slot,
    /// What is known of the fan, this row left out.
    pub history: History,
}

impl Ticket {
    /// Whether the message may have arrived already.
    pub fn is_repeat(&self) -> bool {
        self.unanswered > 0
    }
}

/// How a worker is done with a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settlement {
    /// The engine took the message.
    Sent {
        /// The engine's id of it.
        message_id: String,
    },
    /// The fan gets nothing; nothing was submitted under this lease.
    Skipped(Reason),
    /// The engine refused the message for good.
    Failed {
        /// Its word for why.
        code: String,
    },
    /// No answer: it may have arrived.
    Unknown {
        /// When it is submitted again; `None` when that was done often enough.
        retry_at: Option<UnixTime>,
    },
    /// Not before this moment; nothing was submitted under this lease.
    Deferred {
        /// The end of the quiet hours.
        until: UnixTime,
    },
    /// Nothing was submitted under this lease, and the row is anybody's again.
    Released,
    /// The engine certainly did not take the message, and may later.
    Returned {
        /// Until when the whole account waits, as the engine asked.
        hold_until: Option<UnixTime>,
    },
}

impl Settlement {
    /// The state of the row afterwards. What was not settled goes back to where it was: a row that may have arrived is
    /// `unknown` and never `pending` again.
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

    /// Whether the slot was not used and is given back.
    pub fn gives_slot_back(&self) -> bool {
        matches!(self, Self::Skipped(_) | Self::Deferred { .. } | Self::Released)
    }

    /// Whether the engine took or refused the message, which is what alarms count.
    pub fn is_answer(&self) -> bool {
        matches!(self, Self::Sent { .. } | Self::Failed { .. })
    }
}

/// What a campaign has come to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Report {
    /// Fans who got nothing, by reason.
    pub screened: BTreeMap<Reason, u64>,
    /// Messages by the hour in which the engine took them, hours without any left out, in order.
    pub sent_by_hour: Vec<(UnixTime, u64)>,
    /// Fans who wrote after the message.
    pub replies: u64,
    /// Fans who bought after the message.
    pub purchases: u64,
    /// What they bought for, net, in cents.
    pub revenue_cents: i64,
    /// What they bought for in other currencies, net, in minor units. `revenue_cents` excludes it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other_currencies: BTreeMap<Currency, i64>,
}

/// Something a fan did that may be owed to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Wrote.
    Reply,
    /// Wants no more messages.
    OptOut,
    /// Bought something.
    Purchase {
        /// For this much, net, in cents; negative for a refund.
        net_cents: i64,
    },
    /// Bought something in a currency that no sum includes.
    PurchaseApart {
        /// Account that reported the purchase.
        account: AccountNumber,
        /// Currency of the amount.
        currency: Currency,
        /// Net amount in minor units; negative for a refund.
        net_cents: i64,
    },
}

impl Reaction {
    /// How long after a message a reaction is owed to it, in seconds.
    pub const WINDOW_SECONDS: i64 = 7 * 86_400;

    /// Whether a reaction at `at` is owed to a message that was submitted at `sent_at`. An engine may report whole seconds only,
    /// so the second of the message is a part of the time.
    pub fn is_owed_to(sent_at: UnixTime, at: UnixTime) -> bool {
        sent_at.seconds() <= at.seconds() && at <= sent_at.plus_seconds(Self::WINDOW_SECONDS)
    }
}

/// How often a message without an answer is submitted again.
const MOST_REPEATS: u32 = 8;

/// When a message that was submitted `unanswered` times without an answer is submitted again; `None` after the last time.
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
