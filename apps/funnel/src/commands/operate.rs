//! The commands of `funnel_operator` on the configured database.

use funnel_operator::console::Terminal;
use funnel_operator::doctor::{Findings, TIMEOUT};
use funnel_operator::{
    engine::{self, EngineCommand},
    events::{self, EventsCommand},
    fan::{self, FanCommand},
    gate::{self, GateCommand},
    secrets::{self, SecretsCommand},
    touches::{self, TouchesCommand},
};
use tokio::time::timeout;

use crate::config::Config;
use crate::wiring::{Assets, Database, Operator, kept_snapshots};

/// Opens the database, runs `work`, and closes the database even if `work` fails.
pub(super) async fn on_database(
    config: &Config,
    work: impl AsyncFnOnce(Operator<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let database = Database::open(config).await?;
    let done = work(Operator::new(config, &database)).await;
    database.close().await.and(done)
}

/// Runs a command for an owner's engine connection.
pub async fn engine(config: &Config, command: EngineCommand) -> anyhow::Result<()> {
    on_database(config, async |operator| engine::engine(&operator.engines()?, &Terminal, command).await).await
}

/// Runs a command on quarantined events.
pub async fn events(config: &Config, command: EventsCommand) -> anyhow::Result<()> {
    on_database(config, async |operator| events::events(&operator.aside()?, &Terminal, command).await).await
}

/// Runs a command on a fan.
pub async fn fan(config: &Config, command: FanCommand) -> anyhow::Result<()> {
    on_database(config, async |operator| fan::fan(&*operator.fans(), &Terminal, command).await).await
}

/// Switches an owner's broadcast gate.
pub async fn gate(config: &Config, command: GateCommand) -> anyhow::Result<()> {
    on_database(config, async |operator| gate::gate(&*operator.gates(), &Terminal, command).await).await
}

/// Runs a command on touches.
pub async fn touches(config: &Config, command: TouchesCommand) -> anyhow::Result<()> {
    on_database(config, async |operator| touches::touches(&operator.touches(), &Terminal, command).await)
        .await
}

/// Runs a command on the keys of stored secrets.
pub async fn secrets(mut config: Config, command: SecretsCommand) -> anyhow::Result<()> {
    config.secret_key_previous = command.previous_key(&Terminal, config.secret_key_previous)?;
    on_database(&config, async |operator| {
        secrets::secrets(&*operator.secret_keys(), &Terminal, command).await
    })
    .await
}

/// Runs all checks and prints the findings. Fails if a finding needs action.
pub async fn doctor(config: &Config, as_json: bool) -> anyhow::Result<()> {
    let mut findings = Findings::of_program(env!("CARGO_PKG_VERSION"));
    findings.check_data_folder(&config.data_dir);
    let place = if config.s3.is_some() { "an S3 server" } else { "the data folder" };
    findings.check_files(place, Assets::open(config).map(Assets::served).map_err(Into::into)).await;
    match timeout(TIMEOUT, Database::open(config)).await {
        Ok(Ok(database)) => {
            findings.check_snapshots(kept_snapshots(config, &database.keys));
            findings.check_database(&Operator::new(config, &database).examined()).await;
            database.close().await?;
        }
        Ok(Err(error)) => findings.database_not_opened(Some(&error)),
        Err(_) => findings.database_not_opened(None),
    }
    findings.report(&Terminal, as_json)
}
