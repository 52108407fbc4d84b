//! Uploaded and served files.

use std::borrow::Cow;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::appearance::Font;
use crate::file::{Admission, FileName, FileQuota};

/// Stored files.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait FileStore: Send + Sync {
    /// Keeps a file. Its name is made of its content, so keeping it again changes nothing.
    async fn put(&self, name: &FileName, content: Vec<u8>) -> Result<(), StoreError>;

    /// A file's content.
    async fn get(&self, name: &FileName) -> Result<Option<Vec<u8>>, StoreError>;

    /// Whether there is such a file.
    async fn exists(&self, name: &FileName) -> Result<bool, StoreError>;
}

/// A file as it goes out to visitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedFile {
    /// Its bytes. Those of files that come with the program are borrowed.
    pub content: Cow<'static, [u8]>,
    /// Its media type.
    pub content_type: &'static str,
}

/// The files that pages name: stored ones, and the fonts of live text.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait ServedFiles: Send + Sync {
    /// The stored file of this name, whoever asks; `None` for any text that is not the name of one.
    async fn file(&self, name: &str) -> Result<Option<ServedFile>, StoreError>;

    /// The file from which a browser draws live text in a font.
    fn font(&self, font: Font) -> ServedFile;
}

/// What crashes leave of uploads.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait UnfinishedUploads: Send + Sync {
    /// Deletes what is left of uploads that began before a moment; returns how many files that were.
    async fn purge(&self, before: UnixTime) -> Result<usize, StoreError>;
}

/// An upload that was taken in: checked, made anew, and named after what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedFile {
    /// Its name.
    pub file: FileName,
    /// What is kept, which is not the bytes that came.
    pub content: Vec<u8>,
}

/// Why an upload was not taken in.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// What is wrong with it, as a sentence for the one who sent it.
    #[error("{0}")]
    Refused(String),
    /// The owner has as many uploads as are allowed, or as much of them.
    #[error("{0}")]
    Quota(String),
    /// The work on it was lost.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What each owner uploaded.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait UploadCounts: Send + Sync {
    /// Counts a file of so many bytes as the owner's. The same file MUST count once, and MUST be admitted again whatever the
    /// quota. MUST be refused, and count nothing, when the owner would have more than the quota allows, also of uploads at once.
    async fn admit(
        &self,
        owner: OwnerId,
        file: &FileName,
        bytes: u64,
        quota: FileQuota,
        now: UnixTime,
    ) -> Result<Admission, StoreError>;

    /// Whether the owner uploaded this file. MUST be false for a file that only others uploaded, and for one that nobody did.
    async fn owns(&self, owner: OwnerId, file: &FileName) -> Result<bool, StoreError>;

    /// How many files count as the owner's, and how many bytes they have together.
    async fn totals(&self, owner: OwnerId) -> Result<(u64, u64), StoreError>;
}

/// Looks through what people upload, by its content and not by its name.
#[cfg_attr(any(test, feature = "_mock"), mockall::automock)]
#[async_trait]
pub trait MediaIntake: Send + Sync {
    /// A picture: png, jpeg or webp. MUST be made anew, so that nothing but the picture is kept, and refused before it is
    /// unpacked when it is too large.
    async fn picture(&self, upload: Vec<u8>) -> Result<AcceptedFile, IntakeError>;

    /// A sound: mp3, ogg or wav, at most 2 MiB.
    async fn sound(&self, upload: Vec<u8>) -> Result<AcceptedFile, IntakeError>;

    /// A picture or a sound as it was kept before, here or elsewhere. MUST be kept byte by byte, and refused where the name is not
    /// made of the content, or where the content is anything but what the name says.
    async fn kept(&self, file: FileName, content: Vec<u8>) -> Result<AcceptedFile, IntakeError>;
}
