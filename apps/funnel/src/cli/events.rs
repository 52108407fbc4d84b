use clap::Subcommand;

use super::Settings;

/// What can be done with events that the database could not take.
#[derive(Debug, Subcommand)]
pub enum EventsCommand {
    /// Shows the events that were set aside, and why. They are kept for 90 days.
    Quarantined {
        /// The number of the tenant; all of them without.
        #[arg(long)]
        owner: Option<i64>,
        /// Answers in JSON, one object a line, with the whole events.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Takes in what was set aside, once its cause is mended. What still can't be taken stays.
    Redrive {
        /// The number of the tenant; all of them without.
        #[arg(long)]
        owner: Option<i64>,
        /// The engine's ids of the events; all of them without.
        events: Vec<String>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
}

impl EventsCommand {
    /// Its settings.
    pub fn settings(&self) -> &Settings {
        match self {
            Self::Quarantined { settings, .. } | Self::Redrive { settings, .. } => settings,
        }
    }
}
