//! What `funnel --version` prints beside the number: the commit, and when it was made.

use std::process::Command;

// What names them without git.
const COMMIT: &str = "FUNNEL_COMMIT";
const EPOCH: &str = "SOURCE_DATE_EPOCH";

fn main() {
    for name in [COMMIT, EPOCH] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let given = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    // A development build asks git for nothing: it would be compiled anew with each commit, and name an old one otherwise.
    let is_release = given("PROFILE").as_deref() == Some("release");
    let asked = |arguments: &[&str]| if is_release { git(arguments) } else { None };
    // Finding out what is unused takes a tenth of linking, and a development build is linked all the time.
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
    // What git reports changes with each commit, which is noted in this file.
    if let Some(log) = asked(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// What git prints; nothing where there is no git or no clone.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(["-c", "safe.directory=*"]).args(arguments).output().ok()?;
    let printed = String::from_utf8(output.stdout).ok()?;
    Some(printed.trim().to_owned()).filter(|text| output.status.success() && !text.is_empty())
}
