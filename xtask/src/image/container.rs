//! A container: the image with a root that can't be written, without any right, run by crun.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, ensure};
use serde::Deserialize;
use serde_json::{Value, json};

/// How an image wants to be run.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Settings {
    pub(super) user: String,
    pub(super) env: Vec<String>,
    pub(super) entrypoint: Vec<String>,
    pub(super) cmd: Vec<String>,
    pub(super) healthcheck: Healthcheck,
}

/// How it is found out whether it is well.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Healthcheck {
    pub(super) test: Vec<String>,
}

/// What containers of one image share.
#[derive(Debug)]
pub(super) struct Container {
    pub(super) files: PathBuf,
    pub(super) settings: Settings,
    /// What the image is given beside its own settings.
    pub(super) environment: Vec<String>,
    /// Where its volume is.
    pub(super) data: PathBuf,
    /// For what crun keeps.
    pub(super) folder: PathBuf,
}

impl Container {
    /// Starts one under this name; without arguments it does what the image does by itself.
    pub(super) fn start(&self, name: &str, arguments: &[&str]) -> anyhow::Result<Child> {
        self.bundled(name, arguments)?.stdin(Stdio::null()).spawn().context("crun can't be started")
    }

    /// Runs one to its end, and returns what it printed.
    pub(super) fn run(&self, name: &str, arguments: &[&str]) -> anyhow::Result<String> {
        printed(&mut self.bundled(name, arguments)?)
    }

    fn bundled(&self, name: &str, arguments: &[&str]) -> anyhow::Result<Command> {
        let bundle = self.folder.join(name);
        fs::create_dir_all(&bundle)?;
        fs::write(bundle.join("config.json"), self.bundle(arguments)?.to_string())?;
        let mut crun = self.crun(&["run", "--bundle"]);
        crun.arg(bundle).arg(name);
        Ok(crun)
    }

    /// Runs a command in the one of this name.
    pub(super) fn exec(&self, name: &str, words: &[String]) -> anyhow::Result<String> {
        printed(self.crun(&["exec", name]).args(words))
    }

    /// The number of its first process, as this machine counts.
    pub(super) fn process(&self, name: &str) -> anyhow::Result<u64> {
        let state: Value = serde_json::from_str(&printed(&mut self.crun(&["state", name]))?)?;
        state.get("pid").and_then(Value::as_u64).context("crun names no process")
    }

    /// crun sees control groups of the newer kind alone, which it does without here: it refuses a machine that mixes both.
    fn crun(&self, arguments: &[&str]) -> Command {
        let mut crun = Command::new("unshare");
        let alone = "mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec crun \"$@\"";
        crun.args(["--mount", "sh", "-c", alone, "crun", "--root"])
            .arg(self.folder.join("state"))
            .arg("--cgroup-manager=disabled");
        crun.args(arguments);
        crun
    }

    /// What crun reads: the network is this machine's, everything else its own.
    fn bundle(&self, arguments: &[&str]) -> anyhow::Result<Value> {
        let (user, group) = self.settings.user.split_once(':').context("the image names no user")?;
        let (user, group): (u32, u32) = (user.parse()?, group.parse()?);
        ensure!(user != 0 && group != 0, "the image runs as root");
        let mut words = self.settings.entrypoint.clone();
        if arguments.is_empty() {
            words.extend(self.settings.cmd.iter().cloned());
        } else {
            words.extend(arguments.iter().map(|&word| word.to_owned()));
        }
        let environment = [&self.settings.env[..], &self.environment].concat();
        let namespaces = ["pid", "ipc", "uts", "mount"].map(|name| json!({ "type": name }));
        Ok(json!({
            "ociVersion": "1.0.2",
            "process": {
                "terminal": false, "cwd": "/", "args": words, "env": environment,
                "user": { "uid": user, "gid": group }, "capabilities": {}, "noNewPrivileges": true,
            },
            "root": { "path": self.files, "readonly": true },
            "mounts": [
                { "destination": "/proc", "type": "proc", "source": "proc" },
                { "destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755"] },
                { "destination": "/var/lib/funnel", "type": "bind", "source": self.data, "options": ["bind", "rw"] },
            ],
            "linux": { "namespaces": namespaces },
        }))
    }
}

fn printed(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stdin(Stdio::null()).output().context("crun can't be started")?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    ensure!(output.status.success(), "{command:?} failed: {} {}", text(&output.stdout), text(&output.stderr));
    Ok(text(&output.stdout))
}

/// Gives a folder to the user of the image, as a daemon gives a volume.
pub(super) fn give(folder: &Path, settings: &Settings) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    let (user, group) = settings.user.split_once(':').context("the image names no user")?;
    std::os::unix::fs::chown(folder, Some(user.parse()?), Some(group.parse()?)).context("giving the volume")
}
