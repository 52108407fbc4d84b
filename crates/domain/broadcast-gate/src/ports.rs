//! Ports of the use-cases. Each method is one atomic unit.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kernel::{Acting, OwnerId, StoreError, UnixTime};
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

/// Store of owners' campaigns.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CampaignStore: Send + Sync {
    /// Stores a new draft at revision 0, without an account, and returns it.
    ///
    /// Engines remember the campaign number as part of idempotency keys. No other campaign may ever get the number: not
    /// after a restore of an older backup, and not in another installation. The number MUST also be larger than every
    /// number from an earlier millisecond.
    ///
    /// If a number was reserved, the draft MUST get that number. A campaign that already has the reserved number comes
    /// from an earlier attempt, and MUST be returned unchanged.
    async fn create(
        &self,
        by: &Acting,
        definition: &Definition,
        reserved: Option<CampaignId>,
        now: UnixTime,
    ) -> Result<Campaign, StoreError>;

    /// Finds one campaign. MUST return `None` if the campaign belongs to another owner.
    async fn find(&self, owner: OwnerId, id: CampaignId) -> Result<Option<Campaign>, StoreError>;

    /// Lists up to `limit` campaigns with a number below `before`, newest first.
    async fn list(
        &self,
        owner: OwnerId,
        before: Option<CampaignId>,
        limit: u32,
    ) -> Result<Vec<Campaign>, StoreError>;

    /// Replaces a campaign by `moved`, whose revision is one higher, and appends `entry` to its audit. MUST return
    /// `false`, and change nothing, unless the stored revision is `moved.revision - 1`.
    ///
    /// A claim or submission that starts afterwards MUST see the change.
    async fn save(&self, by: &Acting, moved: &Campaign, entry: &AuditEntry) -> Result<bool, StoreError>;

    /// Returns the audit entries of a campaign, oldest first; empty if the campaign is not the owner's.
    async fn audit(&self, owner: OwnerId, id: CampaignId) -> Result<Vec<AuditEntry>, StoreError>;

    /// Returns all accounts, of all owners, with a campaign that is running, or scheduled for `now` or earlier.
    async fn accounts_at_work(&self, now: UnixTime) -> Result<Vec<(OwnerId, AccountId)>, StoreError>;

    /// Returns the campaigns of an account that are running, or scheduled for `now` or earlier.
    async fn at_work(
        &self,
        owner: OwnerId,
        account: &AccountId,
        now: UnixTime,
    ) -> Result<Vec<Campaign>, StoreError>;
}

/// Store of the campaigns' rows, from the audience to the outcome, and of the accounts' sending state.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Ledger: Send + Sync {
    /// Adds the rows of a page and advances the planning to `next`. If a fan already has a row of the campaign, the row
    /// stays unchanged. MUST return `false`, and change nothing, unless the campaign is running and its planning is one
    /// step before `next`.
    async fn plan(
        &self,
        owner: OwnerId,
        campaign: CampaignId,
        next: &Planning,
        rows: &[NewRow],
    ) -> Result<bool, StoreError>;

    /// Returns the message history of each fan, in the order of `fans`. `sent_by_this` refers to `campaign`. The digest
    /// identifies the text intended for the fan.
    async fn histories(
        &self,
        owner: OwnerId,
        campaign: Option<CampaignId>,
        fans: &[(FanId, Option<TextDigest>)],
    ) -> Result<Vec<History>, StoreError>;

    /// Claims the next due row, and takes a slot of the account for it.
    ///
    /// - MUST return `Stopped` unless the campaign is running under `terms.gate`, and that is the owner's current gate
    ///   opening.
    /// - Due rows, in this order: first `claimed` rows whose lease ended, and `unknown` rows whose retry is due. Then,
    ///   from `terms.another_at` on, `pending` rows without a future `not_before`, in the order of insertion.
    /// - A `claimed` row whose lease ended before its submission MUST be treated like a pending row. If the lease ended
    ///   after its submission, the claim MUST count one more submission without a response.
    /// - Two claims MUST NOT return the same row while its lease holds. A settled row MUST NOT be returned.
    /// - The slot MUST be taken with [`AccountPace::take`] from the sending state that all campaigns of the account
    ///   share, and only if a row is due. The state MUST be stored in every case. Without a slot, the claim MUST return
    ///   `Paced`.
    /// - The row MUST become `claimed` with a new lease number until `terms.now` + `terms.lease_seconds`.
    async fn claim(
        &self,
        owner: OwnerId,
        account: &AccountId,
        campaign: CampaignId,
        terms: &Terms,
    ) -> Result<Claim, StoreError>;

    /// Marks the row as submitted at `now` with this text, as the final check before the submission.
    ///
    /// MUST return `false`, and change nothing, unless all of these conditions hold:
    ///
    /// - The ticket's lease is the row's latest and not settled.
    /// - The campaign is running under `gate`, and that is the owner's current gate opening.
    /// - The account's sending state [honours](AccountPace::honours) the slot.
    ///
    /// From here on, the row counts in histories. If its lease ends, the message may have arrived.
    async fn submit(
        &self,
        owner: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        text: Option<TextDigest>,
        gate: GateEpoch,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Ends a lease and stores its result, whatever the campaign's status.
    ///
    /// - The row gets the state [`Settlement::state`] and, if given, the earliest moment of its next claim.
    /// - The account's sending state takes back the slot or holds, according to the settlement.
    /// - A row that becomes `pending` again MUST NOT count as submitted.
    /// - MUST return `false`, and change nothing, if the lease is not the row's latest.
    async fn settle(
        &self,
        owner: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        settlement: &Settlement,
        now: UnixTime,
    ) -> Result<bool, StoreError>;
}

