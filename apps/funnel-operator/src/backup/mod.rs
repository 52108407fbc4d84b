//! Backups that restore an installation from one file: the database, the data folder, and checksums of both. Calls block.
//!
//! ```text
//! funnel-2026-11-23.backup            a tar archive, or the same sealed for recipients (age)
//!   database.dump                     of pg_dump, in its custom format
//!   touches/…                         what waited on the disk
//!   assets/…                          the files, unless an S3-compatible server has them
//!   manifest.json                     the last entry: version, time, and length and SHA-256 of each entry before it
//! ```
//!
//! - **A backup never contains the secret key.** Without the key it opens no stored secret and no API key: keep the key
//!   elsewhere.
//! - Touches are read before the database is dumped, so each is in at least one of the two; duplicates count once. Files
//!   are read after the dump, so every file that it refers to exists: files are only added.
//! - A backup appears under its name when it is complete and on disk, readable only by its owner (0600). Until then the
//!   dump is an unnamed file, which nobody else can open and which does not outlive the process.
//! - A truncated or changed backup, or one with an extra entry, is rejected before anything is restored.
//! - Restoring replaces nothing: an existing file must have the same content, and the database is filled in one
//!   transaction, which fails if a table exists.
//! - Passwords are not passed as arguments, which others on the machine can read.

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

/// Reason why a backup can't be made or used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file can't be read or written.
    #[error("{}: {cause}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        cause: io::Error,
    },
    /// A program of PostgreSQL can't be started.
    #[error(
        "{program} can't be started: {cause}; install the PostgreSQL client, or set PG_BIN to the folder of its programs"
    )]
    NoProgram {
        /// Name of the program.
        program: &'static str,
        /// Error of the operating system.
        cause: io::Error,
    },
    /// A program of PostgreSQL failed.
    #[error("{program} failed: {stderr}")]
    Program {
        /// Name of the program.
        program: &'static str,
        /// Error output of the program.
        stderr: String,
    },
    /// The address of the database is invalid.
    #[error("invalid database address: {0}")]
    Address(url::ParseError),
    /// A recipient is invalid.
    #[error("{text} is not an age recipient: {reason}")]
    Recipient {
        /// The given text.
        text: String,
        /// Reason of the parser.
        reason: &'static str,
    },
    /// The backup is encrypted and can't be decrypted.
    #[error("the backup can't be decrypted: {0}")]
    Sealed(String),
    /// The file is no complete backup, or it was changed.
    #[error("this is not a complete backup: {0}")]
    Damaged(String),
    /// A file with another content already exists.
    #[error("{} already exists with different content", .0.display())]
    Another(PathBuf),
}

/// Adds the path to an error of the operating system.
fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |cause| Error::File { path: path.to_path_buf(), cause }
}
