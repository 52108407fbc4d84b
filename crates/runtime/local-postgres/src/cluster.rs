use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::home::Home;
use crate::installation::Installation;
use crate::postmaster::Postmaster;
use crate::settings::{Durability, Settings};
use crate::state::write_private;
use crate::{DATABASE, Error, USER, postmaster};

/// Maximum time for the last sessions of a killed server to end; until then a new server refuses to start.
const ORPHANS: Duration = Duration::from_secs(60);
const LARGEST_LOG: u64 = 10 * 1024 * 1024;

/// Files of a server, and the programs that work on them.
#[derive(Debug, Clone)]
pub(crate) struct Cluster {
    home: Home,
    installation: Installation,
}

impl Cluster {
    /// Finds the programs of the version that made the cluster in the home, or of any version for a new cluster.
    pub(crate) fn open(home: Home) -> Result<Self, Error> {
        let wanted = fs::read_to_string(folder(&home.dir).join("PG_VERSION")).ok();
        let wanted = wanted.and_then(|text| text.trim().parse().ok());
        let installation = Installation::find(&home.account, &home.dir, wanted)?;
        Ok(Self { home, installation })
    }

    /// Creates the cluster if there is none, under a temporary name, so that an existing cluster is always complete.
    pub(crate) fn make_if_absent(&self, settings: &Settings) -> Result<(), Error> {
        let durability = settings.durability;
        if folder(&self.home.dir).is_dir() {
            return Ok(());
        }
        tracing::info!(home = %self.home.dir.display(), user = self.home.account.name, version = self.installation.major, "creating a PostgreSQL cluster");
        let new = self.home.dir.join("cluster.new");
        let password = self.home.password_file();
        write_private(&password, &settings.password.clone().unwrap_or_else(random_word))?;
        self.home.account.own(&password)?;
        match &settings.standby_of {
            Some(primary) => self.copy(primary)?,
            None => self.initialize(durability)?,
        }
        let place = folder(&self.home.dir);
        fs::rename(&new, &place).map_err(Error::io("renaming", &new))
    }

    fn initialize(&self, durability: Durability) -> Result<(), Error> {
        let utf8 = ["--lc-collate=C", "--lc-ctype=C.UTF-8"];
        if self.initdb(&utf8, durability).is_err() {
            // Some systems lack a UTF-8 character type without a language.
            self.initdb(&["--locale=C"], durability)?;
        }
        self.prepare(&self.home.dir.join("cluster.new"))
    }

    /// Copies another server's cluster with its configuration, and sets the copy up as its standby.
    fn copy(&self, primary: &str) -> Result<(), Error> {
        self.remove_unfinished()?;
        let mut command = self.command("pg_basebackup");
        command.args(["-D", "cluster.new", "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", primary]);
        run("pg_basebackup", &mut command).map(|_| ())
    }

    fn remove_unfinished(&self) -> Result<(), Error> {
        let new = self.home.dir.join("cluster.new");
        if new.exists() {
            fs::remove_dir_all(&new).map_err(Error::io("removing", &new))?;
        }
        Ok(())
    }

    fn initdb(&self, locale: &[&str], durability: Durability) -> Result<(), Error> {
        self.remove_unfinished()?;
        let mut command = self.command("initdb");
        command.args(["-D", "cluster.new", "-U", USER, "-A", "scram-sha-256", "--pwfile", "password"]);
        command.args(["-E", "UTF8", "--no-instructions"]).args(locale);
        if durability != Durability::Full {
            command.arg("--no-sync");
        }
        run("initdb", &mut command).map(|_| ())
    }

