//! The gate of broadcasts.

use anyhow::ensure;
use broadcast_gate::ports::GateSwitch;
use clap::{Args, Subcommand};
use kernel::OwnerId;
use serde_json::json;

/// What can be done with the gate of broadcasts.
#[derive(Debug, Subcommand)]
pub enum GateCommand {
    /// Opens an owner's gate; what was running when it closed needs a resume.
    Open(Owner),
    /// Closes an owner's gate: no message leaves any more.
    Close(Owner),
}

/// Whose gate.
#[derive(Debug, Args)]
pub struct Owner {
    /// The number of the tenant.
    #[arg(long)]
    owner: i64,
    /// Answers in JSON.
    #[arg(long)]
    json: bool,
}

/// Switches an owner's gate.
pub async fn gate(gates: &dyn GateSwitch, command: GateCommand) -> anyhow::Result<()> {
    let (open, Owner { owner, json: as_json }) = match command {
        GateCommand::Open(owner) => (true, owner),
        GateCommand::Close(owner) => (false, owner),
    };
    ensure!(gates.switch(OwnerId::new(owner), open).await?, "there is no owner {owner}");
    let word = if open { "open" } else { "closed" };
    if as_json {
        println!("{}", json!({ "owner_id": owner, "gate": word }));
    } else {
        println!("owner {owner}: {word}{}", if open { ", where FUNNEL_BROADCAST_GATE=open" } else { "" });
    }
    Ok(())
}
