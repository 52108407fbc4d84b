use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::account::Account;
use crate::postmaster::Postmaster;
use crate::{Error, cluster, elsewhere, wipe};

/// Ends and deletes the servers in memory whose data folder is gone: nothing else would give that memory back before the
/// machine's next start.
pub(crate) fn discard() -> Result<(), Error> {
    let account = Account::choose(None)?;
    for home in elsewhere::all_in_memory() {
        if is_abandoned(&home, &account) {
            Postmaster::stop(&cluster::folder(&home), &account)?;
            wipe::remove(&home)?;
        }
    }
    Ok(())
}

fn is_abandoned(home: &Path, account: &Account) -> bool {
    let is_ours = home.symlink_metadata().is_ok_and(|found| found.is_dir() && found.uid() == account.uid);
    // One without a note is just being made.
    is_ours && elsewhere::noted(home).is_ok_and(|data_dir| matches!(data_dir.try_exists(), Ok(false)))
}
