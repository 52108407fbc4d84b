use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::account::Account;
use crate::postmaster::Postmaster;
use crate::state::State;
use crate::{Error, cluster, elsewhere, wipe};

/// Stops and deletes in-memory servers whose data folder is gone, or was replaced by this new folder, which does not
/// know them.
///
/// Nothing else would free that memory before the machine's next start.
pub(crate) fn discard(data_dir: &Path, state: &State) -> Result<(), Error> {
    let account = Account::choose(None)?;
    let is_gone = |home: &Path, noted: &Path| {
        let is_replaced = noted == data_dir && state.outside_home.as_deref() != Some(home);
        is_replaced || matches!(noted.try_exists(), Ok(false))
    };
    for home in elsewhere::all_in_memory() {
        let is_ours = home.symlink_metadata().is_ok_and(|found| found.is_dir() && found.uid() == account.uid);
        // A home without a note is just being created.
        if is_ours && elsewhere::noted(&home).is_ok_and(|noted| is_gone(&home, &noted)) {
            Postmaster::stop(&cluster::folder(&home), &account)?;
            wipe::remove(&home)?;
        }
    }
    Ok(())
}
