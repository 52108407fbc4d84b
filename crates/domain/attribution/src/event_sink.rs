//! Port that receives events, pushed or pulled.

use async_trait::async_trait;
use kernel::{AccountNumber, OwnerId};

use crate::intake::{IntakeError, Outcome};

kernel::words! {
    /// Route by which events arrive.
    IngestSource {
        /// Pushed by the engine.
        Pushed = "push",
        /// Pulled from the engine.
        Pulled = "pull",
    }
}

/// Receiver of events as JSON texts.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EventSink: Send + Sync {
    /// Stores a batch of events from an account of the owner. The valid events are durable when this returns
    /// ([`Intake::run`](crate::intake::Intake::run)). Parsing MUST NOT block the async runtime.
    async fn take(
        &self,
        owner: OwnerId,
        account: AccountNumber,
        texts: Vec<Box<str>>,
        source: IngestSource,
    ) -> Result<Outcome, IntakeError>;
}
