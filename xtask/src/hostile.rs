use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use clap::Args;

use crate::build::Build;
use crate::dev::{self, Up};
use crate::process::{exit_code, say, wait};
use crate::stop::Stop;
use crate::tools;
use crate::workspace::{root, target_folder};

/// How long the requests last if nothing else is said, in seconds.
const SECONDS: u64 = 60;

/// Away from those of `cargo xtask dev`.
const PORTS: u16 = 28_480;

/// The packages that are installed, each with its version and the hashes of its files.
const REQUIREMENTS: &str = "xtask/schemathesis.txt";

/// What is checked, and what is left alone.
const SETTINGS: &str = "xtask/schemathesis.toml";

/// What is changed about requests before they are sent.
const HOOKS: &str = "xtask/schemathesis_hooks.py";

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// How long, in seconds.
    #[arg(long, value_name = "N", default_value_t = SECONDS, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Where the search starts, as a failed run printed it; a new place each time if nothing is said.
    #[arg(long, value_name = "N")]
    seed: Option<u128>,
}

impl Options {
    /// What every change goes through: always the same search, so that a change is not stopped by an old error that nobody
    /// happened to find before. New errors are looked for with `cargo xtask hostile`.
    pub(crate) fn of_every_change() -> Self {
        Self { seconds: SECONDS, seed: Some(1) }
    }
}

/// Runs schemathesis against a service of its own: everything that the OpenAPI document allows, and a good deal of what it
/// does not. An answer that the document does not describe, and every 5xx, is a failure.
pub(crate) fn run(options: &Options, build: Build) -> anyhow::Result<ExitCode> {
    let tool = tools::wheels("schemathesis", REQUIREMENTS)?.join("schemathesis");
    let data_dir = target_folder()?.join("hostile");
    let up = dev::Options { fresh: true, no_demo: false, port_base: PORTS, data_dir: Some(data_dir) };
    let settings = [("FUNNEL_RATE_LIMIT_PER_MINUTE", "0")];
    dev::run_with(&up, build, &settings, |_, up, stop| attack(&tool, options, up, stop))
}

fn attack(tool: &Path, options: &Options, up: &Up, stop: &Stop) -> anyhow::Result<ExitCode> {
    let key = up.key.as_deref().context("the demo owner has no key")?;
    say(&format!("hostile requests for {} s", options.seconds));
    let mut command = Command::new(tool);
    // It leaves what it found out beside itself.
    command.current_dir(target_folder()?).stdin(Stdio::null());
    command
        .arg("--config-file")
        .arg(root().join(SETTINGS))
        .arg("run")
        .arg(format!("{}/api/openapi.json", up.api));
    command.args(["--url", &up.api, "--max-time", &options.seconds.to_string()]);
    if let Some(seed) = options.seed {
        command.args(["--seed", &seed.to_string()]);
    }
    command.env("SCHEMATHESIS_HOOKS", root().join(HOOKS)).env("PYTHONDONTWRITEBYTECODE", "1");
    // In the environment, where no list of processes shows it.
    command.env("FUNNEL_HOSTILE_KEY", key);
    let status = wait(&mut command.spawn().context("schemathesis can't be started")?, stop)?;
    Ok(exit_code(status))
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;

    /// As schemathesis prints it at the end of a run.
    const SEED: &str = "139183993652955936907785619221992001552";

    #[test]
    fn a_run_begins_where_another_one_did() {
        let command = Options::augment_args(clap::Command::new("hostile"));
        let matches = command.try_get_matches_from(["hostile", "--seed", SEED]).unwrap();
        let options = Options::from_arg_matches(&matches).unwrap();
        assert_eq!(options.seed.map(|seed| seed.to_string()).as_deref(), Some(SEED));
    }
}
