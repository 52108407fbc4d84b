//! Ports of the use-cases. Each method is one atomic unit.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Acting, OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::detail::ItemStats;
use crate::item::{ContentId, ContentItem};
use crate::listing::Window;
use crate::request::{ContentRequest, NewRequest, Outgoing, RequestId, RequestStatus};
use crate::sale::Totals;

/// Reason why the engine's items can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The owner has no connected account, or the engine rejects the token.
    #[error("the account is not connected")]
    NotConnected,
    /// The engine did not return a valid response in time.
    #[error("the connected account did not answer")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The connection could not be loaded.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Vault of an owner at the engine.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ContentEngine: Send + Sync {
    /// Returns every item once, in any order. The list may be some seconds old. MUST return `NotConnected` without a
    /// connection, even if an older list is cached.
    async fn items(&self, owner: OwnerId) -> Result<Arc<Vec<ContentItem>>, EngineError>;

    /// Returns the current state of one item; `None` if the engine has no such item.
    async fn find(&self, owner: OwnerId, id: ContentId) -> Result<Option<ContentItem>, EngineError>;
}

/// Content sales among the captured conversions: transactions of kind `message` and `post`, and their refunds.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SalesReads: Send + Sync {
    /// Returns the totals of every item with a transaction in the window, summed like [`Totals::add`].
    async fn totals(&self, owner: OwnerId, window: Window) -> Result<HashMap<ContentId, Totals>, StoreError>;

    /// Returns the totals of these items. Items without a transaction in the window are absent.
    async fn totals_of(
        &self,
        owner: OwnerId,
        ids: &[ContentId],
        window: Window,
    ) -> Result<HashMap<ContentId, Totals>, StoreError>;

    /// Returns the statistics of an item. MUST equal the result of [`ItemStats::of`] over all transactions of the item,
    /// without loading all of them. MUST return an error if a sum does not fit.
    async fn stats(&self, owner: OwnerId, id: ContentId) -> Result<ItemStats, StoreError>;
}

/// Store of content requests from an owner's fans.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait RequestStore: Send + Sync {
    /// Stores a request as `new`. MUST return `false`, and change nothing, if the owner has a request with this
    /// upstream number in any state.
    ///
    /// The new request number MUST never be used for another request: not after a restore of an older backup, and not
    /// in another installation. Engines remember the number as part of idempotency keys.
    async fn receive(&self, owner: OwnerId, request: &NewRequest) -> Result<bool, StoreError>;

    /// Finds one request. MUST return `None` if the request belongs to another owner.
    async fn find(&self, owner: OwnerId, id: RequestId) -> Result<Option<ContentRequest>, StoreError>;

    /// Lists up to `limit` requests with a number below `before`, newest first, optionally of one state.
    async fn list(
        &self,
        owner: OwnerId,
        status: Option<RequestStatus>,
        before: Option<RequestId>,
        limit: u32,
    ) -> Result<Vec<ContentRequest>, StoreError>;

    /// Replaces a request in the state `expected` and enqueues the answer to the engine, both or neither. MUST return
    /// `false`, and change nothing, if the request has another state.
    async fn answer(
        &self,
        by: &Acting,
        expected: RequestStatus,
        answered: &ContentRequest,
        outgoing: &Outgoing,
    ) -> Result<bool, StoreError>;
}

/// Answer that a worker has claimed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendTask {
    /// Owner whose fan gets the answer.
    pub owner: OwnerId,
    /// Answer to submit.
    pub outgoing: Outgoing,
    /// Number of earlier submissions.
    pub attempts: u32,
    /// Number of the lease, which [`ResponseQueue::settle`] checks.
    pub lease: i64,
}

/// Outcome of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SendOutcome {
    /// The engine accepted the answer, in this or an earlier submission.
    Delivered,
    /// The engine rejected the answer permanently, with this code.
    Refused(String),
    /// The outcome is unknown, or the account is not connected.
    Unknown,
}

/// Stored state of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SendState {
    /// The engine accepted the answer.
    Delivered,
    /// The answer was rejected permanently, with this code.
    Failed(String),
    /// The answer is due for a retry under the same key at this time.
    Waiting(UnixTime),
}

/// Queue of answers to the engine, across all owners.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ResponseQueue: Send + Sync {
    /// Returns up to `limit` owners with an answer that [`claim`](Self::claim) would return, longest overdue first.
    /// `failing` selects owners with an answer that was already submitted before; otherwise the remaining owners are
    /// returned. MUST skip the owners in `served` and take no locks.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Claims up to `limit` due answers of the owner, each until `now` + `lease_seconds`. MUST NOT return:
    ///
    /// - an answer that another worker holds,
    /// - an answer to a request with an earlier answer that is neither delivered nor failed,
    /// - an answer to a request that was made to another account than the connected one. Such an answer waits until
    ///   that account is connected again.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<SendTask>, StoreError>;

    /// Stores the outcome of a submission and counts the attempt. MUST return `false`, and change nothing, if the
    /// task's lease is not the latest.
    async fn settle(&self, task: &SendTask, state: &SendState) -> Result<bool, StoreError>;
}

/// Engine side of content requests.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait RequestEngine: Send + Sync {
    /// Submits an answer once, with [`Outgoing::key`] as the idempotency key. MUST return `Unknown` whenever acceptance
    /// or rejection by the engine is uncertain.
    async fn respond(&self, owner: OwnerId, outgoing: &Outgoing) -> SendOutcome;
}
