//! Ports for uploaded and served files.

use std::borrow::Cow;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::appearance::Font;
use crate::file::{Admission, FileName, FileQuota, PictureSize, Slot};

/// Store of files.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FileStore: Send + Sync {
    /// Stores a file. Names are derived from contents, so storing a file again changes nothing.
    async fn put(&self, name: &FileName, content: Vec<u8>) -> Result<(), StoreError>;

    /// Returns the content of a file.
    async fn get(&self, name: &FileName) -> Result<Option<Vec<u8>>, StoreError>;

    /// Whether the file exists.
    async fn exists(&self, name: &FileName) -> Result<bool, StoreError>;
}

/// File as sent to visitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedFile {
    /// Bytes of the file; borrowed for files that are part of the program.
    pub content: Cow<'static, [u8]>,
    /// Media type of the file.
    pub content_type: &'static str,
}

/// Source of the files that pages reference: stored files, and the fonts of live text.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ServedFiles: Send + Sync {
    /// Returns the stored file of this name for any caller; `None` for any text that is not the name of a file.
    async fn file(&self, name: &str) -> Result<Option<ServedFile>, StoreError>;

    /// Returns the font file with which browsers draw live text.
    fn font(&self, font: Font) -> ServedFile;
}

/// Cleaner of uploads that a crash interrupted.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait UnfinishedUploads: Send + Sync {
    /// Deletes the remains of uploads that started before a moment; returns the number of deleted files.
    async fn purge(&self, before: UnixTime) -> Result<usize, StoreError>;
}

/// Accepted upload: validated, and named after its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedFile {
    /// Name of the file.
    pub file: FileName,
    /// Content to store, which may differ from the uploaded bytes.
    pub content: Vec<u8>,
    /// Size of a picture.
    #[serde(default)]
    pub size: Option<PictureSize>,
}

/// Reason why an upload was rejected.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// The upload is invalid; the text is a message for the uploader.
    #[error("{0}")]
    Refused(String),
    /// The owner's quota of uploads is exhausted.
    #[error("{0}")]
    Quota(String),
    /// Processing the upload failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Counter of each owner's uploads.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait UploadCounts: Send + Sync {
    /// Counts a file of `bytes` bytes as the owner's. Equal files MUST count once, and a counted file MUST always be
    /// admitted again. MUST reject the file, and count nothing, if the owner would exceed the quota, even under
    /// concurrent uploads.
    async fn admit(
        &self,
        owner: OwnerId,
        file: &FileName,
        bytes: u64,
        quota: FileQuota,
        now: UnixTime,
    ) -> Result<Admission, StoreError>;

    /// Whether the owner uploaded this file. MUST return `false` for files of other owners only, and for unknown files.
    async fn owns(&self, owner: OwnerId, file: &FileName) -> Result<bool, StoreError>;

    /// Returns the number and the total bytes of the owner's files.
    async fn totals(&self, owner: OwnerId) -> Result<(u64, u64), StoreError>;
}

/// Validator of uploads, by content and not by name.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait MediaIntake: Send + Sync {
    /// Accepts a png, jpeg or webp picture. MUST re-encode the picture, so that only the picture itself is stored. MUST
    /// scale the picture down to its slot. MUST reject a picture with too large dimensions before decoding.
    async fn picture(&self, upload: Vec<u8>, slot: Slot) -> Result<AcceptedFile, IntakeError>;

    /// Accepts an mp3, ogg or wav sound, at most 2 MiB.
    async fn sound(&self, upload: Vec<u8>) -> Result<AcceptedFile, IntakeError>;

    /// Accepts a picture or sound that was stored before, here or elsewhere. MUST keep the bytes unchanged. MUST reject
    /// the file if the name does not match the content, or the content does not match the extension.
    async fn kept(&self, file: FileName, content: Vec<u8>) -> Result<AcceptedFile, IntakeError>;
}
