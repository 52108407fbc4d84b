//! The files that rows name: those that are here, and those that come with the document.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError};
use landing_draft::file::FileName;
use landing_draft::ports::IntakeError;

use super::plan::Fault;
use super::stores::Stores;

/// Why a file that came with a document can't be read.
#[derive(Debug, thiserror::Error)]
pub enum SentFileError {
    /// It is damaged, or larger than it may be.
    #[error("{0}")]
    Refused(String),
    /// The place where it waits failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The files that came with a document.
#[async_trait]
pub trait SentFiles: Send + Sync {
    /// Whether this file came.
    fn has(&self, file: &FileName) -> bool;

    /// Its content, of which nothing is promised but that it is no larger than an upload.
    async fn read(&self, file: &FileName) -> Result<Vec<u8>, SentFileError>;
}

/// The files of a document that came without any.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

#[async_trait]
impl SentFiles for NoFiles {
    fn has(&self, _: &FileName) -> bool {
        false
    }

    async fn read(&self, file: &FileName) -> Result<Vec<u8>, SentFileError> {
        Err(SentFileError::Refused(format!("{file} did not come")))
    }
}

/// Files that rows name and that the owner did not upload.
#[derive(Debug, Clone, Default)]
pub(super) struct Absent {
    /// Those that came with the document.
    pub(super) sent: BTreeSet<FileName>,
    /// Those that are nowhere.
    pub(super) missing: BTreeSet<FileName>,
}

/// Keeps what came with a document, and knows what need not be kept.
#[derive(Clone)]
pub(super) struct Files {
    stores: Stores,
    sent: Arc<dyn SentFiles>,
}

impl Files {
    pub(super) fn new(stores: Stores, sent: Arc<dyn SentFiles>) -> Self {
        Self { stores, sent }
    }

    /// Notes a file that a row names: unless the owner uploaded it before, it has to come with the document.
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

    /// Keeps these files, which came with the document, as uploads of the owner's. One is held in memory at a time.
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
