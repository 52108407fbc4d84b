//! What is kept of fans.

use adapter_postgres::{Erased, PgFanErasure};
use anyhow::bail;
use kernel::OwnerId;
use serde_json::json;

use crate::cli::FanCommand;
use crate::config::Config;
use crate::database::Database;

/// Runs a command on a fan.
pub async fn fan(config: &Config, command: FanCommand) -> anyhow::Result<()> {
    let FanCommand::Erase { owner, fan, json, .. } = command;
    let database = Database::open(config).await?;
    let erasure = PgFanErasure::new(adapter_postgres::pool(&database.url, 1));
    let done = erase(&erasure, OwnerId::new(owner), &fan, json).await;
    database.close().await.and(done)
}

async fn erase(erasure: &PgFanErasure, owner: OwnerId, fan: &str, as_json: bool) -> anyhow::Result<()> {
    let Some(erased) = erasure.erase(owner, fan).await? else {
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
            json!({ "owner_id": owner.get(), "erased": counts, "still_excluded_by": still_excluded_by })
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
