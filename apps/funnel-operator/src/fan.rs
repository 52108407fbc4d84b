//! What is kept of fans.

use anyhow::bail;
use application::operation::{Erased, FanErasure};
use clap::Subcommand;
use kernel::OwnerId;
use serde_json::json;

/// What can be done with fans.
#[derive(Debug, Subcommand)]
pub enum FanCommand {
    /// Forgets who a fan is, and keeps what they paid.
    Erase {
        /// The number of the tenant.
        #[arg(long)]
        owner: i64,
        /// The fan's id on the platform.
        #[arg(long)]
        fan: String,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Runs a command on a fan.
pub async fn fan(erasure: &dyn FanErasure, command: FanCommand) -> anyhow::Result<()> {
    let FanCommand::Erase { owner, fan, json: as_json } = command;
    let Some(erased) = erasure.erase(OwnerId::new(owner), &fan).await? else {
        bail!("owner {owner} has no such fan");
    };
    let Erased { conversions, deliveries, events, clicks, broadcasts, still_excluded_by } = erased;
    if as_json {
        let counts = json!({
            "conversions": conversions, "deliveries": deliveries, "events": events, "clicks": clicks,
            "broadcasts": broadcasts,
        });
        println!(
            "{}",
            json!({ "owner_id": owner, "erased": counts, "still_excluded_by": still_excluded_by })
        );
        return Ok(());
    }
    println!(
        "owner {owner}: {conversions} conversions and {broadcasts} rows of broadcasts are nobody's now; {deliveries} \
         deliveries and {events} events deleted, {clicks} clicks without a visitor"
    );
    if !still_excluded_by.is_empty() {
        println!("broadcasts that are not over and leave the fan out by name: {still_excluded_by:?}");
    }
    Ok(())
}
