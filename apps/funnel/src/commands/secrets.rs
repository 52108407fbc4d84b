//! The keys of stored secrets, and the change of the secret key.

use std::sync::Arc;

use adapter_postgres::{Dependence, PgRekeying, PgSecretRotation, Pool, Sealing};
use anyhow::Context as _;
use kernel::Clock as _;
use runtime::{SystemClock, SystemEntropy};
use serde_json::{Value, json};

use crate::cli::{SecretsCommand, secret_text};
use crate::config::Config;
use crate::database::Database;

/// Runs a command on the keys of stored secrets.
pub async fn secrets(config: &Config, command: SecretsCommand) -> anyhow::Result<()> {
    let config = with_old(config, &command)?;
    let database = Database::open(&config).await?;
    let safe = Safe {
        pool: adapter_postgres::pool(&database.url, 2),
        sealing: Arc::new(database.keys.sealing(Arc::new(SystemEntropy))),
        database: &database,
    };
    let done = match command {
        SecretsCommand::Rotate { json, .. } => safe.rotate(json).await,
        SecretsCommand::Rekey { json, .. } => safe.rekey(json).await,
        SecretsCommand::Status { json, .. } => safe.status(json).await,
    };
    database.close().await.and(done)
}

/// The configuration with the old secret key of the command line.
fn with_old(config: &Config, command: &SecretsCommand) -> anyhow::Result<Config> {
    let mut config = config.clone();
    let SecretsCommand::Rekey { old, .. } = command else { return Ok(config) };
    if let Some(old) = old {
        config.secret_key_previous = Some(secret_text(old).context("--old")?.into());
    }
    anyhow::ensure!(
        config.secret_key_previous.is_some(),
        "--old or FUNNEL_SECRET_KEY_PREVIOUS is needed: the secret key before this one"
    );
    Ok(config)
}

struct Safe<'a> {
    database: &'a Database,
    pool: Pool,
    sealing: Arc<Sealing>,
}

impl Safe<'_> {
    async fn rotate(&self, as_json: bool) -> anyhow::Result<()> {
        let done = PgSecretRotation::new(self.pool.clone(), Arc::clone(&self.sealing)).run().await?;
        let retired: Vec<_> = done.retired.iter().map(|key| key.get()).collect();
        if as_json {
            let key = done.key.get();
            println!("{}", json!({ "key_id": key, "resealed": done.resealed, "retired": retired }));
        } else {
            println!("key {}: {} secrets sealed again, retired keys: {retired:?}", done.key, done.resealed);
        }
        Ok(())
    }

    async fn rekey(&self, as_json: bool) -> anyhow::Result<()> {
        let rewrapped = PgRekeying::new(self.pool.clone(), Arc::clone(&self.sealing)).rewrap().await?;
        let dependence = self.dependence().await?;
        if as_json {
            let mut told = told(&dependence);
            if let Value::Object(fields) = &mut told {
                fields.insert("rewrapped".to_owned(), rewrapped.into());
            }
            println!("{told}");
        } else {
            println!("{rewrapped} data keys wrapped anew");
            tell(&dependence);
        }
        Ok(())
    }

    async fn status(&self, as_json: bool) -> anyhow::Result<()> {
        let dependence = self.dependence().await?;
        if as_json {
            println!("{}", told(&dependence));
        } else {
            tell(&dependence);
        }
        Ok(())
    }

    async fn dependence(&self) -> anyhow::Result<Dependence> {
        let rekeying = PgRekeying::new(self.pool.clone(), Arc::clone(&self.sealing));
        let pepper = self.database.keys.peppers().current.id();
        Ok(rekeying.dependence(pepper, SystemClock.now()).await?)
    }
}

fn told(dependence: &Dependence) -> Value {
    let Dependence { data_keys, data_keys_left, api_keys, api_keys_left } = dependence;
    json!({
        "data_keys": data_keys,
        "data_keys_left": data_keys_left,
        "api_keys": api_keys,
        "api_keys_left": api_keys_left,
    })
}

fn tell(dependence: &Dependence) {
    let Dependence { data_keys, data_keys_left, api_keys, api_keys_left } = dependence;
    println!("data keys: {data_keys}, of another secret key: {data_keys_left}");
    println!("API keys: {api_keys}, not used under this secret key yet: {api_keys_left}");
}
