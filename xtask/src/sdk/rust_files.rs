//! Files of the generated part of the Rust SDK.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

use super::document::Document;
use super::rust;
use crate::process::run as run_command;
use crate::workspace::{root, target_folder};

const DOCUMENT: &str = "docs/openapi.json";

const SOURCES: &str = "sdk/rust/src";

/// Writes the generated files, or compares them with the committed ones.
pub(crate) fn generate(check: bool) -> anyhow::Result<()> {
    let text = fs::read_to_string(root().join(DOCUMENT)).with_context(|| format!("reading {DOCUMENT}"))?;
    let document = Document::read(&text).with_context(|| format!("reading {DOCUMENT}"))?;
    let fresh = target_folder()?.join("sdk-rust");
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    for (path, text) in rust::files(&document) {
        let path = fresh.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&fresh))?;
        fs::write(path, text)?;
    }
    let mut format = Command::new("rustfmt");
    format.args(["--edition", "2024", "--config-path"]).arg(root());
    run_command(format.arg(fresh.join("types.rs")).arg(fresh.join("api.rs")))?;
    let (generated, committed) = (read(&fresh)?, committed(&root().join(SOURCES))?);
    if check {
        return compare(&generated, &committed);
    }
    for path in committed.keys().filter(|path| !generated.contains_key(*path)) {
        fs::remove_file(root().join(SOURCES).join(path))?;
    }
    for (path, text) in generated {
        let path = root().join(SOURCES).join(path);
        fs::create_dir_all(path.parent().unwrap_or(&fresh))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// Returns the generated files that exist below the sources.
fn committed(sources: &Path) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let mut files = read(sources)?;
    let is_generated = |path: &Path| {
        let first = path.iter().next().and_then(|part| part.to_str()).unwrap_or_default();
        matches!(first, "types" | "types.rs" | "api" | "api.rs")
    };
    files.retain(|path, _| is_generated(path));
    Ok(files)
}

/// Returns the texts of all files of a folder by their relative paths.
fn read(folder: &Path) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let (mut files, mut open) = (BTreeMap::new(), vec![folder.to_path_buf()]);
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).with_context(|| format!("reading {}", next.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.insert(path.strip_prefix(folder)?.to_path_buf(), fs::read_to_string(&path)?);
            }
        }
    }
    Ok(files)
}

fn compare(
    generated: &BTreeMap<PathBuf, String>,
    committed: &BTreeMap<PathBuf, String>,
) -> anyhow::Result<()> {
    let differs = |path: &&PathBuf| generated.get(*path) != committed.get(*path);
    if let Some(path) = generated.keys().chain(committed.keys()).find(differs) {
        bail!("{SOURCES}/{} is out of date; run `cargo xtask sdk` and commit the files", path.display());
    }
    Ok(())
}
