//! Generation of the SDKs from docs/openapi.json, and their tests against the running service.

mod crates;
mod document;
mod others;
pub(crate) mod packages;
mod rust;
mod rust_files;
mod words;

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;

use self::others::{PYTHON, TYPESCRIPT};
use crate::build::{Build, program};
use crate::dev::{self, Up};
use crate::process::{exit_code, run as run_command, say, wait};
use crate::stop::Stop;
use crate::tools;
use crate::workspace::{cargo, root, target_folder};

/// First port of the tested service, apart from the ports of `cargo xtask dev` and `cargo xtask hostile`.
const PORTS: u16 = 28_580;

/// Number of rows that each SDK pages through.
const ROWS: u32 = 10_000;

/// Origin of a page that calls the API in a browser. No part of the service listens there.
const ORIGIN: &str = "http://127.0.0.1:28589";

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Compares without writing, and fails if a file is out of date.
    #[arg(long)]
    check: bool,
    /// Runs the tests of all SDKs against a private service.
    #[arg(long, conflicts_with = "check")]
    test: bool,
    /// Builds the packages of the SDKs, and tests them.
    #[arg(long, conflicts_with_all = ["check", "test"])]
    package: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    if options.test {
        return test(Build::Alone);
    }
    match options.package {
        true => packages::build(true)?,
        false => generate(options.check)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the generated files, or compares them with the committed ones.
pub(crate) fn generate(check: bool) -> anyhow::Result<()> {
    let started = Instant::now();
    say("Rust SDK");
    rust_files::generate(check)?;
    say("TypeScript SDK");
    others::generate(TYPESCRIPT, check, || others::npm(&["run", "generate"]))?;
    say("Python SDK");
    others::generate(PYTHON, check, || {
        let mut python = Command::new(others::python()?.join("python"));
        python.arg("generate.py").current_dir(root().join(PYTHON));
        Ok(python)
    })?;
    crates::check()?;
    let verb = if check { "checked" } else { "written" };
    say(&format!("three SDKs {verb} in {:.1} s", started.elapsed().as_secs_f64()));
    Ok(())
}

/// Runs the tests of all SDKs in order, against a private service.
pub(crate) fn test(build: Build) -> anyhow::Result<ExitCode> {
    let data_dir = target_folder()?.join("sdk");
    let up = dev::Options { fresh: true, no_demo: false, port_base: PORTS, data_dir: Some(data_dir) };
    let settings = [("FUNNEL_RATE_LIMIT_PER_MINUTE", "0"), ("FUNNEL_DASHBOARD_ORIGIN", ORIGIN)];
    dev::run_with(&up, build, &settings, |_, up, stop| {
        insert_members(&up.database)?;
        for (name, command) in suites(build)? {
            say(&format!("tests: {name}"));
            let tested = against(command, up, stop)?;
            if tested != ExitCode::SUCCESS {
                return Ok(tested);
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// Inserts members for the lists that the SDKs page through. Creating them through the API would take a
/// minute.
fn insert_members(database: &str) -> anyhow::Result<()> {
    let rows = format!(
        "INSERT INTO members (owner_id, name, email, created_at) \
         SELECT 1, 'Row ' || n, 'row-' || n || '@example.com', now() FROM generate_series(1, {ROWS}) n"
    );
    let mut psql = Command::new("psql");
    psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--command", &rows, database]);
    run_command(psql.stdin(Stdio::null())).context("psql, the client of PostgreSQL, is needed")
}

fn suites(build: Build) -> anyhow::Result<Vec<(&'static str, Command)>> {
    let mut rust = cargo();
    // Selects the same packages as the build, because the selection decides the features of dependencies.
    match build {
        Build::Alone => rust.args(["test", "--package", "funnel-sdk", "--test", "live"]),
        Build::WithTests => rust.args(["test", "--workspace", "--test", "live"]),
    };
    let mut suites = vec![("Rust SDK", rust)];
    if root().join(TYPESCRIPT).is_dir() {
        suites.push(("TypeScript SDK alone", others::npm(&["test"])?));
        suites.push(("TypeScript SDK", others::npm(&["run", "test:live"])?));
        tools::debian("chromium", "chromium")?;
        suites.push(("TypeScript SDK in a browser", others::npm(&["run", "test:browser"])?));
    }
    if root().join(PYTHON).is_dir() {
        let mut python = Command::new(others::python()?.join("python"));
        python
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"])
            .current_dir(root().join(PYTHON));
        python.env("PYTHONDONTWRITEBYTECODE", "1");
        suites.push(("Python SDK", python));
        let mut types = Command::new(others::python()?.join("mypy"));
        types
            .args(["--cache-dir=/dev/null", "src", "tests", "examples"])
            .current_dir(root().join(PYTHON))
            .env("MYPYPATH", "src");
        suites.push(("types of the Python SDK", types));
    }
    suites.push(("assistants (MCP)", assistants()?));
    suites.push(("completions of the command line", completions()?));
    Ok(suites)
}

/// Returns the tests of shell completions of `funnel api`.
fn completions() -> anyhow::Result<Command> {
    for shell in ["zsh", "fish"] {
        tools::debian(shell, shell)?;
    }
    let mut python = Command::new(others::python()?.join("python"));
    python.arg("apps/funnel-api/tests/completions.py").current_dir(root());
    python.env("FUNNEL_PROGRAM", program("funnel")?);
    Ok(python)
}

/// Returns the tests with the reference client of the Model Context Protocol.
fn assistants() -> anyhow::Result<Command> {
    let tests = "apps/funnel-mcp/tests";
    let programs = tools::wheels("mcp", &format!("{tests}/requirements.txt"))?;
    let mut client = Command::new(programs.join("python"));
    client.arg(format!("{tests}/reference_client.py")).current_dir(root());
    client.env("PYTHONDONTWRITEBYTECODE", "1").env("FUNNEL_PROGRAM", program("funnel")?);
    Ok(client)
}

fn against(mut command: Command, up: &Up, stop: &Stop) -> anyhow::Result<ExitCode> {
    let key = up.key.as_deref().context("the demo owner has no key")?;
    let local = |above: u16| format!("http://127.0.0.1:{}", PORTS + above);
    command.env("FUNNEL_API_URL", &up.api).env("FUNNEL_API_KEY", key);
    command
        .env("FUNNEL_EDGE_URL", local(1))
        .env("FUNNEL_ENGINE_URL", local(3))
        .env("FUNNEL_TEST_ORIGIN", ORIGIN);
    command.env("FUNNEL_TEST_ROWS", ROWS.to_string());
    let mut child = command.spawn().with_context(|| format!("{command:?} can't be started"))?;
    Ok(exit_code(wait(&mut child, stop)?))
}
