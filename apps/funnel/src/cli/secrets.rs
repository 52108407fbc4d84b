use clap::Subcommand;

use super::Settings;

/// What can be done with the secrets that the service keeps.
#[derive(Debug, Subcommand)]
pub enum SecretsCommand {
    /// Seals all stored secrets with a new key, while everything goes on. May be stopped and repeated.
    Rotate {
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Has what is sealed depend on FUNNEL_SECRET_KEY instead of the one before it, while everything goes on. May be repeated.
    Rekey {
        /// The secret key before this one; @file reads it from a file, - from standard input. FUNNEL_SECRET_KEY_PREVIOUS by default.
        #[arg(long)]
        old: Option<String>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Shows how much depends on FUNNEL_SECRET_KEY, and how much on another one.
    Status {
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
}

impl SecretsCommand {
    /// Its settings.
    pub fn settings(&self) -> &Settings {
        match self {
            Self::Rotate { settings, .. } | Self::Rekey { settings, .. } | Self::Status { settings, .. } => {
                settings
            }
        }
    }
}
