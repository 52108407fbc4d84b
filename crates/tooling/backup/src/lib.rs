#![doc = include_str!("../README.md")]

mod archive;
mod create;
mod manifest;
mod postgres;
mod restore;
mod seal;

use std::io;
use std::path::{Path, PathBuf};

pub use create::{Source, create};
pub use manifest::{Entry, Files, Manifest};
pub use restore::{Target, restore, verify};

/// Why there is no backup, or why one can't be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file can't be read or written.
    #[error("{}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A program of PostgreSQL can't be started.
    #[error(
        "{program} can't be started: {cause}; install the client of PostgreSQL, or name the folder of its programs by PG_BIN"
    )]
    NoProgram {
        /// Which.
        program: &'static str,
        /// What the system says.
        cause: io::Error,
    },
    /// A program of PostgreSQL failed.
    #[error("{program} failed: {stderr}")]
    Program {
        /// Which.
        program: &'static str,
        /// What it wrote.
        stderr: String,
    },
    /// The address of the database can't be read.
    #[error("the address of the database can't be read: {0}")]
    Address(url::ParseError),
    /// That is no recipient.
    #[error("{text} is no recipient: {reason}")]
    Recipient {
        /// What was given.
        text: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// The backup is sealed and was not opened.
    #[error("the backup can't be opened: {0}")]
    Sealed(String),
    /// What was read is no whole backup, or it was changed.
    #[error("this is no whole backup: {0}")]
    Damaged(String),
    /// A file is there already, with another content.
    #[error("{} is there already, and is another file", .0.display())]
    Another(PathBuf),
}

/// What the system says about a file.
fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |cause| Error::File { path: path.to_path_buf(), cause }
}
