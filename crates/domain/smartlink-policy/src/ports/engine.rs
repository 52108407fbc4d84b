use async_trait::async_trait;
use kernel::{AccountNumber, CountryCode, OwnerId};
use serde::{Deserialize, Serialize};

use crate::link::{Offer, ProviderId};
use crate::upstream::{BadLink, UpstreamLink};

/// Reason why a call to the engine failed.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The owner has no connection, or the engine denies access (`engine_not_connected`).
    #[error("the engine is not connected")]
    NotConnected,
    /// The response was invalid or late; the engine may have carried out the request (`engine_error`).
    #[error("the engine failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The response contains an invalid link; the engine may have carried out the request.
    #[error("the engine failed")]
    BadLink(#[source] BadLink),
}

/// Account behind a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineAccount {
    /// Id of the account on the platform.
    pub account_id: String,
    /// Username of the account on the platform.
    pub username: String,
}

/// Connected account of an owner, according to our own records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectedAccount {
    /// Number of the account among the owner's accounts.
    pub number: AccountNumber,
    /// Id of the account on the platform.
    pub id: String,
}

/// All links of an account.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EngineLinks {
    /// Valid links, each once.
    pub links: Vec<UpstreamLink>,
    /// Number of invalid links, which are left out.
    pub bad: usize,
}

/// Link to create upstream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewUpstreamLink {
    /// Account in which the link is created.
    pub account: AccountNumber,
    /// Offer of the link.
    pub offer: Offer,
    /// Name of the link on the platform.
    pub name: String,
    /// Country of a trial.
    pub country: Option<CountryCode>,
    /// Trial length in days.
    pub trial_days: Option<u16>,
    /// Idempotency key, the same for every attempt to fill the slot.
    pub idempotency_key: String,
}

/// Unvalidated statistics of a link from the engine (engine protocol, "links/stats").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineStats {
    /// Id of the link on the platform.
    pub provider_id: String,
    /// Day of the statistics, `YYYY-MM-DD`.
    pub day: String,
    /// Number of clicks.
    pub clicks: i64,
    /// Number of subscribers.
    pub subscribers: i64,
    /// Revenue from these subscribers, in cents.
    pub revenue_cents: i64,
    /// Number of subscribers who spent money.
    pub spenders: i64,
    /// Number of conversions.
    pub conversions: i64,
    /// Net revenue of the conversions, in cents.
    pub revenue_net_cents: i64,
}

/// Owner's account on the upstream content platform. Every call MUST end within 10 seconds, including retries. A call
/// that names a link of an account MUST return [`EngineError::NotConnected`] if the owner is now connected to another
/// account.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FunnelEngine: Send + Sync {
    /// Returns the connected account; `None` without a connection. MUST NOT call the engine.
    async fn connected(&self, owner: OwnerId) -> Result<Option<ConnectedAccount>, EngineError>;

    /// Returns the account from the engine. The cheapest way to test the connection.
    async fn account(&self, owner: OwnerId) -> Result<EngineAccount, EngineError>;

    /// Lists all links of the account. An endless list MUST be an error. An invalid link ([`BadLink`]) MUST NOT hide
    /// the valid links.
    async fn links(&self, owner: OwnerId) -> Result<EngineLinks, EngineError>;

    /// Creates a link and returns the engine's link, which may differ from the request. Every attempt MUST send the
    /// same idempotency key, so that the engine returns the existing link on a retry.
    async fn create_link(&self, owner: OwnerId, link: &NewUpstreamLink) -> Result<UpstreamLink, EngineError>;

    /// Switches a link on or off. MUST return an error unless the engine confirms the new state of this link. Repeated
    /// calls MUST be harmless.
    async fn set_active(&self, owner: OwnerId, link: &ProviderId, active: bool) -> Result<(), EngineError>;

    /// Returns the statistics of up to [`MAX_STATS`](crate::ports::MAX_STATS) links of one account. Links unknown to
    /// the engine are left out.
    async fn link_stats(&self, owner: OwnerId, links: &[ProviderId])
    -> Result<Vec<EngineStats>, EngineError>;
}
