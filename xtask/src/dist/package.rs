use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use super::{Profile, Release};
use crate::process::{run as run_command, say};
use crate::tools::Source;
use crate::workspace::empty_folder;

const CARGO_DEB: Source = Source {
    name: "cargo-deb",
    version: "3.8.0",
    options: &["--no-default-features"],
    seconds: 65,
    fast: false,
};

/// Builds the package twice from the same program, and compares the bytes.
pub(super) fn make(release: &Release) -> anyhow::Result<PathBuf> {
    stage(release)?;
    say("making the Debian package, twice");
    let again = release.target.join("dist-again");
    let revision = format!("{}-1", release.version);
    let package = make_in(release, &release.output, &revision)?;
    let second = make_in(release, &again, &revision)?;
    ensure!(fs::read(&package)? == fs::read(&second)?, "the package made twice is not the same");
    fs::remove_dir_all(again)?;
    Ok(package)
}

/// Builds the package of an older commit from its own files, with a lower version number.
pub(super) fn make_older(older: &Release, newer: &Release) -> anyhow::Result<PathBuf> {
    older.build(false)?;
    stage(older)?;
    // Only users need the list of parts.
    fs::copy(newer.stage().join("licences.html"), older.stage().join("licences.html"))?;
    say(&format!("making the Debian package of {}", older.commit));
    make_in(older, &older.output, &format!("{}~{}-1", newer.version, older.commit))
}

fn make_in(release: &Release, folder: &Path, version: &str) -> anyhow::Result<PathBuf> {
    if folder != release.output {
        empty_folder(folder)?;
    }
    let mut deb = release.timed(Command::new(CARGO_DEB.install()?));
    deb.args(["--no-build", "--no-strip", "--quiet", "--package", "funnel"]);
    deb.args(["--profile", release.profile.name(), "--deb-version", version, "--output"]).arg(folder);
    if release.profile == Profile::Dev {
        deb.arg("--fast");
    }
    run_command(&mut deb)?;
    let made = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut packages = made.filter(|path| path.extension().is_some_and(|end| end == "deb"));
    packages.next().context("cargo-deb made nothing")
}

/// Writes the manual pages and shell completions that the program prints.
fn stage(release: &Release) -> anyhow::Result<()> {
    let (manual, completions) = (release.stage().join("man"), release.stage().join("completions"));
    fs::create_dir_all(&manual)?;
    fs::create_dir_all(&completions)?;
    run_command(Command::new(release.program()).arg("man").arg(&manual))?;
    // Without names and times, so that the archive is reproducible.
    run_command(Command::new("gzip").args(["--best", "--no-name", "--recursive"]).arg(&manual))?;
    for (shell, file) in [("bash", "funnel.bash"), ("zsh", "_funnel"), ("fish", "funnel.fish")] {
        let output = Command::new(release.program()).args(["completions", shell]).output()?;
        ensure!(output.status.success(), "`funnel completions {shell}` failed");
        fs::write(completions.join(file), output.stdout)?;
    }
    Ok(())
}
