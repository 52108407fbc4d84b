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
    // The servers listen on no other address.
    ("citus.local_hostname", "'127.0.0.1'"),
    // No TLS is needed between servers of one machine.
    ("citus.node_conninfo", "'sslmode=disable'"),
    // Citus runs one maintenance process for each database in use.
    ("max_worker_processes", "64"),
    ("shared_buffers", "'128MB'"),
    ("citus.shard_count", "4"),
    // A statement on several shards of a node runs them one after the other, on the existing connection.
    ("citus.max_adaptive_executor_pool_size", "1"),
    // Interval at which Citus completes commits that a crash interrupted between their two phases.
    ("citus.recover_2pc_interval", "'5s'"),
    ("citus.enable_statistics_collection", "off"),
    // Statements on more than one shard appear in the coordinator's log.
    ("citus.multi_task_query_log_level", "'log'"),
    // Moving shards between nodes needs logical replication.
    ("wal_level", "logical"),
    ("max_wal_senders", "10"),
    ("max_replication_slots", "20"),
];

/// Private servers that form one distributed database: a coordinator and workers with the Citus extension loaded, for
/// tests and drills.
///
/// Each database needs its own list of nodes, which its creator sets up.
#[derive(Debug)]
pub struct Citus {
    /// Server that programs connect to.
    pub coordinator: Server,
    /// Servers that hold the tables of owners.
    pub workers: Vec<Server>,
}

impl Citus {
    /// Returns whether Citus is installed for the PostgreSQL of private servers.
    pub fn is_installed() -> Result<bool, Error> {
        let installation = Installation::find(&Account::choose(None)?, Path::new("."), None)?;
        let asked = Command::new(installation.program("pg_config")).arg("--pkglibdir").output();
        let folder = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        Ok(folder.is_ok_and(|folder| Path::new(&folder).join("citus.so").is_file()))
    }

    /// Joins or starts the servers of this folder, each in a separate folder below it.
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

    /// Returns the settings of one server in a folder of this name. Servers of one folder can log in to each other.
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

    /// Releases all servers, and stops those that nobody else uses.
    pub fn stop_if_last(self) -> Result<(), Error> {
        for server in std::iter::once(self.coordinator).chain(self.workers) {
            server.stop_if_last()?;
        }
        Ok(())
    }
}

/// Returns the common password of all servers, with which they log in to each other.
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
