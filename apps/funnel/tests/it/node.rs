//! One server of a test's own database.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use local_postgres::{DATABASE, Released, Server, Settings};

use crate::real::eventually;

pub(crate) struct Node {
    server: Option<Server>,
    /// Handle of a killed server, released only after the next one runs.
    dead: Option<Server>,
    settings: Settings,
    /// Previous URL; a restarted server keeps its port.
    url: String,
}

/// Processes of a server, paused until dropped.
pub(crate) struct Paused(Vec<String>);

impl Node {
    pub(crate) async fn start(settings: Settings) -> Self {
        let mut node = Self { server: None, dead: None, settings, url: String::new() };
        node.run().await;
        node
    }

    /// Restarts the server after a stop or a kill.
    pub(crate) async fn run(&mut self) {
        let settings = self.settings.clone();
        let server = tokio::task::spawn_blocking(move || Server::start_or_join(&settings).unwrap());
        let server = server.await.unwrap();
        self.url = server.url(DATABASE);
        self.server = Some(server);
        self.dead = None;
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Stops the server in order: sessions are cut, and committed data is flushed.
    pub(crate) async fn stop(&mut self) {
        let server = self.server.take().unwrap();
        let released = tokio::task::spawn_blocking(move || server.stop_if_last().unwrap());
        assert_eq!(released.await.unwrap(), Released::Stopped);
    }

    /// Kills the postmaster, which ends its sessions too.
    pub(crate) async fn kill(&mut self) {
        let pid = self.postmaster();
        signal("-9", std::slice::from_ref(&pid));
        let gone = format!("/proc/{pid}");
        eventually("the postmaster is gone", async || (!Path::new(&gone).exists()).then_some(())).await;
        self.dead = self.server.take();
    }

    /// Pauses every process with its connections open, like a machine that hangs.
    pub(crate) fn pause(&self) -> Paused {
        let postmaster = self.postmaster();
        // Pauses the parent first, so that it starts no new child.
        let mut paused = Paused(vec![postmaster.clone()]);
        signal("-STOP", &paused.0);
        paused.0.extend(children(&postmaster));
        signal("-STOP", &paused.0);
        paused
    }

    /// Returns the data folder of the server.
    pub(crate) fn home(&self) -> PathBuf {
        self.server.as_ref().or(self.dead.as_ref()).unwrap().home().to_owned()
    }

    fn postmaster(&self) -> String {
        let text = fs::read_to_string(self.home().join("cluster/postmaster.pid")).unwrap();
        text.lines().next().unwrap().trim().to_owned()
    }
}

impl Drop for Paused {
    fn drop(&mut self) {
        signal("-CONT", &self.0);
    }
}

fn signal(which: &str, processes: &[String]) {
    // A process may have ended already.
    let _ =
        Command::new("kill").arg(which).args(processes).stderr(std::process::Stdio::null()).status().unwrap();
}

/// Returns the child processes of `parent`.
fn children(parent: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let child = |entry: fs::DirEntry| {
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The program name is in parentheses and may contain anything; state and parent follow.
        let parent_of = stat.rsplit_once(") ")?.1.split(' ').nth(1)?.to_owned();
        (parent_of == parent).then(|| entry.file_name().to_string_lossy().into_owned())
    };
    entries.filter_map(child).collect()
}
