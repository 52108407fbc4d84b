//! One process of the installed program, which can be stopped and killed.

use std::fs::File;
use std::io::Read as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use serde_json::Value;

use crate::kept::Reach;
use crate::real::{SECRET, eventually};

/// Number of log lines that a process prints when its test fails.
const COMPLAINTS: usize = 30;

/// A running process, killed when dropped.
pub(crate) struct Process {
    child: Child,
    log: PathBuf,
    addresses: Value,
}

impl Process {
    /// Starts a process that writes its log into a file.
    pub(crate) fn spawn(reach: &Reach, settings: &[(&str, String)], data: &Path, log: PathBuf) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
        command.arg("serve").env_clear().envs(reach.settings()).env("FUNNEL_SECRET_KEY", SECRET);
        for listener in
            ["FUNNEL_API_ADDR", "FUNNEL_EDGE_ADDR", "FUNNEL_DASHBOARD_ADDR", "FUNNEL_MANAGEMENT_ADDR"]
        {
            command.env(listener, "127.0.0.1:0");
        }
        command.env("FUNNEL_DATA_DIR", data).env("FUNNEL_RATE_LIMIT_PER_MINUTE", "0");
        command.envs(settings.iter().map(|(name, value)| (*name, value.as_str())));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&log).unwrap());
        Self { child: command.spawn().unwrap(), log, addresses: Value::Null }
    }

    /// Waits for the log line with the listening addresses.
    pub(crate) async fn listens(&mut self) {
        self.addresses = eventually("the program listens", async || {
            let reported = self.log();
            let line = reported.lines().find(|line| line.contains("\"event\":\"listening\""))?;
            serde_json::from_str::<Value>(line).ok()
        })
        .await;
    }

    /// Returns the address of `api`, `edge` or `management`, if present.
    pub(crate) fn address(&self, listener: &str) -> Option<SocketAddr> {
        Some(self.addresses[listener].as_str()?.parse().unwrap())
    }

    /// Returns the whole log.
    pub(crate) fn log(&self) -> String {
        let mut bytes = Vec::new();
        File::open(&self.log).unwrap().read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Returns the last warnings and errors, to diagnose a failed test.
    fn complaints(&self) -> String {
        let text = std::fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let complains = |line: &&str| line.contains("ERROR ") || line.contains("WARN ");
        let mut last: Vec<&str> = text.lines().rev().filter(complains).take(COMPLAINTS).collect();
        last.reverse();
        last.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process, like a power failure.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
    }

    pub(crate) async fn ended(&mut self) -> ExitStatus {
        eventually("the process ended", async || self.child.try_wait().unwrap()).await
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            print!("{}", self.complaints());
        }
    }
}
