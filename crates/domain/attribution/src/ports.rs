//! What this crate needs from outside. Each port is one need of a use-case; each call is one atomic unit.

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

/// How many events of a batch were new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Taken {
    /// Stored now.
    pub accepted: u64,
    /// Known already, or twice in the batch.
    pub duplicates: u64,
}

/// Where events of the engine are kept.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EventStore: Send + Sync {
    /// Takes a batch in one transaction, durable when this returns. Each event MUST be stored once for an owner and
    /// `event_id`; one that is there already, in the store or earlier in the batch, changes nothing and is a duplicate.
    ///
    /// For each new conversion ([`crate::event::FanAction::is_conversion`]) it MUST, in the same transaction
    /// - attribute it by [`crate::assign::attribute`], looking for clicks and links among the owner's own;
    /// - make its delivery for each pixel of its link, so that no conversion is without its deliveries nor a delivery
    ///   without its conversion;
    /// - after a `message_received`, make the one `fan_sent_3_messages` of (owner, fan) by [`crate::messages::third`], with
    ///   the attribution and the time of that message, if there is none yet. Of batches at once that bring the third
    ///   message, one makes it.
    ///
    /// A transaction of an account counts once. An event that repeats one under another event id MUST change nothing and be a duplicate;
    /// with another kind, amount, currency or fan it MUST be refused with a cause that names the difference, and the first report stays.
    ///
    /// Events that can't be stored for a reason in their data MUST be [`StoreError::Data`], and nothing of the batch
    /// stored: the caller finds out which they are.
    ///
    /// What the engine says of a fan MUST win by the event's time, not by the order of arrival. Unknown types are kept raw
    /// and change nothing else.
    ///
    /// A click of ours may be stored after the event that carries it. When it is, the transaction that stores it MUST
    /// attribute the conversions that waited for it anew, with all that follows: statistics, and deliveries to the pixels of
    /// their link. So any order of click and event MUST give the same statistics, for as long as events wait.
    async fn take_in(
        &self,
        owner: OwnerId,
        events: &[EngineEvent],
        now: UnixTime,
    ) -> Result<Taken, StoreError>;

    /// Deletes raw events of unknown types that were taken before `before`, of all owners; how many. What was taken before
    /// that waits for its click no longer, and what was kept for it MUST be deleted too.
    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError>;
}

/// An event that the store can't take, whatever else comes with it.
#[derive(Clone, Copy, PartialEq)]
pub struct Refused<'a> {
    /// The event.
    pub event: &'a EngineEvent,
    /// The text that it was read from.
    pub text: &'a str,
    /// Why the store can't take it, for whoever operates it.
    pub cause: &'a str,
    /// When it is tried again by itself; `None` where somebody has to remove the cause.
    pub due: Option<UnixTime>,
}

/// It prints without its text, which may name a person.
impl fmt::Debug for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused").field("event_id", &self.event.event_id()).finish_non_exhaustive()
    }
}

/// An event that was set aside.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarantined {
    /// Whose it is.
    pub owner: OwnerId,
    /// The account that the owner was connected to; empty where they were connected to none.
    pub account: String,
    /// The engine's id of it.
    pub event_id: String,
    /// The engine's word for its type.
    pub kind: String,
    /// Why the store could not take it.
    pub cause: String,
    /// When it was set aside first.
    pub since: UnixTime,
    /// The text that it was read from.
    pub text: String,
}

/// It prints without its text, which may name a person.
impl fmt::Debug for Quarantined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quarantined").field("event_id", &self.event_id).finish_non_exhaustive()
    }
}

/// An event of a type that this version does not know, as it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawEvent {
    /// The engine's id of it, with the number of the account ([`kernel::AccountNumber::split`]).
    pub event_id: String,
    /// When it was taken in.
    pub taken_at: UnixTime,
    /// The event, in JSON.
    pub json: String,
}

/// Events of types that this version does not know, which are kept for a while.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait UnknownEvents: Send + Sync {
    /// The last `limit` of an owner, newest first.
    async fn list(&self, owner: OwnerId, limit: u32) -> Result<Vec<RawEvent>, StoreError>;
}

/// Where events are kept that the store can't take, until somebody has removed the cause.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait Quarantine: Send + Sync {
    /// Sets an event aside, durable when this returns. One that is set aside already MUST keep its
    /// moment and get the new cause and the new time at which it is due; whether it is new. What it says MUST be encrypted, and MUST go with its fan when they are
    /// erased.
    async fn set_aside<'a>(
        &self,
        owner: OwnerId,
        refused: Refused<'a>,
        now: UnixTime,
    ) -> Result<bool, StoreError>;

    /// Up to `limit` events that were set aside, of one owner or of all, by owner, account and id, after one of them.
    async fn list<'a>(
        &self,
        owner: Option<OwnerId>,
        after: Option<&'a Quarantined>,
        limit: u32,
    ) -> Result<Vec<Quarantined>, StoreError>;

    /// Up to `limit` events that are due at `now`, of all owners, the longest due first.
    async fn due(&self, now: UnixTime, limit: u32) -> Result<Vec<Quarantined>, StoreError>;

    /// Notes why an event that was due still can't be taken; it MUST NOT be due any more.
    async fn keep(&self, event: &Quarantined, cause: &str) -> Result<(), StoreError>;

    /// Deletes an event that was taken in at last.
    async fn release(&self, event: &Quarantined) -> Result<(), StoreError>;

    /// Deletes what was set aside before `before`, of all owners; how many.
    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError>;
}

