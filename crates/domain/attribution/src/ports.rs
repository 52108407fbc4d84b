//! Ports of this crate. Each call is one atomic unit.

use std::fmt;

use async_trait::async_trait;
use kernel::{Currency, Hostname, OwnerId, Search, StoreError, UnixTime, Window};
use serde::{Deserialize, Serialize};

use crate::assign::LinkId;
use crate::conversions::{ConversionQuery, ListedConversion};
use crate::counting::MoneyApart;
use crate::event::EngineEvent;
use crate::funnel_stats::{FunnelStats, LinkSummary, SplitBy, SplitStats};
use crate::history::FanHistory;
use crate::overview::{Overview, OverviewBy, Period};
use crate::spenders::{DomainSpender, FanPurchases, LinkTotals, Overflow, Totals};

/// Numbers of new and duplicate events in a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Taken {
    /// Number of newly stored events.
    pub accepted: u64,
    /// Number of events that were already stored, or were twice in the batch.
    pub duplicates: u64,
}

/// Store of engine events.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EventStore: Send + Sync {
    /// Stores a batch in one transaction, durable when this returns. Each event MUST be stored once per owner and
    /// `event_id`. A duplicate, in the store or earlier in the batch, changes nothing.
    ///
    /// For each new conversion ([`crate::event::FanAction::is_conversion`]), the same transaction MUST
    /// - attribute it by [`crate::assign::attribute`], using only clicks and links of the owner;
    /// - create its delivery for each pixel of its link, so that neither exists without the other;
    /// - after a `message_received`, create the one `fan_sent_3_messages` of (owner, fan) by
    ///   [`crate::messages::third`], with the attribution and the time of that message. Of concurrent batches with the
    ///   third message, only one creates the conversion.
    ///
    /// A transaction of an account counts once. An event that repeats a transaction under another event id MUST change
    /// nothing, and count as a duplicate. If its kind, amount, currency or fan differs, the event MUST be rejected with
    /// a cause that names the difference, and the first report MUST stay.
    ///
    /// If the data of an event can't be stored, MUST return [`StoreError::Data`] and store nothing of the batch. The
    /// caller then finds the faulty events.
    ///
    /// Profile fields of a fan MUST follow the time of the event, not the order of arrival. Unknown types are stored
    /// raw and change nothing else.
    ///
    /// A click may be stored after the event that refers to it. The transaction that stores the click MUST re-attribute
    /// the waiting conversions, with their statistics and their deliveries to the link's pixels. So any order of click
    /// and event MUST give the same statistics, as long as conversions wait.
    async fn take_in(
        &self,
        owner: OwnerId,
        events: &[EngineEvent],
        now: UnixTime,
    ) -> Result<Taken, StoreError>;

    /// Deletes raw events of unknown types stored before `before`, for all owners. Returns the number of deleted
    /// events. Conversions stored before `before` stop waiting for their click. The data kept for the wait MUST be
    /// deleted too.
    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError>;
}

/// Event that the store rejects, even on its own.
#[derive(Clone, Copy, PartialEq)]
pub struct Refused<'a> {
    /// Rejected event.
    pub event: &'a EngineEvent,
    /// JSON text of the event.
    pub text: &'a str,
    /// Reason for the rejection, for operators.
    pub cause: &'a str,
    /// Time of the automatic retry; `None` if an operator must remove the cause.
    pub due: Option<UnixTime>,
}

/// `Debug` prints no text, which may contain personal data.
impl fmt::Debug for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused").field("event_id", &self.event.event_id()).finish_non_exhaustive()
    }
}

/// Quarantined event.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarantined {
    /// Owner of the event.
    pub owner: OwnerId,
    /// Account that the owner was connected to; empty without a connection.
    pub account: String,
    /// Id of the event.
    pub event_id: String,
    /// Type of the event in the engine's words.
    pub kind: String,
    /// Reason why the store rejected the event.
    pub cause: String,
    /// Time of the first quarantine.
    pub since: UnixTime,
    /// JSON text of the event.
    pub text: String,
}

/// `Debug` prints no text, which may contain personal data.
impl fmt::Debug for Quarantined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quarantined").field("event_id", &self.event_id).finish_non_exhaustive()
    }
}

/// Unchanged event of a type that this version does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawEvent {
    /// Id of the event, qualified by the account ([`kernel::AccountNumber::split`]).
    pub event_id: String,
    /// Time at which the event was stored.
    pub taken_at: UnixTime,
    /// JSON text of the event.
    pub json: String,
}

/// Store of events of unknown types, which have a limited retention.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait UnknownEvents: Send + Sync {
    /// Lists the latest `limit` events of an owner, newest first.
    async fn list(&self, owner: OwnerId, limit: u32) -> Result<Vec<RawEvent>, StoreError>;
}

