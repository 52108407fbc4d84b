//! Ports of this crate. Each call is one atomic unit.

use async_trait::async_trait;
use kernel::{AccountNumber, Acting, OwnerId, StoreError, UnixTime};

use crate::{AccountId, BaseUrl, EngineConnection, EventSecrets, NewConnection, Revision};

/// Reason why an owner was not connected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The owner does not exist.
    #[error("there is no such owner")]
    OwnerUnknown,
    /// Another owner is connected to this account.
    #[error("another owner is connected to this account")]
    AccountTaken,
    /// Sums already contain money of the account in another currency, and a sum has only one currency.
    #[error("currency: money is already counted in another currency, and sums have only one currency")]
    CurrencyCounted,
    /// Money in this currency was received before, and is not part of any sum.
    #[error(
        "currency: payments in this currency are already shown apart from the sums; keep the account's current currency"
    )]
    CurrencyApart,
    /// Events of another connection are signed with the same secret.
    #[error("event_secret: another connection has the same secret; each connection must have its own")]
    SecretTaken,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Source of pushed events: owner, account and secrets.
#[derive(Debug, Clone)]
pub struct EventSource {
    /// Owner of the events.
    pub owner: OwnerId,
    /// Number of the account among the owner's accounts.
    pub account: AccountNumber,
    /// Secrets that may sign the events.
    pub secrets: EventSecrets,
}

/// Connections, for code that calls engines or receives events. A connection of another owner MUST look absent.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EngineConnections: Send + Sync {
    /// Finds the owner's connection, rejected or not.
    async fn find(&self, owner: OwnerId) -> Result<Option<EngineConnection>, StoreError>;

    /// Finds the owner connected to this account, with the secrets of its events. Takes no owner, because this lookup
    /// finds the owner.
    async fn find_by_account(&self, account: &AccountId) -> Result<Option<EventSource>, StoreError>;

    /// Records that the engine rejects the connection. MUST change nothing if the owner has reconnected since
    /// `revision`. MUST keep the time of the first rejection.
    async fn mark_refused(&self, owner: OwnerId, revision: Revision, now: UnixTime)
    -> Result<(), StoreError>;

    /// Records that the engine accepts the connection again. MUST change nothing if the owner has reconnected since
    /// `revision`.
    async fn mark_accepted(&self, owner: OwnerId, revision: Revision) -> Result<(), StoreError>;
}

/// Reason why the account of an engine could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The engine rejects the token.
    #[error("the engine rejects the token")]
    Refused,
    /// No response, or an invalid one.
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

/// Probe of an engine before it is connected.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait EngineProbe: Send + Sync {
    /// Whether an engine may have this address, as its name resolves now. Only for an early error message: every
    /// connection MUST be checked again when opened.
    async fn accepts(&self, base_url: &BaseUrl) -> bool;

    /// Returns the account id that the engine reports. Stores nothing.
    async fn probe(&self, owner: OwnerId, connection: &NewConnection) -> Result<String, ProbeError>;
}

/// Registry of connections, for code that creates and ends them.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ConnectionRegistry: Send + Sync {
    /// Connects the owner, and replaces an existing connection.
    ///
    /// - The connection MUST have a new revision and count as accepted by the engine.
    /// - An account that the owner was connected to before MUST keep its number. Any other account MUST get a new
    ///   number.
    /// - The edge MUST be notified if the change decides which links serve the owner's domains.
    /// - An event secret that is replaced on the same account MUST stay as the previous secret.
    /// - If two owners connect to one account at once, one of them MUST get [`ConnectError::AccountTaken`].
    /// - If two owners connect with one event secret at once, one of them MUST get [`ConnectError::SecretTaken`]. The
    ///   same holds for an owner whose secret [is shared](EventSecrets::shares) with another existing connection.
    /// - The currency MUST be stored with the account. MUST return [`ConnectError::CurrencyCounted`] if sums already
    ///   contain the account's money in another currency. MUST return [`ConnectError::CurrencyApart`] if the sums would
    ///   have to include money that was stored separately. Both MUST hold under concurrently stored events.
    async fn connect(
        &self,
        by: &Acting,
        connection: &NewConnection,
        now: UnixTime,
    ) -> Result<(), ConnectError>;

    /// Deletes the previous event secret of the owner's connection, which MUST NOT be accepted from then on. Returns
    /// `false` if there is none.
    async fn revoke_previous_secret(&self, owner: OwnerId) -> Result<bool, StoreError>;

    /// Returns the owners whose connections [share an event secret](crate::owners_with_shared_secrets) at `now`. MUST
    /// skip a connection whose secret can't be decrypted.
    async fn owners_with_shared_secrets(&self, now: UnixTime) -> Result<Vec<OwnerId>, StoreError>;

    /// Ends the owner's connection and deletes its secrets. Another owner may then connect the account. Returns `false`
    /// if there is no connection.
    async fn disconnect(&self, by: &Acting) -> Result<bool, StoreError>;
}
