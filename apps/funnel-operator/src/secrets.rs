//! Commands for the keys of stored secrets, and for changing the secret key.

use anyhow::Context as _;
use application::operation::{Dependence, Rotated, SecretKeys};
use clap::Subcommand;
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::console::{Console, secret_text};

#[derive(Debug, Subcommand)]
pub enum SecretsCommand {
    /// Encrypts all stored secrets with a new data key, while the service runs. May be interrupted
    /// and repeated.
    Rotate {
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Encrypts the data keys with FUNNEL_SECRET_KEY instead of the previous secret key, while the
    /// service runs. May be repeated.
    Rekey {
        /// The previous secret key; @file reads it from a file, - from standard input; default:
        /// FUNNEL_SECRET_KEY_PREVIOUS.
        #[arg(long)]
        old: Option<String>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Shows how much data depends on FUNNEL_SECRET_KEY, and how much on other keys.
    Status {
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
}

impl SecretsCommand {
    /// Returns the previous secret key for opening the keys: from the command, else from the
    /// configuration. Fails if the command needs one and has none.
    pub fn previous_key(
        &self,
        console: &dyn Console,
        configured: Option<SecretString>,
    ) -> anyhow::Result<Option<SecretString>> {
        let Self::Rekey { old, .. } = self else { return Ok(configured) };
        let typed = old.as_deref().map(|old| secret_text(console, old)).transpose().context("--old")?;
        let previous = typed.map(SecretString::from).or(configured);
        anyhow::ensure!(
            previous.is_some(),
            "--old or FUNNEL_SECRET_KEY_PREVIOUS is needed: the secret key before this one"
        );
        Ok(previous)
    }
}

/// Runs a command on the keys of stored secrets.
pub async fn secrets(
    keys: &dyn SecretKeys,
    console: &dyn Console,
    command: SecretsCommand,
) -> anyhow::Result<()> {
    match command {
        SecretsCommand::Rotate { json } => rotate(keys, console, json).await,
        SecretsCommand::Rekey { json, .. } => rekey(keys, console, json).await,
        SecretsCommand::Status { json } => status(keys, console, json).await,
    }
}

async fn rotate(keys: &dyn SecretKeys, console: &dyn Console, as_json: bool) -> anyhow::Result<()> {
    let Rotated { key, resealed, retired } = keys.rotate().await?;
    console.print(&if as_json {
        json!({ "key_id": key, "resealed": resealed, "retired": retired }).to_string()
    } else {
        format!("key {key}: {resealed} secrets sealed again, retired keys: {retired:?}")
    });
    Ok(())
}

async fn rekey(keys: &dyn SecretKeys, console: &dyn Console, as_json: bool) -> anyhow::Result<()> {
    let rewrapped = keys.rewrap().await?;
    let dependence = keys.dependence().await?;
    if as_json {
        let mut answer = to_json(&dependence);
        if let Value::Object(fields) = &mut answer {
            fields.insert("rewrapped".to_owned(), rewrapped.into());
        }
        console.print(&answer.to_string());
    } else {
        console.print(&format!("{rewrapped} data keys wrapped again"));
        print(&dependence, console);
    }
    Ok(())
}

async fn status(keys: &dyn SecretKeys, console: &dyn Console, as_json: bool) -> anyhow::Result<()> {
    let dependence = keys.dependence().await?;
    if as_json {
        console.print(&to_json(&dependence).to_string());
    } else {
        print(&dependence, console);
    }
    Ok(())
}

fn to_json(dependence: &Dependence) -> Value {
    let Dependence { data_keys, data_keys_left, api_keys, api_keys_left } = dependence;
    json!({
        "data_keys": data_keys,
        "data_keys_left": data_keys_left,
        "api_keys": api_keys,
        "api_keys_left": api_keys_left,
    })
}

fn print(dependence: &Dependence, console: &dyn Console) {
    let Dependence { data_keys, data_keys_left, api_keys, api_keys_left } = dependence;
    console.print(&format!("data keys: {data_keys}, of another secret key: {data_keys_left}"));
    console.print(&format!("API keys: {api_keys}, not used under this secret key yet: {api_keys_left}"));
}

#[cfg(test)]
mod tests {
    use application::operation::MockSecretKeys;
    use secrecy::ExposeSecret as _;

    use super::*;
    use crate::testing::{TestConsole, UNAVAILABLE, typed, unavailable};

    const DEPENDENCE: Dependence =
        Dependence { data_keys: 3, data_keys_left: 1, api_keys: 20, api_keys_left: 4 };
    const STATUS: &str =
        "data keys: 3, of another secret key: 1\nAPI keys: 20, not used under this secret key yet: 4";

    fn keys(works: bool) -> MockSecretKeys {
        let mut keys = MockSecretKeys::new();
        let rotated = || Rotated { key: 4, resealed: 12, retired: vec![2, 3] };
        keys.expect_rotate().returning(move || works.then(rotated).ok_or_else(unavailable));
        keys.expect_rewrap().returning(move || works.then_some(2).ok_or_else(unavailable));
        keys.expect_dependence().returning(move || works.then_some(DEPENDENCE).ok_or_else(unavailable));
        keys
    }

    #[tokio::test]
    async fn each_command_says_what_became_of_the_keys() {
        let rotated = json!({ "key_id": 4, "resealed": 12, "retired": [2, 3] });
        let status = json!({ "data_keys": 3, "data_keys_left": 1, "api_keys": 20, "api_keys_left": 4 });
        let mut rekeyed = status.clone();
        rekeyed["rewrapped"] = 2.into();
        for (words, expected) in [
            ("rotate", "key 4: 12 secrets sealed again, retired keys: [2, 3]".to_owned()),
            ("rotate --json", rotated.to_string()),
            ("rekey --old before", format!("2 data keys wrapped again\n{STATUS}")),
            ("rekey --json", rekeyed.to_string()),
            ("status", STATUS.to_owned()),
            ("status --json", status.to_string()),
        ] {
            let console = TestConsole::default();
            let done = secrets(&keys(true), &console, typed(words)).await;
            assert_eq!(console.outcome(done), Ok(expected), "{words}");
            let done = secrets(&keys(false), &console, typed(words)).await;
            assert_eq!(console.outcome(done), Err(UNAVAILABLE.to_owned()), "{words}");
        }
    }

    #[test]
    fn a_change_of_the_secret_key_needs_the_one_before_it() {
        let needed = "--old or FUNNEL_SECRET_KEY_PREVIOUS is needed: the secret key before this one";
        for (words, configured, expected) in [
            ("rekey --old given", Some("configured"), Ok(Some("given"))),
            ("rekey --old -", None, Ok(Some("typed in"))),
            ("rekey", Some("configured"), Ok(Some("configured"))),
            ("rekey", None, Err(needed)),
            ("rekey --old @/no/such/file", None, Err("--old: ")),
            ("status", None, Ok(None)),
            ("rotate", Some("configured"), Ok(Some("configured"))),
        ] {
            let console = TestConsole::with_input("typed in\n");
            let command: SecretsCommand = typed(words);
            match (command.previous_key(&console, configured.map(SecretString::from)), expected) {
                (Ok(key), Ok(expected)) => {
                    assert_eq!(key.as_ref().map(|key| key.expose_secret()), expected, "{words}");
                }
                (Err(error), Err(expected)) => {
                    assert!(format!("{error:#}").starts_with(expected), "{words}: {error:#}");
                }
                (found, _) => panic!("{words}: {}", found.is_ok()),
            }
        }
    }
}
