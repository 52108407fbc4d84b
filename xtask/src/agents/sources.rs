//! Packages that the rules and the corpora come from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

use crate::licences;
use crate::process::say;
use crate::tools;
use crate::workspace::cargo;

/// Package of npm.
pub(super) struct Package {
    pub(super) folder: PathBuf,
    /// Name, version, registry and licence, for the head of the data.
    pub(super) about: String,
}

/// Downloads the newest version of a package from npm.
pub(super) fn npm(name: &str) -> anyhow::Result<Package> {
    let folder = fresh(name)?;
    say(&format!("downloading {name}"));
    let mut npm = Command::new("npm");
    npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"]);
    crate::process::run(npm.arg(&folder).arg(name)).context("Node 20 or later is needed")?;
    let folder = folder.join("node_modules").join(name);
    let about: Value = serde_json::from_slice(&fs::read(folder.join("package.json"))?)?;
    let older = about.pointer("/licenses/0/type");
    let licence = about.get("license").or(older).and_then(Value::as_str).unwrap_or("none");
    ensure!(licences::allows(licence), "the licence of {name} is {licence}");
    let version = about.get("version").and_then(Value::as_str).context("the version is missing")?;
    Ok(Package { about: format!("{name} {version} (npm), {licence}"), folder })
}

/// Downloads the newest version of a crate from the registry of cargo, and nothing is built.
pub(super) fn crate_of(name: &str) -> anyhow::Result<Package> {
    let folder = fresh(name)?;
    say(&format!("downloading {name}"));
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let manifest = folder.join("Cargo.toml");
    let text = format!(
        "[package]\nname = \"agents\"\nedition = \"2024\"\n[dependencies]\n{name} = \"*\"\n[workspace]\n"
    );
    fs::write(&manifest, text)?;
    let output = cargo()
        .args(["metadata", "--format-version=1", "--quiet", "--manifest-path"])
        .arg(&manifest)
        .output()
        .context("`cargo metadata` can't be started")?;
    ensure!(output.status.success(), "`cargo metadata`: {}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout)?;
    let packages = found.get("packages").and_then(Value::as_array).into_iter().flatten();
    for package in packages {
        let text = |key: &str| package.get(key).and_then(Value::as_str);
        if text("name") == Some(name) {
            let (version, licence) = (text("version").unwrap_or("?"), text("license").unwrap_or("none"));
            ensure!(licences::allows(licence), "the licence of {name} is {licence}");
            let manifest = text("manifest_path").context("the path is missing")?;
            let folder = Path::new(manifest).parent().context("the path is short")?.to_owned();
            return Ok(Package { about: format!("{name} {version} (crates.io), {licence}"), folder });
        }
    }
    bail!("the crate {name} was not found")
}

fn fresh(name: &str) -> anyhow::Result<PathBuf> {
    let folder = tools::folder()?.join("agents").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
