//! Which database this process uses, and the secret that goes with it.

use anyhow::Context as _;
use local_postgres::{Server, Settings};
use secrecy::{ExposeSecret as _, SecretString};

use crate::config::{Config, ConfigError};
use crate::ports::SystemEntropy;
use crate::secrets::{self, Keys, SecretError};

/// A database with a schema that is up to date.
pub struct Database {
    /// Its address.
    pub url: String,
    /// Its address past a pooler, for sessions: news and migrations.
    pub direct_url: String,
    /// The secret that all keys are derived from.
    pub secret: SecretString,
    server: Option<Server>,
}

impl Database {
    /// The configured database as it is, or the private one, started and migrated.
    pub async fn open(config: &Config) -> anyhow::Result<Self> {
        let secret = match &config.secret_key {
            Some(secret) => secret.clone(),
            None => kept(config)?,
        };
        match &config.database_url {
            Some(url) => {
                let direct = config.database_direct_url.as_ref().unwrap_or(url);
                let (url, direct_url) = (url.expose_secret().to_owned(), direct.expose_secret().to_owned());
                Ok(Self { url, direct_url, secret, server: None })
            }
            None => Self::private(config, secret).await,
        }
    }

    async fn private(config: &Config, secret: SecretString) -> anyhow::Result<Self> {
        let settings = Settings::new(&config.data_dir);
        let server = tokio::task::spawn_blocking(move || Server::start_or_join(&settings)).await??;
        let url = server.url(local_postgres::DATABASE);
        let database = Self { direct_url: url.clone(), url, secret, server: Some(server) };
        database.migrate().await?;
        Ok(database)
    }

    /// Brings the schema up to date and names the migrations that ran.
    pub async fn migrate(&self) -> anyhow::Result<Vec<String>> {
        adapter_postgres::migrate(&self.direct_url)
            .await
            .context("the schema could not be brought up to date")
    }

    /// Lets go of the database; the last process that uses the private one stops it.
    pub async fn close(self) -> anyhow::Result<()> {
        if let Some(server) = self.server {
            tokio::task::spawn_blocking(move || server.stop_if_last()).await??;
        }
        Ok(())
    }
}

/// The secret of the data folder, checked before a database is made for it.
fn kept(config: &Config) -> Result<SecretString, ConfigError> {
    let kept = secrets::load_or_generate(&config.data_dir, &SystemEntropy);
    kept.and_then(|secret| Keys::derive(&secret).map(|_| secret)).map_err(|error| {
        let file = config.data_dir.join(secrets::FILE);
        let told = match error {
            SecretError::File(cause) => format!("{}: {cause}", file.display()),
            SecretError::Malformed => format!("{}: {error}", file.display()),
        };
        ConfigError::new("FUNNEL_DATA_DIR", told)
    })
}
