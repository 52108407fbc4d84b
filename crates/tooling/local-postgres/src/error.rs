use std::io;
use std::path::{Path, PathBuf};

/// Why there is no private server. Each sentence ends with what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No installation was found.
    #[error(
        "no PostgreSQL server (14 or newer) was found; install one with `{command}`, or name its folder of programs in PG_BIN"
    )]
    NotInstalled {
        /// What to type on this platform.
        command: String,
    },
    /// `PG_BIN` is set and wrong.
    #[error("PG_BIN names {} but {problem}; set PG_BIN to a folder with initdb, pg_ctl and postgres, or unset it", bin.display())]
    WrongPgBin {
        /// The value of `PG_BIN`.
        bin: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The extension that distributes tables is not installed.
    #[error("PostgreSQL's extension Citus is not installed: install its packages, or build it from source")]
    NoCitus,
    /// The package manager was asked and failed.
    #[cfg(feature = "install")]
    #[error("PostgreSQL could not be installed ({problem}); try `{command}` yourself")]
    InstallFailed {
        /// What to type.
        command: String,
        /// The last words of the package manager.
        problem: String,
    },
    /// The cluster was made by a version that is not installed.
    #[error("the database in {} was made by PostgreSQL {cluster}, which is not installed (found: {found}); install PostgreSQL {cluster}, or delete the data and start afresh with `cargo xtask dev --fresh`", home.display())]
    OtherVersion {
        /// The folder of the cluster.
        home: PathBuf,
        /// The major version that made it.
        cluster: u32,
        /// The major versions that were found.
        found: String,
    },
    /// The cluster belongs to a user whom this process may not become.
    #[error("the database in {} belongs to user {owner}; run this as that user or as root (`sudo`)", home.display())]
    ForeignOwner {
        /// The folder of the cluster.
        home: PathBuf,
        /// The user id of its owner.
        owner: u32,
    },
    /// Root has nobody to run the server as.
    #[error(
        "PostgreSQL does not run as root, and this machine has neither a user `postgres` nor `nobody`; create one with `useradd --system postgres`"
    )]
    NoServiceUser,
    /// The server's user can't reach or write the folder.
    #[error("user {user} can't use {}; choose another data folder that this user can reach, for example `FUNNEL_DATA_DIR=/var/lib/funnel`", path.display())]
    Unreachable {
        /// The user that the server runs as.
        user: String,
        /// The folder.
        path: PathBuf,
    },
    /// The wished port is taken.
    #[error(
        "port {port} on 127.0.0.1 is used by another program; stop that program, or choose other ports (`--port-base N` of `cargo xtask dev`)"
    )]
    PortTaken {
        /// The port.
        port: u16,
    },
    /// `initdb` or the like failed.
    #[error(
        "`{program}` failed: {problem}; if the data is not needed, start afresh with `cargo xtask dev --fresh`"
    )]
    Program {
        /// The program's name.
        program: String,
        /// Its last words.
        problem: String,
    },
    /// The server did not come up.
    #[error("PostgreSQL did not start: {problem}; read {}", log.display())]
    NotStarted {
        /// The last words of the log.
        problem: String,
        /// The server's log.
        log: PathBuf,
    },
    /// A server is there, but neither becomes ready nor ends.
    #[error(
        "the PostgreSQL process {pid} has been neither ready nor gone for {seconds} seconds; end it with `kill -INT {pid}` and start again"
    )]
    Stuck {
        /// The process id.
        pid: i32,
        /// How long it was watched.
        seconds: u64,
    },
    /// Another process uses the server, so that it can't be wiped.
    #[error("another process still uses the database in {}; stop it first (Ctrl-C in its terminal)", data_dir.display())]
    InUse {
        /// The data folder.
        data_dir: PathBuf,
    },
    /// A folder that someone else controls is where the cluster or the socket should be.
    #[error("{} exists and belongs to somebody else; delete it (`sudo rm -r {}`) and start again", path.display(), path.display())]
    ForeignFolder {
        /// The folder.
        path: PathBuf,
    },
    /// `postgres.json` can't be understood.
    #[error("{} can't be read as JSON ({problem}); restore it from a backup, or start afresh with `cargo xtask dev --fresh`", path.display())]
    BrokenState {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        problem: String,
    },
    /// The operating system refused something.
    #[error("{action} {} failed: {source}; check that the folder exists, has space and belongs to you (`ls -ld {}`)", path.display(), path.display())]
    Io {
        /// What was tried, as a word like "reading".
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
}

impl Error {
    /// For `map_err`: names the action and the path that an input or output error lacks.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io { action, path, source }
    }
}
