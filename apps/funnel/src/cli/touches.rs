use std::path::PathBuf;

use clap::Subcommand;

use super::Settings;

/// What can be done with touches.
#[derive(Debug, Subcommand)]
pub enum TouchesCommand {
    /// Stores what was set aside in the data folder: touches that the database refused, and what can be read of damaged files.
    Redrive {
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
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
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
}

impl TouchesCommand {
    /// Its settings.
    pub fn settings(&self) -> &Settings {
        match self {
            Self::Redrive { settings, .. } | Self::Import { settings, .. } => settings,
        }
    }
}
