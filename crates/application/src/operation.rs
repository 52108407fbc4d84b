//! Ports for operators: tasks on a whole service that the API does not offer.

use std::path::PathBuf;

use async_trait::async_trait;
use kernel::{Acting, StoreError, UnixTime};

/// Erases the identity of a fan, and keeps the payments.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FanErasure: Send + Sync {
    /// Erases all data that identifies the fan; `None` when the owner has no such fan. MUST be atomic, and MUST leave
    /// every total unchanged.
    async fn erase(&self, by: &Acting, fan: &str) -> Result<Option<Erased>, StoreError>;
}

/// Numbers of erased and anonymized rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Erased {
    /// Conversions that were anonymized.
    pub conversions: usize,
    /// Deleted deliveries to pixels, sent or not.
    pub deliveries: usize,
    /// Deleted events without money, raw events, quarantined events, and their content requests.
    pub events: usize,
    /// Clicks that no longer lead to a visitor.
    pub clicks: usize,
    /// Rows of broadcasts that were anonymized.
    pub broadcasts: usize,
    /// Ids of unfinished broadcasts whose exclusion list still names the fan.
    pub still_excluded_by: Vec<i64>,
}

/// Quarantined touches: touches that the database rejected, and touches in damaged files.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait TouchesAside: Send + Sync {
    /// Stores the quarantined touches again. Running it alongside the processes that ship touches, or twice, MUST count
    /// no touch twice.
    ///
    /// # Errors
    /// The store is unavailable, or `Failed`: the quarantined files can't be read or removed.
    async fn redrive(&self) -> Result<Redriven, StoreError>;
}

/// Result of storing quarantined touches again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redriven {
    /// Touches that are now stored, including touches that were stored before.
    pub stored: usize,
    /// Touches that the store rejected again; they stay in quarantine.
    pub refused: usize,
    /// Files that are readable only in part. The readable part is stored; the files stay.
    pub damaged: Vec<PathBuf>,
}

/// Data keys of stored secrets, and the secret key that wraps them.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait SecretKeys: Send + Sync {
    /// Seals every stored secret with a new data key, and retires the older keys. MUST be safe to interrupt, to repeat,
    /// and to run twice at once, while others read and write.
    async fn rotate(&self) -> Result<Rotated, StoreError>;

    /// Wraps every data key under the current secret key, all or none. Returns the number of keys that were wrapped
    /// under another key.
    async fn rewrap(&self) -> Result<usize, StoreError>;

    /// Counts the keys that depend on the current secret key, and the keys that do not.
    async fn dependence(&self) -> Result<Dependence, StoreError>;
}

/// Result of a key rotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotated {
    /// Number of the data key in use now.
    pub key: u32,
    /// Number of secrets that were sealed again.
    pub resealed: usize,
    /// Numbers of the retired keys.
    pub retired: Vec<u32>,
}

/// Numbers of keys by the secret key that they depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependence {
    /// Data keys, including retired keys.
    pub data_keys: usize,
    /// Data keys that are not wrapped under the current secret key.
    pub data_keys_left: usize,
    /// Valid API keys.
    pub api_keys: i64,
    /// Valid API keys whose hash may come from an older secret key.
    pub api_keys_left: i64,
}

/// Examines a database before a service runs on it.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait DatabaseExaminer: Send + Sync {
    /// Queries the server's settings and the connection's properties.
    async fn examine(&self) -> Result<Examination, StoreError>;

    /// Waits for a test notification on the service's connection. May never return.
    async fn receive_notification(&self);

    /// Waits until the standby has all data written before this call. May never return.
    async fn follow_standby(&self) -> Result<(), StoreError>;

    /// Number of migrations that have not run yet.
    async fn pending_migrations(&self) -> Result<usize, StoreError>;
}

/// Properties of a database server and of the connection to it.
#[derive(Debug, Clone)]
pub struct Examination {
    /// Version as PostgreSQL writes it, such as `15.20`.
    pub version: String,
    pub major: i32,
    /// Whether the connection uses TLS; `None` for a local Unix socket.
    pub encrypted: Option<bool>,
    /// Whether two connections share one server session, as behind a pooler in transaction mode.
    pub is_pooled: bool,
    /// Current time of the server's clock.
    pub now: UnixTime,
    /// Installed extensions: name and version.
    pub extensions: Vec<(String, String)>,
    /// Errors in the Citus distribution of tables; `None` on a server without Citus.
    pub distribution: Option<Vec<String>>,
    /// Citus nodes that can't be reached, as `host:port`.
    pub lost_nodes: Vec<String>,
}
