//! Taking in what people upload.

use std::sync::Arc;

use kernel::StoreError;

use crate::banner::ContentPatch;
use crate::file::FileName;
use crate::ports::{AcceptedFile, FileStore, IntakeError, MediaIntake};

/// Checks uploads and keeps them.
#[derive(Clone)]
pub struct Uploads {
    intake: Arc<dyn MediaIntake>,
    files: Arc<dyn FileStore>,
}

impl Uploads {
    /// Uploads looked through by `intake` and kept in `files`.
    pub fn new(intake: Arc<dyn MediaIntake>, files: Arc<dyn FileStore>) -> Self {
        Self { intake, files }
    }

    /// Keeps a picture, and tells the name that it has from now on.
    pub async fn picture(&self, upload: Vec<u8>) -> Result<FileName, IntakeError> {
        self.keep(self.intake.picture(upload).await?).await
    }

    /// Keeps a sound, and tells the name that it has from now on.
    pub async fn sound(&self, upload: Vec<u8>) -> Result<FileName, IntakeError> {
        self.keep(self.intake.sound(upload).await?).await
    }

    async fn keep(&self, accepted: AcceptedFile) -> Result<FileName, IntakeError> {
        self.files.put(&accepted.file, accepted.content).await?;
        Ok(accepted.file)
    }

    /// The first field of a change that names a file which was never uploaded.
    pub async fn missing_file(&self, patch: &ContentPatch) -> Result<Option<&'static str>, StoreError> {
        for (field, file) in patch.named_files() {
            if !self.files.exists(file).await? {
                return Ok(Some(field));
            }
        }
        Ok(None)
    }
}
