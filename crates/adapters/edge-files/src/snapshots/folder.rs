//! Folder of snapshot files, and validation of its content.

use std::fs::{self, DirBuilder, File as Handle, TryLockError};
use std::io::{self, BufWriter, IntoInnerError, Read as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use application::snapshots::HostSnapshot;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretBox};
use sha2::{Digest as _, Sha256};

use super::files;
use super::index::{Entry, File, Index};

const INDEX: &str = "index";
const LOCK: &str = "lock";
/// Size of a compression buffer, in bytes.
const PIECE: usize = 32 * 1024;
/// Length of a digest, in bytes.
const DIGEST: usize = 32;
/// Maximum size of an index, in bytes: enough for some 300,000 hosts.
const MOST_OF_AN_INDEX: u64 = 64 << 20;

/// Reason why a file is unusable.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unusable {
    #[error("the file can't be read")]
    Unreadable(#[from] io::Error),
    #[error("the file's content has changed")]
    Changed,
    #[error("the file contains no valid snapshot")]
    Malformed(#[source] serde_json::Error),
}

impl Unusable {
    /// Returns whether the file does not exist.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Unreadable(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

pub(crate) struct Folder {
    path: PathBuf,
    key: SecretBox<[u8; 32]>,
    lock: Handle,
    /// Whether this process holds the lock.
    is_ours: Mutex<bool>,
}

impl Folder {
    pub(crate) fn open(path: PathBuf, key: SecretBox<[u8; 32]>) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(&path)?;
        let lock = Handle::create(path.join(LOCK))?;
        Ok(Self { path, key, lock, is_ours: Mutex::new(false) })
    }

    /// Returns whether this process is the only writer. On becoming the writer, deletes files that the index does not
    /// name.
    pub(crate) fn is_ours(&self) -> io::Result<bool> {
        let mut is_ours = self.is_ours.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_ours {
            match self.lock.try_lock() {
                Ok(()) => {
                    self.sweep()?;
                    *is_ours = true;
                }
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(*is_ours)
    }

    /// Reads the index; empty if there is no valid one.
    pub(crate) fn index(&self) -> Index {
        let read = match files::read(&self.path.join(INDEX), MOST_OF_AN_INDEX) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Index::default(),
            read => read,
        };
        let read = read.map_err(Unusable::from).and_then(|bytes| self.authentic(&bytes));
        read.unwrap_or_else(|error| {
            metrics::counter!("edge_snapshots_refused_total").increment(1);
            tracing::warn!(cause = ?error, "the index of snapshots is invalid; all snapshots are taken again");
            Index::default()
        })
    }

    pub(crate) fn write_index(&self, index: &Index) -> io::Result<()> {
        let body = index.written()?;
        let code = self.code(&body).ok_or(io::ErrorKind::InvalidInput)?.finalize().into_bytes();
        files::write(&self.path, INDEX, &[code.as_slice(), &body].concat())
    }

    fn authentic(&self, bytes: &[u8]) -> Result<Index, Unusable> {
        let (code, body) = bytes.split_at_checked(DIGEST).ok_or(Unusable::Changed)?;
        let expected = self.code(body).ok_or(Unusable::Changed)?;
        expected.verify_slice(code).map_err(|_| Unusable::Changed)?;
        Index::read(body).ok_or(Unusable::Changed)
    }

    fn code(&self, body: &[u8]) -> Option<Hmac<Sha256>> {
        let mut code = Hmac::<Sha256>::new_from_slice(self.key.expose_secret()).ok()?;
        code.update(body);
        Some(code)
    }

    /// Writes a snapshot, unless the same file already exists.
    pub(crate) fn keep(&self, snapshot: &HostSnapshot, known: &Index) -> io::Result<File> {
        // The JSON writer emits pieces of a few bytes, which the encoder would handle one by one.
        let mut pieces = BufWriter::with_capacity(PIECE, GzEncoder::new(Vec::new(), Compression::fast()));
        serde_json::to_writer(&mut pieces, snapshot)?;
        let bytes = pieces.into_inner().map_err(IntoInnerError::into_error)?.finish()?;
        let name = name_of(&bytes);
        // Writes the file again if the disk has lost it.
        let is_there =
            known.holds(&name) && fs::read(self.path.join(&name)).is_ok_and(|found| found == bytes);
        if !is_there {
            files::write(&self.path, &name, &bytes)?;
        }
        Ok(File { name, bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX) })
    }

    pub(crate) fn read(&self, entry: &Entry) -> Result<HostSnapshot, Unusable> {
        let bytes = files::read(&self.path.join(&entry.name), entry.bytes)?;
        if name_of(&bytes) != entry.name {
            return Err(Unusable::Changed);
        }
        // This installation wrote the file, so its size respects the limit of a host in an edge's memory.
        let mut text = Vec::new();
        GzDecoder::new(bytes.as_slice()).read_to_end(&mut text)?;
        serde_json::from_slice(&text).map_err(Unusable::Malformed)
    }

    /// Deletes files. The next writing process deletes a file that can't be deleted now.
    pub(crate) fn remove_all<'a>(&self, names: impl Iterator<Item = &'a str>) {
        for name in names {
            if let Err(error) = fs::remove_file(self.path.join(name)) {
                tracing::debug!(%name, %error, "a snapshot can't be removed");
            }
        }
    }

    /// Deletes files that an interrupted process left behind.
    fn sweep(&self) -> io::Result<()> {
        let index = self.index();
        for file in fs::read_dir(&self.path)? {
            let name = file?.file_name().to_string_lossy().into_owned();
            if name != INDEX && name != LOCK && !index.holds(&name) {
                self.remove_all([name.as_str()].into_iter());
            }
        }
        Ok(())
    }
}

fn name_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
