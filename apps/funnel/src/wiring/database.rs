//! Database of this process, and the secret key that belongs to it.

use std::sync::Arc;

use anyhow::Context as _;
use local_postgres::{Server, Settings};
use runtime::SystemEntropy;
use secrecy::ExposeSecret as _;

use super::service_keys::{self, Keys, SecretError};
use crate::config::{Config, ConfigError, Sources, is_postgres, read};

/// Variables that hold database URLs.
const ADDRESSES: [&str; 3] =
    ["FUNNEL_DATABASE_URL", "FUNNEL_DATABASE_DIRECT_URL", "FUNNEL_DATABASE_READ_URL"];

/// Reads the configuration from `sources`. Fails with the first problem, including an invalid
/// database URL. Connects to nothing.
pub fn read_config(sources: &Sources) -> Result<Config, ConfigError> {
    for name in ADDRESSES {
        // `read` reports text that is no PostgreSQL URL.
        let address = sources.text(name).filter(|text| is_postgres(text));
        let wrong = |error| ConfigError::new(name, format!("{:#}", anyhow::Error::new(error)));
        address.map_or(Ok(()), |address| adapter_postgres::check_address(&address).map_err(wrong))?;
    }
    read(sources)
}

/// A database with a current schema.
pub struct Database {
    pub url: String,
    /// URL without the pooler, for sessions: change notifications and migrations.
    pub direct_url: String,
    /// Keys that belong to the database.
    pub keys: Arc<Keys>,
    server: Option<Server>,
}

impl Database {
    /// Opens the configured database as it is, or starts and migrates the private one.
    pub async fn open(config: &Config) -> anyhow::Result<Self> {
        let database = Self::open_as_it_is(config).await?;
        if database.server.is_some() {
            database.migrate().await?;
        }
        Ok(database)
    }

    /// Opens the database without migrations, for commands that fill it.
    pub async fn open_as_it_is(config: &Config) -> anyhow::Result<Self> {
        let keys = match &config.secret_key {
            Some(secret) => Keys::derive(secret)?,
            None => kept(config)?,
        };
        let keys = keys.beside(config.secret_key_previous.as_ref(), config.secret_key_next.as_ref())?;
        let keys = Arc::new(keys);
        match &config.database_url {
            Some(url) => {
                let direct = config.database_direct_url.as_ref().unwrap_or(url);
                let (url, direct_url) = (url.expose_secret().to_owned(), direct.expose_secret().to_owned());
                Ok(Self { url, direct_url, keys, server: None })
            }
            None => Self::private(config, keys).await,
        }
    }

    async fn private(config: &Config, keys: Arc<Keys>) -> anyhow::Result<Self> {
        let settings = Settings::new(&config.data_dir);
        let server = tokio::task::spawn_blocking(move || Server::start_or_join(&settings)).await??;
        let url = server.url(local_postgres::DATABASE);
        Ok(Self { direct_url: url.clone(), url, keys, server: Some(server) })
    }

    /// Migrates the schema; returns the names of the migrations that ran.
    pub async fn migrate(&self) -> anyhow::Result<Vec<String>> {
        adapter_postgres::migrate(&self.direct_url).await.context("the schema could not be migrated")
    }

    /// Distributes the remaining tables by owner; returns their names.
    pub async fn distribute(&self) -> anyhow::Result<Vec<String>> {
        adapter_postgres::distribution::distribute(&self.direct_url)
            .await
            .context("the tables could not be distributed; nothing was changed")
    }

    /// Closes the database. The last process that uses the private server stops it.
    pub async fn close(self) -> anyhow::Result<()> {
        if let Some(server) = self.server {
            tokio::task::spawn_blocking(move || server.stop_if_last()).await??;
        }
        Ok(())
    }
}

/// Reads or generates the secret in the data folder; derives its keys.
fn kept(config: &Config) -> Result<Keys, ConfigError> {
    let kept = service_keys::load_or_generate(&config.data_dir, &SystemEntropy);
    kept.and_then(|secret| Keys::derive(&secret)).map_err(|error| {
        let file = config.data_dir.join(service_keys::FILE);
        let message = match error {
            SecretError::File(cause) => format!("{}: {cause}", file.display()),
            SecretError::Malformed => format!("{}: {error}", file.display()),
        };
        ConfigError::new("FUNNEL_DATA_DIR", message)
    })
}
