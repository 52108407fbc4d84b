use std::path::PathBuf;

use crate::Server;

/// Protection of the server against data loss in a crash of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// PostgreSQL's own defaults: committed data survives.
    #[default]
    Full,
    /// No flushing at all. Fast, but a power failure may lose the whole cluster: for tests only.
    Unsafe,
    /// Like [`Unsafe`](Self::Unsafe), with new clusters in memory (`/dev/shm`) if there is space.
    ///
    /// For tests that create hundreds of databases: creating the files on a disk takes longer than filling them.
    InMemory,
}

/// Settings of a server to be started or joined.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Data folder of the server; created if it does not exist.
    pub data_dir: PathBuf,
    /// TCP port, or `None` for a free port that stays the same across restarts.
    ///
    /// A running server keeps its port.
    pub port: Option<u16>,
    /// Durability of a newly started server; joining a running server ignores it.
    pub durability: Durability,
    /// Additional environment variables of the server.
    pub environment: Vec<(String, String)>,
    /// Additional lines of the server's configuration: name, and value as in the file.
    pub configuration: Vec<(String, String)>,
    /// Password of a new cluster; random by default. An existing cluster keeps its password.
    pub password: Option<String>,
    /// Address of the server that a new cluster copies and then follows as a standby.
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

    /// Returns the settings of a streaming standby of `primary` in a separate folder; `self` has the settings of the
    /// primary. The primary needs `wal_level = replica` and a sender (`max_wal_senders`).
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
