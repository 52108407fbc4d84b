//! Ports for recording touches.

use async_trait::async_trait;
use kernel::{StoreError, UnixTime};

use crate::Touch;

/// Receiver of touches on the hot path. Calls neither wait nor fail, so that counting never delays a visitor.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
pub trait TouchSink: Send + Sync {
    /// Records a touch. MUST return at once. The sink itself MUST count and report the touches that it drops.
    fn take(&self, touch: Touch);
}

/// Durable store of touches and of their daily counts.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait TouchStore: Send + Sync {
    /// Stores a batch of touches of any owners. The touches MUST be durable when the call returns.
    ///
    /// - A touch that is already stored MUST change nothing, so that a batch can be delivered again.
    /// - Every new touch that counts ([`crate::repeats`]) MUST increment the counters of its day, source and link in
    ///   the same transaction.
    /// - Touches of an owner that does not exist MUST be skipped.
    /// - A click MUST be joined, in the same transaction, with earlier events that name the click.
    /// - The user agent of a click MUST be stored only while the owner has an active pixel that sends user agents. An
    ///   edge without news from the store may not know yet that the owner has switched the pixel off.
    async fn put(&self, touches: &[Touch]) -> Result<(), StoreError>;

    /// Deletes at most `limit` touches older than `before` and returns the number of deleted touches. Counters stay.
    async fn purge(&self, before: UnixTime, limit: u32) -> Result<u64, StoreError>;

    /// Removes the user agents of at most `limit` clicks older than `before`, and returns the number of changed clicks.
    /// Everything else of a click MUST stay.
    async fn purge_user_agents(&self, before: UnixTime, limit: u32) -> Result<u64, StoreError>;
}
