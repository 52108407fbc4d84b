use clap::{Args, Subcommand};

use super::Settings;

/// What can be done with the gate of broadcasts.
#[derive(Debug, Subcommand)]
pub enum GateCommand {
    /// Opens an owner's gate; what was running when it closed needs a resume.
    Open(GateSwitch),
    /// Closes an owner's gate: no message leaves any more.
    Close(GateSwitch),
}

/// Whose gate.
#[derive(Debug, Args)]
pub struct GateSwitch {
    /// The number of the tenant.
    #[arg(long)]
    pub owner: i64,
    /// Answers in JSON.
    #[arg(long)]
    pub json: bool,
    /// Settings.
    #[command(flatten)]
    pub settings: Settings,
}

impl GateCommand {
    /// Its settings.
    pub fn settings(&self) -> &Settings {
        let (Self::Open(switch) | Self::Close(switch)) = self;
        &switch.settings
    }
}
