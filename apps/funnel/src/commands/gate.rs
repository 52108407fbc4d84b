//! The gate of broadcasts.

use adapter_postgres::PgGate;
use anyhow::ensure;
use kernel::OwnerId;
use serde_json::json;

use crate::cli::GateCommand;
use crate::config::Config;
use crate::database::Database;

/// Switches an owner's gate.
pub async fn gate(config: &Config, command: GateCommand) -> anyhow::Result<()> {
    let (open, switch) = match command {
        GateCommand::Open(switch) => (true, switch),
        GateCommand::Close(switch) => (false, switch),
    };
    let database = Database::open(config).await?;
    let gate = PgGate::new(adapter_postgres::pool(&database.url, 1), config.broadcast.gate_open);
    let done = turn(&gate, OwnerId::new(switch.owner), open, switch.json).await;
    database.close().await.and(done)
}

async fn turn(gate: &PgGate, owner: OwnerId, open: bool, as_json: bool) -> anyhow::Result<()> {
    ensure!(gate.switch(owner, open).await?, "there is no owner {owner}");
    let word = if open { "open" } else { "closed" };
    if as_json {
        println!("{}", json!({ "owner_id": owner.get(), "gate": word }));
    } else {
        println!("owner {owner}: {word}{}", if open { ", where FUNNEL_BROADCAST_GATE=open" } else { "" });
    }
    Ok(())
}
