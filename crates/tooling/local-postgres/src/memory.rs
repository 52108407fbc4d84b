//! Homes in memory.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use nix::sys::statvfs::statvfs;

use crate::account::Account;
use crate::postmaster::Postmaster;
use crate::{Error, cluster, home, wipe};

/// What Linux keeps in memory, with a folder for everybody.
const FOLDER: &str = "/dev/shm";

const PREFIX: &str = "funnel-postgres-";

/// What servers of tests take at most, several times over. A container often has 64 MB there.
const ROOM: u128 = 4 * 1024 * 1024 * 1024;

/// Whether there is such a folder, with room for the servers of tests.
pub(crate) fn has_room() -> bool {
    statvfs(FOLDER)
        .is_ok_and(|found| u128::from(found.blocks_available()) * u128::from(found.fragment_size()) >= ROOM)
}

/// The home of a data folder.
pub(crate) fn home(data_dir: &Path) -> PathBuf {
    Path::new(FOLDER).join(format!("{PREFIX}{}", home::hash(data_dir)))
}

/// Ends and deletes what is left of data folders that are gone: nothing else would give that memory back before the
/// machine's next start.
pub(crate) fn discard_abandoned(account: &Account) {
    let Ok(entries) = fs::read_dir(FOLDER) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX)) {
        let home = entry.path();
        if is_abandoned(&home, account)
            && let Err(error) = discard(&home, account)
        {
            tracing::warn!(%error, "a server whose data folder is gone stays in memory");
        }
    }
}

fn is_abandoned(home: &Path, account: &Account) -> bool {
    let is_ours = home.symlink_metadata().is_ok_and(|found| found.is_dir() && found.uid() == account.uid);
    // One without a note is just being made.
    is_ours && home::noted(home).is_ok_and(|data_dir| matches!(data_dir.try_exists(), Ok(false)))
}

fn discard(home: &Path, account: &Account) -> Result<(), Error> {
    Postmaster::stop(&cluster::folder(home), account)?;
    wipe::remove(home)
}
