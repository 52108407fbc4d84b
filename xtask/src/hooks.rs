use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, bail};

use crate::boundaries;
use crate::checks::{git, installed_typos};
use crate::process::{run as run_command, say};
use crate::workspace::root;

/// Folder of the hooks in the clone.
const FOLDER: &str = ".githooks";

const SETTING: &str = "core.hooksPath";

/// Sets the folder of hooks in git. Existing hooks stay.
pub(crate) fn install() -> anyhow::Result<()> {
    match git(&["config", "--get", SETTING])? {
        Some(other) if other != FOLDER => bail!("{SETTING} is {other} already; unset it first"),
        Some(_) => {}
        None => drop(git(&["config", SETTING, FOLDER])?.context("git config failed")?),
    }
    say("git checks each commit from now on; `git commit --no-verify` does without");
    Ok(())
}

/// Runs the checks of staged files that take seconds.
pub(crate) fn pre_commit() -> anyhow::Result<()> {
    let staged = git(&["diff", "--cached", "--name-only", "--diff-filter=ACMR"])?;
    let staged = staged.context("git is needed to list what is staged")?;
    let files: Vec<&str> = staged.lines().collect();
    let sources: Vec<&str> = files.iter().copied().filter(|file| is_source(file)).collect();
    if !sources.is_empty() {
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--check", "--edition", "2024"]).args(&sources).current_dir(root());
        run_command(&mut rustfmt).context("run `cargo fmt --all`")?;
    }
    if let Some(typos) = installed_typos()?.filter(|_| !files.is_empty()) {
        let mut typos = Command::new(typos);
        run_command(typos.arg("--force-exclude").args(&files).current_dir(root()))?;
    }
    boundaries::run()
}

fn is_source(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "rs")
}
