use std::process::ExitCode;

use crate::build::Build;
use crate::process::{exit_code, say};
use crate::test_run::{server, support_program};

/// Checks on a migrated database that all tables can be distributed by owner, and prints the statements that do it.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let server = server()?;
    say("reading the catalogue of a migrated database");
    let status = support_program("print-distribution", Build::Alone, &server.url("postgres"))?.status()?;
    server.stop_if_last()?;
    Ok(exit_code(status))
}
