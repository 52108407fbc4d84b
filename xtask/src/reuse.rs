pub(crate) mod examples;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::ensure;

use crate::boundaries::domain_crates;
use crate::crates_of_others;
use crate::process::{print_line, run as run_command, say};
use crate::workspace::{cargo, root, target_folder};

/// Workspace of the programs, relative to the root of the clone.
const FOLDER: &str = "crates/dev/reuse";

/// Runs each domain crate in a program without other crates of this workspace: first without default features, one
/// program at a time, so that features of others have no effect; then its mocked ports and its own examples.
pub(crate) fn run() -> anyhow::Result<()> {
    let crates: Vec<_> =
        domain_crates()?.into_iter().map(|one| (one.name, root().join(one.folder))).collect();
    let names: Vec<String> = crates.iter().map(|(name, _)| name.clone()).collect();
    let missing = without_program(&names, &root().join(FOLDER));
    ensure!(missing.is_empty(), "{FOLDER} has no program for {}", missing.join(", "));
    say(&format!("{} domain crates, each used alone", names.len()));
    for name in &names {
        run_command(own_cargo()?.args(["run", "--quiet", "--locked", "--package", &program(name)]))?;
    }
    run_command(own_cargo()?.args(["test", "--quiet", "--locked", "--workspace"]))?;
    run_examples(&crates)?;
    say("their packages");
    let mut package = cargo();
    // The crates are not published, so the registry can't resolve their versions.
    package.args(["package", "--quiet", "--no-verify", "--allow-dirty", "--exclude-lockfile"]);
    for name in &names {
        package.args(["--package", name]);
    }
    run_command(&mut package)
}

/// Returns the files that show the use of a domain crate and are too long: its examples, and its program.
pub(crate) fn long_examples(name: &str, folder: &str) -> anyhow::Result<Vec<PathBuf>> {
    examples::too_long(&root().join(folder), &root().join(FOLDER).join(program(name)))
}

/// Runs the examples of the crates, with the features and dependencies of their programs.
fn run_examples(crates: &[(String, PathBuf)]) -> anyhow::Result<()> {
    let mut count = 0;
    for (name, folder) in crates {
        let program = program(name);
        for example in examples::names(folder)? {
            let arguments = ["run", "--quiet", "--locked", "--package", &program, "--example", &example];
            run_command(own_cargo()?.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()))?;
            count += 1;
        }
    }
    say(&format!("{count} examples ran"));
    Ok(())
}

/// Prints the time of a `cargo check` of each domain crate without earlier builds, and its number of foreign crates.
/// Downloads are kept.
pub(crate) fn cold() -> anyhow::Result<()> {
    print_line(&format!("{:<20} {:>12} {:>20}", "crate", "cold check", "crates of others"))?;
    let folder = target_folder()?.join("reuse-cold");
    for one in domain_crates()? {
        // An earlier run may have been interrupted.
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        let (name, package) = (&one.name, program(&one.name));
        let others = crates_of_others::count(own_cargo()?, &package)?;
        let mut check = own_cargo()?;
        check.args(["check", "--quiet", "--locked", "--package", &package]).env("CARGO_TARGET_DIR", &folder);
        let began = Instant::now();
        run_command(&mut check)?;
        print_line(&format!("{name:<20} {:>10.1} s {others:>20}", began.elapsed().as_secs_f64()))?;
    }
    Ok(std::fs::remove_dir_all(&folder)?)
}

fn program(name: &str) -> String {
    format!("use-{name}")
}

/// Returns the crates without a program in the folder.
fn without_program<'a>(names: &'a [String], folder: &Path) -> Vec<&'a str> {
    let names = names.iter().map(String::as_str);
    names.filter(|name| !folder.join(program(name)).join("Cargo.toml").exists()).collect()
}

/// Returns cargo in the workspace of the programs. It builds below our target folder, so that the clone stays clean.
fn own_cargo() -> anyhow::Result<Command> {
    let mut command = cargo();
    command.current_dir(root().join(FOLDER)).env("CARGO_TARGET_DIR", target_folder()?.join("reuse"));
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_without_a_program_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("use-kernel")).unwrap();
        std::fs::write(folder.path().join("use-kernel/Cargo.toml"), "").unwrap();
        let names = ["kernel".to_owned(), "touches".to_owned()];
        assert_eq!(without_program(&names, folder.path()), ["touches"]);
    }
}
