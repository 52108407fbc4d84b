//! Files of a release in `target/dist`: the program, a Debian package, a list of parts, and checksums.

mod again;
mod documents;
mod installation;
mod package;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use clap::{Args, ValueEnum};

use crate::breaking::RELEASED;
use crate::build::Build;
use crate::checks::git;
use crate::process::{run as run_command, say};
use crate::workspace::{empty_folder, root, target_folder};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Profile of the build. Releases use `release`, which takes a quarter of an hour.
    #[arg(long, value_enum, default_value = "release")]
    profile: Profile,
    /// Installs, upgrades and removes the package in a clean Debian 12 that boots; needs root, and installs its
    /// tools.
    #[arg(long)]
    test: bool,
    /// Commit of the package that the test upgrades from; by default that of the last release.
    #[arg(long, requires = "test", value_name = "COMMIT")]
    from: Option<String>,
    /// Leaves out the lists of parts and licences, whose tools take minutes to build.
    #[arg(long)]
    without_documents: bool,
    /// Builds the program a second time from nothing, in another folder, and compares the bytes.
    #[arg(long)]
    twice: bool,
}

impl Options {
    /// Returns the options of `cargo xtask ci --full`.
    pub(crate) fn of_full_check() -> Self {
        Self { profile: Profile::Dev, test: true, from: None, without_documents: true, twice: false }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// For users.
    Release,
    /// For tests of this task.
    Dev,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "dev",
        }
    }

    /// Returns the folder below cargo's target folder.
    fn folder(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "debug",
        }
    }
}

/// Sources and destination of a release.
#[derive(Debug, Clone)]
struct Release {
    profile: Profile,
    build: Build,
    version: String,
    /// Printed by `funnel --version`.
    commit: String,
    /// Time of the commit in seconds. All files get this time, so that builds are reproducible.
    epoch: String,
    /// Root of the source files.
    source: PathBuf,
    /// Target folder of cargo.
    target: PathBuf,
    /// Folder of the finished files.
    output: PathBuf,
}

impl Release {
    fn prepare(profile: Profile, build: Build) -> anyhow::Result<Self> {
        let mut commit = output_of(&["rev-parse", "--short=12", "HEAD"])?;
        if !output_of(&["status", "--porcelain"])?.is_empty() {
            ensure!(profile == Profile::Dev, "there are changes that are not committed");
            commit.push_str("-modified");
        }
        let target = target_folder()?;
        let (output, epoch) = (target.join("dist"), output_of(&["log", "-1", "--format=%ct"])?);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Self { profile, build, version, commit, epoch, source: root(), target, output })
    }

    /// Returns a release of another commit, with its own files, built apart.
    fn of_commit(&self, commit: &str) -> anyhow::Result<Self> {
        let folder = self.target.join("dist-test/older");
        let (source, target) = (folder.join("source"), folder.join("target"));
        take_out(commit, &source)?;
        let epoch = output_of(&["log", "-1", "--format=%ct", commit])?;
        let commit = output_of(&["rev-parse", "--short=12", commit])?;
        let output = folder.join("package");
        // No build of this commit exists yet.
        Ok(Self { build: Build::Alone, commit, epoch, source, target, output, ..self.clone() })
    }

    /// Folder of the package's content, beside the program.
    fn stage(&self) -> PathBuf {
        self.target.join(self.profile.folder()).join("dist")
    }

    /// Sets the source folder, and the time and the commit that go into the files.
    fn timed(&self, mut command: Command) -> Command {
        command.env("SOURCE_DATE_EPOCH", &self.epoch).env("FUNNEL_COMMIT", &self.commit);
        command.env("CARGO_TARGET_DIR", &self.target).current_dir(&self.source);
        command
    }

    /// Builds the program, and copies it without debug information to the package's content.
    fn build(&self, remapped: bool) -> anyhow::Result<()> {
        say(&format!("building the program of {}, profile {}", self.commit, self.profile.name()));
        for folder in [&self.stage(), &self.output] {
            empty_folder(folder)?;
        }
        let mut build = self.timed(self.build.of(&["funnel"]));
        build.args(["--locked", "--profile", self.profile.name()]);
        if self.profile == Profile::Dev {
            // A development build names no commit, so that earlier builds can be reused.
            build.env_remove("FUNNEL_COMMIT").env_remove("SOURCE_DATE_EPOCH");
        }
        if remapped {
            build.env("RUSTFLAGS", remapping(&self.source, &self.target, &cargo_home()?));
            build.env("CARGO_INCREMENTAL", "0");
        }
        run_command(&mut build)?;
        let built = self.target.join(self.profile.folder()).join("funnel");
        let mut strip = Command::new("strip");
        run_command(strip.args(["--strip-all", "-o"]).arg(self.program()).arg(built))
            .context("apt-get install binutils")
    }

    fn program(&self) -> PathBuf {
        self.stage().join("funnel")
    }

    /// Returns the commit and the time that `funnel --version` prints; nothing for a development build.
    fn printed_build(&self) -> String {
        match self.profile {
            Profile::Release => format!("{} {}", self.commit, self.epoch),
            Profile::Dev => String::new(),
        }
    }
}

