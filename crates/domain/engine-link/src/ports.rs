//! What is needed of a store of connections. Each call is one atomic unit.

use async_trait::async_trait;
use kernel::{AccountNumber, OwnerId, StoreError, UnixTime};

use crate::{AccountId, BaseUrl, EngineConnection, EventSecrets, NewConnection, Revision};

/// Why an owner could not be connected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// There is no such owner.
    #[error("there is no such owner")]
    OwnerUnknown,
    /// Another owner is connected to this account.
    #[error("another owner is connected to this account")]
    AccountTaken,
    /// Money of the account is counted in another currency already, and sums are of one.
    #[error("currency: money is counted in another one already, and sums are never of two")]
    CurrencyCounted,
    /// Money in this currency was received before and is in no sum.
    #[error(
        "currency: payments in it are shown apart from the sums already; keep the account's present currency"
    )]
    CurrencyApart,
    /// Events of another connection are signed with the same secret.
    #[error("event_secret: another connection has the same secret; each connection must have its own")]
    SecretTaken,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whose account an event comes from, and what it is signed with.
#[derive(Debug, Clone)]
pub struct EventSource {
    /// Whose events they are.
    pub owner: OwnerId,
    /// Which of the owner's accounts it is.
    pub account: AccountNumber,
    /// What they may be signed with.
    pub secrets: EventSecrets,
}

/// The connections, for those who talk over them. A connection of another owner MUST look absent.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EngineConnections: Send + Sync {
    /// The owner's connection, refused or not.
    async fn find(&self, owner: OwnerId) -> Result<Option<EngineConnection>, StoreError>;

    /// The owner who is connected to this account, and the secrets of its events. It is the one look-up without an owner,
    /// because it is what finds the owner.
    async fn find_by_account(&self, account: &AccountId) -> Result<Option<EventSource>, StoreError>;

    /// Records that the engine refuses the connection. MUST change nothing when the owner connected anew since
    /// `revision`, and MUST keep the time of the first refusal.
    async fn mark_refused(&self, owner: OwnerId, revision: Revision, now: UnixTime)
    -> Result<(), StoreError>;

    /// Records that the engine accepts the connection after all. MUST change nothing when the owner connected anew since
    /// `revision`.
    async fn mark_accepted(&self, owner: OwnerId, revision: Revision) -> Result<(), StoreError>;
}

/// Why it is not known which account an engine holds.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The engine refuses the token.
    #[error("the engine refuses the token")]
    Refused,
    /// No answer, or none that can be read.
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

/// Looks at an engine before it is connected.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EngineProbe: Send + Sync {
    /// Whether an engine may have this address, as its name resolves now. It is for an early error message: every connection
    /// that is opened MUST be checked again.
    async fn accepts(&self, base_url: &BaseUrl) -> bool;

    /// The engine's name for the account that it holds. Nothing is stored.
    async fn probe(&self, owner: OwnerId, connection: &NewConnection) -> Result<String, ProbeError>;
}

/// The connections, for those who make and end them.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ConnectionRegistry: Send + Sync {
    /// Connects the owner, in place of an existing connection. The connection MUST have a new revision and not be refused. An
    /// account that the owner was connected to before MUST have the number that it had then, any other account a new
    /// number, and the edge MUST be notified when that changes which links serve the owner's domains.
    /// An event secret that is replaced on the same account MUST be kept as the previous one. When two owners connect to
    /// one account at once, one of them MUST get [`ConnectError::AccountTaken`]; when they connect with one event secret at once, one of
    /// them MUST get [`ConnectError::SecretTaken`], and so MUST an owner whose secret [is shared](EventSecrets::shares) with another
    /// connection that is there. A currency MUST be kept for the account, and MUST be [`ConnectError::CurrencyCounted`] where money
    /// was added to sums in another one, and [`ConnectError::CurrencyApart`] where money that was kept apart would belong to the sums from
    /// now on. Both MUST hold against events that are taken in at the same time.
    async fn connect(
        &self,
        owner: OwnerId,
        connection: &NewConnection,
        now: UnixTime,
    ) -> Result<(), ConnectError>;

    /// Deletes the event secret that the owner's current one replaced; it MUST NOT be accepted from then on. `false` when
    /// there is none.
    async fn revoke_previous_secret(&self, owner: OwnerId) -> Result<bool, StoreError>;

    /// Ends the owner's connection and deletes its secrets; the account is free again. `false` when there is none.
    async fn disconnect(&self, owner: OwnerId) -> Result<bool, StoreError>;
}
