use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use local_postgres::{Citus, Durability, Server, Settings};

use crate::build::{Build, EVERYTHING, program};
use crate::process::{exit_code, run as run_command, say, wait};
use crate::stop::Stop;
use crate::workspace::{cargo, has_nextest, root, target_folder};
use crate::{citus, pooler, threats};

/// The same name as `test_support::URL_VARIABLE`; that crate is not for programs to depend on.
pub(crate) const URL_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_URL";

/// The same name as `test_support::WORKERS_VARIABLE`.
const WORKERS_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_WORKERS";

/// How many servers hold the tables of owners where they are distributed.
const WORKERS: usize = 2;

/// The tests that a distributed database has something to say to.
const DISTRIBUTED_TESTS: &str = "binary(it) & (package(adapter-postgres) | package(funnel))";

/// The runner's own variable for how many tests run at once.
const THREADS_VARIABLE: &str = "NEXTEST_TEST_THREADS";

/// Makes the service under test a fleet of processes.
const FLEET_VARIABLE: &str = "FUNNEL_TEST_FLEET";

/// What the tests run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One server.
    Plain,
    /// One server; the program is a fleet of processes behind a pooler.
    Pooled,
    /// A coordinator and two workers.
    Distributed,
}

/// The servers of a run, and their addresses in the environment of its tests.
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

/// Runs every test of this shape against private servers of the target folder; the exit status is the runner's.
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
            // Said to `cargo test`, the other words would leave out the documentation's own tests.
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
    // nextest runs none of the documentation's tests.
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

/// Half as many again as there are processors: every fifth moment of a test is spent waiting, for a killed server or a lease.
fn at_once() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    processors + processors / 2
}

/// The private server of the target folder.
pub(crate) fn server() -> anyhow::Result<Server> {
    say("starting a private PostgreSQL for the tests");
    let data_dir = target_folder()?.join("test-postgres");
    let settings = Settings { durability: Durability::InMemory, ..Settings::new(data_dir) };
    local_postgres::install_if_absent()?;
    Ok(Server::start_or_join(&settings)?)
}

/// Of `test-support`: a program of it by its name, just built, on this server.
pub(crate) fn support_program(name: &str, build: Build, url: &str) -> anyhow::Result<Command> {
    run_command(&mut build.of(&["test-support"]))?;
    let mut command = Command::new(program(name)?);
    command.current_dir(root()).env(URL_VARIABLE, url);
    Ok(command)
}

/// Features need no mention: the tests that use mocks switch them on in their own dev-dependencies.
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
