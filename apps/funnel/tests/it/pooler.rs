//! A private PgBouncer in transaction mode, one per database, for `cargo xtask test --pooled`.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use url::Url;

/// Path of the program. If set, the service reaches its database through PgBouncer.
pub(crate) const VARIABLE: &str = "FUNNEL_TEST_PGBOUNCER";

/// Names the socket. A TCP port could be taken by another process.
const PORT: u16 = 6432;
const PATIENCE: Duration = Duration::from_secs(10);

/// A running pooler; the value ends it when dropped.
pub(crate) struct Pooler {
    child: Child,
    folder: TempDir,
}

impl Pooler {
    /// Starts a pooler for the server at this URL, if the tests use one. Blocks until it responds.
    pub(crate) fn before(direct: &str) -> Option<Self> {
        let program = std::env::var_os(VARIABLE)?;
        let folder = TempDir::new().unwrap();
        // Run by root, PgBouncer switches to another user, which creates the socket.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
        let settings = folder.path().join("pgbouncer.ini");
        fs::write(&settings, configuration(direct, folder.path())).unwrap();
        let mut command = Command::new(program);
        if folder.path().metadata().unwrap().uid() == 0 {
            command.args(["-u", "nobody"]);
        }
        let log = File::create(folder.path().join("log")).unwrap();
        command.arg(&settings).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let mut pooler = Self { child: command.spawn().unwrap(), folder };
        pooler.answers();
        Some(pooler)
    }

    /// Returns the database's URL through the pooler.
    pub(crate) fn url(&self, direct: &str) -> String {
        let direct = Url::parse(direct).unwrap();
        let folder = self.folder.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://{}@{folder}:{PORT}{}", direct.username(), direct.path())
    }

    fn answers(&mut self) {
        let (socket, start) = (self.folder.path().join(format!(".s.PGSQL.{PORT}")), Instant::now());
        while UnixStream::connect(&socket).is_err() {
            let ended = self.child.try_wait().unwrap();
            let log = || fs::read_to_string(self.folder.path().join("log")).unwrap();
            assert!(ended.is_none() && start.elapsed() < PATIENCE, "PgBouncer does not start: {}", log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the configuration of docs/operations/scale.md, with a pool so small that transactions
/// really switch sessions.
fn configuration(direct: &str, folder: &Path) -> String {
    let direct = Url::parse(direct).unwrap();
    let (host, port) = (direct.host_str().unwrap(), direct.port().unwrap_or(5432));
    let (user, password) = (direct.username(), direct.password().unwrap_or_default());
    format!(
        "[databases]
         * = host={host} port={port} user={user} password='{password}'
         [pgbouncer]
         pool_mode = transaction
         max_prepared_statements = 200
         default_pool_size = 8
         max_client_conn = 1000
         server_login_retry = 1
         auth_type = any
         listen_port = {PORT}
         unix_socket_dir = {}
         unix_socket_mode = 0777
         log_connections = 0
         log_disconnections = 0
        ",
        folder.display()
    )
    .replace("\n         ", "\n")
}