    /// Includes our configuration, and creates our database with the server in single-user mode.
    fn prepare(&self, new: &Path) -> Result<(), Error> {
        let path = new.join("postgresql.conf");
        let mut file =
            fs::OpenOptions::new().append(true).open(&path).map_err(Error::io("opening", &path))?;
        file.write_all(b"\ninclude_if_exists 'funnel.conf'\n").map_err(Error::io("writing", &path))?;
        let mut command = self.command("postgres");
        command.args(["--single", "-D", "cluster.new", "template1"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let failed = |error| Error::io("starting", &self.installation.program("postgres"))(error);
        let mut child = command.spawn().map_err(failed)?;
        if let Some(mut input) = child.stdin.take() {
            let _ = writeln!(input, "CREATE DATABASE {DATABASE}");
        }
        let output = child.wait_with_output().map_err(failed)?;
        let text = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || text.contains("ERROR:") || text.contains("FATAL:") {
            return Err(Error::Program {
                program: "postgres --single".to_string(),
                problem: last_words(&text),
            });
        }
        Ok(())
    }

    /// Writes the part of the configuration that may differ from start to start.
    pub(crate) fn configure(&self, port: u16, socket_dir: &Path, settings: &Settings) -> Result<(), Error> {
        let path = folder(&self.home.dir).join("funnel.conf");
        let mut text = configuration(port, socket_dir, settings.durability);
        for (name, value) in &settings.configuration {
            let _ = writeln!(text, "{name} = {value}");
        }
        write_private(&path, &text)?;
        self.home.account.own(&path)
    }

    /// Starts the server, and waits until it accepts connections.
    pub(crate) fn start(&self, socket_dir: &Path, environment: &[(String, String)]) -> Result<(), Error> {
        let (cluster, account) = (folder(&self.home.dir), &self.home.account);
        postmaster::discard_stale(&cluster, account)?;
        remove_old_sockets(socket_dir);
        self.rotate_log();
        let deadline = Instant::now() + ORPHANS;
        loop {
            let log_start = self.home.log().metadata().map_or(0, |log| log.len());
            let mut server = self.launch(environment)?;
            let Some(ended) = Postmaster::await_ready(&mut server, &cluster, account)? else {
                reap(server);
                return Ok(());
            };
            let log = self.log_since(log_start);
            let orphans = log.contains("pre-existing shared memory block");
            if !orphans || Instant::now() > deadline {
                let problem =
                    if log.trim().is_empty() { format!("it ended: {ended}") } else { last_words(&log) };
                return Err(Error::NotStarted { problem, log: self.home.log() });
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Starts the server as a child of this process, in the same session.
    ///
    /// `pg_ctl` would create another session. Linux assigns CPU time to sessions first (`sched_autogroup`), so a mostly
    /// idle session waits for CPU time next to a busy one.
    fn launch(&self, environment: &[(String, String)]) -> Result<Child, Error> {
        let path = self.home.log();
        let opening = Error::io("opening", &path);
        let log = fs::OpenOptions::new().append(true).create(true).mode(0o600).open(&path);
        let log = log.and_then(|log| Ok((log.try_clone()?, log))).map_err(opening)?;
        self.home.account.own(&path)?;
        let mut command = self.command("postgres");
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        command.args(["-D", "cluster"]).stdout(log.0).stderr(log.1);
        command.spawn().map_err(Error::io("starting", &self.installation.program("postgres")))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = self.home.account.command(self.installation.program(program));
        command.current_dir(&self.home.dir);
        command
    }

    fn rotate_log(&self) {
        let log = self.home.log();
        if log.metadata().is_ok_and(|found| found.len() > LARGEST_LOG) {
            let _ = fs::rename(&log, self.home.dir.join("log.old"));
        }
    }

    fn log_since(&self, start: u64) -> String {
        let mut text = Vec::new();
        if let Ok(mut file) = fs::File::open(self.home.log()) {
            let _ = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_to_end(&mut text));
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Waits for the end of the server on a thread, so that no zombie remains.
fn reap(mut server: Child) {
    // Without the thread, a zombie would remain until this process ends, which is harmless.
    let _ = std::thread::Builder::new().name("waits for postgres".to_owned()).spawn(move || server.wait());
}

/// Returns the cluster's folder in its home, PostgreSQL's `PGDATA`.
pub(crate) fn folder(home: &Path) -> PathBuf {
    home.join("cluster")
}

fn configuration(port: u16, socket_dir: &Path, durability: Durability) -> String {
    let mut text =
        String::from("# Written at every start; put settings of your own into postgresql.auto.conf.\n");
    let _ = writeln!(text, "listen_addresses = '127.0.0.1'\nport = {port}");
    let _ = writeln!(text, "unix_socket_directories = '{}'", socket_dir.display());
    // The system assigns buffer memory only on first use.
    text.push_str("max_connections = 300\nshared_buffers = '512MB'\npassword_encryption = 'scram-sha-256'\n");
    text.push_str("timezone = 'UTC'\nlog_timezone = 'UTC'\nlogging_collector = off\n");
    if durability != Durability::Full {
        text.push_str("fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n");
        text.push_str("wal_level = minimal\nmax_wal_senders = 0\ncheckpoint_timeout = '1h'\n");
        // Dropping a database waits for every session, even for a client that has stopped during login.
        text.push_str("authentication_timeout = '5s'\n");
    }
    text
}

/// Removes sockets of killed servers. Their lock files contain a process id that another program may have by now.
fn remove_old_sockets(socket_dir: &Path) {
    let Ok(entries) = fs::read_dir(socket_dir) else { return };
    let old = entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(".s.PGSQL."));
    for entry in old {
        let _ = fs::remove_file(entry.path());
    }
}

fn run(name: &str, command: &mut Command) -> Result<Output, Error> {
    let failed = |problem: String| Error::Program { program: name.to_string(), problem };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(output);
    }
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(failed(last_words(&text)))
}

/// Returns the lines with errors, or the last line.
fn last_words(text: &str) -> String {
    let is_relevant =
        |line: &&str| ["FATAL:", "PANIC:", "ERROR:", "error:"].iter().any(|word| line.contains(word));
    let lines: Vec<&str> = text.lines().filter(is_relevant).collect();
    let last = || text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing").to_string();
    if lines.is_empty() { last() } else { lines.join("; ") }
}

/// Returns 128 random bits in hexadecimal, a password that needs no escaping in a URL.
#[expect(
    clippy::disallowed_methods,
    reason = "the ports belong to the service; this crate stands outside of it"
)]
pub(crate) fn random_word() -> String {
    let mut bytes = [0_u8; 16];
    // Without randomness the password is empty, which initdb rejects.
    match getrandom::fill(&mut bytes) {
        Ok(()) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_durable_server_flushes() {
        let full = configuration(5433, Path::new("/sockets"), Durability::Full);
        assert!(full.contains("port = 5433\nunix_socket_directories = '/sockets'\n"));
        assert!(!full.contains("fsync"));
        assert!(configuration(1, Path::new("/s"), Durability::Unsafe).contains("fsync = off"));
        assert!(configuration(1, Path::new("/s"), Durability::InMemory).contains("fsync = off"));
    }

    #[test]
    fn the_last_words_are_the_errors() {
        assert_eq!(last_words("a\nLOG:  x\nFATAL:  y\nLOG:  z\n"), "FATAL:  y");
        assert_eq!(last_words("a\nb\n\n"), "b");
        assert_eq!(last_words(""), "it said nothing");
    }
}
