use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use async_trait::async_trait;
use bytes::Bytes;

use super::{AssetError, AssetName, AssetStore, check_name};

/// Folder for files that are being written. It is inside the root, so that a rename stays on one
/// disk.
const UNFINISHED: &str = "unfinished";

/// Files in a folder on a local or shared disk.
#[derive(Debug, Clone)]
pub struct LocalAssets {
    root: Arc<Path>,
}

impl LocalAssets {
    /// Opens a store in a folder. A missing folder is created with access for this user only.
    pub fn open(root: impl Into<PathBuf>) -> Result<Self, AssetError> {
        let root = root.into();
        DirBuilder::new().recursive(true).mode(0o700).create(root.join(UNFINISHED)).map_err(failed)?;
        Ok(Self { root: root.into() })
    }

    fn path(&self, name: &AssetName) -> PathBuf {
        self.root.join(name.path())
    }
}

#[async_trait]
impl AssetStore for LocalAssets {
    async fn put(&self, name: &AssetName, content: Bytes) -> Result<(), AssetError> {
        let (name, root, path) = (*name, Arc::clone(&self.root), self.path(name));
        blocking(move || {
            check_name(&name, &content).map_err(io::Error::other)?;
            if path.try_exists()? {
                // Another writer may have just renamed the file without syncing the folder yet.
                return sync_folder(path.parent().unwrap_or(&root));
            }
            write(&root.join(UNFINISHED), &path, &content)
        })
        .await
    }

    async fn get(&self, name: &AssetName) -> Result<Option<Bytes>, AssetError> {
        let path = self.path(name);
        blocking(move || present(fs::read(path).map(Bytes::from))).await
    }

    async fn exists(&self, name: &AssetName) -> Result<bool, AssetError> {
        let path = self.path(name);
        blocking(move || path.try_exists()).await
    }

    async fn delete(&self, name: &AssetName) -> Result<(), AssetError> {
        let path = self.path(name);
        blocking(move || present(fs::remove_file(path)).map(|_| ())).await
    }

    async fn purge_unfinished(&self, before: SystemTime) -> Result<usize, AssetError> {
        let folder = self.root.join(UNFINISHED);
        blocking(move || sweep(&folder, before)).await
    }
}

/// Writes a file under a temporary name, syncs it and renames it. A visible name therefore always
/// has its whole content, even after a crash. Concurrent writers of the same content leave one
/// file.
fn write(unfinished: &Path, path: &Path, content: &[u8]) -> io::Result<()> {
    let (mut file, temporary) = create_unfinished(unfinished)?;
    let moved = (|| {
        file.write_all(content)?;
        file.sync_all()?;
        let folder = path.parent().ok_or(ErrorKind::InvalidInput)?;
        if !folder.try_exists()? {
            fs::create_dir_all(folder)?;
            sync_folder(folder.parent().unwrap_or(folder))?;
        }
        fs::rename(&temporary, path)?;
        sync_folder(folder)
    })();
    if moved.is_err() {
        // The first error is returned; the temporary file is purged later.
        let _ = fs::remove_file(&temporary);
    }
    moved
}

/// Creates a file with a unique name. Processes on different machines may have the same id, so
/// existing names are skipped.
fn create_unfinished(folder: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}-{number}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            other => return other.map(|file| (file, path)),
        }
    }
}

/// Makes a rename survive a crash. Only Unix can open a folder.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn sweep(folder: &Path, before: SystemTime) -> io::Result<usize> {
    let mut swept = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // A file that disappeared meanwhile was completed.
        let Some(metadata) = present(entry.metadata())? else { continue };
        if metadata.modified()? < before && present(fs::remove_file(entry.path()))?.is_some() {
            swept += 1;
        }
    }
    Ok(swept)
}

fn present<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// Runs disk work on a blocking thread.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, AssetError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(failed),
        Err(error) => Err(AssetError::Failed(error.into())),
    }
}

