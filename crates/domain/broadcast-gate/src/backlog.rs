//! What running campaigns still have to do, for those who watch the service.

use async_trait::async_trait;
use kernel::{StoreError, UnixTime};
use serde::{Deserialize, Serialize};

/// What the running campaigns of all owners still have to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Backlog {
    /// Rows that are not settled, those in the hands of workers and those that wait among them.
    pub pending: u64,
    /// Rows whose outcome is not known, those that are not asked for any more among them.
    pub unknown: u64,
    /// Since when the row is due that is due longest among those that were in the hands of a worker before: its lease
    /// ended, or the time to ask again came. `None` where there is no such row, or its time is still to come.
    pub overdue_since: Option<UnixTime>,
}

/// Measures what running campaigns still have to do.
#[async_trait]
pub trait BacklogStore: Send + Sync {
    /// The backlog at `now`. MUST take a time that does not grow with the campaigns.
    async fn backlog(&self, now: UnixTime) -> Result<Backlog, StoreError>;
}
