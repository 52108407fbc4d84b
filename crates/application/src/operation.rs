//! What operators do to all of a service, beside its API: ports and their values.

use std::path::PathBuf;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};

/// Erases who a fan is, and keeps what they paid.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FanErasure: Send + Sync {
    /// Erases what identifies the fan; `None` when the owner has no such fan. MUST be one atomic unit, and MUST leave every
    /// total as it was.
    async fn erase(&self, owner: OwnerId, fan: &str) -> Result<Option<Erased>, StoreError>;
}

/// What was erased.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Erased {
    /// Conversions that stay, under a name that stands for nobody.
    pub conversions: usize,
    /// Deliveries to pixels that were deleted, sent or not.
    pub deliveries: usize,
    /// What was deleted: events that moved no money, were kept raw or set aside, and their content requests.
    pub events: usize,
    /// Clicks that lead to no visitor any more.
    pub clicks: usize,
    /// Rows of broadcasts that stay, under a name that stands for nobody.
    pub broadcasts: usize,
    /// Broadcasts that are not over and still name them among those whom they leave out.
    pub still_excluded_by: Vec<i64>,
}

/// The touches that were set aside, because the database refused them or because their file is damaged.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait TouchesAside: Send + Sync {
    /// Stores them once more. It MUST be possible to run it beside the processes that ship touches, and to repeat it: nothing
    /// counts twice.
    ///
    /// # Errors
    /// The store takes nothing now, or `Failed`: what is set aside can't be read or removed.
    async fn redrive(&self) -> Result<Redriven, StoreError>;
}

/// What became of the touches that were set aside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redriven {
    /// Touches that are stored now, whether or not they were before.
    pub stored: usize,
    /// Touches that the store still refuses; they are set aside again.
    pub refused: usize,
    /// Files that can't be read to their end. What could be read is stored; they stay.
    pub damaged: Vec<PathBuf>,
}

/// The keys of stored secrets, and the secret key that they are wrapped under.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SecretKeys: Send + Sync {
    /// Seals every stored secret with a new key, and retires the older ones. It MUST be possible to stop it, to repeat it, and
    /// to run it twice at once, while others read and write.
    async fn rotate(&self) -> Result<Rotated, StoreError>;

    /// Wraps every data key under the current secret key, all or none; returns how many were not.
    async fn rewrap(&self) -> Result<usize, StoreError>;

    /// What depends on the current secret key now, and what does not.
    async fn dependence(&self) -> Result<Dependence, StoreError>;
}

/// What a rotation did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotated {
    /// The number of the key that is in use now.
    pub key: u32,
    /// How many values were sealed again.
    pub resealed: usize,
    /// The numbers of the keys that were retired.
    pub retired: Vec<u32>,
}

/// What depends on which secret key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependence {
    /// Data keys, retired ones included.
    pub data_keys: usize,
    /// Those that are not wrapped under the current secret key.
    pub data_keys_left: usize,
    /// API keys that open something.
    pub api_keys: i64,
    /// Those whose hash is not known to be made under the current secret key.
    pub api_keys_left: i64,
}

/// Examines a database before a service runs on it.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DatabaseExaminer: Send + Sync {
    /// What the server reports of itself and of the connection to it.
    async fn examine(&self) -> Result<Examination, StoreError>;

    /// Returns once a notification came back by the connection that the service uses; perhaps never.
    async fn receive_notification(&self);

    /// Returns once the standby has what was written when this was called; perhaps never.
    async fn follow_standby(&self) -> Result<(), StoreError>;

    /// How many migrations have not run yet.
    async fn pending_migrations(&self) -> Result<usize, StoreError>;
}

/// What a server reports of itself and of the connection to it.
#[derive(Debug, Clone)]
pub struct Examination {
    /// Its version in PostgreSQL's words, such as `15.20`.
    pub version: String,
    /// The major version.
    pub major: i32,
    /// Whether statements go through TLS; `None` where they take the socket of this machine.
    pub encrypted: Option<bool>,
    /// Whether two connections get the same session of the server: a pooler in transaction mode is in between.
    pub is_pooled: bool,
    /// The server's clock.
    pub now: UnixTime,
    /// Extensions with their versions.
    pub extensions: Vec<(String, String)>,
    /// Where Citus is: what of the layout is not as it has to be. `None` on a server alone.
    pub distribution: Option<Vec<String>>,
    /// Nodes that Citus does not reach, as `host:port`.
    pub lost_nodes: Vec<String>,
}
