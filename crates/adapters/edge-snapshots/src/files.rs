//! Files that are there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// What a file is called while it is written.
pub(crate) const DRAFT: &str = "draft";

/// Writes a file so that it is there with all of `bytes` or as before, also after a power cut.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let draft = folder.join(DRAFT);
    let written = write_draft(&draft, bytes).and_then(|()| fs::rename(&draft, folder.join(name)));
    if written.is_err() {
        // Half of a file would take room that there may be none of.
        let _ = fs::remove_file(&draft);
    }
    written?;
    // The new name reaches the disk with the folder.
    File::open(folder)?.sync_all()
}

fn write_draft(draft: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(draft)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// All of a file that has at most `most` bytes. One that is larger is an error, and is not read.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let found = file.metadata()?.len();
    if found > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has {found} bytes, of {most}")));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found).unwrap_or_default());
    // It may grow meanwhile.
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