/// Statistics of campaigns.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait CampaignStats: Send + Sync {
    /// Returns the progress of a campaign at `now`, with the attempts since its `alarms_since`. Called before every
    /// message, so it MUST NOT count rows. All values MUST be from one moment.
    async fn progress(
        &self,
        owner: OwnerId,
        campaign: CampaignId,
        now: UnixTime,
    ) -> Result<Progress, StoreError>;

    /// Returns the sending state of an account; the default if the account never sent.
    async fn pace(&self, owner: OwnerId, account: &AccountId) -> Result<AccountPace, StoreError>;

    /// Returns the report of a campaign.
    async fn report(&self, owner: OwnerId, campaign: CampaignId) -> Result<Report, StoreError>;
}

/// Events of fans.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FanEvents: Send + Sync {
    /// Records a reaction of a fan at `at`, and attributes the reaction to the fan's latest submitted row for which
    /// [`Reaction::is_owed_to`] holds.
    ///
    /// - The outcome of the row does not matter, because a reply may arrive before the engine's response.
    /// - A reply, an opt-out and a first purchase count once per row.
    /// - Money of [`Reaction::PurchaseApart`] MUST be in [`Report::other_currencies`] and MUST NOT be in
    ///   `revenue_cents`, so that it ends no campaign.
    /// - An opt-out and the time of a reply MUST be in the fan's [`History`] afterwards.
    async fn reacted(
        &self,
        owner: OwnerId,
        fan: &FanId,
        reaction: Reaction,
        at: UnixTime,
    ) -> Result<(), StoreError>;

    /// Records that a fan came online at `at`.
    async fn came_online(&self, owner: OwnerId, fan: &FanId, at: UnixTime) -> Result<(), StoreError>;

    /// Returns the moment when a fan of the owner last came online.
    async fn latest_arrival(&self, owner: OwnerId) -> Result<Option<UnixTime>, StoreError>;

    /// Returns the fans among `fans` who came online at `since` or later.
    async fn arrivals(
        &self,
        owner: OwnerId,
        fans: &[FanId],
        since: UnixTime,
    ) -> Result<BTreeSet<FanId>, StoreError>;
}

/// Page of fans.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FanPage {
    /// Fans of the page.
    pub fans: Vec<Fan>,
    /// Cursor of the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// Reason why fans can't be listed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FansError {
    /// The owner has no connected account, or the engine rejects the token.
    #[error("the account is not connected")]
    NotConnected,
    /// The engine did not return a valid response in time.
    #[error("the engine failed")]
    Engine(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The connection could not be loaded.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Directory of an owner's fans at the engine.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FanDirectory: Send + Sync {
    /// Returns the connected account, if any. MUST NOT call the engine.
    async fn account(&self, owner: OwnerId) -> Result<Option<AccountId>, StoreError>;

    /// Returns up to `limit` fans of an audience, starting at `cursor`. The page may contain fans who don't match, and
    /// a fan may appear twice. MUST include fans whom the audience excludes by id, because the caller counts them. MUST
    /// return [`FansError::NotConnected`] if `account` is given and another account is connected.
    async fn page<'a>(
        &self,
        owner: OwnerId,
        account: Option<&'a AccountId>,
        audience: &Audience,
        cursor: Option<&'a str>,
        limit: u32,
    ) -> Result<FanPage, FansError>;
}

/// Response of the engine to a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The engine accepted the message, in this or an earlier submission.
    Sent {
        /// Id of the message at the engine.
        message_id: String,
    },
    /// The fan can't be reached; the message must not be retried.
    Unreachable,
    /// The engine rejects the message permanently.
    Refused {
        /// Error code of the engine.
        code: String,
    },
    /// The engine accepted nothing and asks for a delay.
    Busy {
        /// Delay in seconds, counted from now.
        retry_after_seconds: i64,
    },
    /// The engine accepted nothing, because the account is no longer connected.
    NotConnected,
    /// No response, or a response that leaves the outcome open.
    Unknown,
}

/// Sender of messages.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Messenger: Send + Sync {
    /// Submits a message to a fan once.
    ///
    /// - MUST use `key` as the idempotency key, and MUST NOT retry.
    /// - MUST return `Unknown` whenever the message may have arrived unnoticed.
    /// - MUST return before the worker's lease ends ([`crate::deliver::LEASE_SECONDS`]).
    /// - MUST start the submission within [`crate::pace::HAND_OVER_MILLIS`]; otherwise it MUST NOT start, and the
    ///   result is `Busy`.
    async fn send(
        &self,
        owner: OwnerId,
        account: &AccountId,
        fan: &FanId,
        message: &Message,
        key: &MessageKey,
    ) -> Answer;
}

/// Owners' gate switches, for operators.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait GateSwitch: Send + Sync {
    /// Opens or closes the owner's switch; `false` if there is no such owner. Campaigns from an earlier opening MUST
    /// need a resume. Closing waits for submissions in progress, and none MUST start after the call returned.
    async fn switch(&self, by: &Acting, open: bool) -> Result<bool, StoreError>;
}

/// Gate of an owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait GateKeeper: Send + Sync {
    /// Returns the state of the gate. MUST be open only if both the server's configuration and the owner's switch are
    /// open ([`Gate::of`]). Each opening of the switch MUST have a larger epoch than the one before. The switch is in
    /// the same store as the ledger.
    async fn gate(&self, owner: OwnerId) -> Result<Gate, StoreError> {
        Ok(self.state(owner).await?.gate())
    }

    /// Returns the current state of both halves of the gate.
    async fn state(&self, owner: OwnerId) -> Result<GateState, StoreError>;
}
