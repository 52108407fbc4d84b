//! What the use-cases need from outside. Each method is one atomic unit.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::detail::ItemStats;
use crate::item::{ContentId, ContentItem};
use crate::listing::Window;
use crate::request::{ContentRequest, NewRequest, Outgoing, RequestId, RequestStatus};
use crate::sale::Totals;

/// Why the engine's items can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The owner has no account connected, or the engine refuses the token.
    #[error("the account is not connected")]
    NotConnected,
    /// The engine did not give a valid answer in time.
    #[error("the connected account did not answer")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The connection could not be looked up.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The vault of an owner, at the engine.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ContentEngine: Send + Sync {
    /// Every item, each once, in any order. It may be some seconds old; MUST be `NotConnected` without a connection, even
    /// when an older answer is cached.
    async fn items(&self, owner: OwnerId) -> Result<Arc<Vec<ContentItem>>, EngineError>;

    /// One item as it is now; `None` when the engine has no such item.
    async fn find(&self, owner: OwnerId, id: ContentId) -> Result<Option<ContentItem>, EngineError>;
}

/// Sales of content among the captured conversions: transactions of kind `message` and `post`, and the refunds of
/// such.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SalesReads: Send + Sync {
    /// The totals of every item with a transaction in the window, as [`Totals::add`] adds them up.
    async fn totals(&self, owner: OwnerId, window: Window) -> Result<HashMap<ContentId, Totals>, StoreError>;

    /// The totals of these items, those without a transaction in the window left out.
    async fn totals_of(
        &self,
        owner: OwnerId,
        ids: &[ContentId],
        window: Window,
    ) -> Result<HashMap<ContentId, Totals>, StoreError>;

    /// The statistics of an item. MUST be what [`ItemStats::of`] makes of all transactions over it, without loading them
    /// all, and an error when a sum does not fit.
    async fn stats(&self, owner: OwnerId, id: ContentId) -> Result<ItemStats, StoreError>;
}

/// The requests of an owner's fans.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait RequestStore: Send + Sync {
    /// Stores a request as `new`. MUST be `false`, and change nothing, when the owner has a request with this upstream
    /// number, whatever its state.
    ///
    /// Engines remember our number of it in the keys of its answers. So that MUST be one that no other request ever gets: not
    /// after the store went back to an earlier state, and not in another installation.
    async fn receive(&self, owner: OwnerId, request: &NewRequest) -> Result<bool, StoreError>;

    /// One request. MUST be `None` when `owner` has no such request: a foreign one looks absent.
    async fn find(&self, owner: OwnerId, id: RequestId) -> Result<Option<ContentRequest>, StoreError>;

    /// Up to `limit` requests with a number below `before`, newest first; of one state, or of all.
    async fn list(
        &self,
        owner: OwnerId,
        status: Option<RequestStatus>,
        before: Option<RequestId>,
        limit: u32,
    ) -> Result<Vec<ContentRequest>, StoreError>;

    /// Replaces a request that is still in the state `expected` and enqueues the answer to the engine, both or neither.
    /// MUST be `false`, and change nothing, when the owner's request is in another state.
    async fn answer(
        &self,
        owner: OwnerId,
        expected: RequestStatus,
        answered: &ContentRequest,
        outgoing: &Outgoing,
    ) -> Result<bool, StoreError>;
}

/// An answer that a worker has claimed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendTask {
    /// Whose fan is answered.
    pub owner: OwnerId,
    /// What is submitted.
    pub outgoing: Outgoing,
    /// How often it was submitted before.
    pub attempts: u32,
    /// The number of the lease.
    pub lease: i64,
}

/// The outcome of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SendOutcome {
    /// The engine accepted it, now or before.
    Delivered,
    /// The engine refuses it permanently, with this code.
    Refused(String),
    /// It is not known whether the engine accepted it, or the account is not connected.
    Unknown,
}

/// What is stored of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SendState {
    /// The engine accepted it.
    Delivered,
    /// It was given up, with this code.
    Failed(String),
    /// It is submitted again under the same key at this time.
    Waiting(UnixTime),
}

/// Answers on their way to the engine, of all owners.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ResponseQueue: Send + Sync {
    /// Up to `limit` owners with an answer that [`claim`](Self::claim) would give, the longest due first: among those with an
    /// answer that was submitted before (`failing`), or among the others. MUST leave out those of `served`, and lock nothing.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Takes up to `limit` due answers of the owner, each until `now` + `lease_seconds`. MUST not give an answer
    /// that another worker holds, nor one of a request with an earlier answer that is neither delivered nor failed, nor one of a
    /// request that was made to another account than the connected one: that waits until its account is connected again.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<SendTask>, StoreError>;

    /// Stores the outcome of a submission and counts the attempt. MUST be `false`, and change nothing, when the lease is not
    /// the last one.
    async fn settle(&self, task: &SendTask, state: &SendState) -> Result<bool, StoreError>;
}

/// Receives answers to requests.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait RequestEngine: Send + Sync {
    /// Submits an answer once, with [`Outgoing::key`] as the idempotency key. MUST be `Unknown` whenever it is not certain
    /// that the engine accepted or refused it.
    async fn respond(&self, owner: OwnerId, outgoing: &Outgoing) -> SendOutcome;
}
