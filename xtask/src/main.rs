//! Development tasks of the workspace; `cargo xtask --help` lists them.

#![deny(clippy::print_stdout, reason = "`process::print_line` bears a closed pipe")]

mod agents;
mod bench;
mod boundaries;
mod breaking;
mod build;
mod checks;
mod ci;
mod citus;
mod crates_of_others;
mod dashboard_test;
mod dev;
mod dist;
mod docs;
mod hooks;
mod hostile;
mod image;
mod licences;
mod openapi;
mod pooler;
mod process;
mod reuse;
mod schema;
mod sdk;
mod stop;
mod test_run;
mod threats;
mod tools;
mod workspace;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::build::Build;
use crate::test_run::Shape;

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Development tasks of the landing-funnel service.")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Builds and runs the service with demo data; Ctrl-C stops everything.
    Dev(dev::Options),
    /// Runs every test on a private PostgreSQL server.
    Test {
        /// Runs only the tests of the program, as several processes behind PgBouncer in transaction mode.
        #[arg(long)]
        pooled: bool,
        /// Runs only the tests of the stores and of the program, on a Citus coordinator and two workers.
        #[arg(long, conflicts_with = "pooled")]
        distributed: bool,
        /// Runs only the tests that docs/threat-model.md names as proofs; needs cargo-nextest.
        #[arg(long, conflicts_with_all = ["pooled", "distributed"])]
        threats: bool,
        /// Arguments of the test runner.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Runs every check that a change must pass: format, lints, layers, third-party tools, OpenAPI, every test, and a minute of
    /// hostile requests. If Citus is installed, some tests also run on a distributed database.
    Ci {
        /// Adds the slow checks: all tests of program and stores on a distributed database, public interfaces, the book,
        /// benchmarks, and, as root, the Debian package in a clean machine and the image.
        #[arg(long)]
        full: bool,
    },
    /// Runs one check by a third-party tool, which is installed below the target folder.
    Check {
        /// Name of the check.
        #[arg(value_enum)]
        check: checks::Check,
    },
    /// Builds docs/ as a book in target/book, and checks the links of all pages.
    Docs(docs::Options),
    /// Installs git hooks that check format, spelling and layers before each commit.
    Hooks,
    /// Checks staged files; the hook of git calls it.
    #[command(hide = true)]
    PreCommit,
    /// Tests the dashboard in a real browser; needs Chromium.
    DashboardTest(dashboard_test::Options),
    /// Sends hostile requests to the service with schemathesis, and compares the responses with the OpenAPI document.
    Hostile(hostile::Options),
    /// Measures our code and its limit in one run; docs/benchmarks.md has the results.
    Bench(bench::Options),
    /// Builds a release in target/dist: the program, a Debian package, lists of parts and licences, checksums.
    Dist(dist::Options),
    /// Builds the image of the Dockerfile without a daemon or a registry, from Debian's packages.
    Image(image::Options),
    /// Checks that dependencies point inwards, that no files depend on each other in a circle, and that crates are tidy.
    Boundaries,
    /// Lists doc comments and paragraphs that start with a refused word, and fails if there are more than xtask/words.txt allows.
    Words(boundaries::words::Options),
    /// Builds and runs programs outside the workspace that use one domain crate each (crates/dev/reuse).
    Reuse {
        /// Measures the time of a clean `cargo check` of each program instead.
        #[arg(long)]
        cold: bool,
    },
    /// Checks the schema on a new, migrated database.
    Schema {
        /// Checks that every table can be distributed by owner, and prints the statements of Citus.
        #[arg(long, required = true)]
        distributable: bool,
    },
    /// Generates the rules and corpora of user agents from public packages; needs Node and the registries.
    Agents,
    /// Generates the SDKs from docs/openapi.json.
    Sdk(sdk::Options),
    /// Generates docs/openapi.json.
    Openapi {
        /// Writes nothing, and fails if the file is out of date.
        #[arg(long)]
        check: bool,
        /// Lints the file, and rejects undocumented breaking changes since the last release.
        #[arg(long, conflicts_with = "check")]
        lint: bool,
        /// Stores the file as the document of the release that is being made.
        #[arg(long, conflicts_with_all = ["check", "lint"])]
        release: bool,
    },
}

fn main() -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::new("info");
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .without_time()
        .with_target(false)
        .init();
    let done = match Arguments::parse().task {
        Task::Dev(options) => dev::run(&options),
        Task::Test { pooled: true, arguments, .. } => test_run::run(Shape::Pooled, &arguments),
        Task::Test { distributed: true, arguments, .. } => test_run::run(Shape::Distributed, &arguments),
        Task::Test { threats: true, arguments, .. } => test_run::threats(arguments),
        Task::Test { arguments, .. } => test_run::run(Shape::Plain, &arguments),
        Task::Ci { full } => ci::run(full),
        Task::Check { check } => checks::run(check).map(|()| ExitCode::SUCCESS),
        Task::Docs(options) => docs::run(&options),
        Task::Hooks => hooks::install().map(|()| ExitCode::SUCCESS),
        Task::PreCommit => hooks::pre_commit().map(|()| ExitCode::SUCCESS),
        Task::DashboardTest(options) => dashboard_test::run(&options, Build::Alone),
        Task::Hostile(options) => hostile::run(&options, Build::Alone),
        Task::Bench(options) => bench::run(&options),
        Task::Dist(options) => dist::run(&options, Build::Alone).map(|()| ExitCode::SUCCESS),
        Task::Image(options) => image::run(&options, Build::Alone).map(|()| ExitCode::SUCCESS),
        Task::Boundaries => boundaries::run().map(|()| ExitCode::SUCCESS),
        Task::Words(options) => boundaries::words::run(&options).map(|()| ExitCode::SUCCESS),
        Task::Reuse { cold: true } => reuse::cold().map(|()| ExitCode::SUCCESS),
        Task::Reuse { cold: false } => reuse::run().map(|()| ExitCode::SUCCESS),
        // The one check that there is; its flag is required.
        Task::Schema { distributable: _ } => schema::run(),
        Task::Agents => agents::run().map(|()| ExitCode::SUCCESS),
        Task::Sdk(options) => sdk::run(&options),
        Task::Openapi { lint: true, .. } => openapi::lint().map(|()| ExitCode::SUCCESS),
        Task::Openapi { release: true, .. } => openapi::release().map(|()| ExitCode::SUCCESS),
        Task::Openapi { check, .. } => openapi::run(check, Build::Alone).map(|()| ExitCode::SUCCESS),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