/// Where a list goes on: after the fan with this money and id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// The money that they are listed with.
    pub total_net_cents: i64,
    /// Their id.
    pub fan_id: String,
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageRequest {
    /// How many fans at most, 1-5000.
    pub limit: u32,
    /// After whom; `None` for the beginning.
    pub after: Option<Cursor>,
    /// Of those alone whose id or name has this; of all without. Totals are over all in any case.
    pub search: Option<Search>,
}

impl PageRequest {
    /// The first `limit` of all fans.
    pub const fn first(limit: u32) -> Self {
        Self { limit, after: None, search: None }
    }
}

/// Which paying fans of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DomainQuery {
    /// Of which domain.
    pub domain: Hostname,
    /// In which time.
    pub window: Window,
    /// Whether the money of all time is shown, up to the end of the window.
    pub full: bool,
    /// Which part.
    pub part: PageRequest,
}

/// Why statistics could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A sum does not fit.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Statistics of an owner's conversions. Every answer MUST be that of the pure function over the owner's histories.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SpenderReads: Send + Sync {
    /// A part of [`crate::spenders::of_domain`], in its order, and the totals over all. MUST be `None` when `owner` has no
    /// such domain. List and totals MUST be of one moment.
    async fn of_domain(
        &self,
        owner: OwnerId,
        query: &DomainQuery,
    ) -> Result<Option<(Vec<DomainSpender>, Totals)>, ReadError>;

    /// A part of [`crate::spenders::of_link`], in its order, and the totals over all. MUST be `None` when the domain is not
    /// the owner's or has no such link.
    async fn of_link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: LinkId,
        part: &PageRequest,
    ) -> Result<Option<(Vec<FanPurchases>, LinkTotals)>, ReadError>;

    /// All conversions of a fan, for [`crate::explain::explain`]. MUST be `None` when `owner` has none of this fan.
    async fn history(&self, owner: OwnerId, fan_id: &str) -> Result<Option<FanHistory>, StoreError>;
}

/// An owner's conversions, one by one.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ConversionReads: Send + Sync {
    /// At most `limit` conversions, newest first, then the greatest number first; what comes before
    /// [`ConversionQuery::beginning`] MUST be left out, so that parts follow each other without gaps and doubles. Also those of domains
    /// that the owner has no more. MUST be `None` when the query names a domain that the owner does not have.
    async fn list(
        &self,
        owner: OwnerId,
        query: &ConversionQuery,
        limit: u32,
    ) -> Result<Option<Vec<ListedConversion>>, StoreError>;
}

/// What was counted of an owner's domains.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FunnelStatsReads: Send + Sync {
    /// The counts of a domain in a window, to the millisecond. Its money MUST be that of [`SpenderReads::of_domain`] in the same
    /// window. MUST be `None` when the owner has no such domain.
    async fn of_domain(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        window: Window,
    ) -> Result<Option<FunnelStats>, StoreError>;

    /// The same, split: at most [`crate::funnel_stats::MOST_ITEMS`] items, or the last
    /// [`crate::funnel_stats::MOST_HOURS`] hours, without those that are all 0.
    async fn split(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        by: SplitBy,
        window: Window,
    ) -> Result<Option<SplitStats>, StoreError>;

    /// The statistics of all domains that the owner has now. All of them MUST be of one moment.
    async fn overview(&self, owner: OwnerId, period: Period, by: OverviewBy) -> Result<Overview, StoreError>;
}

/// Scope of money that no sum includes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoneyOf {
    /// All domains that the owner has now.
    Domains,
    /// One domain.
    Domain(Hostname),
    /// One link, on whatever domain.
    Link(LinkId),
}

/// An owner's money in other currencies than that of their sums.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ApartReads: Send + Sync {
    /// The currency of an owner's sums.
    async fn currency(&self, owner: OwnerId) -> Result<Currency, StoreError>;

    /// The money of a window that is in no sum, by currency, and the currency of the sums. A currency without money in the window MUST be
    /// left out.
    async fn money_apart(
        &self,
        owner: OwnerId,
        of: &MoneyOf,
        window: Window,
    ) -> Result<MoneyApart, ReadError>;
}

/// The platform's own counters of an owner's funnel links.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait LinkSummaryReads: Send + Sync {
    /// A link of a domain. MUST be `None` when it fills no slot of it, or the domain is not the owner's.
    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: i64,
    ) -> Result<Option<LinkSummary>, StoreError>;
}
