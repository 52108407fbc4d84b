//! Commands for the gate of broadcasts.

use anyhow::ensure;
use broadcast_gate::ports::GateSwitch;
use clap::{Args, Subcommand};
use kernel::{Acting, OwnerId};
use serde_json::json;

use crate::console::Console;

#[derive(Debug, Subcommand)]
pub enum GateCommand {
    /// Opens an owner's gate. Paused campaigns must then be resumed.
    Open(Owner),
    /// Closes an owner's gate: no more messages are sent.
    Close(Owner),
}

/// Arguments of the gate commands.
#[derive(Debug, Args)]
pub struct Owner {
    /// The owner's number.
    #[arg(long)]
    owner: i64,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// Switches an owner's gate.
pub async fn gate(gates: &dyn GateSwitch, console: &dyn Console, command: GateCommand) -> anyhow::Result<()> {
    let (open, Owner { owner, json: as_json }) = match command {
        GateCommand::Open(owner) => (true, owner),
        GateCommand::Close(owner) => (false, owner),
    };
    ensure!(gates.switch(&Acting::operator(OwnerId::new(owner)), open).await?, "there is no owner {owner}");
    let state = if open { "open" } else { "closed" };
    if as_json {
        console.print(&json!({ "owner_id": owner, "gate": state }).to_string());
    } else {
        let condition = if open { ", where FUNNEL_BROADCAST_GATE=open" } else { "" };
        console.print(&format!("owner {owner}: {state}{condition}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use broadcast_gate::ports::MockGateSwitch;

    use super::*;
    use crate::testing::{TestConsole, UNAVAILABLE, typed, unavailable};

    #[tokio::test]
    async fn a_gate_is_switched_or_the_reason_why_not_is_reported() {
        let closed = json!({ "owner_id": 7, "gate": "closed" }).to_string();
        for (words, found, expected) in [
            ("open --owner 7", Some(true), Ok("owner 7: open, where FUNNEL_BROADCAST_GATE=open")),
            ("close --owner 7", Some(true), Ok("owner 7: closed")),
            ("close --owner 7 --json", Some(true), Ok(closed.as_str())),
            ("open --owner 7", Some(false), Err("there is no owner 7")),
            ("close --owner 7 --json", Some(false), Err("there is no owner 7")),
            ("close --owner 7", None, Err(UNAVAILABLE)),
        ] {
            let (mut gates, console) = (MockGateSwitch::new(), TestConsole::default());
            let open = words.starts_with("open");
            gates
                .expect_switch()
                .withf(move |by, to| (by, *to) == (&Acting::operator(OwnerId::new(7)), open))
                .times(1)
                .returning(move |_, _| found.ok_or_else(unavailable));
            let done = gate(&gates, &console, typed(words)).await;
            assert_eq!(console.outcome(done), expected.map(str::to_owned).map_err(str::to_owned), "{words}");
        }
    }
}
