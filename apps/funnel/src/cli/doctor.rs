use clap::Args;

use super::Settings;

/// What the doctor is told.
#[derive(Debug, Args)]
pub struct DoctorCommand {
    /// Answers in JSON.
    #[arg(long)]
    pub json: bool,
    /// Settings.
    #[command(flatten)]
    pub settings: Settings,
}
