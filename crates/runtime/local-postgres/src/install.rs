//! Installation of PostgreSQL, for development only: a serving program must not change its machine.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use nix::unistd::geteuid;

use crate::account::Account;
use crate::package::{APT, command_to_type, has_apt};
use crate::{Error, installation};

/// Debian's configuration of the cluster that its package creates and starts automatically.
const CREATE_CLUSTER: &str = "/etc/postgresql-common/createcluster.conf";

/// Installs PostgreSQL if there is none. Works only as root on Debian and its derivatives.
pub fn install_if_absent() -> Result<(), Error> {
    if installation::is_any(&Account::choose(None)?) {
        return Ok(());
    }
    if !geteuid().is_root() || !has_apt() {
        return Err(Error::NotInstalled { command: command_to_type() });
    }
    tracing::info!("no PostgreSQL server was found; installing one with `{APT}`");
    apt(&["update", "-q"])?;
    // The common package comes first, because only then can the automatic cluster be disabled.
    apt(&["install", "-y", "-q", "--no-install-recommends", "postgresql-common"])?;
    let _no_cluster = NoDefaultCluster::set()?;
    apt(&["install", "-y", "-q", "--no-install-recommends", "postgresql"])
}

fn apt(arguments: &[&str]) -> Result<(), Error> {
    let mut command = Command::new("/usr/bin/apt-get");
    // Waits for the lock of another apt, and keeps manually changed configuration files.
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

/// Disables the package's automatic cluster; restores the file on drop.
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
