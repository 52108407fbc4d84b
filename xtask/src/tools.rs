use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Context as _;

use crate::licences;
use crate::process::{run as run_command, say};
use crate::workspace::{cargo, root, target_folder};

/// Returns the folder of tools, in the target folder.
pub(crate) fn folder() -> anyhow::Result<PathBuf> {
    Ok(target_folder()?.join("tools"))
}

/// Returns the programs of a list of wheels, in a virtual environment. A changed list is installed anew.
pub(crate) fn wheels(name: &str, requirements: &str) -> anyhow::Result<PathBuf> {
    let (folder, list) = (folder()?.join(name), root().join(requirements));
    let (programs, stamp) = (folder.join("bin"), folder.join("installed.txt"));
    let wanted = fs::read(&list).with_context(|| format!("reading {requirements}"))?;
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(programs);
    }
    say(&format!("installing {requirements}"));
    let mut python = Command::new("python3");
    run_command(python.args(["-m", "venv", "--clear"]).arg(&folder))
        .context("Python 3.10 or later is needed")?;
    let mut pip = Command::new(programs.join("pip"));
    pip.args(["install", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--require-hashes", "--only-binary", ":all:"]);
    run_command(pip.arg("--requirement").arg(&list)).with_context(|| {
        format!("{requirements} can't be installed; is the Python package index reachable?")
    })?;
    licences::check_wheels(&programs.join("python"))?;
    fs::write(&stamp, wanted).context("noting what is installed")?;
    Ok(programs)
}

/// Returns the programs of a list of npm packages. A changed lock file is installed anew.
pub(crate) fn npm(name: &str, list: &str) -> anyhow::Result<PathBuf> {
    let (folder, list) = (folder()?.join(name), root().join(list));
    let (programs, stamp) = (folder.join("node_modules/.bin"), folder.join("installed.json"));
    let wanted = fs::read(list.join("package-lock.json")).context("package-lock.json")?;
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(programs);
    }
    licences::check_lock(&wanted)?;
    say(&format!("installing {name}"));
    fs::create_dir_all(&folder)?;
    for file in ["package.json", "package-lock.json"] {
        fs::copy(list.join(file), folder.join(file)).context(file)?;
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder);
    run_command(&mut npm)
        .with_context(|| format!("{name} can't be installed; Node 20 or later is needed"))?;
    fs::write(&stamp, wanted).context("noting what is installed")?;
    Ok(programs)
}

/// Installs a missing program from a package of Debian, as root on Debian and its derivatives.
pub(crate) fn debian(program: &str, package: &str) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    say(&format!("installing {package}"));
    for arguments in
        [&["update", "-qq"][..], &["install", "-y", "-qq", "--no-install-recommends", package][..]]
    {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        run_command(command.stdin(Stdio::null()).stdout(Stdio::null()))
            .with_context(|| format!("install {package}, with `{program}` in PATH"))?;
    }
    Ok(())
}

/// Tool without a wheel, built from source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) options: &'static [&'static str],
    /// Duration of the build on two cores.
    pub(crate) seconds: u32,
    /// Whether the build is optimised, for a tool that runs longer than an optimised build takes.
    pub(crate) fast: bool,
}

impl Source {
    /// Whether this version is on the search path.
    pub(crate) fn is_on_path(&self) -> bool {
        let printed = Command::new(self.name).arg("--version").stderr(Stdio::null()).output();
        printed.is_ok_and(|printed| String::from_utf8_lossy(&printed.stdout).trim().ends_with(self.version))
    }

    /// Returns the program. cargo builds it unless this version is installed.
    pub(crate) fn install(&self) -> anyhow::Result<PathBuf> {
        let folder = folder()?.join("cargo");
        let program = folder.join("bin").join(self.name);
        if !program.exists() {
            say(&format!("building {}, which takes about {} s", self.name, self.seconds));
        }
        let mut command = cargo();
        command.args(["install", "--quiet", "--locked", "--version", self.version, self.name]);
        if !self.fast {
            // An optimised build takes longer than most tools run.
            command.arg("--debug");
        }
        command.args(self.options).arg("--root").arg(&folder);
        command.arg("--target-dir").arg(folder.join("build")).env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        run_command(&mut command).with_context(|| format!("{} can't be built", self.name))?;
        Ok(program)
    }
}
