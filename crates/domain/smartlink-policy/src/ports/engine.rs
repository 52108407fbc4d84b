use async_trait::async_trait;
use kernel::{AccountNumber, CountryCode, OwnerId};
use serde::{Deserialize, Serialize};

use crate::link::{Offer, ProviderId};
use crate::upstream::{BadLink, UpstreamLink};

/// Why the engine did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The owner has no connection, or the engine does not let us in (`engine_not_connected`).
    #[error("the engine is not connected")]
    NotConnected,
    /// It answered wrongly, or not in time; it may have done what was asked (`engine_error`).
    #[error("the engine failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It answered a link that can't be one; it may have done what was asked.
    #[error("the engine failed")]
    BadLink(#[source] BadLink),
}

/// The account behind a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineAccount {
    /// Its id upstream.
    pub account_id: String,
    /// Its name upstream.
    pub username: String,
}

/// The account that an owner is connected to, as far as we know it ourselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectedAccount {
    /// Which of the owner's accounts it is.
    pub number: AccountNumber,
    /// Its id upstream.
    pub id: String,
}

/// All links of an account.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EngineLinks {
    /// Those that make sense, each once.
    pub links: Vec<UpstreamLink>,
    /// How many make no sense and are left out.
    pub bad: usize,
}

/// A link to be created upstream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewUpstreamLink {
    /// The account that it is for.
    pub account: AccountNumber,
    /// What it offers.
    pub offer: Offer,
    /// What it is called there.
    pub name: String,
    /// The country of a trial.
    pub country: Option<CountryCode>,
    /// How long the trial lasts, in days.
    pub trial_days: Option<u16>,
    /// The key under which every attempt for the same slot is made.
    pub idempotency_key: String,
}

/// Stats of a link as the engine answers them (engine protocol, "links/stats"), nothing of them checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineStats {
    /// The platform's id of the link.
    pub provider_id: String,
    /// The day, `YYYY-MM-DD`.
    pub day: String,
    /// Clicks.
    pub clicks: i64,
    /// Subscribers.
    pub subscribers: i64,
    /// What they brought, in cents.
    pub revenue_cents: i64,
    /// How many of them spent.
    pub spenders: i64,
    /// How many conversions there were.
    pub conversions: i64,
    /// What they brought, net, in cents.
    pub revenue_net_cents: i64,
}

/// The owner's account on the upstream content platform. Every call MUST end within 10 seconds, tries included. A call that
/// names something of an account MUST be [`EngineError::NotConnected`] when the owner is connected to another one by then.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FunnelEngine: Send + Sync {
    /// The connected account; none without a connection. MUST not call the engine.
    async fn connected(&self, owner: OwnerId) -> Result<Option<ConnectedAccount>, EngineError>;

    /// Whose account it is; the cheapest way to see whether there is a connection.
    async fn account(&self, owner: OwnerId) -> Result<EngineAccount, EngineError>;

    /// All links of the account. A list without an end MUST be an error, and one link that makes no sense
    /// ([`BadLink`]) MUST not hide the others.
    async fn links(&self, owner: OwnerId) -> Result<EngineLinks, EngineError>;

    /// Creates a link and returns what the engine made, which need not be what was asked for. Every try MUST carry the
    /// idempotency key as it is, so that an engine which did it already answers what it did.
    async fn create_link(&self, owner: OwnerId, link: &NewUpstreamLink) -> Result<UpstreamLink, EngineError>;

    /// Switches a link on or off. MUST be an error unless the engine answered that this very link is so now. Repeating the call
    /// MUST be harmless.
    async fn set_active(&self, owner: OwnerId, link: &ProviderId, active: bool) -> Result<(), EngineError>;

    /// The stats of these links, all of one account, at most [`MAX_STATS`](crate::ports::MAX_STATS) of them; links that the engine does not
    /// know are left out.
    async fn link_stats(&self, owner: OwnerId, links: &[ProviderId])
    -> Result<Vec<EngineStats>, EngineError>;
}
