//! Benchmarks: their list, their runs, and the comparison of their ratios with the stored ratios.

mod ratios;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, bail};
use clap::Args;
use local_postgres::{Server, Settings};
use serde_json::Value;

use self::ratios::Ratios;
use crate::process::{exit_code, print_line, say};
use crate::test_run::URL_VARIABLE;
use crate::workspace::{cargo, target_folder};

/// Benchmark. Each measures our code and its limit, and prints medians, spreads and the ratio.
struct Bench {
    /// Name on the command line.
    name: &'static str,
    /// Crate that has the example.
    package: &'static str,
    example: &'static str,
    /// First argument, for an example with several benchmarks.
    argument: Option<&'static str>,
    /// Whether the server waits for its disk, as in production.
    durable: bool,
}

impl Bench {
    const fn of_service(name: &'static str) -> Self {
        Self { name, package: "funnel", example: "bench", argument: Some(name), durable: false }
    }

    const fn of(name: &'static str, package: &'static str, example: &'static str) -> Self {
        Self { name, package, example, argument: None, durable: false }
    }

    const fn durable(self) -> Self {
        Self { durable: true, ..self }
    }
}

const BENCHES: [Bench; 24] = [
    Bench::of_service("edge"),
    Bench::of_service("api"),
    Bench::of_service("create").durable(),
    Bench::of_service("list"),
    Bench::of_service("publish").durable(),
    Bench::of_service("events"),
    Bench::of_service("copy"),
    Bench::of_service("codes"),
    Bench::of_service("preview"),
    Bench::of_service("vault"),
    Bench::of_service("dashboard"),
    Bench::of_service("start"),
    Bench::of_service("memory"),
    Bench::of_service("webhooks"),
    Bench::of("agents", "edge", "agents_bench"),
    Bench::of("policy", "smartlink-policy", "decide_bench"),
    Bench::of("qr", "qr-catalog", "svg_bench"),
    Bench::of("labels", "adapter-assets", "labels_bench"),
    Bench::of("intake", "adapter-postgres", "intake_bench"),
    Bench::of("attribution", "adapter-postgres", "attribution_bench"),
    Bench::of("audit", "adapter-postgres", "audit_bench").durable(),
    Bench::of("rollups", "adapter-postgres", "rollups_bench"),
    Bench::of("broadcast", "broadcast-gate", "preview_bench"),
    // Starts its own servers, of both shapes.
    Bench::of("distribution", "adapter-postgres", "distribution_bench"),
];

/// Setting of Linux that shares processors between sessions before processes.
const GROUPS: &str = "/proc/sys/kernel/sched_autogroup_enabled";

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Names of benchmarks; all by default.
    names: Vec<String>,
    /// Compares the ratios with docs/benchmarks/ratios.json, and fails if one is more than 15 % worse.
    #[arg(long)]
    gate: bool,
    /// Stores the ratios in docs/benchmarks/ratios.json.
    #[arg(long, conflicts_with = "gate")]
    keep: bool,
    /// Arguments of the benchmark, such as --json.
    #[arg(last = true)]
    arguments: Vec<String>,
}

impl Options {
    /// Returns the options of the gate: every benchmark.
    pub(crate) fn gate() -> Self {
        Self { names: Vec::new(), gate: true, keep: false, arguments: Vec::new() }
    }
}

/// Builds benchmarks with the profile `bench` and runs them.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let chosen = chosen(&options.names)?;
    if fs::read_to_string(GROUPS).is_ok_and(|set| set.trim() == "1") {
        say("processors are shared out to sessions first: under full load, latencies are the scheduler's");
        say("(sysctl -w kernel.sched_autogroup_enabled=0, see docs/operations/run.md)");
    }
    let compares = options.gate || options.keep;
    let mut ratios = Ratios::default();
    for bench in chosen {
        say(&format!("measuring {}", bench.name));
        let server = if bench.durable { Some(durable_server()?) } else { None };
        let mut command = command(bench);
        command.args(&options.arguments);
        if let Some(server) = &server {
            command.env(URL_VARIABLE, server.url("postgres"));
        }
        let status = if compares { kept(&mut command, &mut ratios)? } else { command.status()? };
        if let Some(server) = server {
            server.stop_if_last()?;
        }
        if !status.success() {
            return Ok(exit_code(status));
        }
    }
    if options.gate {
        return ratios.judge();
    }
    if options.keep {
        ratios.keep()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Bench>> {
    if names.is_empty() {
        return Ok(BENCHES.iter().collect());
    }
    let known = |name: &String| BENCHES.iter().find(|bench| bench.name == name);
    let find = |name: &String| {
        known(name).with_context(|| {
            let names: Vec<_> = BENCHES.iter().map(|bench| bench.name).collect();
            format!("there is no benchmark {name}; there are {}", names.join(", "))
        })
    };
    names.iter().map(find).collect()
}

fn command(bench: &Bench) -> Command {
    let mut command = cargo();
    command.args(["run", "--quiet", "--profile", "bench", "--package", bench.package]);
    // Some benchmarks use the mocks of ports.
    command.args(["--all-features", "--example", bench.example, "--"]).args(bench.argument);
    // Otherwise `funnel --version` changes with each commit, and linking takes minutes.
    command.envs([("FUNNEL_COMMIT", "benchmark"), ("SOURCE_DATE_EPOCH", "0")]);
    command.stdin(Stdio::null());
    command
}

/// Starts a private server that survives a power failure without loss.
fn durable_server() -> anyhow::Result<Server> {
    local_postgres::install_if_absent()?;
    Ok(Server::start_or_join(&Settings::new(target_folder()?.join("bench-postgres")))?)
}

/// Runs the command, prints its output, and collects its ratios.
fn kept(command: &mut Command, ratios: &mut Ratios) -> anyhow::Result<std::process::ExitStatus> {
    let mut child = command.arg("--json").stdout(Stdio::piped()).spawn().context("can't run cargo")?;
    let output = child.stdout.take().context("the benchmark has no output")?;
    for line in BufReader::new(output).lines() {
        let line = line?;
        print_line(&line)?;
        let Ok(report) = serde_json::from_str::<Value>(&line) else { bail!("not a report: {line}") };
        ratios.take(&report);
    }
    Ok(child.wait()?)
}
