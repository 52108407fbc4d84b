//! PostgreSQL's extension Citus, for tests of the distributed shape alone: the service links nothing of it.

use std::process::Command;

use anyhow::Context as _;
use local_postgres::Citus;
use nix::unistd::geteuid;

use crate::process::{run as run_command, say};
use crate::workspace::root;

/// Builds and installs it from the sources beside the project.
const SCRIPT: &str = "../shared/citus/build.sh";

/// Whether tests can have a distributed database here. Builds the extension where it is absent and its sources are there.
///
/// That may upgrade PostgreSQL too, so no private server may run yet.
pub(crate) fn prepare() -> anyhow::Result<bool> {
    local_postgres::install_if_absent()?;
    if Citus::is_installed()? {
        return Ok(true);
    }
    let script = root().join(SCRIPT);
    if !script.is_file() {
        say(&format!("Citus is not installed and {SCRIPT} is absent: distributed databases are not tested"));
        return Ok(false);
    }
    if !geteuid().is_root() {
        say(&format!(
            "Citus is not installed and only root can run {SCRIPT}: distributed databases are not tested"
        ));
        return Ok(false);
    }
    say(&format!("building Citus with {SCRIPT}"));
    run_command(&mut Command::new(script)).context("Citus can't be built")?;
    Ok(true)
}
