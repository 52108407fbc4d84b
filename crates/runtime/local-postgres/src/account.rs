use std::ffi::OsStr;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::unistd::{Uid, User, getegid, geteuid};

use crate::Error;

/// User that the server runs as.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    /// Whether this process is root and must switch to that user.
    switch: bool,
}

impl Account {
    /// Returns the current user. For root, returns the service user instead: the owner of `home` if there is one,
    /// otherwise `postgres`, otherwise `nobody`.
    pub(crate) fn choose(home: Option<&Path>) -> Result<Self, Error> {
        let owner = home.and_then(|path| path.metadata().ok()).map(|found| found.uid());
        if !geteuid().is_root() {
            let (uid, gid) = (geteuid().as_raw(), getegid().as_raw());
            if let (Some(home), Some(owner)) = (home, owner.filter(|&owner| owner != uid)) {
                return Err(Error::ForeignOwner { home: home.to_path_buf(), owner });
            }
            return Ok(Self { name: user_name(uid), uid, gid, switch: false });
        }
        let by_owner =
            owner.filter(|&uid| uid != 0).and_then(|uid| found(User::from_uid(Uid::from_raw(uid))));
        by_owner
            .or_else(|| found(User::from_name("postgres")))
            .or_else(|| found(User::from_name("nobody")))
            .map(|user| Self {
                name: user.name,
                uid: user.uid.as_raw(),
                gid: user.gid.as_raw(),
                switch: true,
            })
            .ok_or(Error::NoServiceUser)
    }

    /// Creates a command that runs as this user, without input and without PostgreSQL variables of our environment.
    ///
    /// The command gets a separate process group, so that Ctrl-C in the terminal does not reach it during a start.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("LC_ALL", "C").env_remove("PGDATA").env_remove("PGPORT").env_remove("PGHOST");
        command.stdin(Stdio::null()).current_dir("/").process_group(0);
        if self.switch {
            command.uid(self.uid).gid(self.gid).env("HOME", "/");
        }
        command
    }

    /// Gives a file or folder made by this process to this user.
    pub(crate) fn own(&self, path: &Path) -> Result<(), Error> {
        if self.switch {
            chown(path, Some(self.uid), Some(self.gid)).map_err(Error::io("changing the owner of", path))?;
        }
        Ok(())
    }

    /// Returns whether this user can enter the folder, whatever the modes of the folder and its parents.
    pub(crate) fn can_enter(&self, path: &Path) -> bool {
        self.holds("test -x \"$1\"", path)
    }

    /// Returns whether this user can create files in the folder.
    pub(crate) fn can_use(&self, path: &Path) -> bool {
        self.holds("test -x \"$1\" && test -w \"$1\"", path)
    }

    fn holds(&self, condition: &str, path: &Path) -> bool {
        let mut command = self.command("/bin/sh");
        command.args(["-c", condition, "sh"]).arg(path).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Returns whether files must be given to another user.
    pub(crate) fn is_other(&self) -> bool {
        self.switch
    }
}

fn found(user: nix::Result<Option<User>>) -> Option<User> {
    user.ok().flatten()
}

fn user_name(uid: u32) -> String {
    found(User::from_uid(Uid::from_raw(uid))).map_or_else(|| uid.to_string(), |user| user.name)
}
