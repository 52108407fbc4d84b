use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use local_postgres::{Durability, Server, Settings};

use crate::build::{Build, EVERYTHING, program};
use crate::pooler;
use crate::process::{exit_code, run as run_command, say, wait};
use crate::stop::Stop;
use crate::workspace::{cargo, root, target_folder};

/// The same name as `test_support::URL_VARIABLE`; that crate is not for programs to depend on.
const URL_VARIABLE: &str = "FUNNEL_TEST_POSTGRES_URL";

/// Makes the service under test a fleet of processes.
const FLEET_VARIABLE: &str = "FUNNEL_TEST_FLEET";

/// Runs every test against the private server of the target folder; the exit status is the runner's.
pub(crate) fn run(pooled: bool, arguments: &[String]) -> anyhow::Result<ExitCode> {
    let pooler = pooled.then(pooler::find).transpose()?;
    let stop = Stop::on_signals()?;
    let server = server()?;
    let url = server.url("postgres");
    say("making the template database");
    let build = if pooled { Build::Alone } else { Build::WithTests };
    run_command(&mut support_program("prepare-test-databases", build, &url)?)?;
    let nextest = has_nextest();
    let mut runner = runner(nextest);
    match &pooler {
        Some(program) => {
            say("running the tests of the program as a fleet behind a pooler");
            runner.args(["--package", "funnel", "--test", "it"]);
            runner.env(pooler::VARIABLE, program).env(FLEET_VARIABLE, "1");
        }
        None => {
            say("running the tests");
            // Said to `cargo test`, the other words would leave out the documentation's own tests.
            if nextest {
                runner.args(EVERYTHING)
            } else {
                runner.arg("--workspace")
            };
            runner.env_remove(pooler::VARIABLE).env_remove(FLEET_VARIABLE);
        }
    }
    runner.args(arguments).env(URL_VARIABLE, &url).stdin(Stdio::null());
    let mut child = runner.spawn().context("the test runner can't be started")?;
    let status = wait(&mut child, &stop)?;
    server.stop_if_last()?;
    Ok(exit_code(status))
}

/// The private server of the target folder.
pub(crate) fn server() -> anyhow::Result<Server> {
    say("starting a private PostgreSQL for the tests");
    let data_dir = target_folder()?.join("test-postgres");
    let settings = Settings { durability: Durability::Unsafe, ..Settings::new(data_dir) };
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

fn has_nextest() -> bool {
    let mut command = cargo();
    command.args(["nextest", "--version"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
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
