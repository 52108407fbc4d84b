//! The content-addressed store: what is stored under a name never changes, because the name is made of the content.

mod local;
mod name;
#[cfg(feature = "s3")]
mod s3;

use std::time::SystemTime;

use async_trait::async_trait;
use bytes::Bytes;

pub use local::LocalAssets;
pub use name::{AssetName, AssetNameError, Extension};
#[cfg(feature = "s3")]
pub use s3::{S3Assets, S3Config, S3ConfigError};

/// Why a file could not be stored, read or deleted. The cause is for the log.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// The content is not what the name was made of: storing it would change a shared file.
    #[error("the content does not belong to the name {0}")]
    WrongName(AssetName),
    /// The store is unavailable or has no room now; the same call may succeed later.
    #[error("the file store is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store refused, or answered something unexpected; repeating the call does not help.
    #[error("the file store failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Files by the name of their content. Names carry no owner: two owners with the same picture share one file, so a file
/// is deleted only when no owner refers to it, which the caller decides.
#[async_trait]
pub trait AssetStore: Send + Sync {
    /// Stores a file. MUST refuse content that the name is not made of (`WrongName`), MUST succeed when the file is
    /// there already, and MUST NOT let anybody read a part of it. When it returns, the file survives a crash.
    async fn put(&self, name: &AssetName, content: Bytes) -> Result<(), AssetError>;

    /// The content of a file; `None` when there is none.
    async fn get(&self, name: &AssetName) -> Result<Option<Bytes>, AssetError>;

    /// Whether a file is there.
    async fn exists(&self, name: &AssetName) -> Result<bool, AssetError>;

    /// Deletes a file. MUST succeed when there is none.
    async fn delete(&self, name: &AssetName) -> Result<(), AssetError>;

    /// Deletes files that crashes left unfinished before a moment, and returns how many they were. The moment should be an hour
    /// ago, since others may be writing now.
    async fn purge_unfinished(&self, before: SystemTime) -> Result<usize, AssetError>;
}

/// The check that both stores make before they store.
fn check_name(name: &AssetName, content: &[u8]) -> Result<(), AssetError> {
    if AssetName::of(content, name.extension()) == *name {
        return Ok(());
    }
    Err(AssetError::WrongName(*name))
}
