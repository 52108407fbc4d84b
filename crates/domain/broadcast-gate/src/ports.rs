//! What the use-cases need from outside. Each method is one atomic unit.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::audience::{Audience, Fan};
use crate::campaign::{Campaign, Definition};
use crate::gate::{Gate, GateEpoch, GateState};
use crate::ledger::{Claim, NewRow, Reaction, Report, Settlement, Terms, Ticket};
use crate::message::Message;
use crate::pace::AccountPace;
use crate::progress::{Planning, Progress};
use crate::screening::History;
use crate::state::AuditEntry;
use crate::text::{AccountId, CampaignId, FanId, MessageKey, TextDigest};

/// The campaigns of owners.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CampaignStore: Send + Sync {
    /// Keeps a new draft at revision 0, without an account, and returns it.
    ///
    /// Engines remember the number in the keys of its messages. So it MUST be one that no other campaign ever gets: not
    /// after the store went back to an earlier state, and not in another installation. It MUST be larger than the number of
    /// any campaign of an earlier millisecond. Where a number was reserved, it MUST be that one. A campaign that has the
    /// reserved number already was made by an earlier try, and MUST be returned as it is.
    async fn create(
        &self,
        owner: OwnerId,
        definition: &Definition,
        reserved: Option<CampaignId>,
        now: UnixTime,
    ) -> Result<Campaign, StoreError>;

    /// One campaign. MUST be `None` when `owner` has no such campaign: a foreign one looks absent.
    async fn find(&self, owner: OwnerId, id: CampaignId) -> Result<Option<Campaign>, StoreError>;

    /// Up to `limit` campaigns with a number below `before`, newest first.
    async fn list(
        &self,
        owner: OwnerId,
        before: Option<CampaignId>,
        limit: u32,
    ) -> Result<Vec<Campaign>, StoreError>;

    /// Replaces a campaign by `moved`, whose revision is one more, and adds `entry` to its audit. MUST be `false`, and
    /// change nothing, unless the stored revision is `moved.revision - 1`.
    ///
    /// A claim or a submission that begins afterwards MUST see the change.
    async fn save(&self, owner: OwnerId, moved: &Campaign, entry: &AuditEntry) -> Result<bool, StoreError>;

    /// The audit of a campaign, oldest first; empty for a campaign that is not the owner's.
    async fn audit(&self, owner: OwnerId, id: CampaignId) -> Result<Vec<AuditEntry>, StoreError>;

    /// The accounts, of all owners, with a campaign that is running, or scheduled for `now` or earlier.
    async fn accounts_at_work(&self, now: UnixTime) -> Result<Vec<(OwnerId, AccountId)>, StoreError>;

    /// The campaigns of an account that are running, or scheduled for `now` or earlier.
    async fn at_work(
        &self,
        owner: OwnerId,
        account: &AccountId,
        now: UnixTime,
    ) -> Result<Vec<Campaign>, StoreError>;
}

/// The rows of campaigns, from the audience to the outcome, and the pace of accounts.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Ledger: Send + Sync {
    /// Adds the rows of a page and moves the planning on to `next`. A fan who has a row of the campaign already keeps it
    /// as it is. MUST be `false`, and change nothing, unless the campaign is running and its planning is at the step
    /// before that of `next`.
    async fn plan(
        &self,
        owner: OwnerId,
        campaign: CampaignId,
        next: &Planning,
        rows: &[NewRow],
    ) -> Result<bool, StoreError>;

    /// What is known of each fan, in the order of `fans`; `sent_by_this` is that of `campaign`. The digest is that of the
    /// text that the fan is to get.
    async fn histories(
        &self,
        owner: OwnerId,
        campaign: Option<CampaignId>,
        fans: &[(FanId, Option<TextDigest>)],
    ) -> Result<Vec<History>, StoreError>;

    /// Takes the next row that is due, and a slot of the account for it.
    ///
    /// - MUST be `Stopped` unless the campaign is running under `terms.gate` and that is the owner's present opening.
    /// - Due are, in this order: `claimed` rows whose lease ended, and `unknown` rows whose time has come; then `pending`
    ///   rows without a `not_before` or with one that has come, in the order in which they were added, from
    ///   `terms.another_at` on. A row of the first kind MUST be taken like a pending one if it was never submitted, and
    ///   else MUST count one more submission without an answer.
    /// - No two claims may give the same row while its lease holds, and MUST never give one that is settled.
    /// - The slot MUST be taken with [`AccountPace::take`] on the one value that all campaigns of the account share, and
    ///   only when there is a row; the value MUST be kept in every case, and MUST be `Paced` when there is none.
    /// - The row MUST become `claimed` by a new lease number until `terms.now` + `terms.lease_seconds`.
    async fn claim(
        &self,
        owner: OwnerId,
        account: &AccountId,
        campaign: CampaignId,
        terms: &Terms,
    ) -> Result<Claim, StoreError>;

    /// The last word before the message is submitted: marks the row as submitted at `now` with this text. MUST be
    /// `false`, and change nothing, unless the ticket's lease is the row's last one and not settled, the campaign is running
    /// under `gate`, that is the owner's present opening, and the account's pace [honours](AccountPace::honours) the slot.
    ///
    /// From here on the row counts in histories, and a lease that ends makes the row one that may have arrived.
    async fn submit(
        &self,
        owner: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        text: Option<TextDigest>,
        gate: GateEpoch,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Ends a lease: the row takes [`Settlement::state`] and, where one is named, the moment before which it is not
    /// claimed again; the account's pace takes back the slot or waits, as the settlement says. A row that is `pending`
    /// again MUST not count as submitted. MUST be `false`, and change nothing, when the lease is not the row's last one.
    /// The state of the campaign does not matter.
    async fn settle(
        &self,
        owner: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        settlement: &Settlement,
        now: UnixTime,
    ) -> Result<bool, StoreError>;
}

