//! Pulling events, for what an engine did not push.

use async_trait::async_trait;
use kernel::{AccountNumber, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

/// Why a log could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The owner is not connected to this account, or the engine refuses the connection.
    #[error("the engine is not connected")]
    NotConnected,
    /// A page of so many events is longer than an answer may be; one of fewer may not be.
    #[error("the page of events is too long")]
    TooLong,
    /// The engine answered wrongly or not in time.
    #[error("the engine failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The connection could not be looked up.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A page of events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogPage {
    /// The account that they are of.
    pub account: AccountNumber,
    /// Their texts as the engine wrote them, of which nothing is checked but the grammar of JSON.
    pub events: Vec<Box<str>>,
    /// What to go on from; `None` only for an empty page, then the cursor before it holds.
    pub next_cursor: Option<String>,
}

/// The events of an owner's account, as its engine keeps them.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EventLog: Send + Sync {
    /// Up to `limit` events after a cursor, or from the beginning, oldest first. MUST be [`LogError::NotConnected`] when the owner
    /// is connected to another account by then. Events without a cursor to go on from would be read for ever: they MUST be an
    /// error.
    async fn page<'a>(
        &self,
        owner: OwnerId,
        account: &str,
        after: Option<&'a str>,
        limit: u32,
    ) -> Result<LogPage, LogError>;
}
