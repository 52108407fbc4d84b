use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::process::Command;

use crate::account::Account;
use crate::cluster::random_word;
use crate::installation::Installation;
use crate::settings::{Durability, Settings};
use crate::state::write_private;
use crate::{Error, Server};

const CONFIGURATION: [(&str, &str); 13] = [
    ("shared_preload_libraries", "'citus'"),
    // The servers listen only here.
    ("citus.local_hostname", "'127.0.0.1'"),
    // Local connections need no TLS.
    ("citus.node_conninfo", "'sslmode=disable'"),
    // Citus runs one maintenance process per database in use.
    ("max_worker_processes", "64"),
    ("shared_buffers", "'128MB'"),
    ("citus.shard_count", "4"),
    // A statement on several shards of a node runs sequentially on the existing connection.
    ("citus.max_adaptive_executor_pool_size", "1"),
    // Interval for resolving transactions that a crash left between the two phases of a commit.
    ("citus.recover_2pc_interval", "'5s'"),
    ("citus.enable_statistics_collection", "off"),
    // The coordinator logs queries on more than one shard.
    ("citus.multi_task_query_log_level", "'log'"),
    // Shards move between nodes by replication.
    ("wal_level", "logical"),
    ("max_wal_senders", "10"),
    ("max_replication_slots", "20"),
];

/// Private servers of one distributed database: a coordinator and workers with the Citus extension,
/// for tests and drills. The creator of each database sets up its nodes.
#[derive(Debug)]
pub struct Citus {
    /// Server that programs connect to.
    pub coordinator: Server,
    /// Servers that hold the distributed tables.
    pub workers: Vec<Server>,
}

impl Citus {
    /// Returns whether the extension is installed for the PostgreSQL of private servers.
    pub fn is_installed() -> Result<bool, Error> {
        let installation = Installation::find(&Account::choose(None)?, Path::new("."), None)?;
        let asked = Command::new(installation.program("pg_config")).arg("--pkglibdir").output();
        let folder = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        Ok(folder.is_ok_and(|folder| Path::new(&folder).join("citus.so").is_file()))
    }

    /// Joins or starts the servers of this folder, each in its own subfolder.
    pub fn start_or_join(data_dir: &Path, workers: usize, durability: Durability) -> Result<Self, Error> {
        if !data_dir.is_dir() {
            DirBuilder::new()
                .recursive(true)
                .mode(0o711)
                .create(data_dir)
                .map_err(Error::io("creating", data_dir))?;
        }
        let start = |name: String| start(&Self::settings(data_dir, &name, durability)?);
        Ok(Self {
            coordinator: start("coordinator".to_owned())?,
            workers: (1..=workers)
                .map(|number| start(format!("worker-{number}")))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Returns the settings of the server in the subfolder `name`. Servers of one folder share a
    /// password.
    pub fn settings(data_dir: &Path, name: &str, durability: Durability) -> Result<Settings, Error> {
        let password = password(data_dir)?;
        Ok(Settings {
            durability,
            configuration: CONFIGURATION.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            environment: vec![("PGPASSWORD".to_owned(), password.clone())],
            password: Some(password),
            ..Settings::new(data_dir.join(name))
        })
    }

    /// Releases all servers.
    pub fn stop_if_last(self) -> Result<(), Error> {
        for server in std::iter::once(self.coordinator).chain(self.workers) {
            server.stop_if_last()?;
        }
        Ok(())
    }
}

/// Returns the password that all servers share, for their connections to each other.
fn password(data_dir: &Path) -> Result<String, Error> {
    let file = data_dir.join("password");
    if !file.is_file() {
        write_private(&file, &random_word())?;
    }
    let text = fs::read_to_string(&file).map_err(Error::io("reading", &file))?;
    Ok(text.trim().to_owned())
}

fn start(settings: &Settings) -> Result<Server, Error> {
    Server::start_or_join(settings).map_err(|error| match error {
        Error::NotStarted { problem, .. } if problem.contains("could not access file \"citus\"") => {
            Error::NoCitus
        }
        error => error,
    })
}
