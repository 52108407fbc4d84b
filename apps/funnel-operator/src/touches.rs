//! Scans, visits and clicks on their way to the database.

mod import;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Subcommand;
use landing_draft::ports::DomainStore;
use serde_json::json;
use touch_journal::{Pace, Redriven, redrive};
use touches::TouchStore;

/// What can be done with touches.
#[derive(Debug, Subcommand)]
pub enum TouchesCommand {
    /// Stores what was set aside in the data folder: touches that the database refused, and what can be read of damaged files.
    Redrive {
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
    },
    /// Stores touches that were counted elsewhere before: one JSON object a line, such as
    /// `{"at": 1795176000, "domain": "links.example.com", "act": "visit", "country": "DE"}`. A repeated import stores nothing twice.
    Import {
        /// The number of the tenant.
        #[arg(long)]
        owner: i64,
        /// The file; standard input by default.
        #[arg(long)]
        file: Option<PathBuf>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
    },
}

/// What the commands work with.
pub struct Touches {
    /// Where touches are stored.
    pub store: Arc<dyn TouchStore>,
    /// The registered domains.
    pub domains: Arc<dyn DomainStore>,
    /// The folder of the journal, in which touches are set aside.
    pub journal: PathBuf,
    /// How many are stored a second at most.
    pub per_second: u32,
}

/// Runs a command on touches.
pub async fn touches(touches: &Touches, command: TouchesCommand) -> anyhow::Result<()> {
    match command {
        TouchesCommand::Redrive { json } => {
            let pace = Pace { per_second: touches.per_second, ..Pace::default() };
            let redriven = redrive(&touches.journal, Arc::clone(&touches.store), pace).await;
            redriven.context("not everything was brought back; repeat it").map(|told| tell(&told, json))
        }
        TouchesCommand::Import { owner, file, json } => {
            import::run(touches, owner, file.as_deref(), json).await
        }
    }
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
