//! Files that rows name: already uploaded, or sent with the document.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError};
use landing_draft::file::FileName;
use landing_draft::ports::IntakeError;

use super::plan::Fault;
use super::stores::Stores;

/// Reason why a sent file can't be read.
#[derive(Debug, thiserror::Error)]
pub enum SentFileError {
    /// The file is damaged or too large.
    #[error("{0}")]
    Refused(String),
    /// The temporary storage of the file failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Files sent with a document.
#[async_trait]
pub trait SentFiles: Send + Sync {
    /// Whether this file was sent.
    fn has(&self, file: &FileName) -> bool;

    /// Reads a file. Only its size is checked: no larger than an upload may be.
    async fn read(&self, file: &FileName) -> Result<Vec<u8>, SentFileError>;
}

/// Empty set of files, for a document sent without files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

#[async_trait]
impl SentFiles for NoFiles {
    fn has(&self, _: &FileName) -> bool {
        false
    }

    async fn read(&self, file: &FileName) -> Result<Vec<u8>, SentFileError> {
        Err(SentFileError::Refused(format!("{file} was not sent with the document")))
    }
}

/// Files that rows name and that the owner has not uploaded.
#[derive(Debug, Clone, Default)]
pub(super) struct Absent {
    /// Files sent with the document.
    pub(super) sent: BTreeSet<FileName>,
    /// Files that were neither uploaded nor sent.
    pub(super) missing: BTreeSet<FileName>,
}

/// Stores sent files, and skips files that the owner already has.
#[derive(Clone)]
pub(super) struct Files {
    stores: Stores,
    sent: Arc<dyn SentFiles>,
}

impl Files {
    pub(super) fn new(stores: Stores, sent: Arc<dyn SentFiles>) -> Self {
        Self { stores, sent }
    }

    /// Records a file that a row names. A file that the owner has not uploaded must be sent with the document.
    pub(super) async fn note(
        &self,
        absent: &mut Absent,
        owner: OwnerId,
        file: &FileName,
    ) -> Result<(), StoreError> {
        if !self.stores.uploads.has(owner, file).await? {
            let side = if self.sent.has(file) { &mut absent.sent } else { &mut absent.missing };
            side.insert(file.clone());
        }
        Ok(())
    }

    /// Stores sent files as uploads of the owner, one at a time to limit memory.
    pub(super) async fn keep(
        &self,
        owner: OwnerId,
        files: impl IntoIterator<Item = &FileName> + Send,
    ) -> Result<Result<(), Fault>, StoreError> {
        let files: Vec<FileName> = files.into_iter().cloned().collect();
        for file in files {
            let refused = |reason: String| Fault::FileRefused { file: file.to_string(), reason };
            let content = match self.sent.read(&file).await {
                Ok(content) => content,
                Err(SentFileError::Refused(reason)) => return Ok(Err(refused(reason))),
                Err(SentFileError::Store(error)) => return Err(error),
            };
            match self.stores.uploads.restore(owner, file.clone(), content).await {
                Ok(_) => {}
                Err(IntakeError::Refused(reason)) => return Ok(Err(refused(reason))),
                Err(IntakeError::Quota(reason)) => return Ok(Err(Fault::FileQuota(reason))),
                Err(IntakeError::Store(error)) => return Err(error),
            }
        }
        Ok(Ok(()))
    }
}
