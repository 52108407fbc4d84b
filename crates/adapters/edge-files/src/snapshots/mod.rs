//! Snapshots from which an edge serves without a database.

mod files;
mod folder;
mod index;

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use application::snapshots::{HostSnapshot, HostSnapshots, SnapshotChanges, may_be_served};
use async_trait::async_trait;
use kernel::{Hostname, StoreError, UnixTime};
use offload::{HEAVY, offload};
use secrecy::SecretBox;

use self::folder::{Folder, Unusable};
use self::index::Index;

/// Snapshots of a process in a folder.
#[derive(Clone)]
pub struct FolderSnapshots(Arc<Inner>);

struct Inner {
    folder: Folder,
    /// Maximum size of all files, in bytes.
    room: u64,
    /// Known content of the folder. Not locked while files are read or written.
    index: Mutex<Index>,
    /// Serializes writers within the process.
    writing: Mutex<()>,
}

impl FolderSnapshots {
    /// Opens the snapshots in the folder at `path`, with a maximum of `room` bytes. Creates the folder if needed. An
    /// existing index counts only if it was authenticated under this key.
    pub fn open(path: PathBuf, room: u64, key: SecretBox<[u8; 32]>) -> io::Result<Self> {
        let folder = Folder::open(path, key)?;
        let index = Mutex::new(folder.index());
        Ok(Self(Arc::new(Inner { folder, room, index, writing: Mutex::new(()) })))
    }
}

impl Inner {
    fn index(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn load(&self, host: &Hostname, now: UnixTime) -> Option<HostSnapshot> {
        let mut entry = self.index().servable(host, now)?.clone();
        let mut read = self.folder.read(&entry);
        if read.as_ref().is_err_and(Unusable::is_missing) {
            // The writing process may have replaced the file.
            let index = self.folder.index();
            self.index().replaced_by(index);
            entry = self.index().servable(host, now)?.clone();
            read = self.folder.read(&entry);
        }
        match read {
            Ok(snapshot) => {
                metrics::counter!("edge_snapshots_restored_total").increment(1);
                Some(snapshot)
            }
            Err(error) => {
                metrics::counter!("edge_snapshots_refused_total").increment(1);
                tracing::warn!(%host, file = %entry.name, cause = ?error, "a snapshot can't be used");
                self.index().refuse(entry.name);
                None
            }
        }
    }

    fn take(&self, changes: &SnapshotChanges, now: UnixTime) -> io::Result<bool> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.folder.is_ours()? {
            // Another process writes, and this process uses its files too.
            let read = self.folder.index();
            self.index().replaced_by(read);
            return Ok(false);
        }
        let before = self.index().clone();
        let mut after = before.clone();
        let mut written = Vec::new();
        for (host, snapshot) in &changes.taken {
            let kept = self.folder.keep(snapshot, &before)?;
            written.push(kept.name.clone());
            after.put(host.clone(), kept, now);
        }
        after.confirm(&changes.confirmed, now);
        changes.gone.iter().for_each(|host| after.remove(host));
        after.mark_used(&changes.used, now);
        after.retain(self.room, |entry| may_be_served(entry.confirmed_at, now));
        self.folder.write_index(&after)?;
        *self.index() = after.clone();
        // A reader that has looked up an old file finds it missing, and looks it up again.
        let dropped = written.iter().map(String::as_str).filter(|name| !after.names(name));
        self.folder.remove_all(before.names_without(&after).chain(dropped));
        Ok(true)
    }
}

#[async_trait]
impl HostSnapshots for FolderSnapshots {
    fn has(&self, host: &Hostname, now: UnixTime) -> bool {
        self.0.index().servable(host, now).is_some()
    }

    fn hosts(&self) -> Vec<Hostname> {
        self.0.index().hosts().cloned().collect()
    }

    fn confirmed_at(&self, now: UnixTime) -> Option<UnixTime> {
        self.0.index().confirmed_at().filter(|at| may_be_served(*at, now))
    }

    async fn load(&self, host: &Hostname, now: UnixTime) -> Option<HostSnapshot> {
        if !self.has(host, now) {
            return None;
        }
        let (inner, host) = (Arc::clone(&self.0), host.clone());
        offload(HEAVY, move || inner.load(&host, now)).await.ok().flatten()
    }

    async fn take(&self, changes: SnapshotChanges, now: UnixTime) -> Result<bool, StoreError> {
        let inner = Arc::clone(&self.0);
        let taken = offload(HEAVY, move || inner.take(&changes, now)).await;
        let taken = taken.map_err(|lost| StoreError::Failed(lost.into()))?;
        taken.map_err(|error| StoreError::Unavailable(error.into()))
    }

    fn measure(&self) {
        let index = self.0.index();
        metrics::gauge!("edge_snapshot_hosts").set(index.len() as f64);
        metrics::gauge!("edge_snapshot_bytes").set(index.bytes() as f64);
    }
}

#[cfg(test)]
mod tests;
