use std::time::Duration;

use anyhow::Context as _;
use local_postgres::{DATABASE, Durability, Server, Settings};
use tempfile::TempDir;

use crate::admin::connect;

/// A migrated database on a private server, and its streaming standby.
#[derive(Debug)]
pub struct StreamingPair {
    // The standby is dropped first.
    standby: Server,
    primary: Server,
    _folder: TempDir,
}

impl StreamingPair {
    /// Starts both servers.
    pub async fn start() -> anyhow::Result<Self> {
        let folder = TempDir::new()?;
        let settings = Settings {
            durability: Durability::Unsafe,
            configuration: [("wal_level", "replica"), ("max_wal_senders", "4")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
            ..Settings::new(folder.path().join("primary"))
        };
        let first = settings.clone();
        let primary = tokio::task::spawn_blocking(move || Server::start_or_join(&first)).await??;
        adapter_postgres::migrate(&primary.url(DATABASE)).await.context("migrating the primary")?;
        let copy = settings.standby(&primary, folder.path().join("standby"));
        let standby = tokio::task::spawn_blocking(move || Server::start_or_join(&copy)).await??;
        Ok(Self { standby, primary, _folder: folder })
    }

    /// Returns the URL of the primary.
    pub fn primary_url(&self) -> String {
        self.primary.url(DATABASE)
    }

    /// Returns the URL of the standby.
    pub fn standby_url(&self) -> String {
        self.standby.url(DATABASE)
    }

    /// Pauses replication; the standby still serves reads.
    pub async fn pause(&self) -> anyhow::Result<()> {
        let session = connect(&self.standby_url()).await?;
        session.execute("SELECT pg_wal_replay_pause()", &[]).await?;
        let state = "SELECT pg_get_wal_replay_pause_state()";
        while session.query_one(state, &[]).await?.get::<_, String>(0) != "paused" {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Resumes replication.
    pub async fn resume(&self) -> anyhow::Result<()> {
        let session = connect(&self.standby_url()).await?;
        session.execute("SELECT pg_wal_replay_resume()", &[]).await?;
        Ok(())
    }
}
