//! Folders of segments, one for each writing process. A lock distinguishes them from folders of dead processes.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use kernel::Entropy;

const LOCK: &str = "lock";
const OPEN: &str = "open";
const SEALED: &str = "sealed";
const UNSEEN: &str = ".";

/// Error for an unusable touch folder.
#[derive(Debug, thiserror::Error)]
#[error("the folder for touches can't be used")]
pub struct HomeError(#[from] io::Error);

/// Folder of one writer. While this value exists, no other process treats the folder as abandoned.
#[derive(Debug)]
pub struct Home {
    path: PathBuf,
    _lock: File,
}

impl Home {
    /// Creates a new folder under `root`.
    pub fn create(root: &Path, entropy: &dyn Entropy) -> Result<Self, HomeError> {
        let mut name = [0; 8];
        entropy.fill(&mut name);
        let name = format!("{:016x}", u64::from_be_bytes(name));
        // Other processes see the folder under its final name, so it is renamed only after it is locked.
        let unseen = root.join(format!("{UNSEEN}{name}"));
        make_private_folder(&unseen)?;
        shut_out_others(root);
        let lock = private_file().create(true).truncate(false).open(unseen.join(LOCK))?;
        lock.lock()?;
        let path = root.join(name);
        fs::rename(unseen, &path)?;
        Ok(Self { path, _lock: lock })
    }

    /// Returns the folders under `root` whose writers are gone. This process now holds them, and has closed their open
    /// segments.
    pub(crate) fn abandoned(root: &Path) -> io::Result<Vec<Self>> {
        let mut found = Vec::new();
        let seen =
            |path: &PathBuf| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with(UNSEEN));
        for entry in entries(root)?.into_iter().filter(seen) {
            let lock = match File::options().read(true).write(true).open(entry.join(LOCK)) {
                Ok(lock) => lock,
                // Not a folder of touches, or one that is being removed.
                Err(_) => continue,
            };
            match lock.try_lock() {
                Ok(()) => {
                    let home = Self { path: entry, _lock: lock };
                    home.seal_all()?;
                    found.push(home);
                }
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(found)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of an open segment.
    pub(crate) fn open_segment(&self, number: u64) -> PathBuf {
        self.path.join(format!("{number:016x}.{OPEN}"))
    }

    /// Closes a segment, so that it may be shipped.
    pub(crate) fn seal(&self, open: &Path) -> io::Result<()> {
        fs::rename(open, open.with_extension(SEALED))
    }

    /// Returns closed segments, oldest first.
    pub(crate) fn sealed(&self) -> io::Result<Vec<PathBuf>> {
        self.with_extension(SEALED)
    }

    /// Removes an abandoned folder after it is empty.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path.join(LOCK))?;
        fs::remove_dir(&self.path)
    }

    fn seal_all(&self) -> io::Result<()> {
        self.with_extension(OPEN)?.iter().try_for_each(|open| self.seal(open))
    }

    fn with_extension(&self, extension: &str) -> io::Result<Vec<PathBuf>> {
        let mut paths = entries(&self.path)?;
        paths.retain(|path| path.extension().is_some_and(|found| found == extension));
        paths.sort();
        Ok(paths)
    }
}

/// Creates a folder with its parents, for this user only: touches reveal people's behaviour.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Returns options for a file that only this user can read and write.
pub(crate) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

/// Removes the access of other users to a folder of an older release. Its group stays the operator's choice.
fn shut_out_others(root: &Path) {
    let shut = || {
        let mode = fs::metadata(root)?.permissions().mode();
        if mode & 0o007 == 0 {
            Ok(())
        } else {
            fs::set_permissions(root, Permissions::from_mode(mode & 0o7770))
        }
    };
    if let Err(error) = shut() {
        tracing::warn!(%error, folder = %root.display(), "other users of this machine can read the folder of touches");
    }
}

/// Returns the files in a folder; an empty list if the folder does not exist.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}
