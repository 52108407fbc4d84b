use std::path::PathBuf;

use crate::Server;

/// Protection against data loss in a crash of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// PostgreSQL's defaults: committed data is durable.
    #[default]
    Full,
    /// No flushing. Fast, but a power failure may lose the whole cluster: for tests only.
    Unsafe,
    /// Like [`Unsafe`](Self::Unsafe), and new clusters are in memory (`/dev/shm`) if there is room.
    /// For tests that create hundreds of databases, where creating files on disk would take
    /// longest.
    InMemory,
}

/// Settings for starting or joining a server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Folder that the server belongs to; created if missing.
    pub data_dir: PathBuf,
    /// TCP port; `None` for a free one that is kept across restarts.
    ///
    /// A running server keeps its port.
    pub port: Option<u16>,
    /// Applies only when starting the server; joining keeps the running server's durability.
    pub durability: Durability,
    /// Additional environment variables of the server.
    pub environment: Vec<(String, String)>,
    /// Additional configuration of the server, as names and values in the file's syntax.
    pub configuration: Vec<(String, String)>,
    /// Password of a new cluster; random by default. An existing cluster keeps its password.
    pub password: Option<String>,
    /// URL of the primary, for a new cluster that is its standby.
    pub standby_of: Option<String>,
}

impl Settings {
    /// Creates settings of a durable server on a free port.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            port: None,
            durability: Durability::Full,
            environment: Vec::new(),
            configuration: Vec::new(),
            password: None,
            standby_of: None,
        }
    }

    /// Returns the settings of a streaming standby of `primary`, which runs with these settings.
    /// The primary needs `wal_level = replica` and a sender (`max_wal_senders`).
    #[must_use]
    pub fn standby(&self, primary: &Server, data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            port: None,
            password: Some(primary.password().to_owned()),
            standby_of: Some(primary.url("postgres")),
            ..self.clone()
        }
    }
}
