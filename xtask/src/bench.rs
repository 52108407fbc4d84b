use std::process::{ExitCode, Stdio};

use anyhow::{Context as _, bail};

use crate::process::{exit_code, say};
use crate::workspace::cargo;

/// A benchmark: its name here, the crate that it is an example of, and the example.
type Bench = (&'static str, &'static str, &'static str);

/// All of them. Each runs its limit beside our code, and prints medians, spreads and the ratio.
const BENCHES: [Bench; 7] = [
    ("edge", "funnel", "edge_bench"),
    ("codes", "funnel", "codes_bench"),
    ("policy", "smartlink-policy", "decide_bench"),
    ("qr", "qr-catalog", "svg_bench"),
    ("labels", "adapter-assets", "labels_bench"),
    ("intake", "adapter-postgres", "intake_bench"),
    ("attribution", "adapter-postgres", "attribution_bench"),
];

/// Builds and runs one benchmark, or all, with the release profile. Further arguments go to the benchmark.
pub(crate) fn run(name: Option<&str>, arguments: &[String]) -> anyhow::Result<ExitCode> {
    let asked: Vec<_> = BENCHES.iter().filter(|(known, ..)| name.is_none_or(|name| name == *known)).collect();
    if asked.is_empty() {
        let known: Vec<_> = BENCHES.iter().map(|(name, ..)| *name).collect();
        bail!("there is no such benchmark; there are {}", known.join(", "));
    }
    for (name, package, example) in asked {
        say(&format!("measuring {name}"));
        let mut command = cargo();
        command.args(["run", "--quiet", "--release", "--package", package, "--example", example, "--"]);
        let status = command.args(arguments).stdin(Stdio::null()).status().context("can't run cargo")?;
        if !status.success() {
            return Ok(exit_code(status));
        }
    }
    Ok(ExitCode::SUCCESS)
}
