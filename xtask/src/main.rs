//! Development tasks of the workspace; `cargo xtask --help` lists them.

#![deny(clippy::print_stdout, reason = "`process::print_line` bears a closed pipe")]

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
mod words;
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
    /// From a fresh clone to a running, filled service; Ctrl-C stops all that it started.
    Dev(dev::Options),
    /// Every test, with a private PostgreSQL server.
    Test {
        /// The tests of the program alone, as a fleet of processes behind a PgBouncer in transaction mode.
        #[arg(long)]
        pooled: bool,
        /// The tests of the stores and of the program alone, on a distributed database: a coordinator and two workers with
        /// the extension Citus.
        #[arg(long, conflicts_with = "pooled")]
        distributed: bool,
        /// The tests alone that docs/threat-model.md names as proofs; needs cargo-nextest.
        #[arg(long, conflicts_with_all = ["pooled", "distributed"])]
        threats: bool,
        /// Passed on to the test runner.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Everything that must hold: format, lints, layers, tools of others, OpenAPI, every test, some of them on a distributed
    /// database too where Citus can be had, and a minute of hostile requests.
    Ci {
        /// What takes long too: all tests of the program and of the stores on a distributed database, public interfaces, the book
        /// of the documents, and, as root, the Debian package in a clean machine and the image.
        #[arg(long)]
        full: bool,
    },
    /// What a tool of others checks; it is installed below the target folder.
    Check {
        /// Which.
        #[arg(value_enum)]
        check: checks::Check,
    },
    /// Builds the pages of docs/ as a book (target/book), and checks the links of all pages.
    Docs(docs::Options),
    /// Has git check each commit before it is made, in seconds: format, spelling, layers.
    Hooks,
    /// The check that git makes before a commit.
    #[command(hide = true)]
    PreCommit,
    /// Tests of the dashboard in a real browser against the running service; needs Chromium.
    DashboardTest(dashboard_test::Options),
    /// Hostile requests against the running service: schemathesis with its pinned version, at what its OpenAPI document promises.
    Hostile(hostile::Options),
    /// Measures our code beside its limit, in one run: figures are in docs/benchmarks.md.
    Bench(bench::Options),
    /// Makes a release (target/dist): the program, a Debian package, its parts and licences, checksums.
    Dist(dist::Options),
    /// Builds the image of the Dockerfile without a daemon and without a registry, over Debian's packages.
    Image(image::Options),
    /// Checks that dependencies point inwards, that files do not depend on each other in a circle, and the tidiness of the crates.
    Boundaries,
    /// Lists doc comments and paragraphs that start with a refused word, and fails if there are more than xtask/words.txt allows.
    Words(words::Options),
    /// Uses each domain crate alone, in programs outside of the workspace (crates/tooling/reuse).
    Reuse {
        /// Measures instead how long each takes to check from nothing.
        #[arg(long)]
        cold: bool,
    },
    /// Checks the schema, on a migrated database of its own.
    Schema {
        /// That every table can be distributed by owner; prints the statements of Citus that do it.
        #[arg(long, required = true)]
        distributable: bool,
    },
    /// Writes what the SDKs have from docs/openapi.json.
    Sdk(sdk::Options),
    /// Writes docs/openapi.json.
    Openapi {
        /// Only compares, and fails when the file is out of date.
        #[arg(long)]
        check: bool,
        /// Lints the file, and finds what breaks for callers since the last release.
        #[arg(long, conflicts_with = "check")]
        lint: bool,
        /// Takes the file as the document of the release that is being made.
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
        Task::Words(options) => words::run(&options).map(|()| ExitCode::SUCCESS),
        Task::Reuse { cold: true } => reuse::cold().map(|()| ExitCode::SUCCESS),
        Task::Reuse { cold: false } => reuse::run().map(|()| ExitCode::SUCCESS),
        // The one check that there is; its flag is required.
        Task::Schema { distributable: _ } => schema::run(),
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
