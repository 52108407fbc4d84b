use std::path::PathBuf;

use clap::Subcommand;

use super::Settings;

#[derive(Debug, Subcommand)]
pub enum BackupCommand {
    /// Writes the database and the files of the data folder into one file while the service runs.
    /// The file excludes the secret key.
    Create {
        /// Path of the new file; must not exist.
        #[arg(long)]
        out: PathBuf,
        /// Encrypts the file for an age recipient (age1…). May be repeated.
        #[arg(long, value_name = "RECIPIENT")]
        recipient: Vec<String>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Reads a backup to its end and verifies every checksum.
    Verify {
        /// The backup file.
        file: PathBuf,
        /// File of age identities, for an encrypted backup.
        #[arg(long)]
        identity: Option<PathBuf>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Restores a backup into an empty database and the data folder. No process of the service may
    /// be running.
    Restore {
        /// The backup file.
        file: PathBuf,
        /// File of age identities, for an encrypted backup.
        #[arg(long)]
        identity: Option<PathBuf>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        settings: Box<Settings>,
    },
}
