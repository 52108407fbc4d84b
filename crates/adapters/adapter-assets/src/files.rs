//! Content-addressed file store: the content under a name never changes, because the name is derived from the content.

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

/// Reason why a file operation failed. The cause is for the log.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// The content does not match the name, so storing it would change a shared file.
    #[error("the content does not match the file name {0}")]
    WrongName(AssetName),
    /// The store is unavailable or full; a later retry may succeed.
    #[error("the file store is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store rejected the call or returned an unexpected response; a retry does not help.
    #[error("the file store failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Store of files by content name.
///
/// Names contain no owner: two owners with the same picture share one file. The caller deletes a file only if no owner
/// refers to it.
#[async_trait]
pub trait AssetStore: Send + Sync {
    /// Stores a file durably. MUST reject content that does not match the name (`WrongName`). MUST succeed if the file
    /// exists. MUST NOT expose a partial file to readers. The stored file MUST survive a crash.
    async fn put(&self, name: &AssetName, content: Bytes) -> Result<(), AssetError>;

    /// Returns the content of a file; `None` if the file does not exist.
    async fn get(&self, name: &AssetName) -> Result<Option<Bytes>, AssetError>;

    /// Returns whether the file exists.
    async fn exists(&self, name: &AssetName) -> Result<bool, AssetError>;

    /// Deletes a file. MUST succeed if the file does not exist.
    async fn delete(&self, name: &AssetName) -> Result<(), AssetError>;

    /// Deletes unfinished files that crashes left behind before a moment, and returns their number. Pass a moment at
    /// least an hour ago, because other processes may be writing now.
    async fn purge_unfinished(&self, before: SystemTime) -> Result<usize, AssetError>;
}

/// Checks that the content matches the name, before either store writes a file.
fn check_name(name: &AssetName, content: &[u8]) -> Result<(), AssetError> {
    if AssetName::of(content, name.extension()) == *name {
        return Ok(());
    }
    Err(AssetError::WrongName(*name))
}
