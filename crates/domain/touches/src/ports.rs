//! Where touches go.

use async_trait::async_trait;
use kernel::{StoreError, UnixTime};

use crate::Touch;

/// Takes a touch from the hot path: it neither waits nor fails, so that no visitor is held up by the counting.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
pub trait TouchSink: Send + Sync {
    /// MUST return at once. What can't be taken MUST be counted and reported by the sink itself.
    fn take(&self, touch: Touch);
}

/// The durable store of touches and of their counts.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait TouchStore: Send + Sync {
    /// Stores a batch of any owners' touches. When it returns, they MUST be durable. A touch that is stored already MUST
    /// change nothing, so that a batch can be delivered again; every other one that counts
    /// ([`crate::repeats`]) MUST raise the counts of its day, source and link in the same transaction. Touches of an
    /// owner that does not exist MUST be left out. A click MUST be joined, in the same transaction, with the events that
    /// name it and came before it.
    async fn put(&self, touches: &[Touch]) -> Result<(), StoreError>;

    /// Deletes at most `limit` touches older than `before` and returns how many it deleted. Counts stay.
    async fn purge(&self, before: UnixTime, limit: u32) -> Result<u64, StoreError>;
}
