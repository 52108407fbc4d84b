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
}

impl TouchesCommand {
    /// Its settings.
    pub fn settings(&self) -> &Settings {
        let Self::Redrive { settings, .. } = self;
        settings
    }
}
