//! Files that are written completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Name of a file while it is being written.
pub(crate) const DRAFT: &str = "draft";

/// Writes a file atomically. It has all of `bytes` or its previous content, even after a power cut.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let draft = folder.join(DRAFT);
    let written = write_draft(&draft, bytes).and_then(|()| fs::rename(&draft, folder.join(name)));
    if written.is_err() {
        // A partial file would use space on a disk that may be full.
        let _ = fs::remove_file(&draft);
    }
    written?;
    // Syncing the folder makes the rename permanent.
    File::open(folder)?.sync_all()
}

fn write_draft(draft: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(draft)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Reads a whole file of at most `most` bytes. A larger file is an error and is not read.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let found = file.metadata()?.len();
    if found > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has {found} bytes, of {most}")));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found).unwrap_or_default());
    // The file may grow while it is read.
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
