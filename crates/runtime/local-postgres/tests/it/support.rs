//! Shared helpers of the tests.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use local_postgres::{Durability, Server, Settings};
use nix::unistd::Pid;
use tempfile::TempDir;

pub(crate) fn settings(data: &Path) -> Settings {
    Settings { durability: Durability::Unsafe, ..Settings::new(data) }
}

pub(crate) fn start(data: &Path) -> Server {
    Server::start_or_join(&settings(data)).unwrap()
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs SQL, and returns the first column of the last row of all results.
pub(crate) fn query(url: &str, sql: &str) -> Result<Option<String>, tokio_postgres::Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
        tokio::spawn(connection);
        let messages = client.simple_query(sql).await?;
        let rows = messages.iter().filter_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_string),
            _ => None,
        });
        Ok(rows.last())
    })
}

pub(crate) fn postmaster(server: &Server) -> Pid {
    let text = fs::read_to_string(server.home().join("cluster/postmaster.pid")).unwrap();
    Pid::from_raw(text.lines().next().unwrap().parse().unwrap())
}

pub(crate) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !done() {
        assert!(Instant::now() < deadline, "waited too long until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a process that holds the server of the folder, and waits until it does.
pub(crate) fn holder(data: &Path) -> Child {
    let mut child = spawn_holder(data);
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("holding")), "the holder ended early");
    child
}

pub(crate) fn spawn_holder(data: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_local-postgres-holder"));
    command.arg(data).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// Returns whether the process is gone, or is a zombie.
pub(crate) fn ended(pid: Pid) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", &pid.to_string()]).output().unwrap();
    state.stdout.is_empty() || state.stdout.starts_with(b"Z")
}
