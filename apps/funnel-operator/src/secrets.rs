//! The keys of stored secrets, and the change of the secret key.

use anyhow::Context as _;
use application::operation::{Dependence, SecretKeys};
use clap::Subcommand;
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::secret_text;

/// What can be done with the secrets that the service keeps.
#[derive(Debug, Subcommand)]
pub enum SecretsCommand {
    /// Seals all stored secrets with a new key, while everything goes on. May be stopped and repeated.
    Rotate {
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
    },
    /// Has what is sealed depend on FUNNEL_SECRET_KEY instead of the one before it, while everything goes on. May be repeated.
    Rekey {
        /// The secret key before this one; @file reads it from a file, - from standard input. FUNNEL_SECRET_KEY_PREVIOUS by default.
        #[arg(long)]
        old: Option<String>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
    },
    /// Shows how much depends on FUNNEL_SECRET_KEY, and how much on another one.
    Status {
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
    },
}

impl SecretsCommand {
    /// The secret key before the current one, as the keys are to be opened with: what the command says, else what is
    /// configured. A command that needs one and has none is an error.
    pub fn previous_key(&self, configured: Option<SecretString>) -> anyhow::Result<Option<SecretString>> {
        let Self::Rekey { old, .. } = self else { return Ok(configured) };
        let typed = old.as_deref().map(secret_text).transpose().context("--old")?;
        let previous = typed.map(SecretString::from).or(configured);
        anyhow::ensure!(
            previous.is_some(),
            "--old or FUNNEL_SECRET_KEY_PREVIOUS is needed: the secret key before this one"
        );
        Ok(previous)
    }
}

/// Runs a command on the keys of stored secrets.
pub async fn secrets(keys: &dyn SecretKeys, command: SecretsCommand) -> anyhow::Result<()> {
    match command {
        SecretsCommand::Rotate { json } => rotate(keys, json).await,
        SecretsCommand::Rekey { json, .. } => rekey(keys, json).await,
        SecretsCommand::Status { json } => status(keys, json).await,
    }
}

async fn rotate(keys: &dyn SecretKeys, as_json: bool) -> anyhow::Result<()> {
    let done = keys.rotate().await?;
    if as_json {
        println!("{}", json!({ "key_id": done.key, "resealed": done.resealed, "retired": done.retired }));
    } else {
        println!(
            "key {}: {} secrets sealed again, retired keys: {:?}",
            done.key, done.resealed, done.retired
        );
    }
    Ok(())
}

async fn rekey(keys: &dyn SecretKeys, as_json: bool) -> anyhow::Result<()> {
    let rewrapped = keys.rewrap().await?;
    let dependence = keys.dependence().await?;
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

async fn status(keys: &dyn SecretKeys, as_json: bool) -> anyhow::Result<()> {
    let dependence = keys.dependence().await?;
    if as_json {
        println!("{}", told(&dependence));
    } else {
        tell(&dependence);
    }
    Ok(())
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
