use std::path::PathBuf;

use crate::Server;

/// How much the server does against the loss of data in a crash of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// PostgreSQL's own defaults: what was committed stays.
    #[default]
    Full,
    /// No flushing at all. Fast, and a power cut may lose the whole cluster: for tests only.
    Unsafe,
    /// As [`Unsafe`](Self::Unsafe), and a cluster that is made is in memory where the machine has room for it (`/dev/shm`). For tests
    /// that make databases by the hundred: a file system on a disk takes longer to make their files than PostgreSQL does to fill them.
    InMemory,
}

/// Which server to start or to join.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder that the server belongs to; it is created when it does not exist.
    pub data_dir: PathBuf,
    /// The TCP port, or `None` for a free one that is remembered across restarts.
    ///
    /// A server that runs already keeps the port it has.
    pub port: Option<u16>,
    /// Taken from whoever starts the server; those who join it get what runs.
    pub durability: Durability,
    /// Variables that the server gets beside those of whoever starts it.
    pub environment: Vec<(String, String)>,
    /// Lines that the server's configuration gets beside ours, each a name and a value as it is in the file.
    pub configuration: Vec<(String, String)>,
    /// The password of a cluster that is made; a random one by default. A cluster that exists keeps its own.
    pub password: Option<String>,
    /// The address of a server of which a cluster that is made is a copy, and which it follows from then on.
    pub standby_of: Option<String>,
}

impl Settings {
    /// A durable server on a free port.
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

    /// A streaming standby of `primary`, which runs with these settings, in a folder of its own. The primary needs
    /// `wal_level = replica` and a sender (`max_wal_senders`).
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
