use std::io::{BufRead as _, BufReader, Read};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

use super::api::is_ready;
use super::ports::Ports;
use crate::build::{Build, program};
use crate::process::{end, wait};
use crate::stop::Stop;

/// Account of the simulated engine, and the secrets that it shares with the service. The engine listens on this
/// machine only and holds no real data.
pub(crate) const ACCOUNT: &str = "acct_demo";
pub(crate) const ENGINE_TOKEN: &str = "demo-engine-token";
pub(crate) const EVENT_SECRET: &str = "demo-event-secret-0123456789";

/// Time limit for a program to listen and become ready.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Time limit for the end, above the ten seconds that the service grants to requests in progress.
const GOODBYE: Duration = Duration::from_secs(20);

/// Program of the workspace with its arguments and environment.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    file: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

impl Program {
    /// Returns all programs of `dev` in the order of their start; `funnel` comes last.
    pub(crate) fn all(data_dir: &Path, ports: Ports) -> Vec<Self> {
        let address = |port: u16| format!("127.0.0.1:{port}");
        let engine = format!("http://{}", address(ports.engine_sim));
        let links = data_dir.join("engine-links.json").display().to_string();
        let edge = format!("http://{}", address(ports.edge));
        let engine_sim = Self {
            name: "engine-sim",
            file: PathBuf::new(),
            arguments: [
                "--addr",
                &address(ports.engine_sim),
                "--account",
                ACCOUNT,
                "--token",
                ENGINE_TOKEN,
                "--event-secret",
                EVENT_SECRET,
                "--links-file",
                &links,
                "--push-to",
                &edge,
            ]
            .map(str::to_string)
            .to_vec(),
            environment: Vec::new(),
        };
        let funnel = Self {
            name: "funnel",
            file: PathBuf::new(),
            arguments: vec!["serve".to_string()],
            environment: vec![
                ("FUNNEL_DATA_DIR", data_dir.display().to_string()),
                ("FUNNEL_API_ADDR", address(ports.api)),
                ("FUNNEL_EDGE_ADDR", address(ports.edge)),
                ("FUNNEL_MANAGEMENT_ADDR", address(ports.management)),
                ("FUNNEL_DASHBOARD_ADDR", address(ports.dashboard)),
                // Messages reach only simulated fans.
                ("FUNNEL_BROADCAST_GATE", "open".to_string()),
                ("FUNNEL_WEBHOOK_PRIVATE_ADDRESSES", "loopback".to_owned()),
                ("FUNNEL_META_URL", format!("{engine}/meta")),
                ("FUNNEL_TIKTOK_URL", format!("{engine}/tiktok")),
            ],
        };
        vec![engine_sim, funnel]
    }

    /// Adds variables to the environment.
    pub(crate) fn set(&mut self, variables: &[(&'static str, &str)]) {
        self.environment.extend(variables.iter().map(|(name, value)| (*name, (*value).to_string())));
    }

    /// Returns the command of the program with its environment and other arguments. Both use the private PostgreSQL.
    pub(crate) fn command(&self, arguments: &[&str]) -> anyhow::Result<Command> {
        let file = if self.file.as_os_str().is_empty() { program(self.name)? } else { self.file.clone() };
        let mut command = Command::new(file);
        command.args(arguments).envs(self.environment.iter().cloned());
        command.env_remove("FUNNEL_DATABASE_URL").stdin(Stdio::null());
        Ok(command)
    }

    /// Starts the program in its own process group, so that only we pass Ctrl-C on, once and in order.
    pub(crate) fn start(&self) -> anyhow::Result<Running> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut command = self.command(&arguments)?;
        command.stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn().with_context(|| format!("can't start {}", self.name))?;
        let (sender, events) = channel();
        if let Some(stderr) = child.stderr.take() {
            std::thread::spawn(move || forward(stderr, &sender));
        }
        Ok(Running { name: self.name, child, events, listening: None })
    }
}

/// Builds all programs with one call of cargo, which shows its progress.
pub(crate) fn build(programs: &[Program], build: Build, stop: &Stop) -> anyhow::Result<()> {
    let packages: Vec<&str> = programs.iter().map(|program| program.name).collect();
    let mut command = build.of(&packages);
    let status = wait(&mut command.stdin(Stdio::null()).spawn().context("can't run cargo")?, stop)?;
    ensure!(status.success() || stop.is_asked(), "the build failed");
    Ok(())
}

/// Addresses that a program printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Addresses {
    pub(crate) api: String,
    pub(crate) edge: String,
    pub(crate) management: String,
    pub(crate) dashboard: String,
}

