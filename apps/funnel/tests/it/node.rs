//! One server of a test's own database.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use local_postgres::{DATABASE, Released, Server, Settings};

use crate::real::eventually;

pub(crate) struct Node {
    server: Option<Server>,
    /// The handle of a server that was killed. It is let go only after the next one runs.
    dead: Option<Server>,
    settings: Settings,
    /// Where it was the last time; a restarted server keeps its port.
    url: String,
}

/// The processes of a server that are stopped until this is dropped.
pub(crate) struct Paused(Vec<String>);

impl Node {
    pub(crate) async fn start(settings: Settings) -> Self {
        let mut node = Self { server: None, dead: None, settings, url: String::new() };
        node.run().await;
        node
    }

    /// Starts it again, after a stop or a kill.
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

    /// Stops it as an operator does: sessions are cut, what was committed is written out.
    pub(crate) async fn stop(&mut self) {
        let server = self.server.take().unwrap();
        let released = tokio::task::spawn_blocking(move || server.stop_if_last().unwrap());
        assert_eq!(released.await.unwrap(), Released::Stopped);
    }

    /// Kills the postmaster, whose sessions follow it.
    pub(crate) async fn kill(&mut self) {
        let pid = self.postmaster();
        signal("-9", std::slice::from_ref(&pid));
        let gone = format!("/proc/{pid}");
        eventually("the postmaster is gone", async || (!Path::new(&gone).exists()).then_some(())).await;
        self.dead = self.server.take();
    }

    /// Stops every process of it where it is. Connections stay open and nothing answers, as when a machine hangs.
    pub(crate) fn pause(&self) -> Paused {
        let postmaster = self.postmaster();
        // The parent first, so that no child is born meanwhile.
        let mut paused = Paused(vec![postmaster.clone()]);
        signal("-STOP", &paused.0);
        paused.0.extend(children(&postmaster));
        signal("-STOP", &paused.0);
        paused
    }

    /// The folder that holds the server's files.
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
    // One of them may have ended by itself.
    let _ =
        Command::new("kill").arg(which).args(processes).stderr(std::process::Stdio::null()).status().unwrap();
}

/// The processes whose parent is this one.
fn children(parent: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let child = |entry: fs::DirEntry| {
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name of a program is in parentheses and may hold anything; state and parent follow.
        let parent_of = stat.rsplit_once(") ")?.1.split(' ').nth(1)?.to_owned();
        (parent_of == parent).then(|| entry.file_name().to_string_lossy().into_owned())
    };
    entries.filter_map(child).collect()
}
