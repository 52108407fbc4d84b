//! File stores behind the ports of landing pages.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use kernel::{StoreError, UnixTime};
use landing_draft::appearance::Font;
use landing_draft::file::FileName;
use landing_draft::ports::{FileStore, ServedFile, ServedFiles, UnfinishedUploads};

use crate::files::{AssetError, AssetName, AssetStore};
use crate::labels::font_file;

/// Implements [`FileStore`], [`ServedFiles`] and [`UnfinishedUploads`] for any [`AssetStore`].
/// Clones share one store.
#[derive(Clone)]
pub struct StoredFiles(Arc<dyn AssetStore>);

impl StoredFiles {
    /// Wraps a store.
    pub fn new(store: Arc<dyn AssetStore>) -> Self {
        Self(store)
    }
}

#[async_trait]
impl ServedFiles for StoredFiles {
    async fn file(&self, name: &str) -> Result<Option<ServedFile>, StoreError> {
        let Ok(name) = AssetName::parse(name) else { return Ok(None) };
        let content = self.0.get(&name).await.map_err(store_error)?;
        let served = |content| ServedFile {
            content: Cow::Owned(Vec::from(content)),
            content_type: name.content_type(),
        };
        Ok(content.map(served))
    }

    fn font(&self, font: Font) -> ServedFile {
        let (content, content_type) = font_file(font);
        ServedFile { content: Cow::Borrowed(content), content_type }
    }
}

#[async_trait]
impl UnfinishedUploads for StoredFiles {
    async fn purge(&self, before: UnixTime) -> Result<usize, StoreError> {
        let seconds = u64::try_from(before.seconds()).unwrap_or_default();
        let before = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        self.0.purge_unfinished(before).await.map_err(store_error)
    }
}

fn store_error(error: AssetError) -> StoreError {
    match error {
        AssetError::Unavailable(_) => StoreError::Unavailable(error.into()),
        AssetError::Failed(_) | AssetError::WrongName(_) => StoreError::Failed(error.into()),
    }
}

/// Converts a name of the domain. The domain allows more forms than this store; a name of another
/// form was never stored.
fn asset_name(name: &FileName) -> Result<AssetName, StoreError> {
    AssetName::parse(name.as_str()).map_err(|error| StoreError::Failed(error.into()))
}

#[async_trait]
impl FileStore for StoredFiles {
    async fn put(&self, name: &FileName, content: Vec<u8>) -> Result<(), StoreError> {
        self.0.put(&asset_name(name)?, content.into()).await.map_err(store_error)
    }

    async fn get(&self, name: &FileName) -> Result<Option<Vec<u8>>, StoreError> {
        let Ok(name) = asset_name(name) else { return Ok(None) };
        Ok(self.0.get(&name).await.map_err(store_error)?.map(Vec::from))
    }

    async fn exists(&self, name: &FileName) -> Result<bool, StoreError> {
        let Ok(name) = asset_name(name) else { return Ok(false) };
        self.0.exists(&name).await.map_err(store_error)
    }
}
