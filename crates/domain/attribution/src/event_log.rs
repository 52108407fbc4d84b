//! Port for pulling events that an engine did not push.

use async_trait::async_trait;
use kernel::{AccountNumber, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

/// Reason why an event log could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The owner is not connected to this account, or the engine rejects the connection.
    #[error("the engine is not connected")]
    NotConnected,
    /// The page exceeds the maximum response size; a smaller page may fit.
    #[error("the page of events is too long")]
    TooLong,
    /// The engine sent an invalid response or no response in time.
    #[error("the engine failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store could not look up the connection.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Page of an event log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogPage {
    /// Account of the events.
    pub account: AccountNumber,
    /// Events as JSON texts from the engine. Only their JSON syntax is checked.
    pub events: Vec<Box<str>>,
    /// Cursor for the next page. `None` only for an empty page; then the previous cursor stays valid.
    pub next_cursor: Option<String>,
}

/// Event log of an owner's account at the engine.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EventLog: Send + Sync {
    /// Reads up to `limit` events after a cursor, or from the start, oldest first. MUST return
    /// [`LogError::NotConnected`] if the owner is now connected to another account. A page with events but without a
    /// cursor MUST be an error, because it would be read forever.
    async fn page<'a>(
        &self,
        owner: OwnerId,
        account: &str,
        after: Option<&'a str>,
        limit: u32,
    ) -> Result<LogPage, LogError>;
}
