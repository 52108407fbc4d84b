//! Generation of the SDKs in other languages, with external tools pinned by lock files.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

use crate::checks::git;
use crate::licences;
use crate::process::{run as run_command, say};
use crate::tools;
use crate::workspace::root;

pub(crate) const TYPESCRIPT: &str = "sdk/typescript";

pub(crate) const PYTHON: &str = "sdk/python";

/// Runs the generator of a folder. With `check`, fails if a file changed, and restores the files.
pub(crate) fn generate(
    folder: &str,
    check: bool,
    generator: impl FnOnce() -> anyhow::Result<Command>,
) -> anyhow::Result<()> {
    if !root().join(folder).is_dir() {
        say(&format!("there is no {folder} yet"));
        return Ok(());
    }
    let mut generator = generator()?;
    let before = files(folder)?;
    run_command(generator.stdin(Stdio::null()))?;
    if !check {
        return Ok(());
    }
    let after = files(folder)?;
    let changed: Vec<&String> =
        before.keys().chain(after.keys()).filter(|path| before.get(*path) != after.get(*path)).collect();
    for path in &changed {
        match before.get(*path) {
            Some(text) => fs::write(root().join(path), text)?,
            None => fs::remove_file(root().join(path))?,
        }
    }
    match changed.first() {
        Some(path) => bail!("{path} is out of date; run `cargo xtask sdk` and commit the files"),
        None => Ok(()),
    }
}

/// Returns the files of a folder that git tracks or would add.
fn files(folder: &str) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let listed = git(&["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", folder])?;
    let listed = listed.context("git is needed to list the files of the SDKs")?;
    let paths = listed.split('\0').filter(|path| !path.is_empty());
    // A deleted file that is not committed yet can't be read, and is left out.
    Ok(paths.filter_map(|path| Some((path.to_string(), fs::read(root().join(path)).ok()?))).collect())
}

/// Returns an npm command in the TypeScript SDK's folder. Installs the packages of the lock file first if
/// they changed.
pub(crate) fn npm(arguments: &[&str]) -> anyhow::Result<Command> {
    let folder = root().join(TYPESCRIPT);
    let npm = |arguments: &[&str]| {
        let mut npm = Command::new("npm");
        npm.args(arguments).current_dir(&folder);
        npm
    };
    let lock = fs::read(folder.join("package-lock.json")).context("reading package-lock.json")?;
    let stamp = folder.join("node_modules/.installed-lock.json");
    if fs::read(&stamp).ok().as_ref() != Some(&lock) {
        licences::check_lock(&lock)?;
        say(&format!("installing {TYPESCRIPT}/package-lock.json"));
        run_command(npm(&["ci", "--no-audit", "--no-fund"]).stdin(Stdio::null()))
            .context("Node.js 20 or later is needed, and the npm registry must be reachable")?;
        fs::write(stamp, lock).context("noting what is installed")?;
    }
    Ok(npm(arguments))
}

/// Returns the folder of the programs that generate and test the Python SDK.
pub(crate) fn python() -> anyhow::Result<PathBuf> {
    tools::wheels("sdk-python", &format!("{PYTHON}/requirements-dev.txt"))
}
