//! The content-addressed file store. A name is derived from the content, so a stored file never
//! changes.

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

/// Reason why a file could not be stored, read or deleted. The cause is for the log.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// The name was not derived from this content; storing it would change a shared file.
    #[error("the content does not belong to the name {0}")]
    WrongName(AssetName),
    /// The store is unavailable or full; the same call may succeed later.
    #[error("the file store is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store refused or gave an unexpected answer; repeating the call does not help.
    #[error("the file store failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Stores files by the hash of their content. Names contain no owner: owners with the same picture
/// share one file. The caller deletes a file only if no owner refers to it.
#[async_trait]
pub trait AssetStore: Send + Sync {
    /// Stores a file. MUST refuse content that does not match the name (`WrongName`). MUST succeed
    /// if the file exists already. MUST NOT expose partial content. When this returns, the file
    /// survives a crash.
    async fn put(&self, name: &AssetName, content: Bytes) -> Result<(), AssetError>;

    /// Returns the content of a file; `None` if it does not exist.
    async fn get(&self, name: &AssetName) -> Result<Option<Bytes>, AssetError>;

    /// Returns whether a file exists.
    async fn exists(&self, name: &AssetName) -> Result<bool, AssetError>;

    /// Deletes a file. MUST succeed if it does not exist.
    async fn delete(&self, name: &AssetName) -> Result<(), AssetError>;

    /// Deletes incomplete files that crashes left behind before `before`, and returns their number.
    /// Use a time one hour ago, because other processes may be writing now.
    async fn purge_unfinished(&self, before: SystemTime) -> Result<usize, AssetError>;
}

/// Checks the name before storing; used by both stores.
fn check_name(name: &AssetName, content: &[u8]) -> Result<(), AssetError> {
    if AssetName::of(content, name.extension()) == *name {
        return Ok(());
    }
    Err(AssetError::WrongName(*name))
}
