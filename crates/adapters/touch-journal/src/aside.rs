//! Touches that could not be stored or read. They stay on the disk until an operator retries them.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};

use touches::Touch;

use crate::home;
use crate::segment::{self, Contents};

/// Frames without a header: touches rejected by the store.
const REFUSED: &str = "refused.journal";
/// Lock file for writing or moving the rejected touches.
const LOCK: &str = "refused.lock";
/// Folder for partly unreadable segments and for rejected touches to be retried.
const FOLDER: &str = "aside";
/// Extension of files with frames but no header.
const FRAMES: &str = "frames";

/// Storage for touches that are not shipped.
#[derive(Debug, Clone)]
pub(crate) struct Aside {
    root: PathBuf,
}

impl Aside {
    pub(crate) fn of(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// Keeps a touch that the store rejects.
    pub(crate) fn refuse(&self, touch: &Touch) -> io::Result<()> {
        let mut frame = Vec::new();
        segment::append(&mut frame, touch);
        let _lock = self.lock()?;
        let mut file = home::private_file().append(true).create(true).open(self.refused())?;
        self.hand_over(&self.refused())?;
        file.write_all(&frame)
    }

    /// Moves a segment aside after its readable touches were stored.
    pub(crate) fn keep(&self, segment: &Path) -> io::Result<PathBuf> {
        let name = |path: Option<&Path>| {
            path.and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let name = format!("{}-{}.segment", name(segment.parent()), name(Some(segment)));
        let kept = self.folder()?.join(name);
        fs::rename(segment, &kept)?;
        Ok(kept)
    }

    /// Lists all kept files in order of their names. Touches rejected from now on go to a new file.
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

    /// Returns the total size of the kept files in bytes.
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

    /// Locks the rejected touches. No other process writes or moves them until the returned file is
    /// closed.
    fn lock(&self) -> io::Result<File> {
        let path = self.root.join(LOCK);
        let lock = home::private_file().create(true).truncate(false).open(&path)?;
        self.hand_over(&path)?;
        lock.lock()?;
        Ok(lock)
    }

    /// Gives a file that an operator created as root to the owner of the folder, so that the
    /// service can write to it.
    fn hand_over(&self, path: &Path) -> io::Result<()> {
        let (root, made) = (fs::metadata(&self.root)?, fs::metadata(path)?);
        if made.uid() == root.uid() { Ok(()) } else { chown(path, Some(root.uid()), Some(root.gid())) }
    }
}

/// Reads a segment or a kept file on a blocking thread.
pub(crate) async fn read(path: PathBuf) -> io::Result<Contents> {
    let reading = tokio::task::spawn_blocking(move || {
        let bytes = fs::read(&path)?;
        let frames = path.extension().is_some_and(|extension| extension == FRAMES);
        Ok(if frames { segment::read_frames(&bytes) } else { segment::read(&bytes) })
    });
    reading.await.map_err(io::Error::other)?
}
