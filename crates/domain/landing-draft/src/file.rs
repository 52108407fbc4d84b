//! Names of stored files, and limits on uploads.

pub use kernel::FileName;
use serde::{Deserialize, Serialize};

/// Limit on an owner's uploads over all time, because files are never deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileQuota {
    /// Maximum number of files; `None` if unlimited.
    pub files: Option<u64>,
    /// Maximum total size of all files, in bytes; `None` if unlimited.
    pub bytes: Option<u64>,
}

/// Decision whether a quota admits a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// The quota admits the file, or the file was already counted.
    Admitted,
    /// The owner has reached the maximum number of files.
    TooMany,
    /// The total size of all files would exceed the limit.
    TooLarge,
}
