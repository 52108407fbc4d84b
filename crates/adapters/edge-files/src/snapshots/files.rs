//! Atomic files: complete or absent.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Name of a file while it is being written.
pub(crate) const DRAFT: &str = "draft";

/// Writes a file atomically: after a power failure too, it has either all of `bytes` or its previous content.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let draft = folder.join(DRAFT);
    let written = write_draft(&draft, bytes).and_then(|()| fs::rename(&draft, folder.join(name)));
    if written.is_err() {
        // A partial file would use space that the disk may lack.
        let _ = fs::remove_file(&draft);
    }
    written?;
    // Syncing the folder makes the new name durable.
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
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("{found} bytes, at most {most}")));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found).unwrap_or_default());
    // The file may grow meanwhile.
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
