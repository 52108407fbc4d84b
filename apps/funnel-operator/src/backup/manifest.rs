use serde::{Deserialize, Serialize};

use super::Error;

/// Format of archives that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// Manifest at the end of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// Version of the program that made the backup.
    pub program: String,
    /// Start of the backup, in Unix seconds.
    pub created_at: i64,
    /// Whether the backup includes uploaded files.
    pub files: Files,
    /// Entries before the manifest, in order.
    pub entries: Vec<Entry>,
}

/// Location of the uploaded files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Files {
    /// In the backup.
    Included,
    /// On a separate server, which needs its own backup.
    Elsewhere,
}

/// File of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Path in the archive.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of the content, in hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    pub(crate) fn new(program: &str, created_at: i64, files: Files, entries: Vec<Entry>) -> Self {
        Self { format: FORMAT, program: program.to_owned(), created_at, files, entries }
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Error> {
        let manifest: Self = serde_json::from_slice(bytes)
            .map_err(|error| Error::Damaged(format!("its manifest: {error}")))?;
        if manifest.format == FORMAT {
            Ok(manifest)
        } else {
            Err(Error::Damaged(format!("its format is {}; only {FORMAT} is supported", manifest.format)))
        }
    }

    /// Returns the total size of all entries, in bytes.
    pub fn bytes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.bytes).fold(0, u64::saturating_add)
    }
}
