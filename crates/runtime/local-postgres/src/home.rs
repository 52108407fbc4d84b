use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};

use nix::unistd::geteuid;

use crate::Error;
use crate::account::Account;
use crate::elsewhere::{self, hash, note, noted};
use crate::state::State;

/// `<folder>/.s.PGSQL.<port>` must fit into the 104 bytes that the strictest system (macOS) allows.
const LONGEST_SOCKET_FOLDER: usize = 103 - "/.s.PGSQL.65535".len();

/// Folder of the cluster, its password, socket and log, with the user who owns them.
#[derive(Debug, Clone)]
pub(crate) struct Home {
    pub(crate) dir: PathBuf,
    pub(crate) account: Account,
}

impl Home {
    /// Opens the existing home of this data folder, or creates one, in memory if wanted and possible. The caller saves
    /// `state`.
    pub(crate) fn open(data_dir: &Path, state: &mut State, in_memory: bool) -> Result<Self, Error> {
        if let Some(dir) = existing(data_dir, state)? {
            let account = Account::choose(Some(&dir))?;
            if !account.can_use(&dir) && dir.starts_with(data_dir) {
                let_pass(data_dir, &account)?;
            }
            if !account.can_use(&dir) {
                return Err(Error::Unreachable { user: account.name, path: dir });
            }
            return Ok(Self { dir, account });
        }
        let account = Account::choose(None)?;
        if in_memory && elsewhere::memory_has_room() {
            let dir = make_elsewhere(&elsewhere::in_memory(data_dir), data_dir, &account)?;
            state.outside_home = Some(dir.clone());
            return Ok(Self { dir, account });
        }
        let inside = data_dir.join("postgres");
        if !account.is_other() || let_pass(data_dir, &account)? {
            make_folder(&inside, &account)?;
            if account.can_use(&inside) {
                return Ok(Self { dir: inside, account });
            }
            fs::remove_dir(&inside).map_err(Error::io("removing", &inside))?;
        }
        let dir = make_outside(data_dir, &account)?;
        tracing::info!(home = %dir.display(), user = account.name, "the user of PostgreSQL can't reach the data folder; the cluster is in another folder");
        state.outside_home = Some(dir.clone());
        Ok(Self { dir, account })
    }

    /// Returns a folder for the Unix socket. The folder is in the home, or in the temporary folder if the home's path
    /// is too long or has special characters.
    pub(crate) fn socket_dir(&self) -> Result<PathBuf, Error> {
        let inside = self.dir.join("socket");
        if fits(&inside) {
            make_folder(&inside, &self.account)?;
            return Ok(inside);
        }
        let name = format!("funnel-pg-{}", hash(&self.dir));
        for base in [std::env::temp_dir(), PathBuf::from("/tmp")] {
            let dir = base.join(&name);
            if fits(&dir) && self.account.can_enter(&base) {
                make_folder(&dir, &self.account)?;
                return Ok(dir);
            }
        }
        Err(Error::Unreachable { user: self.account.name.clone(), path: std::env::temp_dir() })
    }

    /// Returns the file with the password of the server's superuser.
    pub(crate) fn password_file(&self) -> PathBuf {
        self.dir.join("password")
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.dir.join("log")
    }
}

/// Returns the home that an earlier start created, if there is one.
pub(crate) fn existing(data_dir: &Path, state: &mut State) -> Result<Option<PathBuf>, Error> {
    if let Some(outside) = state.outside_home.clone().filter(|dir| dir.is_dir()) {
        let noted = noted(&outside)?;
        if noted == data_dir {
            return Ok(Some(outside));
        }
        // The data folder was moved, or is a copy; a copy must not share the original's cluster.
        if State::load(&noted)?.outside_home.as_ref() != Some(&outside) {
            note(&outside, data_dir)?;
            return Ok(Some(outside));
        }
        *state = State::default();
    }
    let inside = data_dir.join("postgres");
    // A folder owned by root was left by a start that was killed before giving the folder away.
    let is_home = inside.metadata().is_ok_and(|found| found.is_dir() && found.uid() != 0);
    Ok(is_home.then_some(inside))
}

/// Lets the user pass through the data folder, if setting the folder's own unused group rights is enough.
fn let_pass(data_dir: &Path, account: &Account) -> Result<bool, Error> {
    if account.can_enter(data_dir) {
        return Ok(true);
    }
    let before = data_dir.metadata().map_err(Error::io("reading", data_dir))?;
    if before.uid() != 0 || before.mode() & 0o070 != 0 {
        return Ok(false);
    }
    set_group_and_mode(data_dir, account.gid, before.mode() | 0o010)?;
    if account.can_enter(data_dir) {
        return Ok(true);
    }
    set_group_and_mode(data_dir, before.gid(), before.mode())?;
    Ok(false)
}

fn set_group_and_mode(path: &Path, gid: u32, mode: u32) -> Result<(), Error> {
    chown(path, None, Some(gid)).map_err(Error::io("changing the group of", path))?;
    set_mode(path, mode & 0o7777)
}

fn set_mode(path: &Path, mode: u32) -> Result<(), Error> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .map_err(Error::io("changing the mode of", path))
}

fn make_outside(data_dir: &Path, account: &Account) -> Result<PathBuf, Error> {
    let parent = Path::new(elsewhere::ON_DISK);
    fs::create_dir_all(parent).map_err(Error::io("creating", parent))?;
    set_mode(parent, 0o711)?;
    make_elsewhere(&elsewhere::on_disk(data_dir), data_dir, account)
}

/// Creates a home outside its data folder, with a note of that folder's path.
fn make_elsewhere(dir: &Path, data_dir: &Path, account: &Account) -> Result<PathBuf, Error> {
    make_folder(dir, account)?;
    note(dir, data_dir)?;
    if !account.can_use(dir) {
        return Err(Error::Unreachable { user: account.name.clone(), path: dir.to_path_buf() });
    }
    Ok(dir.to_path_buf())
}

/// Creates a folder that only the account can use, or checks that the existing path is such a folder.
fn make_folder(dir: &Path, account: &Account) -> Result<(), Error> {
    match DirBuilder::new().mode(0o700).create(dir) {
        Ok(()) => account.own(dir),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let found = dir.symlink_metadata().map_err(Error::io("reading", dir))?;
            let ours = [account.uid, geteuid().as_raw()].contains(&found.uid());
            if !found.is_dir() || !ours {
                return Err(Error::ForeignFolder { path: dir.to_path_buf() });
            }
            account.own(dir)
        }
        Err(error) => Err(Error::io("creating", dir)(error)),
    }
}

/// Returns whether the path is short enough for a socket, and simple enough for the server's configuration file.
fn fits(dir: &Path) -> bool {
    let bytes = dir.as_os_str().as_bytes();
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-".contains(byte);
    bytes.len() <= LONGEST_SOCKET_FOLDER && bytes.iter().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_folder_is_short_and_plain() {
        assert!(fits(Path::new("/srv/app/.local/postgres/socket")));
        assert!(!fits(Path::new("/srv/it's/socket")));
        assert!(!fits(Path::new("/srv/a,b/socket")));
        assert!(fits(&PathBuf::from(format!("/{}", "a".repeat(87)))));
        assert!(!fits(&PathBuf::from(format!("/{}", "a".repeat(88)))));
    }
}
