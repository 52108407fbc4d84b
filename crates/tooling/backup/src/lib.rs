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

/// Error of creating or using a backup.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file can't be read or written.
    #[error("{}: {cause}", path.display())]
    File { path: PathBuf, cause: io::Error },
    /// A PostgreSQL program can't be started.
    #[error(
        "{program} can't be started: {cause}; install the PostgreSQL client, or set PG_BIN to the folder of its programs"
    )]
    NoProgram { program: &'static str, cause: io::Error },
    /// A PostgreSQL program failed.
    #[error("{program} failed: {stderr}")]
    Program {
        program: &'static str,
        /// Error output of the program.
        stderr: String,
    },
    /// The database URL is invalid.
    #[error("the database URL is invalid: {0}")]
    Address(url::ParseError),
    /// An invalid recipient.
    #[error("{text} is no recipient: {reason}")]
    Recipient { text: String, reason: &'static str },
    /// The backup is encrypted and could not be decrypted.
    #[error("the backup can't be opened: {0}")]
    Sealed(String),
    /// The backup is incomplete or modified.
    #[error("this is no whole backup: {0}")]
    Damaged(String),
    /// The file already exists with different content.
    #[error("{} is there already, and is another file", .0.display())]
    Another(PathBuf),
}

/// Converts an I/O error of a file.
fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |cause| Error::File { path: path.to_path_buf(), cause }
}
