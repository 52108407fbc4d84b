//! Scans, visits and clicks on their way to the database.

mod import;

use anyhow::Context as _;
use serde_json::json;
use touch_journal::{Pace, Redriven, redrive};

use crate::cli::TouchesCommand;
use crate::config::Config;
use crate::database::Database;
use crate::wiring;

/// Runs a command on touches.
pub async fn touches(config: &Config, command: TouchesCommand) -> anyhow::Result<()> {
    let database = Database::open(config).await?;
    let done = match command {
        TouchesCommand::Redrive { json, .. } => {
            let pace = Pace { per_second: config.touches_per_second, ..Pace::default() };
            let store = wiring::touch_store(&database);
            let redriven = redrive(&config.data_dir.join("touches"), store, pace).await;
            redriven.context("not everything was brought back; repeat it").map(|told| tell(&told, json))
        }
        TouchesCommand::Import { owner, file, json, .. } => {
            import::run(&database, owner, file.as_deref(), json).await
        }
    };
    database.close().await.and(done)
}

fn tell(Redriven { stored, refused, damaged }: &Redriven, as_json: bool) {
    if as_json {
        println!("{}", json!({ "stored": stored, "refused": refused, "damaged": damaged }));
        return;
    }
    println!("{stored} touches are stored; {refused} are refused again and stay aside");
    for file in damaged {
        println!("{} can't be read to its end and stays", file.display());
    }
}
