use clap::Subcommand;

use super::Settings;

/// What can be done with the connection to an owner's engine.
#[derive(Debug, Subcommand)]
pub enum EngineCommand {
    /// Connects an owner, in place of the connection that they may have.
    Connect {
        /// The number of the tenant.
        #[arg(long)]
        owner: i64,
        /// Where the engine is reached.
        #[arg(long)]
        base_url: String,
        /// What we show to the engine; @file reads it from a file, - from standard input.
        #[arg(long)]
        token: String,
        /// What the engine signs its events with; @file reads it from a file, - from standard input.
        #[arg(long)]
        event_secret: String,
        /// The engine's name for the account on the platform.
        #[arg(long)]
        account: String,
        /// Ends the event secret before this one at once; else what it signed is taken for another 24 hours.
        #[arg(long)]
        revoke_previous: bool,
        /// Does not ask the engine whether it holds this account.
        #[arg(long)]
        unchecked: bool,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Ends a connection and forgets its secrets.
    Disconnect {
        /// The number of the tenant.
        #[arg(long)]
        owner: i64,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Shows the last events of types that this version does not know, one JSON object a line. They are kept for 30 days.
    Unknown {
        /// The number of the tenant.
        #[arg(long)]
        owner: i64,
        /// How many at most.
        #[arg(long, default_value_t = 100)]
        limit: u32,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Shows a connection, without its secrets.
    Status {
        /// The number of the tenant.
        #[arg(long)]
        owner: i64,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Settings,
    },
}

impl EngineCommand {
    /// Its settings.
    pub fn settings(&self) -> &Settings {
        match self {
            Self::Connect { settings, .. }
            | Self::Disconnect { settings, .. }
            | Self::Unknown { settings, .. }
            | Self::Status { settings, .. } => settings,
        }
    }
}
