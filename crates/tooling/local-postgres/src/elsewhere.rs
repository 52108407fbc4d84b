//! Homes outside of their data folder. Each has a note with the path of its data folder.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use nix::sys::statvfs::statvfs;
use sha2::{Digest as _, Sha256};

use crate::Error;

/// Folder of homes whose data folder is inaccessible to the server's user.
pub(crate) const ON_DISK: &str = "/var/lib/funnel-postgres";

/// Linux's in-memory folder, writable by all users.
const IN_MEMORY: &str = "/dev/shm";
const PREFIX: &str = "funnel-postgres-";

/// Required space in bytes, several times the needs of test servers. Containers often have only 64
/// MB.
const ROOM: u128 = 4 * 1024 * 1024 * 1024;

/// File in a home with the path of its data folder.
const NOTE: &str = "data-folder";

/// Returns the on-disk home of a data folder.
pub(crate) fn on_disk(data_dir: &Path) -> PathBuf {
    Path::new(ON_DISK).join(hash(data_dir))
}

/// Returns the in-memory home of a data folder.
pub(crate) fn in_memory(data_dir: &Path) -> PathBuf {
    Path::new(IN_MEMORY).join(format!("{PREFIX}{}", hash(data_dir)))
}

/// Returns whether the in-memory folder exists and has enough space.
pub(crate) fn memory_has_room() -> bool {
    statvfs(IN_MEMORY)
        .is_ok_and(|found| u128::from(found.blocks_available()) * u128::from(found.fragment_size()) >= ROOM)
}

/// Returns all in-memory homes, of any user.
pub(crate) fn all_in_memory() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(IN_MEMORY) else { return Vec::new() };
    let named = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(PREFIX);
    entries.flatten().filter(named).map(|entry| entry.path()).collect()
}

/// Returns a cluster outside of this data folder that a deleted predecessor of the folder left
/// behind.
pub(crate) fn left_behind(data_dir: &Path) -> Option<PathBuf> {
    let places = [on_disk(data_dir), in_memory(data_dir)];
    places.into_iter().find(|place| noted(place).is_ok_and(|noted| noted == data_dir))
}

/// Returns the data folder in a home's note.
pub(crate) fn noted(home: &Path) -> Result<PathBuf, Error> {
    let note = home.join(NOTE);
    let noted = fs::read(&note).map_err(Error::io("reading", &note))?;
    Ok(PathBuf::from(OsString::from_vec(noted)))
}

pub(crate) fn note(home: &Path, data_dir: &Path) -> Result<(), Error> {
    let note = home.join(NOTE);
    fs::write(&note, data_dir.as_os_str().as_bytes()).map_err(Error::io("writing", &note))
}

pub(crate) fn hash(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
