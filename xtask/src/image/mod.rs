//! Build and test of the Dockerfile's image without a daemon or a registry. buildah builds it over images of Debian's
//! packages by mmdebstrap, and crun runs it.

mod base;
mod container;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use clap::Args;
use serde_json::Value;

use self::container::Settings;
use crate::build::{Build, program};
use crate::process::{run as run_command, say};
use crate::tools::debian;
use crate::workspace::{root, target_folder};

/// Environment of a trial of the first stage: the same commands without optimisation.
const UNOPTIMISED: [&str; 5] = [
    "CARGO_HOME=/usr/local/cargo",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256",
    "CARGO_PROFILE_RELEASE_LTO=off",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL=0",
    "CARGO_PROFILE_RELEASE_STRIP=symbols",
];

/// Name of the image.
const NAME: &str = "localhost/funnel";

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Runs the image as its user, with a read-only root, on a new database; prints its size.
    #[arg(long)]
    test: bool,
    /// Program for the image, in place of a first stage; a development build by default.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Builds the program in the first stage, with the compiler of this machine and without optimisation, in a
    /// quarter of an hour.
    #[arg(long, conflicts_with = "program")]
    first_stage: bool,
}

impl Options {
    /// Returns the options of `cargo xtask ci --full`.
    pub(crate) fn of_full_check() -> Self {
        Self { test: true, program: None, first_stage: true }
    }
}

pub(crate) fn run(options: &Options, build: Build) -> anyhow::Result<()> {
    for tool in ["buildah", "crun", "mmdebstrap"] {
        debian(tool, tool)?;
    }
    let builder = Builder::new(target_folder()?.join("image"))?;
    builder.take("run-base", &base::of_run(&builder.folder)?, &[])?;
    if options.first_stage {
        builder.take("build-base", &base::of_build(&builder.folder)?, &UNOPTIMISED)?;
    }
    say("building the image");
    let mut image = builder.buildah(&["build", "--isolation", "chroot", "--format", "docker", "--tag", NAME]);
    image.args(["--build-arg", "RUN_IMAGE=localhost/run-base"]);
    if options.first_stage {
        image.args(["--build-arg", "BUILD_IMAGE=localhost/build-base"]);
    } else {
        // A folder with the name of the first stage replaces it.
        let built = built(options.program.as_deref(), build, &builder.folder)?;
        image.arg("--build-context").arg(format!("build={}", built.display()));
    }
    run_command(image.arg(root()))?;
    if options.test {
        trial::run(&builder)?;
    }
    Ok(())
}

/// Makes a folder with the results of the first stage: the program without debug information, and an empty data
/// folder.
fn built(given: Option<&Path>, build: Build, folder: &Path) -> anyhow::Result<PathBuf> {
    let source = match given {
        Some(given) => given.to_owned(),
        None => {
            run_command(&mut build.of(&["funnel"]))?;
            program("funnel")?
        }
    };
    let built = folder.join("built");
    fs::create_dir_all(built.join("data"))?;
    run_command(Command::new("strip").args(["--strip-all", "-o"]).arg(built.join("funnel")).arg(source))?;
    Ok(built)
}

/// buildah with its own store.
#[derive(Debug)]
struct Builder {
    folder: PathBuf,
}

impl Builder {
    fn new(folder: PathBuf) -> anyhow::Result<Self> {
        fs::create_dir_all(&folder)?;
        let builder = Self { folder };
        // Remove containers of an earlier run.
        builder.output_of(&["rm", "--all"])?;
        Ok(builder)
    }

    fn buildah(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("buildah");
        command
            .arg("--root")
            .arg(self.folder.join("store"))
            .arg("--runroot")
            .arg(self.folder.join("running"));
        // Caches of the stages are kept there, too.
        command.env("TMPDIR", &self.folder);
        command.args(["--storage-driver", "vfs"]).args(arguments).stdin(Stdio::null());
        command
    }

    fn output_of(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let output = self.buildah(arguments).output().context("buildah can't be started")?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "`buildah {}` failed: {error}", arguments.join(" "));
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Makes a base image of a folder and environment variables.
    fn take(&self, name: &str, base: &Path, variables: &[&str]) -> anyhow::Result<()> {
        let image = format!("localhost/{name}");
        let container = self.output_of(&["from", "scratch"])?;
        self.output_of(&["copy", "--quiet", &container, &base.display().to_string(), "/"])?;
        for variable in variables {
            self.output_of(&["config", "--env", variable, &container])?;
        }
        self.output_of(&["commit", "--quiet", "--rm", &container, &image])?;
        Ok(())
    }

    /// Returns the files of the image and its settings.
    fn unpacked(&self) -> anyhow::Result<(PathBuf, Settings)> {
        let container = self.output_of(&["from", NAME])?;
        let files = PathBuf::from(self.output_of(&["mount", &container])?);
        let about: Value = serde_json::from_str(&self.output_of(&["inspect", "--type", "image", NAME])?)?;
        let settings = about.pointer("/Docker/config").context("the image has no configuration")?;
        Ok((files, serde_json::from_value(settings.clone())?))
    }

    /// Returns the size of the image.
    fn size(&self) -> anyhow::Result<String> {
        self.output_of(&["images", "--format", "{{.Size}}", NAME])
    }
}
