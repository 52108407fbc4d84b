use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use crate::Error;

/// Lock that serializes starting, stopping and wiping the server.
#[derive(Debug)]
pub(crate) struct Exclusive {
    file: File,
}

impl Exclusive {
    /// Waits for the lock.
    pub(crate) fn take(data_dir: &Path) -> Result<Self, Error> {
        let path = data_dir.join("postgres.lock");
        loop {
            let file = open(&path)?;
            retry(|| file.lock()).map_err(Error::io("locking", &path))?;
            // Another process may have wiped the folder during the wait, and thereby unlinked the locked file.
            let same =
                path.metadata().ok().map(|now| now.ino()) == file.metadata().ok().map(|ours| ours.ino());
            if same {
                return Ok(Self { file });
            }
        }
    }
}

impl Drop for Exclusive {
    /// Unlocks explicitly: a child process that another thread is starting may briefly hold a copy of the file.
    /// Unlocking, unlike closing, releases the copies too.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Claim of one user of the server. The claim ends with the process, however that ends.
#[derive(Debug)]
pub(crate) struct Claim {
    file: File,
}

impl Claim {
    /// Takes a claim without waiting: exclusive holders exist only under [`Exclusive`], which the caller has.
    pub(crate) fn take(data_dir: &Path, _turn: &Exclusive) -> Result<Self, Error> {
        let path = data_dir.join("postgres.users");
        let file = open(&path)?;
        retry(|| file.lock_shared()).map_err(Error::io("locking", &path))?;
        Ok(Self { file })
    }

    /// Releases the claim. Returns whether it was the last one.
    pub(crate) fn give_up(self, _turn: &Exclusive) -> bool {
        let _ = self.file.unlock();
        is_free(&self.file)
    }

    /// Returns whether nobody has a claim.
    pub(crate) fn none_exists(data_dir: &Path, _turn: &Exclusive) -> Result<bool, Error> {
        Ok(is_free(&open(&data_dir.join("postgres.users"))?))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn is_free(file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => {
            let _ = file.unlock();
            true
        }
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    }
}

fn open(path: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    options.open(path).map_err(Error::io("opening", path))
}

fn retry(mut lock: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
