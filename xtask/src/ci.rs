use std::process::ExitCode;

use anyhow::Context as _;

use crate::build::Build;
use crate::checks::Check;
use crate::process::{run as run_command, say};
use crate::test_run::Shape;
use crate::workspace::cargo;
use crate::{
    bench, boundaries, checks, citus, dashboard_test, dist, docs, hostile, image, openapi, reuse, sdk,
    test_run,
};

/// What tools of others check, with what is said about it.
const CHECKS: [(&str, Check); 5] = [
    ("spelling", Check::Spelling),
    ("sentences and terms of the pages", Check::Pages),
    ("licences, bans, sources, advisories", Check::Dependencies),
    ("unused dependencies", Check::Unused),
    ("the files of the deployment", Check::Deployment),
];

/// Everything that must hold before a change is merged, the quick checks first; stops at the first failure. What takes
/// long to build is left to the full form where it isn't installed, and so are most of the tests on a distributed database.
pub(crate) fn run(full: bool) -> anyhow::Result<ExitCode> {
    let may_be_distributed = citus::prepare()?;
    say("format");
    run_command(cargo().args(["fmt", "--all", "--check"])).context("run `cargo fmt --all`")?;
    say("lints");
    run_command(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    say("layers, circles, tidiness");
    boundaries::run()?;
    for (words, check) in CHECKS {
        say(words);
        checks::run(check)?;
    }
    reuse::run()?;
    say("the API's document");
    openapi::lint()?;
    if full || checks::semver_is_installed() {
        say("public interfaces");
        checks::run(Check::Semver)?;
    }
    if full {
        docs::build()?;
    }
    say("documentation");
    let mut doc = cargo();
    doc.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    run_command(&mut doc)?;
    say("building everything");
    run_command(&mut Build::WithTests.of(&[]))?;
    say("OpenAPI");
    openapi::run(true, Build::WithTests)?;
    sdk::generate(true)?;
    sdk::packages::build(full)?;
    let tested = test_run::run(Shape::Plain, &[])?;
    if tested != ExitCode::SUCCESS {
        return Ok(tested);
    }
    if may_be_distributed {
        let chosen = if full { Vec::new() } else { citus::short().to_vec() };
        let tested = test_run::run(Shape::Distributed, &chosen)?;
        if tested != ExitCode::SUCCESS {
            return Ok(tested);
        }
    }
    let tested = sdk::test(Build::WithTests)?;
    if tested != ExitCode::SUCCESS {
        return Ok(tested);
    }
    let tested = docs::tutorials::test(Build::WithTests)?;
    if tested != ExitCode::SUCCESS {
        return Ok(tested);
    }
    say("the dashboard in a browser");
    let tested = dashboard_test::run(&dashboard_test::Options::of_every_change(), Build::WithTests)?;
    if tested != ExitCode::SUCCESS {
        return Ok(tested);
    }
    say("hostile requests");
    let tested = hostile::run(&hostile::Options::of_every_change(), Build::WithTests)?;
    if full && tested == ExitCode::SUCCESS {
        release_artifacts()?;
        say("benchmarks beside what was kept");
        return bench::run(&bench::Options::gate());
    }
    Ok(tested)
}

/// The package in a clean machine, with every alert, and the image.
fn release_artifacts() -> anyhow::Result<()> {
    if !nix::unistd::geteuid().is_root() {
        say("the package and the image were NOT tried: that takes root");
        return Ok(());
    }
    image::run(&image::Options::of_full_check(), Build::WithTests)?;
    dist::run(&dist::Options::of_full_check(), Build::WithTests)
}
