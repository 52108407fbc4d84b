//! Backups in one file.

use funnel_operator::backup::{self, Files, Manifest, Source, Target};
use funnel_operator::console::{Console as _, Terminal};
use kernel::Clock as _;
use runtime::SystemClock;
use serde_json::json;

use crate::cli::BackupCommand;
use crate::config::Config;
use crate::telemetry;
use crate::wiring::Database;

/// Runs a backup command. Everything except database access runs on the calling thread.
pub fn backup(command: BackupCommand, runtime: &tokio::runtime::Runtime) -> anyhow::Result<()> {
    match command {
        BackupCommand::Create { out, recipient, json, settings } => {
            let config = read(settings.config()?);
            let database = runtime.block_on(Database::open(&config))?;
            let source = Source {
                database: &database.direct_url,
                data_dir: &config.data_dir,
                files: if config.s3.is_some() { Files::Elsewhere } else { Files::Included },
                program: env!("CARGO_PKG_VERSION"),
                now: SystemClock.now().seconds(),
            };
            let made = backup::create(&source, &out, &recipient);
            runtime.block_on(database.close())?;
            print_manifest("backed up", &made?, json);
        }
        BackupCommand::Verify { file, identity, json } => {
            print_manifest("whole", &backup::verify(&file, identity.as_deref())?, json);
        }
        BackupCommand::Restore { file, identity, json, settings } => {
            let config = read(settings.config()?);
            let database = runtime.block_on(Database::open_as_it_is(&config))?;
            let target = Target { database: &database.direct_url, data_dir: &config.data_dir };
            let restored = backup::restore(&file, identity.as_deref(), &target);
            runtime.block_on(database.close())?;
            print_manifest("restored", &restored?, json);
        }
    }
    Ok(())
}

fn read(config: Config) -> Config {
    telemetry::start(&config.log, config.log_format, None);
    config
}

fn print_manifest(done: &str, manifest: &Manifest, as_json: bool) {
    let (entries, bytes) = (manifest.entries.len(), manifest.bytes());
    let has_files = manifest.files == Files::Included;
    if as_json {
        let answer = json!({
            "program": manifest.program, "created_at": manifest.created_at, "entries": entries, "bytes": bytes,
            "files_included": has_files,
        });
        Terminal.print(&answer.to_string());
        return;
    }
    Terminal.print(&format!("{done}: {entries} entries, {bytes} bytes, of version {}", manifest.program));
    if !has_files {
        Terminal.print("the files are on an S3-compatible server and not in it");
    }
}
