//! Backlog of running campaigns, for monitoring.

use async_trait::async_trait;
use kernel::{StoreError, UnixTime};
use serde::{Deserialize, Serialize};

/// Backlog of the running campaigns of all owners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Backlog {
    /// Number of unsettled rows, including claimed and deferred ones.
    pub pending: u64,
    /// Number of rows with an unknown outcome, including rows that are no longer retried.
    pub unknown: u64,
    /// Due time of the longest overdue row among rows that a worker held before: the end of the lease, or the time of
    /// the next retry. `None` if no such row is overdue.
    pub overdue_since: Option<UnixTime>,
}

/// Source of the backlog of running campaigns.
#[async_trait]
pub trait BacklogStore: Send + Sync {
    /// Returns the backlog at `now`. The duration MUST NOT grow with the number or size of campaigns.
    async fn backlog(&self, now: UnixTime) -> Result<Backlog, StoreError>;
}