impl Addresses {
    fn from_event(event: &Value) -> Option<Self> {
        let address = |key: &str| Some(event.get(key)?.as_str()?.to_string());
        let (api, edge, management) = (address("api")?, address("edge")?, address("management")?);
        Some(Self { api, edge, management, dashboard: address("dashboard")? })
    }
}

/// Started program.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) name: &'static str,
    child: Child,
    events: Receiver<Value>,
    listening: Option<Value>,
}

impl Running {
    /// Waits for the line with the addresses.
    pub(crate) fn wait_until_listening(&mut self, stop: &Stop) -> anyhow::Result<()> {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            match self.events.recv_timeout(Duration::from_millis(50)) {
                Ok(event) => {
                    self.listening = Some(event);
                    return Ok(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(Duration::from_millis(50)),
            }
            self.check(deadline, stop)?;
        }
    }

    /// Returns the addresses, once they are printed.
    pub(crate) fn addresses(&self) -> anyhow::Result<Addresses> {
        let found = self.listening.as_ref().and_then(Addresses::from_event);
        found.with_context(|| format!("{} did not name its addresses: {:?}", self.name, self.listening))
    }

    /// Waits until the management listener reports that all parts are ready.
    pub(crate) fn wait_until_ready(&mut self, addresses: &Addresses, stop: &Stop) -> anyhow::Result<()> {
        let deadline = Instant::now() + TIMEOUT;
        let url = format!("http://{}/readyz", addresses.management);
        while !is_ready(&url) {
            self.check(deadline, stop)?;
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    fn check(&mut self, deadline: Instant, stop: &Stop) -> anyhow::Result<()> {
        if let Some(status) = self.ended()? {
            bail!("{} ended while it started, with {status}; what it printed above says why", self.name);
        }
        ensure!(!stop.is_asked(), "interrupted");
        ensure!(Instant::now() < deadline, "{} was not ready after {} s", self.name, TIMEOUT.as_secs());
        Ok(())
    }

    /// Returns the exit status, if the program has ended.
    pub(crate) fn ended(&mut self) -> anyhow::Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?)
    }

    /// Asks the program to end, and waits.
    pub(crate) fn end(&mut self) -> anyhow::Result<ExitStatus> {
        end(&mut self.child, GOODBYE)
    }
}

/// Prints the output of the program, except the line with the addresses.
fn forward(stream: impl Read, events: &Sender<Value>) {
    let mut reader = BufReader::new(stream);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        let text = String::from_utf8_lossy(&line);
        match listening(&text) {
            Some(event) => drop(events.send(event)),
            None => eprint!("{text}"),
        }
        line.clear();
    }
}

fn listening(line: &str) -> Option<Value> {
    let event: Value = serde_json::from_str(line).ok()?;
    (event.get("event")?.as_str()? == "listening").then_some(event)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTENING: &str = r#"{"event":"listening","api":"127.0.0.1:1","edge":"127.0.0.1:2","management":"127.0.0.1:3","dashboard":"127.0.0.1:4"}"#;

    fn script(text: &str) -> Running {
        let arguments = vec!["-c".to_string(), text.to_string()];
        let environment = vec![("LINE", LISTENING.to_string())];
        Program { name: "script", file: "/bin/sh".into(), arguments, environment }.start().unwrap()
    }

    #[test]
    fn the_addresses_come_from_the_line_that_names_them() {
        let mut program = script(r#"echo first >&2; echo "$LINE" >&2; echo more >&2; exec sleep 60"#);
        program.wait_until_listening(&Stop::default()).unwrap();
        let addresses = program.addresses().unwrap();
        assert_eq!((addresses.api.as_str(), addresses.management.as_str()), ("127.0.0.1:1", "127.0.0.1:3"));
        assert!(program.ended().unwrap().is_none());
        assert!(!program.end().unwrap().success());
    }

    #[test]
    fn a_program_that_fails_early_is_an_error_with_its_status() {
        let error = script("exit 3").wait_until_listening(&Stop::default()).unwrap_err();
        assert!(error.to_string().contains("exit status: 3"), "{error}");
    }

    #[test]
    fn a_signal_ends_the_waiting() {
        let mut program = script("exec sleep 60");
        assert_eq!(program.wait_until_listening(&Stop::asked()).unwrap_err().to_string(), "interrupted");
        program.end().unwrap();
    }

    #[test]
    fn only_the_listening_line_is_for_us() {
        assert!(listening(LISTENING).is_some());
        for other in ["", "plain text", r#"{"event":"started"}"#, r#"{"level":"info"}"#, "[1]"] {
            assert!(listening(other).is_none(), "{other}");
        }
    }
}
