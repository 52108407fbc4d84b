//! Where events go, however they come.

use async_trait::async_trait;
use kernel::{AccountNumber, OwnerId};

use crate::intake::{IntakeError, Outcome};

kernel::words! {
    /// How events come.
    IngestSource {
        /// The engine pushed them.
        Pushed = "push",
        /// We pulled them.
        Pulled = "pull",
    }
}

/// Takes in events by their texts.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EventSink: Send + Sync {
    /// Takes a batch of events of an account of the owner: what is good of it is durable when this returns
    /// ([`Intake::run`](crate::intake::Intake::run)). It MUST hold up nobody else while it reads the texts.
    async fn take(
        &self,
        owner: OwnerId,
        account: AccountNumber,
        texts: Vec<Box<str>>,
        source: IngestSource,
    ) -> Result<Outcome, IntakeError>;
}
