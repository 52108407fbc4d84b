use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::account::Account;
use crate::elsewhere;
use crate::home;
use crate::locks::{Claim, Exclusive};
use crate::postmaster::Postmaster;
use crate::state::{self, State};
use crate::{Error, cluster};

/// Deletes the server of a data folder with all its data, even if its home is outside the folder.
///
/// Fails with [`Error::InUse`] while another process uses the server, and stops a server that nobody uses. Other
/// content of the data folder stays.
///
/// A data folder deleted by hand is created again, empty, because its path is needed to find an outside home.
pub fn wipe(data_dir: &Path) -> Result<(), Error> {
    fs::create_dir_all(data_dir).map_err(Error::io("creating", data_dir))?;
    let data_dir = fs::canonicalize(data_dir).map_err(Error::io("resolving", data_dir))?;
    let turn = Exclusive::take(&data_dir)?;
    if !Claim::none_exists(&data_dir, &turn)? {
        return Err(Error::InUse { data_dir });
    }
    let mut state = State::load(&data_dir).unwrap_or_default();
    let home = home::existing(&data_dir, &mut state)?.or_else(|| elsewhere::left_behind(&data_dir));
    if let Some(home) = home {
        let account = Account::choose(Some(&home))?;
        Postmaster::stop(&cluster::folder(&home), &account)?;
        remove(&home)?;
        let is_ours = |dir: &PathBuf| {
            dir.file_name().is_some_and(|name| name.to_string_lossy().starts_with("funnel-pg-"))
        };
        if let Some(socket_dir) = state.socket_dir.filter(is_ours) {
            remove(&socket_dir)?;
        }
    }
    remove(&state::file(&data_dir))?;
    remove(&data_dir.join("postgres.users"))?;
    remove(&data_dir.join("postgres.lock"))
}

pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    let done = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match done {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::io("removing", path)(error)),
        _ => Ok(()),
    }
}
