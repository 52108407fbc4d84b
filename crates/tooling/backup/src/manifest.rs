use serde::{Deserialize, Serialize};

use crate::Error;

/// The only archive format that this program writes and reads.
const FORMAT: u32 = 1;

/// Manifest at the end of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// Version of the program that created it.
    pub program: String,
    /// Unix time of the start, in seconds.
    pub created_at: i64,
    /// Whether uploaded files are included.
    pub files: Files,
    /// All entries before the manifest, in order.
    pub entries: Vec<Entry>,
}

/// Place of the uploaded files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Files {
    Included,
    /// On a separate server with its own backup.
    Elsewhere,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Path in the archive.
    pub name: String,
    pub bytes: u64,
    /// Checksum of the content, in hexadecimal.
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
            Err(Error::Damaged(format!("its form is {}, and only {FORMAT} is known", manifest.format)))
        }
    }

    /// Returns the total size of the entries, in bytes.
    pub fn bytes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.bytes).fold(0, u64::saturating_add)
    }
}
