use std::path::PathBuf;

use clap::Subcommand;

use super::Settings;

/// What can be done with backups.
#[derive(Debug, Subcommand)]
pub enum BackupCommand {
    /// Writes the database and the files of the data folder into one file, beside the running service. The secret key is not in it.
    Create {
        /// The file, which must not be there yet.
        #[arg(long)]
        out: PathBuf,
        /// Seals it for a recipient of age (age1…); may be repeated.
        #[arg(long, value_name = "RECIPIENT")]
        recipient: Vec<String>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Reads a backup to its end, and compares everything in it with its checksum.
    Verify {
        /// The file.
        file: PathBuf,
        /// A file of age identities, if it is sealed.
        #[arg(long)]
        identity: Option<PathBuf>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
    },
    /// Fills an empty database and the data folder from a backup. No process of the service may run meanwhile.
    Restore {
        /// The file.
        file: PathBuf,
        /// A file of age identities, if it is sealed.
        #[arg(long)]
        identity: Option<PathBuf>,
        /// Answers in JSON.
        #[arg(long)]
        json: bool,
        /// Settings.
        #[command(flatten)]
        settings: Box<Settings>,
    },
}
