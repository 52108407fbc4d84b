use std::io;
use std::path::{Path, PathBuf};

/// Reason why there is no private server. Each message ends with a remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No installation was found.
    #[error(
        "no PostgreSQL server (14 or newer) was found; install one with `{command}`, or set PG_BIN to the folder of its programs"
    )]
    NotInstalled {
        /// Install command for this platform.
        command: String,
    },
    /// `PG_BIN` is set to an invalid value.
    #[error("PG_BIN names {} but {problem}; set PG_BIN to a folder with initdb, pg_ctl and postgres, or unset it", bin.display())]
    WrongPgBin {
        /// Value of `PG_BIN`.
        bin: PathBuf,
        /// Problem of the value.
        problem: String,
    },
    /// The extension that distributes tables is not installed.
    #[error("PostgreSQL's extension Citus is not installed: install its packages, or build it from source")]
    NoCitus,
    /// The package manager failed.
    #[cfg(feature = "install")]
    #[error("PostgreSQL could not be installed ({problem}); try `{command}` yourself")]
    InstallFailed {
        /// Install command to run by hand.
        command: String,
        /// Last line of the package manager's errors.
        problem: String,
    },
    /// The cluster was made by a version that is not installed.
    #[error("the database in {} was created by PostgreSQL {cluster}, which is not installed (found: {found}); install PostgreSQL {cluster}, or delete the data and start afresh with `cargo xtask dev --fresh`", home.display())]
    OtherVersion {
        /// Folder of the cluster.
        home: PathBuf,
        /// Major version that made the cluster.
        cluster: u32,
        /// Major versions that were found.
        found: String,
    },
    /// The cluster belongs to a user whom this process may not become.
    #[error("the database in {} belongs to user {owner}; run this as that user or as root (`sudo`)", home.display())]
    ForeignOwner {
        /// Folder of the cluster.
        home: PathBuf,
        /// User id of the owner.
        owner: u32,
    },
    /// There is no user that root could run the server as.
    #[error(
        "PostgreSQL does not run as root, and this machine has neither a user `postgres` nor `nobody`; create one with `useradd --system postgres`"
    )]
    NoServiceUser,
    /// The server's user can't reach or write the folder.
    #[error("user {user} can't use {}; choose another data folder that this user can reach, for example `FUNNEL_DATA_DIR=/var/lib/funnel`", path.display())]
    Unreachable {
        /// User that the server runs as.
        user: String,
        path: PathBuf,
    },
    /// The requested port is in use.
    #[error(
        "port {port} on 127.0.0.1 is used by another program; stop that program, or choose other ports (`--port-base N` of `cargo xtask dev`)"
    )]
    PortTaken { port: u16 },
    /// A program such as `initdb` failed.
    #[error(
        "`{program}` failed: {problem}; if the data is not needed, start afresh with `cargo xtask dev --fresh`"
    )]
    Program {
        /// Name of the program.
        program: String,
        /// Last error lines of the program.
        problem: String,
    },
    /// The server did not start.
    #[error("PostgreSQL did not start: {problem}; read {}", log.display())]
    NotStarted {
        /// Last error lines of the log.
        problem: String,
        /// Path of the server's log.
        log: PathBuf,
    },
    /// A server exists, but neither becomes ready nor ends.
    #[error(
        "the PostgreSQL process {pid} has neither started nor stopped for {seconds} seconds; end it with `kill -INT {pid}` and start again"
    )]
    Stuck {
        pid: i32,
        /// Duration of the wait, in seconds.
        seconds: u64,
    },
    /// Another process uses the server, so it can't be wiped.
    #[error("another process still uses the database in {}; stop it first (Ctrl-C in its terminal)", data_dir.display())]
    InUse { data_dir: PathBuf },
    /// A folder that another user controls is in the place of the cluster or the socket.
    #[error("{} exists and belongs to somebody else; delete it (`sudo rm -r {}`) and start again", path.display(), path.display())]
    ForeignFolder { path: PathBuf },
    /// `postgres.json` is invalid.
    #[error("{} can't be read as JSON ({problem}); restore it from a backup, or start afresh with `cargo xtask dev --fresh`", path.display())]
    BrokenState {
        /// Path of the file.
        path: PathBuf,
        /// Error of the parser.
        problem: String,
    },
    /// An operation on a file or folder failed.
    #[error("{action} {} failed: {source}; check that the folder exists, has space and belongs to you (`ls -ld {}`)", path.display(), path.display())]
    Io {
        /// Failed action, as a word like "reading".
        action: &'static str,
        /// Path of the file or folder.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
}

impl Error {
    /// Returns a function for `map_err` that adds the action and the path to an input or output error.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io { action, path, source }
    }
}
