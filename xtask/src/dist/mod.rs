//! What a release consists of, in `target/dist`: the program, a Debian package, what is in them, and checksums.

mod installation;
mod package;
mod papers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use clap::{Args, ValueEnum};

use crate::checks::git;
use crate::process::{run as run_command, say};
use crate::workspace::{cargo, root, target_folder};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// What the program is built with; a release is built with `release`, which takes a quarter of an hour.
    #[arg(long, value_enum, default_value = "release")]
    profile: Profile,
    /// Installs, upgrades and removes the package in a clean Debian 12 that boots; needs root, and installs what it needs.
    #[arg(long)]
    test: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// For users.
    Release,
    /// For trying how a release is made.
    Dev,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "dev",
        }
    }

    /// The folder below that of cargo.
    fn folder(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "debug",
        }
    }
}

/// What a release is made from and where to.
#[derive(Debug)]
struct Release {
    profile: Profile,
    version: String,
    /// Told by `funnel --version`.
    commit: String,
    /// The time of the commit in seconds: the time of everything that is made, so that it is the same each time.
    epoch: String,
    /// What the package takes: `dist` beside the program.
    stage: PathBuf,
    /// What is given away.
    output: PathBuf,
}

impl Release {
    fn prepare(profile: Profile) -> anyhow::Result<Self> {
        let told = |arguments: &[&str]| git(arguments)?.context("a release is made from a clone");
        let mut commit = told(&["rev-parse", "--short=12", "HEAD"])?;
        if !told(&["status", "--porcelain"])?.is_empty() {
            ensure!(profile == Profile::Dev, "there are changes that are not committed");
            commit.push_str("-modified");
        }
        let target = target_folder()?;
        let stage = target.join(profile.folder()).join("dist");
        let output = target.join("dist");
        for folder in [&stage, &output] {
            if folder.exists() {
                fs::remove_dir_all(folder)?;
            }
            fs::create_dir_all(folder)?;
        }
        let epoch = told(&["log", "-1", "--format=%ct"])?;
        Ok(Self { profile, version: env!("CARGO_PKG_VERSION").to_owned(), commit, epoch, stage, output })
    }

    /// A tool that puts times into what it makes.
    fn timed(&self, mut command: Command) -> Command {
        command.env("SOURCE_DATE_EPOCH", &self.epoch).env("FUNNEL_COMMIT", &self.commit).current_dir(root());
        command
    }

    /// Builds the program and puts it beside what is made of it, without what only a debugger reads.
    fn build(&self) -> anyhow::Result<()> {
        say(&format!("building the program, profile {}", self.profile.name()));
        let mut build = self.timed(cargo());
        build.args(["build", "--locked", "--package", "funnel", "--profile", self.profile.name()]);
        if self.profile == Profile::Release {
            build.env("RUSTFLAGS", remapping(&root(), &cargo_home()?));
        }
        run_command(&mut build)?;
        let target = target_folder()?;
        let built = target.join(self.profile.folder()).join("funnel");
        let program = self.program();
        let mut strip = Command::new("strip");
        run_command(strip.args(["--strip-all", "-o"]).arg(&program).arg(built))
            .context("apt-get install binutils")?;
        let named = format!("funnel-{}-{}-linux", self.version, std::env::consts::ARCH);
        fs::copy(&program, self.output.join(named))?;
        Ok(())
    }

    fn program(&self) -> PathBuf {
        self.stage.join("funnel")
    }
}

/// Has the compiler forget where on this machine the source and the packages lie.
fn remapping(clone: &Path, cargo_home: &Path) -> String {
    let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    [remap(clone, "/funnel"), remap(cargo_home, "/cargo")].join(" ")
}

fn cargo_home() -> anyhow::Result<PathBuf> {
    if let Some(named) = std::env::var_os("CARGO_HOME") {
        return Ok(named.into());
    }
    let home = std::env::var_os("HOME").context("neither CARGO_HOME nor HOME is set")?;
    Ok(PathBuf::from(home).join(".cargo"))
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let release = Release::prepare(options.profile)?;
    release.build()?;
    papers::write(&release)?;
    let package = package::make(&release)?;
    papers::checksums(&release.output)?;
    say(&format!("the release is {}", release.output.display()));
    if options.test {
        let older = package::make_older(&release)?;
        installation::test(&older, &package)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_forgets_both_folders() {
        let flags = remapping(Path::new("/home/me/clone"), Path::new("/home/me/.cargo"));
        let expected =
            "--remap-path-prefix=/home/me/clone=/funnel --remap-path-prefix=/home/me/.cargo=/cargo";
        assert_eq!(flags, expected);
    }
}
