//! Commands for scans, visits and clicks that wait for the database.

mod import;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use application::operation::{Redriven, TouchesAside};
use clap::Subcommand;
use landing_draft::ports::DomainStore;
use serde_json::json;
use touches::TouchStore;

use crate::console::Console;

#[derive(Debug, Subcommand)]
pub enum TouchesCommand {
    /// Stores set-aside touches from the data folder: touches that the database rejected, and
    /// readable parts of damaged files.
    Redrive {
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Imports touches that were counted elsewhere: one JSON object per line, such as `{"at":
    /// 1795176000, "domain": "links.example.com", "act": "visit", "country": "DE"}`. A repeated
    /// import stores nothing twice.
    Import {
        /// The owner's number.
        #[arg(long)]
        owner: i64,
        /// File to read; standard input by default.
        #[arg(long)]
        file: Option<PathBuf>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Ports of the commands.
pub struct Touches {
    pub store: Arc<dyn TouchStore>,
    pub domains: Arc<dyn DomainStore>,
    /// Touches that were set aside.
    pub aside: Arc<dyn TouchesAside>,
}

/// Runs a command on touches.
pub async fn touches(
    touches: &Touches,
    console: &dyn Console,
    command: TouchesCommand,
) -> anyhow::Result<()> {
    match command {
        TouchesCommand::Redrive { json } => {
            let redriven = touches.aside.redrive().await;
            print(&redriven.context("not everything was brought back; repeat it")?, console, json);
            Ok(())
        }
        TouchesCommand::Import { owner, file, json } => {
            import::run(touches, console, owner, file.as_deref(), json).await
        }
    }
}

fn print(Redriven { stored, refused, damaged }: &Redriven, console: &dyn Console, as_json: bool) {
    if as_json {
        let answer = json!({ "stored": stored, "refused": refused, "damaged": damaged });
        console.print(&answer.to_string());
        return;
    }
    console.print(&format!("{stored} touches are stored; {refused} are refused again and stay aside"));
    for file in damaged {
        console.print(&format!("{} can't be read to its end and stays", file.display()));
    }
}

#[cfg(test)]
mod tests;