/// Returns the output of git for this clone.
fn output_of(arguments: &[&str]) -> anyhow::Result<String> {
    git(arguments)?
        .with_context(|| format!("a release is made from a clone: `git {}` failed", arguments.join(" ")))
}

/// Copies the files of a commit into a new folder.
fn take_out(commit: &str, folder: &Path) -> anyhow::Result<()> {
    empty_folder(folder)?;
    let mut archive = Command::new("git");
    archive.args(["-c", "safe.directory=*", "archive", commit]).current_dir(root()).stdout(Stdio::piped());
    let mut archive = archive.spawn().context("git is needed")?;
    let packed = archive.stdout.take().context("git has no output")?;
    run_command(Command::new("tar").arg("--extract").current_dir(folder).stdin(packed))?;
    ensure!(archive.wait()?.success(), "`git archive {commit}` failed");
    Ok(())
}

/// Removes the folders of the source and of packages from the program.
fn remapping(clone: &Path, target: &Path, cargo_home: &Path) -> String {
    let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    // The last match counts, and cargo's folder may be below the clone.
    [remap(clone, "/funnel"), remap(target, "/funnel/target"), remap(cargo_home, "/cargo")].join(" ")
}

fn cargo_home() -> anyhow::Result<PathBuf> {
    if let Some(named) = std::env::var_os("CARGO_HOME") {
        return Ok(named.into());
    }
    let home = std::env::var_os("HOME").context("neither CARGO_HOME nor HOME is set")?;
    Ok(PathBuf::from(home).join(".cargo"))
}

pub(crate) fn run(options: &Options, build: Build) -> anyhow::Result<()> {
    let release = Release::prepare(options.profile, build)?;
    // A development build keeps the folders, so that earlier builds can be reused.
    let remapped = options.twice || options.profile == Profile::Release;
    release.build(remapped)?;
    let named = format!("funnel-{}-{}-linux", release.version, std::env::consts::ARCH);
    fs::copy(release.program(), release.output.join(named))?;
    if options.twice {
        again::compare(&release)?;
    }
    if options.without_documents {
        ensure!(options.profile == Profile::Dev, "a release lists its parts and licences");
        fs::write(release.stage().join("licences.html"), "")?;
    } else {
        documents::write(&release)?;
    }
    let package = package::make(&release)?;
    documents::checksums(&release.output)?;
    say(&format!("the release is {}", release.output.display()));
    if options.test {
        let from = options.from.clone().map_or_else(last_release, Ok)?;
        let older = package::make_older(&release.of_commit(&from)?, &release)?;
        installation::test(&older, &package, &release.printed_build())?;
    }
    Ok(())
}

/// Returns the commit of the last release: the last tag, or without tags the last commit that released the API's
/// document.
fn last_release() -> anyhow::Result<String> {
    // A release that has just been tagged is not its own predecessor.
    if let Some(tag) = git(&["describe", "--tags", "--abbrev=0", "HEAD^"])? {
        return Ok(tag);
    }
    output_of(&["log", "-1", "--format=%h", "HEAD^", "--", RELEASED])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_forgets_all_folders() {
        let [clone, target, home] = ["/home/me/clone", "/fast/target", "/home/me/.cargo"].map(Path::new);
        let flags = remapping(clone, target, home);
        let expected = "--remap-path-prefix=/home/me/clone=/funnel --remap-path-prefix=/fast/target=/funnel/target \
             --remap-path-prefix=/home/me/.cargo=/cargo";
        assert_eq!(flags, expected);
    }
}
