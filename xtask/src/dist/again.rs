//! Check that a second build in another folder gives the same program.

use std::fs;

use anyhow::ensure;

use super::{Release, take_out};
use crate::build::Build;
use crate::process::say;
use crate::workspace::empty_folder;

/// Builds the program of `release` again from a copy of its files in another folder, and compares the bytes.
pub(super) fn compare(release: &Release) -> anyhow::Result<()> {
    let folder = release.target.join("dist-twice");
    let (source, target) = (folder.join("another/place"), folder.join("built"));
    take_out("HEAD", &source)?;
    empty_folder(&target)?;
    let output = folder.join("output");
    let second = Release { build: Build::Alone, source, target, output, ..release.clone() };
    second.build(true)?;
    let (one, other) = (fs::read(release.program())?, fs::read(second.program())?);
    let differ = one.iter().zip(&other).filter(|(one, other)| one != other).count();
    ensure!(
        one == other,
        "two builds differ in {differ} bytes, and have {} and {}: compare {} with {}",
        one.len(),
        other.len(),
        release.program().display(),
        second.program().display()
    );
    say(&format!("built twice, the program is the same: {} bytes", one.len()));
    fs::remove_dir_all(folder)?;
    Ok(())
}