/// What campaigns have come to.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CampaignStats: Send + Sync {
    /// How far a campaign is at `now`, with the attempts answered since its `alarms_since`. It is asked before every
    /// message, so it MUST not count rows; all of it is of one moment.
    async fn progress(
        &self,
        owner: OwnerId,
        campaign: CampaignId,
        now: UnixTime,
    ) -> Result<Progress, StoreError>;

    /// What is known of an account's sending; the default for one that never sent.
    async fn pace(&self, owner: OwnerId, account: &AccountId) -> Result<AccountPace, StoreError>;

    /// What a campaign has come to.
    async fn report(&self, owner: OwnerId, campaign: CampaignId) -> Result<Report, StoreError>;
}

/// What fans did, as events report it.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FanEvents: Send + Sync {
    /// Notes what a fan did at `at`. It is owed to the latest row that was submitted to the fan and for which
    /// [`Reaction::is_owed_to`] holds, be the outcome known or not: a reply may be here before the engine's answer; a reply, an opt-out and a first purchase count once a row. Money of [`Reaction::PurchaseApart`]
    /// MUST be in [`Report::other_currencies`] and MUST NOT be in `revenue_cents`, so that it ends no campaign. An opt-out and the time
    /// of a reply MUST be in the fan's [`History`] afterwards.
    async fn reacted(
        &self,
        owner: OwnerId,
        fan: &FanId,
        reaction: Reaction,
        at: UnixTime,
    ) -> Result<(), StoreError>;

    /// Notes that a fan came online at `at`.
    async fn came_online(&self, owner: OwnerId, fan: &FanId, at: UnixTime) -> Result<(), StoreError>;

    /// When a fan of the owner last came online.
    async fn latest_arrival(&self, owner: OwnerId) -> Result<Option<UnixTime>, StoreError>;

    /// Those of `fans` who came online at `since` or later.
    async fn arrivals(
        &self,
        owner: OwnerId,
        fans: &[FanId],
        since: UnixTime,
    ) -> Result<BTreeSet<FanId>, StoreError>;
}

/// A page of fans.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FanPage {
    /// The fans.
    pub fans: Vec<Fan>,
    /// Where the next page begins; `None` after the last one.
    pub next_cursor: Option<String>,
}

/// Why fans can't be listed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FansError {
    /// The owner has no account connected, or the engine refuses the token.
    #[error("the account is not connected")]
    NotConnected,
    /// The engine did not give a valid answer in time.
    #[error("the engine failed")]
    Engine(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The connection could not be looked up.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The fans of an owner, at the engine.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FanDirectory: Send + Sync {
    /// The connected account; `None` when there is none. MUST not call the engine.
    async fn account(&self, owner: OwnerId) -> Result<Option<AccountId>, StoreError>;

    /// Up to `limit` fans of an audience, from `cursor` on. Fans who do not fit may be among them, a fan may come twice,
    /// and those to leave out MUST be among them. Where an account is named and another one is connected, it MUST be
    /// [`FansError::NotConnected`].
    async fn page<'a>(
        &self,
        owner: OwnerId,
        account: Option<&'a AccountId>,
        audience: &Audience,
        cursor: Option<&'a str>,
        limit: u32,
    ) -> Result<FanPage, FansError>;
}

/// What the engine says to a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It took the message, now or when it was first submitted.
    Sent {
        /// The engine's id of it.
        message_id: String,
    },
    /// The fan can't be reached; never to be tried again.
    Unreachable,
    /// It refuses the message for good, with this code.
    Refused {
        /// The engine's word for why.
        code: String,
    },
    /// It took nothing and wants to be left alone for so many seconds.
    Busy {
        /// From now on.
        retry_after_seconds: i64,
    },
    /// It took nothing, because the account is not connected any more.
    NotConnected,
    /// No answer, or none that says whether it took the message.
    Unknown,
}

/// Sends messages.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Messenger: Send + Sync {
    /// Submits a message to a fan once. MUST use `key` as the idempotency key, MUST not try again by itself, and MUST
    /// answer `Unknown` whenever the message may have arrived without our knowing. MUST return before the lease of the
    /// worker ends, which is [`crate::deliver::LEASE_SECONDS`].
    ///
    /// MUST begin the submission within [`crate::pace::HAND_OVER_MILLIS`] or not at all, and is then `Busy`.
    async fn send(
        &self,
        owner: OwnerId,
        account: &AccountId,
        fan: &FanId,
        message: &Message,
        key: &MessageKey,
    ) -> Answer;
}

/// The owners' own switches of their gates, for operators.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait GateSwitch: Send + Sync {
    /// Opens or closes the owner's own switch; `false` when there is no such owner. What ran under an earlier opening MUST
    /// need a resume. A submission that has begun is waited for; none MUST begin after a closing returned.
    async fn switch(&self, owner: OwnerId, open: bool) -> Result<bool, StoreError>;
}

/// The gate of an owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait GateKeeper: Send + Sync {
    /// Whether deliveries may happen: MUST be open only if the server's configuration AND the owner's switch say so
    /// ([`Gate::of`]). Each opening of the switch MUST have a larger epoch than the one before; the switch lives in the
    /// same store as the ledger.
    async fn gate(&self, owner: OwnerId) -> Result<Gate, StoreError> {
        Ok(self.state(owner).await?.gate())
    }

    /// Both halves of it, each as it is now.
    async fn state(&self, owner: OwnerId) -> Result<GateState, StoreError>;
}
