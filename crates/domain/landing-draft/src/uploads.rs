//! Use-case: accepts uploads.

use std::sync::Arc;

use kernel::{Clock, OwnerId, StoreError};

use crate::banner::ContentPatch;
use crate::domain::Used;
use crate::file::{Admission, FileName, FileQuota, Slot, StoredPicture};
use crate::ports::{AcceptedFile, FileStore, IntakeError, MediaIntake, UploadCounts};

/// Use-case that validates and stores uploads.
#[derive(Clone)]
pub struct Uploads {
    intake: Arc<dyn MediaIntake>,
    files: Arc<dyn FileStore>,
    counts: Arc<dyn UploadCounts>,
    quota: FileQuota,
    clock: Arc<dyn Clock>,
}

impl Uploads {
    /// Creates the use-case: `intake` validates, `files` stores, and `counts` counts uploads.
    pub fn new(
        intake: Arc<dyn MediaIntake>,
        files: Arc<dyn FileStore>,
        counts: Arc<dyn UploadCounts>,
        quota: FileQuota,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { intake, files, counts, quota, clock }
    }

    /// Stores a picture for a slot, and returns its new name and its size.
    pub async fn picture(
        &self,
        owner: OwnerId,
        upload: Vec<u8>,
        slot: Slot,
    ) -> Result<StoredPicture, IntakeError> {
        let accepted = self.intake.picture(upload, slot).await?;
        let size = accepted.size;
        Ok(StoredPicture { file: self.keep(owner, accepted).await?, size })
    }

    /// Stores a sound and returns its new name.
    pub async fn sound(&self, owner: OwnerId, upload: Vec<u8>) -> Result<FileName, IntakeError> {
        self.keep(owner, self.intake.sound(upload).await?).await
    }

    /// Stores a file that was uploaded before, here or elsewhere, under its former name.
    pub async fn restore(
        &self,
        owner: OwnerId,
        file: FileName,
        content: Vec<u8>,
    ) -> Result<FileName, IntakeError> {
        self.keep(owner, self.intake.kept(file, content).await?).await
    }

    /// Stores an accepted file. Counting comes first: after a crash in between, a retry stores the file that was
    /// already counted.
    async fn keep(&self, owner: OwnerId, accepted: AcceptedFile) -> Result<FileName, IntakeError> {
        let bytes = u64::try_from(accepted.content.len()).unwrap_or(u64::MAX);
        let now = self.clock.now();
        let most = |most: Option<u64>| most.unwrap_or(u64::MAX);
        match self.counts.admit(owner, &accepted.file, bytes, self.quota, now).await? {
            Admission::Admitted => {}
            Admission::TooMany => {
                let message = format!("no more than {} files may be uploaded", most(self.quota.files));
                return Err(IntakeError::Quota(message));
            }
            Admission::TooLarge => {
                let message = format!("all uploads together may have {} bytes", most(self.quota.bytes));
                return Err(IntakeError::Quota(message));
            }
        }
        self.files.put(&accepted.file, accepted.content).await?;
        Ok(accepted.file)
    }

    /// Returns the usage of the quota: number of files, and total bytes.
    pub async fn usage(&self, owner: OwnerId) -> Result<(Used, Used), StoreError> {
        let (files, bytes) = self.counts.totals(owner).await?;
        let of = |used, allowed| Used { used, allowed };
        Ok((of(files, self.quota.files), of(bytes, self.quota.bytes)))
    }

    /// Whether the owner uploaded this file and the file still exists. Files of other owners look absent, so that a
    /// leaked name gives no access.
    pub async fn has(&self, owner: OwnerId, file: &FileName) -> Result<bool, StoreError> {
        Ok(self.counts.owns(owner, file).await? && self.files.exists(file).await?)
    }

    /// Returns the first field of a change that references a file which the owner did not upload.
    pub async fn missing_file(
        &self,
        owner: OwnerId,
        patch: &ContentPatch,
    ) -> Result<Option<&'static str>, StoreError> {
        for (field, file) in patch.named_files() {
            if !self.has(owner, file).await? {
                return Ok(Some(field));
            }
        }
        Ok(None)
    }
}
