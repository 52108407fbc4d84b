//! Published packages of the SDKs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

use super::others::{self, PYTHON};
use crate::process::{run as run_command, say};
use crate::workspace::{cargo, root, target_folder};

/// Builds the packages. Installs those of TypeScript and Python outside of their sources, and tests them there. With
/// `compile`, compiles the Rust package from its archive.
pub(crate) fn build(compile: bool) -> anyhow::Result<()> {
    let folder = target_folder()?.join("sdk-packages");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    say("packages of the SDKs");
    let mut rust = cargo();
    rust.args(["package", "--package", "funnel-sdk", "--locked", "--allow-dirty"]);
    if !compile {
        rust.arg("--no-verify");
    }
    run_command(&mut rust)?;
    typescript(&folder)?;
    python(&folder)?;
    say("three packages built, in target/package and target/sdk-packages");
    Ok(())
}

fn typescript(folder: &Path) -> anyhow::Result<()> {
    let destination = format!("--pack-destination={}", folder.display());
    run_command(others::npm(&["pack", "--silent", &destination])?.stdin(Stdio::null()))?;
    let user = folder.join("typescript");
    fs::create_dir(&user)?;
    let mut install = Command::new("npm");
    install.args(["install", "--silent", "--no-audit", "--no-fund", "--offline", "--prefix"]).arg(&user);
    run_command(install.arg(only(folder, "tgz")?))?;
    let mut program = Command::new("node");
    program.args([
        "--input-type=module",
        "--eval",
        "import { FunnelClient } from '@funnel/sdk'; FunnelClient.name;",
    ]);
    run_command(program.current_dir(&user)).context("the package for TypeScript can't be imported")
}

fn python(folder: &Path) -> anyhow::Result<()> {
    let python = others::python()?.join("python");
    let mut build = Command::new(&python);
    // The lock file pins the build tools, so nothing is downloaded.
    build.args(["-m", "build", "--no-isolation", "--outdir"]).arg(folder).arg(root().join(PYTHON));
    run_command(build.stdout(Stdio::null()))?;
    let user = folder.join("python");
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
    run_command(install.arg(&user).arg(only(folder, "whl")?))?;
    let mut program = Command::new(&python);
    program.args(["-c", "from funnel_sdk import FunnelClient"]).env("PYTHONPATH", &user);
    run_command(program.current_dir(folder)).context("the package for Python can't be imported")
}

/// Returns the only file of a folder with this ending.
fn only(folder: &Path, ending: &str) -> anyhow::Result<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    match <[PathBuf; 1]>::try_from(found) {
        Ok([path]) => Ok(path),
        Err(found) => bail!("{} files end in .{ending}, and one should", found.len()),
    }
}
