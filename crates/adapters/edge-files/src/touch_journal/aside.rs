//! Touches that could not be stored, and segments that could not be read: kept on disk until an operator redrives them.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};

use touches::Touch;

use super::home;
use super::segment::{self, Contents};

/// File of touches that the store rejects, as frames without a header.
const REFUSED: &str = "refused.journal";
/// Lock for writing to [`REFUSED`], or for moving it.
const LOCK: &str = "refused.lock";
/// Folder of segments that can't be read to their end, and of rejected touches to be redriven.
const FOLDER: &str = "aside";
/// Extension of a file of frames without a header.
const FRAMES: &str = "frames";

/// Part of the touch folder that is not shipped.
#[derive(Debug, Clone)]
pub(crate) struct Aside {
    root: PathBuf,
}

impl Aside {
    pub(crate) fn of(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// Stores a touch that the store rejects.
    pub(crate) fn refuse(&self, touch: &Touch) -> io::Result<()> {
        let mut frame = Vec::new();
        segment::append(&mut frame, touch);
        let _lock = self.lock()?;
        let mut file = home::private_file().append(true).create(true).open(self.refused())?;
        self.hand_over(&self.refused())?;
        file.write_all(&frame)
    }

    /// Sets aside a segment whose readable touches are stored.
    pub(crate) fn keep(&self, segment: &Path) -> io::Result<PathBuf> {
        let name = |path: Option<&Path>| {
            path.and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let name = format!("{}-{}.segment", name(segment.parent()), name(Some(segment)));
        let kept = self.folder()?.join(name);
        fs::rename(segment, &kept)?;
        Ok(kept)
    }

    /// Returns all files that are set aside, in name order, oldest first. Later rejected touches go to a new file.
    pub(crate) fn files(&self) -> io::Result<Vec<PathBuf>> {
        let folder = self.folder()?;
        let lock = self.lock()?;
        if self.refused().exists() {
            let mut names = (0_u32..).map(|number| folder.join(format!("refused-{number:06}.{FRAMES}")));
            names.find(|name| !name.exists()).map_or(Ok(()), |free| fs::rename(self.refused(), free))?;
        }
        drop(lock);
        let mut files = home::entries(&folder)?;
        files.sort();
        Ok(files)
    }

    /// Returns the size of all files that are set aside, in bytes.
    pub(crate) fn bytes(&self) -> io::Result<u64> {
        let mut files = home::entries(&self.root.join(FOLDER))?;
        files.push(self.refused());
        let length = |path: PathBuf| match fs::metadata(path) {
            Ok(file) => Ok(file.len()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(error),
        };
        files.into_iter().map(length).sum()
    }

    fn refused(&self) -> PathBuf {
        self.root.join(REFUSED)
    }

    fn folder(&self) -> io::Result<PathBuf> {
        let folder = self.root.join(FOLDER);
        home::make_private_folder(&folder)?;
        self.hand_over(&folder)?;
        Ok(folder)
    }

    /// Locks the rejected touches: while the file is open, no other process writes or moves them.
    fn lock(&self) -> io::Result<File> {
        let path = self.root.join(LOCK);
        let lock = home::private_file().create(true).truncate(false).open(&path)?;
        self.hand_over(&path)?;
        lock.lock()?;
        Ok(lock)
    }

    /// Gives a path to the folder's owner: the service must be able to write to files that an operator creates as root.
    fn hand_over(&self, path: &Path) -> io::Result<()> {
        let (root, made) = (fs::metadata(&self.root)?, fs::metadata(path)?);
        if made.uid() == root.uid() { Ok(()) } else { chown(path, Some(root.uid()), Some(root.gid())) }
    }
}

/// Reads a segment, or a file that is set aside, on a blocking thread.
pub(crate) async fn read(path: PathBuf) -> io::Result<Contents> {
    let reading = tokio::task::spawn_blocking(move || {
        let bytes = fs::read(&path)?;
        let frames = path.extension().is_some_and(|extension| extension == FRAMES);
        Ok(if frames { segment::read_frames(&bytes) } else { segment::read(&bytes) })
    });
    reading.await.map_err(io::Error::other)?
}
