use clap::Subcommand;

use super::Settings;

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
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
}

impl FanCommand {
    /// Its settings.
    pub fn settings(&self) -> &Settings {
        let Self::Erase { settings, .. } = self;
        settings
    }
}
