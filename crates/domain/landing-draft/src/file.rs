//! Stored files: their names, and how much an owner may upload.

pub use kernel::FileName;
use serde::{Deserialize, Serialize};

/// How much an owner may upload, of all time, since files are never deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileQuota {
    /// The most files; `None` for any number.
    pub files: Option<u64>,
    /// The most bytes of all files together; `None` for any number.
    pub bytes: Option<u64>,
}

/// Whether a file fits into a quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// It does, or was counted before.
    Admitted,
    /// There are as many files as are allowed.
    TooMany,
    /// All files together would be larger than is allowed.
    TooLarge,
}
