use std::fmt;
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use bytes::Bytes;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, ClientOptions, ObjectStore as _, ObjectStoreExt as _, PutOptions, RetryConfig,
};
use offload::offload;
use secrecy::{ExposeSecret as _, SecretString};

use super::{AssetError, AssetName, AssetStore, check_name};

/// Timeout of one attempt; a picture has at most a few megabytes.
const ATTEMPT: Duration = Duration::from_secs(20);
const ATTEMPTS_TOGETHER: Duration = Duration::from_secs(40);
const RETRIES: usize = 2;

/// Configuration of an S3-compatible server.
#[derive(Debug, Clone)]
pub struct S3Config {
    /// URL of the server, such as `https://s3.example.net`; the bucket is added to the path. Use
    /// plain `http` only on the same machine or network.
    pub endpoint: String,
    /// Name of an existing bucket.
    pub bucket: String,
    /// Region; servers without regions accept any, such as `us-east-1`.
    pub region: String,
    /// Access key id.
    pub key: String,
    /// Secret access key.
    pub secret: SecretString,
}

/// The configuration is invalid.
#[derive(Debug, thiserror::Error)]
#[error("the S3 configuration is wrong: {0}")]
pub struct S3ConfigError(String);

/// Files in a bucket of an S3-compatible server. A put is one request, so partial files are never
/// visible. TLS uses the default provider that the program installs.
pub struct S3Assets {
    store: AmazonS3,
}

impl S3Assets {
    /// Creates the client without sending a request.
    pub fn new(config: &S3Config) -> Result<Self, S3ConfigError> {
        for (name, value) in [
            ("endpoint", &config.endpoint),
            ("bucket", &config.bucket),
            ("region", &config.region),
            ("key", &config.key),
        ] {
            if value.trim().is_empty() {
                return Err(S3ConfigError(format!("{name} is empty")));
            }
        }
        let plain = config.endpoint.starts_with("http://");
        if !plain && !config.endpoint.starts_with("https://") {
            return Err(S3ConfigError("endpoint must begin with https:// or http://".to_string()));
        }
        let retry =
            RetryConfig { max_retries: RETRIES, retry_timeout: ATTEMPTS_TOGETHER, ..RetryConfig::default() };
        let store = AmazonS3Builder::new()
            .with_endpoint(config.endpoint.trim_end_matches('/'))
            .with_bucket_name(&config.bucket)
            .with_region(&config.region)
            .with_access_key_id(&config.key)
            .with_secret_access_key(config.secret.expose_secret())
            .with_virtual_hosted_style_request(false)
            // Some compatible servers lack bulk deletion, and single files do not need it.
            .with_disable_bulk_delete(true)
            .with_client_options(ClientOptions::new().with_timeout(ATTEMPT).with_allow_http(plain))
            .with_retry(retry)
            .build()
            .map_err(|error| S3ConfigError(error.to_string()))?;
        Ok(Self { store })
    }
}

impl fmt::Debug for S3Assets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("S3Assets")
    }
}

#[async_trait]
impl AssetStore for S3Assets {
    async fn put(&self, name: &AssetName, content: Bytes) -> Result<(), AssetError> {
        let (checked, bytes) = (*name, content.clone());
        let check = move || check_name(&checked, &bytes);
        offload(content.len(), check).await.map_err(|lost| AssetError::Failed(lost.into()))??;
        let mut attributes = Attributes::new();
        attributes.insert(Attribute::ContentType, name.content_type().into());
        let options = PutOptions { attributes, ..PutOptions::default() };
        self.store.put_opts(&path(name), content.into(), options).await.map_err(failed)?;
        Ok(())
    }

    async fn get(&self, name: &AssetName) -> Result<Option<Bytes>, AssetError> {
        match self.store.get(&path(name)).await {
            Ok(found) => found.bytes().await.map(Some).map_err(failed),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }

    async fn exists(&self, name: &AssetName) -> Result<bool, AssetError> {
        match self.store.head(&path(name)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(failed(error)),
        }
    }

    async fn delete(&self, name: &AssetName) -> Result<(), AssetError> {
        match self.store.delete(&path(name)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Nothing to do: a file is sent in one request and is stored completely or not at all.
    async fn purge_unfinished(&self, _: SystemTime) -> Result<usize, AssetError> {
        Ok(0)
    }
}

fn path(name: &AssetName) -> Path {
    Path::from(name.path())
}

/// A refusal is permanent. Other errors were retried already and may be temporary.
fn failed(error: object_store::Error) -> AssetError {
    use object_store::Error;
    match error {
        Error::Generic { .. } | Error::JoinError { .. } => AssetError::Unavailable(error.into()),
        _ => AssetError::Failed(error.into()),
    }
}

#[cfg(test)]
#[path = "s3_tests.rs"]
mod tests;