fn failed(error: io::Error) -> AssetError {
    match error.kind() {
        ErrorKind::Other => match error.downcast::<AssetError>() {
            Ok(ours) => ours,
            Err(other) => AssetError::Failed(other.into()),
        },
        // A full disk or exhausted file handles may be temporary.
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::TimedOut | ErrorKind::ResourceBusy => {
            AssetError::Unavailable(error.into())
        }
        _ => AssetError::Failed(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use super::*;
    use crate::files::Extension;

    fn files_in(folder: &Path) -> BTreeSet<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_file_is_stored_read_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalAssets::open(folder.path().join("deep/er")).unwrap();
        let content = Bytes::from_static(b"picture");
        let name = AssetName::of(&content, Extension::Png);

        assert_eq!(store.get(&name).await.unwrap(), None);
        assert!(!store.exists(&name).await.unwrap());
        store.put(&name, content.clone()).await.unwrap();
        store.put(&name, content.clone()).await.unwrap();
        assert_eq!(store.get(&name).await.unwrap(), Some(content.clone()));
        assert!(store.exists(&name).await.unwrap());
        // A second store on the folder sees the file, like the program after a restart.
        let reopened = LocalAssets::open(folder.path().join("deep/er")).unwrap();
        assert_eq!(reopened.get(&name).await.unwrap(), Some(content));

        store.delete(&name).await.unwrap();
        store.delete(&name).await.unwrap();
        assert_eq!(store.get(&name).await.unwrap(), None);
    }

    #[tokio::test]
    async fn other_content_can_not_take_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalAssets::open(folder.path()).unwrap();
        let name = AssetName::of(b"one", Extension::Png);
        let refused = store.put(&name, Bytes::from_static(b"two")).await.unwrap_err();
        assert!(matches!(refused, AssetError::WrongName(wrong) if wrong == name), "{refused:?}");
        assert!(!store.exists(&name).await.unwrap());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn equal_files_at_once_end_as_one_and_nobody_reads_a_part() {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalAssets::open(folder.path()).unwrap();
        let content = Bytes::from(vec![7; 2_000_000]);
        let name = AssetName::of(&content, Extension::Png);
        let mut tasks = Vec::new();
        for index in 0..24 {
            let (store, content) = (store.clone(), content.clone());
            tasks.push(tokio::spawn(async move {
                if index % 3 == 0 {
                    store.put(&name, content).await.unwrap();
                } else if let Some(read) = store.get(&name).await.unwrap() {
                    assert_eq!(read.len(), content.len());
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(store.get(&name).await.unwrap().unwrap(), content);
        assert_eq!(files_in(&folder.path().join(UNFINISHED)), BTreeSet::new());
    }

    #[tokio::test]
    async fn what_a_crash_left_is_passed_over_and_swept() {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalAssets::open(folder.path()).unwrap();
        let unfinished = folder.path().join(UNFINISHED);
        for number in 0..200 {
            fs::write(unfinished.join(format!("{}-{number}", std::process::id())), b"half").unwrap();
        }
        let name = AssetName::of(b"whole", Extension::Wav);
        store.put(&name, Bytes::from_static(b"whole")).await.unwrap();
        assert!(store.exists(&name).await.unwrap());

        let written = fs::metadata(unfinished.join(format!("{}-0", std::process::id()))).unwrap();
        let moment = written.modified().unwrap();
        assert_eq!(store.purge_unfinished(moment - Duration::from_secs(60)).await.unwrap(), 0);
        assert_eq!(store.purge_unfinished(moment + Duration::from_secs(60)).await.unwrap(), 200);
        assert!(store.exists(&name).await.unwrap());
    }

    #[tokio::test]
    async fn a_disk_that_refuses_is_reported_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalAssets::open(folder.path()).unwrap();
        let name = AssetName::of(b"x", Extension::Wav);
        // A file exists where the folder should be.
        fs::write(folder.path().join(&name.path()[..2]), b"").unwrap();
        assert!(store.put(&name, Bytes::from_static(b"x")).await.is_err());
        assert_eq!(files_in(&folder.path().join(UNFINISHED)), BTreeSet::new());
    }
}
