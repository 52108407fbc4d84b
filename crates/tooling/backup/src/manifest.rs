use serde::{Deserialize, Serialize};

use crate::Error;

/// The form of archives that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// What is at the end of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// The version of the program that made it.
    pub program: String,
    /// When it was begun, in unix seconds.
    pub created_at: i64,
    /// Whether uploaded files are in it.
    pub files: Files,
    /// Everything before the manifest, in its order.
    pub entries: Vec<Entry>,
}

/// Where the uploaded files are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Files {
    /// In the backup.
    Included,
    /// On a server of their own, which is backed up by other means.
    Elsewhere,
}

/// One file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its path in the archive.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// The checksum of its content, in hexadecimal digits.
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

    /// How many bytes it holds.
    pub fn bytes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.bytes).fold(0, u64::saturating_add)
    }
}
