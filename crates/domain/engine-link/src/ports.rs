//! What is needed from whoever keeps the connections. Each call is one atomic unit.

use async_trait::async_trait;
use kernel::{AccountNumber, OwnerId, StoreError, UnixTime};

use crate::{AccountId, EngineConnection, EventSecrets, NewConnection, Revision};

/// Why an owner could not be connected.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// There is no such owner.
    #[error("there is no such owner")]
    OwnerUnknown,
    /// Another owner is connected to this account.
    #[error("another owner is connected to this account")]
    AccountTaken,
    /// The store could not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who signs the events of an account, and for whom.
#[derive(Clone)]
pub struct EventSource {
    /// Whose events they are.
    pub owner: OwnerId,
    /// Which of his accounts it is.
    pub account: AccountNumber,
    /// What they may be signed with.
    pub secrets: EventSecrets,
}

/// The connections, for those who talk over them. A connection of another owner MUST look absent.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait EngineConnections: Send + Sync {
    /// The owner's connection, refused or not.
    async fn find(&self, owner: OwnerId) -> Result<Option<EngineConnection>, StoreError>;

    /// The owner who is connected to this account, whoever it is, with what signs his events. The one look-up without
    /// an owner: it is what finds him.
    async fn find_by_account(&self, account: &AccountId) -> Result<Option<EventSource>, StoreError>;

    /// Notes that the engine refuses the connection. MUST change nothing when the connection was made anew since
    /// `revision`, and MUST keep the time of the first refusal.
    async fn mark_refused(&self, owner: OwnerId, revision: Revision, now: UnixTime)
    -> Result<(), StoreError>;

    /// Notes that the engine accepts the connection after all. MUST change nothing when it was made anew since `revision`.
    async fn mark_accepted(&self, owner: OwnerId, revision: Revision) -> Result<(), StoreError>;
}

/// The connections, for those who make and end them.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait ConnectionRegistry: Send + Sync {
    /// Connects the owner, in place of the connection that he may have; it MUST have a new revision and not be refused. An
    /// account that he was connected to before MUST have the number that it had then, any other a number of its own, and the
    /// edge MUST hear of it where that changes which links serve his domains.
    /// An event secret that is replaced on the same account MUST be kept as the previous one; of two connecting at once
    /// to one account, one MUST be [`ConnectError::AccountTaken`].
    async fn connect(
        &self,
        owner: OwnerId,
        connection: &NewConnection,
        now: UnixTime,
    ) -> Result<(), ConnectError>;

    /// Forgets the event secret that the owner's current one has replaced, which MUST not be accepted from now on. `false` when
    /// there is none.
    async fn revoke_previous_secret(&self, owner: OwnerId) -> Result<bool, StoreError>;

    /// Ends the owner's connection and forgets its secrets; the account is free again. `false` when there is none.
    async fn disconnect(&self, owner: OwnerId) -> Result<bool, StoreError>;
}
