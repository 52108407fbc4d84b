//! Where homes are that are not inside their data folder. Each notes which folder it is for.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use nix::sys::statvfs::statvfs;
use sha2::{Digest as _, Sha256};

use crate::Error;

/// Where homes live that the server's user could not reach inside the data folder.
pub(crate) const ON_DISK: &str = "/var/lib/funnel-postgres";

/// What Linux keeps in memory, with a folder for everybody.
const IN_MEMORY: &str = "/dev/shm";
const PREFIX: &str = "funnel-postgres-";

/// Several times what servers of tests take, in bytes. A container often has 64 MB there.
const ROOM: u128 = 4 * 1024 * 1024 * 1024;

/// The file of a home with the path of its data folder.
const NOTE: &str = "data-folder";

/// The home of a data folder on the disk.
pub(crate) fn on_disk(data_dir: &Path) -> PathBuf {
    Path::new(ON_DISK).join(hash(data_dir))
}

/// The home of a data folder in memory.
pub(crate) fn in_memory(data_dir: &Path) -> PathBuf {
    Path::new(IN_MEMORY).join(format!("{PREFIX}{}", hash(data_dir)))
}

/// Whether files can be in memory, and the servers of tests have room there.
pub(crate) fn memory_has_room() -> bool {
    statvfs(IN_MEMORY)
        .is_ok_and(|found| u128::from(found.blocks_available()) * u128::from(found.fragment_size()) >= ROOM)
}

/// All that is in memory under a name as homes have them, whoever made it.
pub(crate) fn all_in_memory() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(IN_MEMORY) else { return Vec::new() };
    let named = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(PREFIX);
    entries.flatten().filter(named).map(|entry| entry.path()).collect()
}

/// A cluster that was made elsewhere for this data folder, and that the folder knows nothing of because it was deleted without it.
pub(crate) fn left_behind(data_dir: &Path) -> Option<PathBuf> {
    let places = [on_disk(data_dir), in_memory(data_dir)];
    places.into_iter().find(|place| noted(place).is_ok_and(|noted| noted == data_dir))
}

/// The data folder that a home elsewhere is for.
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
