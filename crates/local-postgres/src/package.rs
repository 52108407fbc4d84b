use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use nix::unistd::geteuid;

use crate::Error;

const APT: &str = "apt-get update && apt-get install -y --no-install-recommends postgresql";

/// Debian's answer file for the cluster that its package makes and starts by itself.
const CREATE_CLUSTER: &str = "/etc/postgresql-common/createcluster.conf";

/// Installs PostgreSQL where this process may do so, which is as root on Debian and its relatives.
pub(crate) fn install() -> Result<(), Error> {
    if !geteuid().is_root() || !has_apt() {
        return Err(Error::NotInstalled { command: command_to_type() });
    }
    tracing::info!("no PostgreSQL server was found; installing one with `{APT}`");
    apt(&["update", "-q"])?;
    // The common package comes first, for only then can it be told to make no cluster of its own.
    apt(&["install", "-y", "-q", "--no-install-recommends", "postgresql-common"])?;
    let _no_cluster = NoDefaultCluster::set()?;
    apt(&["install", "-y", "-q", "--no-install-recommends", "postgresql"])
}

/// The one command to type on this platform.
pub(crate) fn command_to_type() -> String {
    let sudo = if geteuid().is_root() { "" } else { "sudo " };
    if cfg!(target_os = "macos") {
        return "brew install postgresql@17".to_string();
    }
    let managers = [
        ("/usr/bin/dnf", "dnf install -y postgresql-server"),
        ("/usr/bin/zypper", "zypper install -y postgresql-server"),
        ("/usr/bin/pacman", "pacman -S --noconfirm postgresql"),
        ("/sbin/apk", "apk add postgresql17"),
    ];
    let other = managers.iter().find(|(program, _)| Path::new(program).exists());
    match other {
        Some((_, command)) if !has_apt() => format!("{sudo}{command}"),
        _ => format!("{sudo}sh -c '{APT}'"),
    }
}

fn has_apt() -> bool {
    Path::new("/usr/bin/apt-get").exists() && Path::new("/etc/debian_version").exists()
}

fn apt(arguments: &[&str]) -> Result<(), Error> {
    let mut command = Command::new("/usr/bin/apt-get");
    // A lock of another apt is waited for, and configuration files that were changed by hand are kept.
    command.args(["-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Options::=--force-confold"]).args(arguments);
    command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    let failed = |problem: String| Error::InstallFailed { command: APT.to_string(), problem };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if output.status.success() { Ok(()) } else { Err(failed(last_line(&output))) }
}

fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("apt-get said nothing").to_string()
}

/// While it lives, the package makes no cluster; then the file is as it was before.
struct NoDefaultCluster {
    path: PathBuf,
    before: Vec<u8>,
}

impl NoDefaultCluster {
    fn set() -> Result<Self, Error> {
        let path = PathBuf::from(CREATE_CLUSTER);
        let before = fs::read(&path).map_err(Error::io("reading", &path))?;
        let mut file =
            fs::OpenOptions::new().append(true).open(&path).map_err(Error::io("opening", &path))?;
        file.write_all(b"\ncreate_main_cluster = false\n").map_err(Error::io("writing", &path))?;
        Ok(Self { path, before })
    }
}

impl Drop for NoDefaultCluster {
    fn drop(&mut self) {
        if let Err(error) = fs::write(&self.path, &self.before) {
            tracing::warn!(%error, path = %self.path.display(), "could not restore the file");
        }
    }
}
