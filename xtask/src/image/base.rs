//! Base images for machines that can't reach a registry.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

use crate::process::{run as run_command, say};
use crate::workspace::{remove_folder, root};

/// File of root certificates.
const CERTIFICATES: &str = "etc/ssl/certs/ca-certificates.crt";

/// Packages of the image that the Dockerfile names: glibc, root certificates and databases of names.
const OF_RUN: &str = "base-files,ca-certificates,libc6,libgcc-s1,netbase,tzdata";

/// Makes the base of the final image, without a shell or other programs.
pub(super) fn of_run(folder: &Path) -> anyhow::Result<PathBuf> {
    let base = folder.join("run-base");
    made_of("extract", OF_RUN, &base, "", |base| {
        for folder in
            ["usr/bin", "usr/sbin", "usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/perl5"]
        {
            remove_folder(&base.join(folder))?;
        }
        // A script of the package would have joined them.
        let mut certificates = files_below(&base.join("usr/share/ca-certificates"))?;
        certificates.sort();
        let mut bundle = Vec::new();
        for file in certificates {
            bundle.extend(fs::read(file)?);
        }
        fs::create_dir_all(base.join("etc/ssl/certs"))?;
        fs::write(base.join(CERTIFICATES), bundle)?;
        Ok(())
    })?;
    Ok(base)
}

/// Packages of the image that the Dockerfile builds with: a linker, headers of glibc, root certificates.
const OF_BUILD: &str = "ca-certificates,gcc,libc6-dev";

/// Makes the base of the first stage, with the compiler of this machine.
pub(super) fn of_build(folder: &Path) -> anyhow::Result<PathBuf> {
    let base = folder.join("build-base");
    let version = compiler(&["--version"])?;
    made_of("minbase", OF_BUILD, &base, &version, |base| {
        let compiler = PathBuf::from(compiler(&["--print", "sysroot"])?);
        for part in ["bin", "lib"] {
            let mut copy = Command::new("cp");
            copy.args(["--archive", "--no-target-directory"]).arg(compiler.join(part));
            run_command(copy.arg(base.join("usr/local").join(part)))?;
        }
        // A proxy before the package registry may have its own certificate.
        if let Ok(trusted) = fs::read(format!("/{CERTIFICATES}")) {
            fs::write(base.join(CERTIFICATES), trusted)?;
        }
        Ok(())
    })?;
    Ok(base)
}

/// Returns the output of the workspace's compiler.
fn compiler(arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new("rustc").args(arguments).current_dir(root()).output()?;
    ensure!(output.status.success(), "`rustc {}` failed", arguments.join(" "));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Makes a folder of packages with mmdebstrap, once for each version of the additions of `finish`.
fn made_of(
    variant: &str,
    packages: &str,
    folder: &Path,
    added: &str,
    finish: impl FnOnce(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let stamp = folder.with_extension("txt");
    let wanted = format!("{packages} {added}");
    if fs::read_to_string(&stamp).is_ok_and(|made| made == wanted) {
        return Ok(());
    }
    say(&format!("making {}", folder.display()));
    remove_folder(folder)?;
    let mut make = Command::new("mmdebstrap");
    make.args(["--quiet", &format!("--variant={variant}"), &format!("--include={packages}"), "bookworm"]);
    run_command(make.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()))?;
    finish(folder)?;
    // Container runtimes create devices.
    remove_folder(&folder.join("dev"))?;
    fs::create_dir_all(folder.join("dev"))?;
    fs::write(stamp, wanted)?;
    Ok(())
}

fn files_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}
