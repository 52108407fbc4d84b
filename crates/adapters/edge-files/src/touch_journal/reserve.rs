//! Reserved disk space for touches: PostgreSQL, uploads and large bodies may fill the same disk.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Size of the reserve, in bytes.
const RESERVE: u64 = 64 << 20;

/// Free disk space that is needed before the reserve is filled, in bytes.
const PLENTY: u64 = 4 * RESERVE;

/// Interval between attempts to fill an empty reserve.
const LOOK: Duration = Duration::from_secs(10);

/// Unnamed file that reserves disk space, and disappears with the process.
pub(crate) struct Reserve {
    folder: PathBuf,
    kept: Option<File>,
    looked: Option<Instant>,
}

impl Reserve {
    /// Creates an empty reserve on the disk of this folder.
    pub(crate) fn on(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), kept: None, looked: None }
    }

    /// Runs `write`. If the disk is full, releases the reserve and runs `write` again. After a successful write,
    /// refills an empty reserve.
    pub(crate) fn back(&mut self, mut write: impl FnMut() -> io::Result<()>) -> io::Result<()> {
        match write() {
            Ok(()) => {
                self.fill();
                Ok(())
            }
            // Closing the file frees its space.
            Err(error) if is_full(&error) && self.kept.take().is_some() => {
                self.looked = Some(Instant::now());
                tracing::warn!(bytes = RESERVE, "the disk is full: touches now use their reserved space");
                write()
            }
            Err(error) => Err(error),
        }
    }

    /// Fills an empty reserve if enough of the disk is free.
    pub(crate) fn fill(&mut self) {
        if self.kept.is_some() || self.looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return;
        }
        self.looked = Some(Instant::now());
        match kept(&self.folder) {
            Ok(kept) => self.kept = kept,
            // Some file systems can't allocate space.
            Err(error) => tracing::debug!(%error, "no disk space can be reserved for touches"),
        }
    }
}

/// Allocates the reserve; `None` if too little of the disk is free.
fn kept(folder: &Path) -> io::Result<Option<File>> {
    let disk = rustix::fs::statvfs(folder)?;
    if disk.f_bavail.saturating_mul(disk.f_frsize) < PLENTY {
        return Ok(None);
    }
    let file = tempfile::tempfile_in(folder)?;
    rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, RESERVE)?;
    Ok(Some(file))
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::*;

    fn bytes_on_disk(reserve: &Reserve) -> u64 {
        reserve.kept.as_ref().map_or(0, |file| file.metadata().unwrap().blocks() * 512)
    }

    #[test]
    fn a_full_disk_is_written_to_from_the_reserve() {
        let folder = tempfile::tempdir().unwrap();
        let mut reserve = Reserve::on(folder.path());
        reserve.fill();
        assert!(bytes_on_disk(&reserve) >= RESERVE);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing is left of it");
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        for (failures, tries, is_written) in [(0, 1, true), (1, 2, true), (1, 1, false)] {
            let (mut tried, mut left) = (0, failures);
            let written = reserve.back(|| {
                tried += 1;
                left -= 1;
                if left < 0 { Ok(()) } else { Err(full()) }
            });
            assert_eq!((tried, written.is_ok()), (tries, is_written), "{failures}");
        }
        assert_eq!(bytes_on_disk(&reserve), 0, "not kept again at once");
        reserve.looked = None;
        reserve.back(|| Ok(())).unwrap();
        assert!(bytes_on_disk(&reserve) >= RESERVE);
    }

    #[test]
    fn other_failures_leave_the_reserve_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut reserve = Reserve::on(folder.path());
        reserve.fill();
        let refused = reserve.back(|| Err(io::Error::from(io::ErrorKind::PermissionDenied)));
        assert!(refused.is_err() && bytes_on_disk(&reserve) >= RESERVE);
    }
}
