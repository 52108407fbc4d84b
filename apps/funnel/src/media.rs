//! Files, pictures and sounds: the ports of the landing crate on the assets adapter.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use actix_web::web::Bytes;
use adapter_assets::{
    AssetError, AssetName, AssetStore, LocalAssets, PictureLimits, S3Assets, accept_picture, accept_sound,
    font_file,
};
use async_trait::async_trait;
use edge::ServedFiles;
use kernel::{StoreError, UnixTime};
use landing_draft::appearance::Font;
use landing_draft::file::FileName;
use landing_draft::ports::{AcceptedFile, FileStore, IntakeError, MediaIntake};
use tokio::sync::Semaphore;

use crate::config::{Config, ConfigError};

/// Places of uploads that are being decoded, for the whole process. A picture of 40 megapixels takes hundreds of
/// megabytes while it is unpacked, turned and made smaller, and blocking threads come by the hundreds: without a bound,
/// a few uploads at once would take all memory. Whoever finds no place waits with no more than his upload.
static PLACES: Semaphore = Semaphore::const_new(2);

/// The files of the service.
#[derive(Clone)]
pub struct Files(Arc<dyn AssetStore>);

impl Files {
    /// Files on the S3-compatible server that is configured, else in the data folder. The server is not asked yet: a
    /// page without pictures must not wait for it.
    pub fn open(config: &Config) -> Result<Self, ConfigError> {
        let wrong = |variable: &str, error: anyhow::Error| ConfigError::new(variable, format!("{error:#}"));
        let store: Arc<dyn AssetStore> = match &config.s3 {
            Some(s3) => {
                Arc::new(S3Assets::new(s3).map_err(|error| wrong("FUNNEL_S3_ENDPOINT", error.into()))?)
            }
            None => {
                let folder = LocalAssets::open(config.data_dir.join("assets"));
                Arc::new(folder.map_err(|error| wrong("FUNNEL_DATA_DIR", error.into()))?)
            }
        };
        Ok(Self(store))
    }

    /// Deletes what crashes left of uploads that began before a moment, and returns how many files that were.
    pub async fn purge_unfinished(&self, before: UnixTime) -> Result<usize, StoreError> {
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

/// A name of the domain as the adapter's. The domain allows more forms; what has another form was never stored.
fn asset_name(name: &FileName) -> Result<AssetName, StoreError> {
    AssetName::parse(name.as_str()).map_err(|error| StoreError::Failed(error.into()))
}

#[async_trait]
impl ServedFiles for Files {
    async fn file(&self, name: &str) -> Result<Option<(Bytes, &'static str)>, StoreError> {
        let Ok(name) = AssetName::parse(name) else { return Ok(None) };
        let content = self.0.get(&name).await.map_err(store_error)?;
        Ok(content.map(|content| (content, name.content_type())))
    }

    fn font(&self, font: Font) -> (&'static [u8], &'static str) {
        font_file(font)
    }
}

#[async_trait]
impl FileStore for Files {
    async fn put(&self, name: &FileName, content: Vec<u8>) -> Result<(), StoreError> {
        self.0.put(&asset_name(name)?, content.into()).await.map_err(store_error)
    }

    async fn get(&self, name: &FileName) -> Result<Option<Vec<u8>>, StoreError> {
        let Ok(name) = asset_name(name) else { return Ok(None) };
        Ok(self.0.get(&name).await.map_err(store_error)?.map(|content| content.to_vec()))
    }

    async fn exists(&self, name: &FileName) -> Result<bool, StoreError> {
        let Ok(name) = asset_name(name) else { return Ok(false) };
        self.0.exists(&name).await.map_err(store_error)
    }
}

/// Takes uploads in on threads that may be kept busy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Intake;

#[async_trait]
impl MediaIntake for Intake {
    async fn picture(&self, upload: Vec<u8>) -> Result<AcceptedFile, IntakeError> {
        apart(move || {
            let picture =
                accept_picture(&upload, &PictureLimits::default()).map_err(|error| error.to_string())?;
            Ok((AssetName::of(&picture.bytes, picture.extension), picture.bytes))
        })
        .await
    }

    async fn sound(&self, upload: Vec<u8>) -> Result<AcceptedFile, IntakeError> {
        apart(move || {
            let sound = accept_sound(&upload).map_err(|error| error.to_string())?;
            Ok((AssetName::of(&sound.bytes, sound.extension), sound.bytes))
        })
        .await
    }
}

async fn apart(
    work: impl FnOnce() -> Result<(AssetName, Bytes), String> + Send + 'static,
) -> Result<AcceptedFile, IntakeError> {
    let place = PLACES.acquire().await.map_err(|closed| StoreError::Failed(closed.into()))?;
    let work = move || {
        // The work goes on when the caller leaves, so the place goes with it.
        let _place = place;
        work()
    };
    let done = tokio::task::spawn_blocking(work).await.map_err(|lost| StoreError::Failed(lost.into()))?;
    let (name, bytes) = done.map_err(IntakeError::Refused)?;
    let odd = || StoreError::Failed("a file name that the domain does not know".into());
    let file = FileName::parse(&name.to_string()).ok_or_else(odd)?;
    Ok(AcceptedFile { file, content: bytes.into() })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::config::{Sources, read};

    #[tokio::test]
    async fn uploads_are_decoded_two_at_a_time() {
        static NOW: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let work = || {
            MOST.fetch_max(NOW.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(20));
            NOW.fetch_sub(1, Ordering::SeqCst);
            Err("no".to_owned())
        };
        let all = futures_util::future::join_all((0..6).map(|_| apart(work))).await;
        assert!(all.iter().all(|one| matches!(one, Err(IntakeError::Refused(_)))));
        assert_eq!(MOST.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn files_lie_in_the_data_folder_until_a_server_is_named() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let mut sources = Sources::default();
        let mut set = |name: &str, value: &str| sources.flags.insert(name.to_owned(), value.to_owned());
        set("FUNNEL_DATA_DIR", folder.path().to_str().unwrap());
        for name in ["BUCKET", "ACCESS_KEY", "SECRET_KEY"] {
            set(&format!("FUNNEL_S3_{name}"), "x");
        }
        // A port that nobody listens at.
        set("FUNNEL_S3_ENDPOINT", "http://127.0.0.1:9");
        let mut config = read(&sources).unwrap();
        Files::open(&config).unwrap();
        assert!(!folder.path().join("assets").exists());
        config.s3 = None;
        let files = Files::open(&config).unwrap();
        assert!(folder.path().join("assets").is_dir());
        assert_eq!(files.file("nothing").await.unwrap(), None);
        std::fs::write(folder.path().join("assets/unfinished/1-1"), b"half").unwrap();
        for (before, forgotten) in [(0, 0), (32_503_680_000, 1)] {
            let before = UnixTime::from_seconds(before);
            assert_eq!(files.purge_unfinished(before).await.unwrap(), forgotten);
        }
    }
}
