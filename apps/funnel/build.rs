//! Embeds the commit and its date, which `funnel --version` prints after the version number.

use std::process::Command;

// Environment variables that replace git.
const COMMIT: &str = "FUNNEL_COMMIT";
const EPOCH: &str = "SOURCE_DATE_EPOCH";

fn main() {
    for name in [COMMIT, EPOCH] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let given = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    // Without this, every commit would rebuild a development build.
    let is_release = given("PROFILE").as_deref() == Some("release");
    let asked = |arguments: &[&str]| if is_release { git(arguments) } else { None };
    // Finding unused sections takes a tenth of the link time, and development builds are linked
    // often.
    if !is_release && given("CARGO_CFG_TARGET_OS").as_deref() == Some("linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--no-gc-sections");
    }
    if let Some(commit) = given(COMMIT).or_else(|| asked(&["rev-parse", "--short=12", "HEAD"])) {
        println!("cargo::rustc-env=FUNNEL_BUILD_COMMIT={commit}");
    }
    if let Some(date) = given(EPOCH).or_else(|| asked(&["log", "-1", "--format=%ct"])) {
        println!("cargo::rustc-env=FUNNEL_BUILD_EPOCH={date}");
    }
    if [COMMIT, EPOCH].into_iter().all(|name| given(name).is_some()) {
        return;
    }
    // The reflog changes with each commit, and with it the output of git.
    if let Some(log) = asked(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// Returns the output of git, or `None` without git or outside a clone.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(["-c", "safe.directory=*"]).args(arguments).output().ok()?;
    let printed = String::from_utf8(output.stdout).ok()?;
    Some(printed.trim().to_owned()).filter(|text| output.status.success() && !text.is_empty())
}
