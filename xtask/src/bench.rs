use std::process::{ExitCode, Stdio};

use anyhow::{Context as _, bail};

use crate::process::{exit_code, say};
use crate::workspace::cargo;

/// A benchmark: its name here, the crate that it is an example of, the example, and its first argument if it holds several.
type Bench = (&'static str, &'static str, &'static str, Option<&'static str>);

/// All of them. Each runs its limit beside our code, and prints medians, spreads and the ratio.
const BENCHES: [Bench; 15] = [
    ("edge", "funnel", "bench", Some("edge")),
    ("api", "funnel", "bench", Some("api")),
    ("copy", "funnel", "bench", Some("copy")),
    ("codes", "funnel", "bench", Some("codes")),
    ("preview", "funnel", "bench", Some("preview")),
    ("vault", "funnel", "bench", Some("vault")),
    ("dashboard", "funnel", "bench", Some("dashboard")),
    ("memory", "funnel", "bench", Some("memory")),
    ("webhooks", "funnel", "bench", Some("webhooks")),
    ("policy", "smartlink-policy", "decide_bench", None),
    ("qr", "qr-catalog", "svg_bench", None),
    ("labels", "adapter-assets", "labels_bench", None),
    ("intake", "adapter-postgres", "intake_bench", None),
    ("attribution", "adapter-postgres", "attribution_bench", None),
    ("broadcast", "broadcast-gate", "preview_bench", None),
];

/// Builds and runs one benchmark, or all, with the release profile. Further arguments go to the benchmark.
pub(crate) fn run(name: Option<&str>, arguments: &[String]) -> anyhow::Result<ExitCode> {
    let asked: Vec<_> = BENCHES.iter().filter(|(known, ..)| name.is_none_or(|name| name == *known)).collect();
    if asked.is_empty() {
        let known: Vec<_> = BENCHES.iter().map(|(name, ..)| *name).collect();
        bail!("there is no such benchmark; there are {}", known.join(", "));
    }
    for (name, package, example, argument) in asked {
        say(&format!("measuring {name}"));
        // The mocks of ports, where a benchmark stands on them.
        let mut command = cargo();
        command.args([
            "run",
            "--quiet",
            "--release",
            "--package",
            package,
            "--all-features",
            "--example",
            example,
            "--",
        ]);
        let status = command
            .args(argument)
            .args(arguments)
            .stdin(Stdio::null())
            .status()
            .context("can't run cargo")?;
        if !status.success() {
            return Ok(exit_code(status));
        }
    }
    Ok(ExitCode::SUCCESS)
}
