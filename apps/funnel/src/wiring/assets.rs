//! Files, labels and pictures of QR codes.

use std::sync::Arc;

use adapter_assets::{AssetStore, LocalAssets, QrRenderer, S3Assets, S3Config, StoredFiles, Typesetter};

use landing_draft::ports::ServedFiles;

use crate::config::{Config, ConfigError, S3Server};

/// Stores and renderers that all workers of a process share. Cheap to clone.
#[derive(Clone)]
pub struct Assets {
    /// Uploaded and rendered files.
    pub(crate) files: StoredFiles,
    pub(super) typesetter: Typesetter,
    pub(super) renderer: QrRenderer,
}

impl Assets {
    /// Opens the configured S3-compatible server, else the data folder. Does not contact the
    /// server, so that pages without pictures do not wait for it.
    pub fn open(config: &Config) -> Result<Self, ConfigError> {
        let wrong = |variable: &str, error: anyhow::Error| ConfigError::new(variable, format!("{error:#}"));
        let store: Arc<dyn AssetStore> = match &config.s3 {
            Some(s3) => Arc::new(
                S3Assets::new(&server(s3)).map_err(|error| wrong("FUNNEL_S3_ENDPOINT", error.into()))?,
            ),
            None => {
                let folder = LocalAssets::open(config.data_dir.join("assets"));
                Arc::new(folder.map_err(|error| wrong("FUNNEL_DATA_DIR", error.into()))?)
            }
        };
        let files = StoredFiles::new(store);
        let typesetter = Typesetter::new(Arc::new(files.clone()));
        let renderer = QrRenderer::new(Arc::new(files.clone()));
        Ok(Self { files, typesetter, renderer })
    }

    /// Returns the files as the edge reads them.
    pub fn served(self) -> Arc<dyn ServedFiles> {
        Arc::new(self.files)
    }

    /// Publishes the memory usage as metrics.
    pub(super) fn measure(&self) {
        self.typesetter.measure();
        self.renderer.measure();
    }
}

fn server(S3Server { endpoint, bucket, region, key, secret }: &S3Server) -> S3Config {
    S3Config {
        endpoint: endpoint.clone(),
        bucket: bucket.clone(),
        region: region.clone(),
        key: key.clone(),
        secret: secret.clone(),
    }
}

#[cfg(test)]
mod tests {
    use kernel::UnixTime;
    use landing_draft::ports::{ServedFiles as _, UnfinishedUploads as _};

    use super::*;
    use crate::config::{Sources, read};

    #[tokio::test]
    async fn files_are_stored_in_the_data_folder_until_a_server_is_named() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let mut sources = Sources::default();
        let mut set = |name: &str, value: &str| sources.flags.insert(name.to_owned(), value.to_owned());
        set("FUNNEL_DATA_DIR", folder.path().to_str().unwrap());
        for name in ["BUCKET", "ACCESS_KEY", "SECRET_KEY"] {
            set(&format!("FUNNEL_S3_{name}"), "x");
        }
        // Nothing listens at this port.
        set("FUNNEL_S3_ENDPOINT", "http://127.0.0.1:9");
        let mut config = read(&sources).unwrap();
        Assets::open(&config).unwrap();
        assert!(!folder.path().join("assets").exists());
        config.s3 = None;
        let Assets { files, .. } = Assets::open(&config).unwrap();
        assert!(folder.path().join("assets").is_dir());
        assert_eq!(files.file("nothing").await.unwrap(), None);
        std::fs::write(folder.path().join("assets/unfinished/1-1"), b"half").unwrap();
        for (before, purged) in [(0, 0), (32_503_680_000, 1)] {
            let before = UnixTime::from_seconds(before);
            assert_eq!(files.purge(before).await.unwrap(), purged);
        }
    }
}
