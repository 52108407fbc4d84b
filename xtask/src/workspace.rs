use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;
use cargo_metadata::{Metadata, MetadataCommand};

/// Returns the root of the clone.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Variable that names the folder of optional data that is too large for the repository: the sources of Citus
/// (`citus/build.sh`) and a copy of the advisory database (`advisory-db.tar.xz`).
pub(crate) const SHARED_DATA: &str = "FUNNEL_SHARED_DATA";

/// Returns the folder in `FUNNEL_SHARED_DATA`; by default `shared` beside the clone.
pub(crate) fn shared_data() -> PathBuf {
    std::env::var_os(SHARED_DATA).map_or_else(|| root().with_file_name("shared"), PathBuf::from)
}

/// Returns the cargo that runs us, in the root, so that the toolchain is the same.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(root());
    command
}

/// Returns the metadata of the workspace and of all packages that it resolves to.
pub(crate) fn metadata() -> anyhow::Result<Metadata> {
    let manifest = root().join("Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).exec().context("`cargo metadata` failed")
}

/// Returns the folder that cargo builds into.
pub(crate) fn target_folder() -> anyhow::Result<PathBuf> {
    let mut command = MetadataCommand::new();
    let metadata = command.manifest_path(root().join("Cargo.toml")).no_deps().exec()?;
    Ok(metadata.target_directory.into_std_path_buf())
}

/// Deletes a folder with its content, if it exists.
pub(crate) fn remove_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("removing {}", folder.display()))?;
    }
    Ok(())
}

/// Creates an empty folder in place of the former one.
pub(crate) fn empty_folder(folder: &Path) -> anyhow::Result<()> {
    remove_folder(folder)?;
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))
}

/// Whether `cargo nextest` is installed.
pub(crate) fn has_nextest() -> bool {
    let mut command = cargo();
    command.args(["nextest", "--version"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
