//! What the use-cases need from outside. Each method is one atomic unit.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};

use crate::detail::Figures;
use crate::item::{ContentId, ContentItem};
use crate::listing::Window;
use crate::request::{ContentRequest, NewRequest, Outgoing, RequestId, RequestStatus};
use crate::sale::Totals;

/// Why the engine's items can't be read.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The owner has no account connected, or the account refuses us.
    #[error("the account is not connected")]
    NotConnected,
    /// The engine answered wrongly or not in time.
    #[error("the connected account did not answer")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The connection could not be looked up.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The vault of an owner, at the engine.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait ContentEngine: Send + Sync {
    /// Every item, each once, in any order. It may be some seconds old; MUST be `NotConnected` without a connection, also
    /// while an older answer is at hand.
    async fn items(&self, owner: OwnerId) -> Result<Arc<Vec<ContentItem>>, EngineError>;

    /// One item as it is now; `None` when the engine has no such item.
    async fn find(&self, owner: OwnerId, id: ContentId) -> Result<Option<ContentItem>, EngineError>;
}

/// Sales of content among the conversions that we captured: transactions of kind `message` and `post`, and the refunds of
/// such.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait SalesReads: Send + Sync {
    /// The totals of every item with a transaction in the window, added up as [`Totals::add`] does.
    async fn totals(&self, owner: OwnerId, window: Window) -> Result<HashMap<ContentId, Totals>, StoreError>;

    /// The totals of these items, those without a transaction in the window left out.
    async fn totals_of(
        &self,
        owner: OwnerId,
        ids: &[ContentId],
        window: Window,
    ) -> Result<HashMap<ContentId, Totals>, StoreError>;

    /// The figures of an item. MUST be what [`Figures::of`] makes of all transactions over it, without loading them all.
    async fn figures(&self, owner: OwnerId, id: ContentId) -> Result<Figures, StoreError>;
}

/// The requests of an owner's fans.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait RequestStore: Send + Sync {
    /// Keeps a request as `new`. MUST be `false`, and change nothing, when the owner has a request with this upstream
    /// number, whatever its state.
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

/// An answer that a worker holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendTask {
    /// The owner.
    pub owner: OwnerId,
    /// The answer.
    pub outgoing: Outgoing,
    /// How often it was submitted before.
    pub attempts: u32,
    /// The number of the lease.
    pub lease: i64,
}

/// What became of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendOutcome {
    /// The engine took it, now or before.
    Delivered,
    /// The engine refuses it for good, with this code.
    Refused(String),
    /// Nothing is certain, or the account is not connected.
    Unknown,
}

/// What is kept of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendState {
    /// Done.
    Delivered,
    /// Given up, with this code.
    Failed(String),
    /// Submitted again under the same key at this moment.
    Waiting(UnixTime),
}

/// Answers on their way to the engine, of all owners.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait ResponseQueue: Send + Sync {
    /// Up to `limit` owners with an answer that [`claim`](Self::claim) would give, the longest due first: of those with one that
    /// was submitted before (`failing`), or of the others. MUST leave out those of `served`, and lock nothing.
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError>;

    /// Takes up to `limit` answers of the owner's that are due, each until `now` + `lease_seconds`. MUST not give an answer
    /// that somebody holds, nor one of a request with an earlier answer that is neither delivered nor failed, nor one of a
    /// request that was made to another account than the connected one: that waits until its account is connected again.
    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<SendTask>, StoreError>;

    /// Keeps what became of an answer and counts the attempt. MUST be `false`, and change nothing, when the lease is not
    /// the last one.
    async fn settle(&self, task: &SendTask, state: &SendState) -> Result<bool, StoreError>;
}

/// Takes answers to requests.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait RequestEngine: Send + Sync {
    /// Submits an answer once, with [`Outgoing::key`] as the idempotency key. MUST be `Unknown` whenever it is not certain
    /// that the engine took or refused it.
    async fn respond(&self, owner: OwnerId, outgoing: &Outgoing) -> SendOutcome;
}
