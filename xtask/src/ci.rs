use std::process::ExitCode;

use anyhow::Context as _;

use crate::build::Build;
use crate::process::{run as run_command, say};
use crate::workspace::cargo;
use crate::{boundaries, hostile, openapi, test_run};

/// Everything that must hold before a change is merged, the quick checks first; stops at the first failure.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    say("format");
    run_command(cargo().args(["fmt", "--all", "--check"])).context("run `cargo fmt --all`")?;
    say("lints");
    run_command(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    say("layers, licences, tidiness");
    boundaries::run()?;
    say("documentation");
    let mut doc = cargo();
    doc.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    run_command(&mut doc)?;
    say("building everything");
    run_command(&mut Build::WithTests.of(&[]))?;
    say("OpenAPI");
    openapi::run(true, Build::WithTests)?;
    let tested = test_run::run(false, &[])?;
    if tested != ExitCode::SUCCESS {
        return Ok(tested);
    }
    say("hostile requests");
    hostile::run(&hostile::Options::of_every_change(), Build::WithTests)
}
