//! Imported archives. No entry is written to the path that it names: the document is parsed, and
//! files are stored under names derived from their content.

mod rules;

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use application::transfer::{SentFileError, SentFiles};
use async_trait::async_trait;
use http_kit::error::ApiError;
use http_kit::extract::SpooledFile;
use http_kit::wire::ErrorCode;
use kernel::StoreError;
use landing_draft::file::FileName;
use offload::{HEAVY, offload};
use zip::ZipArchive;
use zip::result::ZipError;

use self::rules::{Entry, Kind, MAX_ENTRIES, MAX_TOTAL};

/// Entry name of the document.
pub(super) const DOCUMENT: &str = "export.json";

/// Prefix of the files' entry names.
pub(super) const FILES: &str = "files/";

/// Bytes read while locating the archive's directory, which also limits the directory's length.
const MAX_LIST: u64 = 4 << 20;

/// An archive with a document and files.
pub(super) struct Archive {
    entries: Arc<Mutex<ZipArchive<Bounded>>>,
    /// Index and length of each file.
    files: BTreeMap<FileName, (usize, u64)>,
}

/// A file with a limit on the bytes read.
struct Bounded {
    file: SpooledFile,
    left: Arc<Mutex<u64>>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = left.checked_sub(u64::try_from(read).unwrap_or(u64::MAX));
        *left = rest.ok_or_else(|| io::Error::other("its list of entries is too long"))?;
        Ok(read)
    }
}

impl Seek for Bounded {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Archive {
    /// Checks an archive and reads its document. Errors name the entry.
    pub(super) fn open(file: SpooledFile) -> Result<(Self, Vec<u8>), ApiError> {
        let left = Arc::new(Mutex::new(MAX_LIST));
        let mut entries =
            ZipArchive::new(Bounded { file, left: Arc::clone(&left) }).map_err(|error| unreadable(&error))?;
        if entries.len() > MAX_ENTRIES {
            return Err(refused(format!("the archive has more than {MAX_ENTRIES} entries")));
        }
        if entries.has_duplicate_names() {
            return Err(refused("the archive has two entries of the same name".to_owned()));
        }
        if entries.has_overlapping_entries().map_err(|error| unreadable(&error))? {
            return Err(refused("entries of the archive overlap".to_owned()));
        }
        let (mut document, mut files, mut total) = (None, BTreeMap::new(), 0_u64);
        for place in 0..entries.len() {
            let found = entries.by_index_data(place).map_err(|error| unreadable(&error))?;
            let entry = Entry {
                name: found.name_raw(),
                is_encrypted: found.encrypted(),
                is_symlink: found.is_symlink(),
                method: found.compression(),
                packed: found.compressed_size(),
                size: found.size(),
            };
            match entry.judge().map_err(refused)? {
                Kind::Document => document = Some((place, entry.size)),
                Kind::File(file) => drop(files.insert(file, (place, entry.size))),
                Kind::Folder => {}
            }
            total = total.saturating_add(entry.size);
        }
        if total > MAX_TOTAL {
            return Err(refused(format!(
                "the archive holds more than {MAX_TOTAL} bytes when it is unpacked"
            )));
        }
        let (place, size) = document.ok_or_else(|| refused(format!("the archive has no {DOCUMENT}")))?;
        // From here on each entry has its own limit.
        *left.lock().unwrap_or_else(PoisonError::into_inner) = u64::MAX;
        let document =
            unpack(&mut entries, place, size).map_err(|reason| refused(format!("{DOCUMENT} {reason}")))?;
        Ok((Self { entries: Arc::new(Mutex::new(entries)), files }, document))
    }
}

#[async_trait]
impl SentFiles for Archive {
    fn has(&self, file: &FileName) -> bool {
        self.files.contains_key(file)
    }

    async fn read(&self, file: &FileName) -> Result<Vec<u8>, SentFileError> {
        let Some((place, size)) = self.files.get(file).copied() else {
            return Err(SentFileError::Refused("it did not come".to_owned()));
        };
        let entries = Arc::clone(&self.entries);
        let read = move || unpack(&mut entries.lock().unwrap_or_else(PoisonError::into_inner), place, size);
        let read = offload(HEAVY, read).await.map_err(|lost| StoreError::Failed(lost.into()))?;
        read.map_err(|reason| SentFileError::Refused(format!("its entry {reason}")))
    }
}

/// Returns the content of an entry, which must match the declared length. An error completes a
/// sentence that starts with the entry's name.
fn unpack(entries: &mut ZipArchive<Bounded>, place: usize, size: u64) -> Result<Vec<u8>, String> {
    let damaged = |error: &dyn std::fmt::Display| format!("is damaged: {error}");
    let entry = entries.by_index(place).map_err(|error| damaged(&error))?;
    let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    entry.take(size.saturating_add(1)).read_to_end(&mut content).map_err(|error| damaged(&error))?;
    if u64::try_from(content.len()).unwrap_or(u64::MAX) == size {
        Ok(content)
    } else {
        Err("has not the length that the archive says".to_owned())
    }
}

fn unreadable(error: &ZipError) -> ApiError {
    refused(format!("the archive can't be read: it is no zip archive, is cut off, or is damaged ({error})"))
}

fn refused(message: String) -> ApiError {
    ApiError::coded(ErrorCode::InvalidFile, message)
}
