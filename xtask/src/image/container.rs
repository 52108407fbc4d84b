//! Container of the image with a read-only root and without capabilities, run by crun.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, ensure};
use serde::Deserialize;
use serde_json::{Value, json};

/// Settings that an image asks to be run with.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Settings {
    pub(super) user: String,
    pub(super) env: Vec<String>,
    pub(super) entrypoint: Vec<String>,
    pub(super) cmd: Vec<String>,
    pub(super) healthcheck: Healthcheck,
}

/// Health check of an image.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Healthcheck {
    pub(super) test: Vec<String>,
}

/// Common parts of the containers of one image.
#[derive(Debug)]
pub(super) struct Container {
    pub(super) files: PathBuf,
    pub(super) settings: Settings,
    /// Environment in addition to that of the image.
    pub(super) environment: Vec<String>,
    /// Folder of the volume.
    pub(super) data: PathBuf,
    /// Folder for files of crun.
    pub(super) folder: PathBuf,
}

impl Container {
    /// Starts a container under this name; without arguments it runs the command of the image.
    pub(super) fn start(&self, name: &str, arguments: &[&str]) -> anyhow::Result<Child> {
        self.bundled(name, arguments)?.stdin(Stdio::null()).spawn().context("crun can't be started")
    }

    /// Runs a container to its end, and returns its output.
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

    /// Runs a command in the container of this name.
    pub(super) fn exec(&self, name: &str, words: &[String]) -> anyhow::Result<String> {
        printed(self.crun(&["exec", name]).args(words))
    }

    /// Returns the id of the container's first process on this machine.
    pub(super) fn process(&self, name: &str) -> anyhow::Result<u64> {
        let state: Value = serde_json::from_str(&printed(&mut self.crun(&["state", name]))?)?;
        state.get("pid").and_then(Value::as_u64).context("crun names no process")
    }

    /// Returns a crun command that sees only version 2 of control groups. crun rejects machines with both versions.
    fn crun(&self, arguments: &[&str]) -> Command {
        let mut crun = Command::new("unshare");
        let alone = "mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec crun \"$@\"";
        crun.args(["--mount", "sh", "-c", alone, "crun", "--root"])
            .arg(self.folder.join("state"))
            .arg("--cgroup-manager=disabled");
        crun.args(arguments);
        crun
    }

    /// Returns the configuration of crun. The container shares the network of this machine and nothing else.
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

/// Gives a folder to the user of the image, as a daemon does with a volume.
pub(super) fn give(folder: &Path, settings: &Settings) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    let (user, group) = settings.user.split_once(':').context("the image names no user")?;
    std::os::unix::fs::chown(folder, Some(user.parse()?), Some(group.parse()?)).context("giving the volume")
}