/// Quarantine: keeps events that the store rejects until an operator removes the cause.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Quarantine: Send + Sync {
    /// Quarantines an event, durable when this returns. Returns whether the event is new. A known event MUST keep its
    /// first time and get the new cause and due time. The text MUST be encrypted, and MUST be erased with its fan.
    async fn set_aside<'a>(
        &self,
        owner: OwnerId,
        refused: Refused<'a>,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Lists up to `limit` quarantined events after `after`, of one owner or of all, ordered by owner, account and id.
    async fn list<'a>(
        &self,
        owner: Option<OwnerId>,
        after: Option<&'a Quarantined>,
        limit: u32,
    ) -> Result<Vec<Quarantined>, StoreError>;

    /// Lists up to `limit` events that are due at `now`, for all owners, longest due first.
    async fn due(&self, now: UnixTime, limit: u32) -> Result<Vec<Quarantined>, StoreError>;

    /// Records why a due event still can't be stored. The event MUST NOT stay due.
    async fn keep(&self, event: &Quarantined, cause: &str) -> Result<(), StoreError>;

    /// Deletes an event that was finally stored.
    async fn release(&self, event: &Quarantined) -> Result<(), StoreError>;

    /// Deletes events quarantined before `before`, for all owners. Returns the number of deleted events.
    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError>;
}

/// Position in a list: after the fan with this money and id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Money that the fan is listed with.
    pub total_net_cents: i64,
    /// Id of the fan.
    pub fan_id: String,
}

/// Requested page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageRequest {
    /// Maximum number of fans, 1-5000.
    pub limit: u32,
    /// Position after which the page starts; `None` for the beginning.
    pub after: Option<Cursor>,
    /// Only fans whose id or name contains this text. Totals always cover all fans.
    pub search: Option<Search>,
}

impl PageRequest {
    /// Requests the first `limit` fans.
    pub const fn first(limit: u32) -> Self {
        Self { limit, after: None, search: None }
    }
}

/// Query for paying fans of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DomainQuery {
    /// Domain of the fans.
    pub domain: Hostname,
    /// Time window of the purchases.
    pub window: Window,
    /// Whether to show lifetime money, up to the end of the window.
    pub full: bool,
    /// Requested page.
    pub part: PageRequest,
}

/// Reason why statistics could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A sum does not fit into 64 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Statistics of an owner's conversions. Every result MUST equal the result of the pure function on the owner's
/// histories.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SpenderReads: Send + Sync {
    /// Reads a page of [`crate::spenders::of_domain`], in its order, with totals over all fans. MUST return `None` when
    /// the owner has no such domain. List and totals MUST come from one consistent state.
    async fn of_domain(
        &self,
        owner: OwnerId,
        query: &DomainQuery,
    ) -> Result<Option<(Vec<DomainSpender>, Totals)>, ReadError>;

    /// Reads a page of [`crate::spenders::of_link`], in its order, with totals over all fans. MUST return `None` when
    /// the owner does not have the domain, or the domain has no such link.
    async fn of_link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: LinkId,
        part: &PageRequest,
    ) -> Result<Option<(Vec<FanPurchases>, LinkTotals)>, ReadError>;

    /// Reads all conversions of a fan, for [`crate::explain::explain`]. MUST return `None` when the owner has no
    /// conversion of this fan.
    async fn history(&self, owner: OwnerId, fan_id: &str) -> Result<Option<FanHistory>, StoreError>;
}

/// Individual conversions of an owner.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ConversionReads: Send + Sync {
    /// Lists at most `limit` conversions, newest first, then by highest number. The list MUST start at
    /// [`ConversionQuery::beginning`], so that pages have no gaps and no duplicates. Includes conversions of domains
    /// that the owner no longer has. MUST return `None` when the query names a domain that the owner does not have.
    async fn list(
        &self,
        owner: OwnerId,
        query: &ConversionQuery,
        limit: u32,
    ) -> Result<Option<Vec<ListedConversion>>, StoreError>;
}

/// Funnel statistics of an owner's domains.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FunnelStatsReads: Send + Sync {
    /// Reads the counts of a domain in a window, to the millisecond. Revenue MUST equal that of
    /// [`SpenderReads::of_domain`] in the same window. MUST return `None` when the owner has no such domain.
    async fn of_domain(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        window: Window,
    ) -> Result<Option<FunnelStats>, StoreError>;

    /// Reads a breakdown: at most [`crate::funnel_stats::MOST_ITEMS`] items, or the last
    /// [`crate::funnel_stats::MOST_HOURS`] hours. Items with only zeros are left out.
    async fn split(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        by: SplitBy,
        window: Window,
    ) -> Result<Option<SplitStats>, StoreError>;

    /// Reads the statistics of all current domains of the owner. All MUST come from one consistent state.
    async fn overview(&self, owner: OwnerId, period: Period, by: OverviewBy) -> Result<Overview, StoreError>;
}

/// Scope of money that no sum includes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoneyOf {
    /// All current domains of the owner.
    Domains,
    /// Domain with this hostname.
    Domain(Hostname),
    /// Link on any domain.
    Link(LinkId),
    /// Sold content of the vault, less refunds.
    Content,
    /// Sold content with this number, alone or in a bundle, less refunds.
    Item(i64),
}

/// Owner's money in currencies other than the currency of the sums.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ApartReads: Send + Sync {
    /// Currency of the owner's sums.
    async fn currency(&self, owner: OwnerId) -> Result<Currency, StoreError>;

    /// Reads the money of a window that is in no sum, per currency, and the currency of the sums. A currency without
    /// money in the window MUST be left out.
    async fn money_apart(
        &self,
        owner: OwnerId,
        of: &MoneyOf,
        window: Window,
    ) -> Result<MoneyApart, ReadError>;
}

/// Platform counters of an owner's funnel links.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LinkSummaryReads: Send + Sync {
    /// Finds a link of a domain. MUST return `None` when the link is in no slot of the domain, or the owner does not
    /// have the domain.
    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: i64,
    ) -> Result<Option<LinkSummary>, StoreError>;
}
