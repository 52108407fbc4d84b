use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use local_postgres::{Citus, Durability, Server, Settings};

use crate::build::{Build, EVERYTHING, program};
use crate::process::{exit_code, run as run_command, say, wait};
use crate::stop::Stop;
use crate::workspace::{cargo, has_nextest, root, target_folder};
use crate::{citus, pooler, threats};

/// Same value as `test_support::URL_VARIABLE`. Programs must not depend on that crate.
pub(crate) const URL_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_URL";

/// Same value as `test_support::WORKERS_VARIABLE`.
const WORKERS_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_WORKERS";

/// Number of servers that hold the tables of owners in a distributed database.
const WORKERS: usize = 2;

/// Tests that use a distributed database.
const DISTRIBUTED_TESTS: &str = "binary(it) & (package(adapter-postgres) | package(funnel))";

/// Variable of nextest: number of tests that run at once.
const THREADS_VARIABLE: &str = "NEXTEST_TEST_THREADS";

/// Variable that runs the tested service as several processes.
const FLEET_VARIABLE: &str = "FUNNEL_TEST_FLEET";

/// Kind of database and processes that the tests run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One server.
    Plain,
    /// One server; the program runs as several processes behind a pooler.
    Pooled,
    /// A coordinator and two workers.
    Distributed,
}

/// Servers of a run, and their addresses in the environment of its tests.
enum Servers {
    One(Server),
    Many(Citus),
}

impl Servers {
    fn start(shape: Shape) -> anyhow::Result<Self> {
        if shape != Shape::Distributed {
            return Ok(Self::One(server()?));
        }
        say("starting a private coordinator and two workers for the tests");
        local_postgres::install_if_absent()?;
        Ok(Self::Many(Citus::start_or_join(&citus::folder()?, WORKERS, Durability::InMemory)?))
    }

    fn environment(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::One(server) => {
                vec![(URL_VARIABLE, server.url("postgres")), (WORKERS_VARIABLE, String::new())]
            }
            Self::Many(citus) => {
                let workers: Vec<String> =
                    citus.workers.iter().map(|worker| worker.url("postgres")).collect();
                vec![(URL_VARIABLE, citus.coordinator.url("postgres")), (WORKERS_VARIABLE, workers.join(","))]
            }
        }
    }

    fn stop_if_last(self) -> anyhow::Result<()> {
        match self {
            Self::One(server) => server.stop_if_last().map(|_| ())?,
            Self::Many(citus) => citus.stop_if_last()?,
        }
        Ok(())
    }
}

/// Runs every test of this shape on private servers in the target folder. Returns the exit status of the runner.
pub(crate) fn run(shape: Shape, arguments: &[String]) -> anyhow::Result<ExitCode> {
    let pooler = (shape == Shape::Pooled).then(pooler::find).transpose()?;
    let stop = Stop::on_signals()?;
    let servers = Servers::start(shape)?;
    say("making the template database");
    let build = if shape == Shape::Pooled { Build::Alone } else { Build::WithTests };
    run_command(&mut build.of(&["test-support"]))?;
    let mut prepare = Command::new(program("prepare-test-databases")?);
    run_command(prepare.current_dir(root()).envs(servers.environment()))?;
    let nextest = has_nextest();
    let mut runner = runner(nextest);
    runner.env_remove(pooler::VARIABLE).env_remove(FLEET_VARIABLE);
    match (shape, &pooler) {
        (Shape::Pooled, Some(program)) => {
            say("running the tests of the program as a fleet behind a pooler");
            runner.args(["--package", "funnel", "--test", "it"]);
            runner.env(pooler::VARIABLE, program).env(FLEET_VARIABLE, "1");
        }
        (Shape::Distributed, _) => {
            say("running the tests of the stores and of the program on a distributed database");
            anyhow::ensure!(nextest, "cargo-nextest chooses the tests of this shape: install it");
            runner.args(EVERYTHING);
            let chooses = |word: &String| word.starts_with("-E") || word.starts_with("--filter");
            if !arguments.iter().any(chooses) {
                runner.args(["-E", DISTRIBUTED_TESTS]);
            }
        }
        _ => {
            say("running the tests");
            if std::env::var_os(THREADS_VARIABLE).is_none() {
                runner.env(THREADS_VARIABLE, at_once().to_string());
            }
            // With other arguments, `cargo test` would leave out doctests.
            if nextest {
                runner.args(EVERYTHING)
            } else {
                runner.arg("--workspace")
            };
        }
    }
    runner.args(arguments).envs(servers.environment()).stdin(Stdio::null());
    let mut child = runner.spawn().context("the test runner can't be started")?;
    let status = wait(&mut child, &stop)?;
    servers.stop_if_last()?;
    // nextest runs no doctests.
    if status.success() && shape == Shape::Plain && nextest && arguments.is_empty() {
        say("running the examples of the documentation");
        run_command(cargo().args(["test", "--quiet", "--workspace", "--doc"]))?;
    }
    Ok(exit_code(status))
}

/// Runs the tests that the threat model names as proofs.
pub(crate) fn threats(mut arguments: Vec<String>) -> anyhow::Result<ExitCode> {
    arguments.extend(["-E".to_owned(), threats::filter()?]);
    run(Shape::Plain, &arguments)
}

/// Returns 1.5 times the number of processors: a fifth of the time, tests wait for killed servers or leases.
fn at_once() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    processors + processors / 2
}

/// Starts the private server in the target folder.
pub(crate) fn server() -> anyhow::Result<Server> {
    say("starting a private PostgreSQL for the tests");
    let data_dir = target_folder()?.join("test-postgres");
    let settings = Settings { durability: Durability::InMemory, ..Settings::new(data_dir) };
    local_postgres::install_if_absent()?;
    Ok(Server::start_or_join(&settings)?)
}

/// Returns the command of a freshly built program of `test-support`, connected to this server.
pub(crate) fn support_program(name: &str, build: Build, url: &str) -> anyhow::Result<Command> {
    run_command(&mut build.of(&["test-support"]))?;
    let mut command = Command::new(program(name)?);
    command.current_dir(root()).env(URL_VARIABLE, url);
    Ok(command)
}

/// Returns the command of the test runner. Tests enable features such as mocks by their dev-dependencies.
fn runner(nextest: bool) -> Command {
    let mut command = cargo();
    if nextest {
        command.args(["nextest", "run"]);
    } else {
        say("cargo-nextest is not installed; using `cargo test` instead, which is slower and just as strict");
        command.args(["test", "--no-fail-fast"]);
    }
    command
}
