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

/// Default duration of the requests, in seconds.
const SECONDS: u64 = 60;

/// Ports apart from those of `cargo xtask dev`.
const PORTS: u16 = 28_480;

/// Requirements, with versions and hashes.
const REQUIREMENTS: &str = "xtask/schemathesis.txt";

/// Configuration of the checks.
const SETTINGS: &str = "xtask/schemathesis.toml";

/// Changes to requests before they are sent.
const HOOKS: &str = "xtask/schemathesis_hooks.py";

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Duration, in seconds.
    #[arg(long, value_name = "N", default_value_t = SECONDS, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Seed of the search, as a failed run printed it; random by default.
    #[arg(long, value_name = "N")]
    seed: Option<u128>,
}

impl Options {
    /// Returns the options for every change. The search is always the same, so that an old fault stops no change. Run
    /// `cargo xtask hostile` to find new faults.
    pub(crate) fn of_every_change() -> Self {
        Self { seconds: SECONDS, seed: Some(1) }
    }
}

/// Runs schemathesis against a new service, with requests that the OpenAPI document allows and with others. A
/// response that the document does not describe is a failure, and so is every 5xx.
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
    // schemathesis writes files into its working folder.
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
    // The environment hides the key from lists of processes.
    command.env("FUNNEL_HOSTILE_KEY", key);
    let status = wait(&mut command.spawn().context("schemathesis can't be started")?, stop)?;
    Ok(exit_code(status))
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;

    /// Seed in the output of schemathesis.
    const SEED: &str = "139183993652955936907785619221992001552";

    #[test]
    fn a_run_begins_where_another_one_did() {
        let command = Options::augment_args(clap::Command::new("hostile"));
        let matches = command.try_get_matches_from(["hostile", "--seed", SEED]).unwrap();
        let options = Options::from_arg_matches(&matches).unwrap();
        assert_eq!(options.seed.map(|seed| seed.to_string()).as_deref(), Some(SEED));
    }
}
