//! Homes outside their data folder. Each home has a note with the path of its data folder.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use nix::sys::statvfs::statvfs;
use sha2::{Digest as _, Sha256};

use crate::Error;

/// Folder of homes that the server's user could not reach inside the data folder.
pub(crate) const ON_DISK: &str = "/var/lib/funnel-postgres";

/// Folder in memory on Linux, writable for every user.
const IN_MEMORY: &str = "/dev/shm";
const PREFIX: &str = "funnel-postgres-";

/// Needed free memory, in bytes: several times the use of test servers. Containers often have only 64 MB there.
const ROOM: u128 = 4 * 1024 * 1024 * 1024;

/// File in a home with the path of the data folder.
const NOTE: &str = "data-folder";

/// Returns the on-disk home of a data folder.
pub(crate) fn on_disk(data_dir: &Path) -> PathBuf {
    Path::new(ON_DISK).join(hash(data_dir))
}

/// Returns the in-memory home of a data folder.
pub(crate) fn in_memory(data_dir: &Path) -> PathBuf {
    Path::new(IN_MEMORY).join(format!("{PREFIX}{}", hash(data_dir)))
}

/// Returns whether the machine has an in-memory folder with enough space for test servers.
pub(crate) fn memory_has_room() -> bool {
    statvfs(IN_MEMORY)
        .is_ok_and(|found| u128::from(found.blocks_available()) * u128::from(found.fragment_size()) >= ROOM)
}

/// Returns all paths in memory with the name of a home, whoever created them.
pub(crate) fn all_in_memory() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(IN_MEMORY) else { return Vec::new() };
    let named = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(PREFIX);
    entries.flatten().filter(named).map(|entry| entry.path()).collect()
}

/// Returns an outside cluster for this data folder that the folder does not know, because the folder was deleted
/// without the cluster.
pub(crate) fn left_behind(data_dir: &Path) -> Option<PathBuf> {
    let places = [on_disk(data_dir), in_memory(data_dir)];
    places.into_iter().find(|place| noted(place).is_ok_and(|noted| noted == data_dir))
}

/// Returns the data folder of an outside home.
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
