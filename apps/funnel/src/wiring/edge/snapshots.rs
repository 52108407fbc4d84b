//! Storage of the edge's snapshots, which are served while the database is unavailable.

use std::sync::Arc;

use anyhow::Context as _;
use application::snapshots::HostSnapshots;
use edge_files::snapshots::FolderSnapshots;
use secrecy::{ExposeSecret as _, SecretBox};

use crate::config::Config;
use crate::wiring::service_keys::Keys;

/// Name of the folder in the data folder.
const FOLDER: &str = "edge-snapshots";

/// Opens the snapshots of an edge. Returns `None` on other processes, or if snapshots are disabled.
pub(crate) fn open_snapshots(config: &Config, keys: &Keys) -> anyhow::Result<Option<Arc<dyn HostSnapshots>>> {
    if !config.roles.edge || config.edge_snapshot_mb == 0 {
        return Ok(None);
    }
    let key = SecretBox::new(Box::new(*keys.edge_snapshots.expose_secret()));
    let room = u64::from(config.edge_snapshot_mb) << 20;
    let opened = FolderSnapshots::open(config.data_dir.join(FOLDER), room, key)
        .context("FUNNEL_DATA_DIR: snapshots can't be kept there")?;
    Ok(Some(Arc::new(opened)))
}

/// Opens existing snapshots for reading only. Returns `None` if there are none.
pub fn kept_snapshots(config: &Config, keys: &Keys) -> anyhow::Result<Option<Arc<dyn HostSnapshots>>> {
    if config.data_dir.join(FOLDER).exists() { open_snapshots(config, keys) } else { Ok(None) }
}
