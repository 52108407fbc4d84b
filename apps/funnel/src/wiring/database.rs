//! Which database this process uses, and the secret that goes with it.

use std::sync::Arc;

use anyhow::Context as _;
use local_postgres::{Server, Settings};
use runtime::SystemEntropy;
use secrecy::ExposeSecret as _;
use service_keys::{Keys, SecretError};

use crate::config::{Config, ConfigError, Sources, is_postgres, read};

/// The variables that name databases.
const ADDRESSES: [&str; 3] =
    ["FUNNEL_DATABASE_URL", "FUNNEL_DATABASE_DIRECT_URL", "FUNNEL_DATABASE_READ_URL"];

/// The configuration that `sources` say, or the first thing that is wrong with it, the form of the databases' addresses included.
/// Nothing is connected to.
pub fn read_config(sources: &Sources) -> Result<Config, ConfigError> {
    for name in ADDRESSES {
        // What is no address of PostgreSQL at all is reported by `read`.
        let address = sources.text(name).filter(|text| is_postgres(text));
        let wrong = |error| ConfigError::new(name, format!("{:#}", anyhow::Error::new(error)));
        address.map_or(Ok(()), |address| adapter_postgres::check_address(&address).map_err(wrong))?;
    }
    read(sources)
}

/// A database with a schema that is up to date.
pub struct Database {
    /// Its address.
    pub url: String,
    /// Its address past a pooler, for sessions: change notifications and migrations.
    pub direct_url: String,
    /// The keys that go with it.
    pub keys: Arc<Keys>,
    server: Option<Server>,
}

impl Database {
    /// The configured database as it is, or the private one, started and migrated.
    pub async fn open(config: &Config) -> anyhow::Result<Self> {
        let database = Self::open_as_it_is(config).await?;
        if database.server.is_some() {
            database.migrate().await?;
        }
        Ok(database)
    }

    /// The same, with whatever is in it: for who is about to fill it.
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

    /// Brings the schema up to date and names the migrations that ran.
    pub async fn migrate(&self) -> anyhow::Result<Vec<String>> {
        adapter_postgres::migrate(&self.direct_url)
            .await
            .context("the schema could not be brought up to date")
    }

    /// Distributes by owner what is not yet, and names those tables.
    pub async fn distribute(&self) -> anyhow::Result<Vec<String>> {
        adapter_postgres::distribution::distribute(&self.direct_url)
            .await
            .context("the tables could not be distributed; nothing was changed")
    }

    /// Lets go of the database; the last process that uses the private one stops it.
    pub async fn close(self) -> anyhow::Result<()> {
        if let Some(server) = self.server {
            tokio::task::spawn_blocking(move || server.stop_if_last()).await??;
        }
        Ok(())
    }
}

/// The keys of the secret in the data folder.
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
