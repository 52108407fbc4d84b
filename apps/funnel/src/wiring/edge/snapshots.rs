//! Where what the edge serves is kept for when the database is unavailable.

use std::sync::Arc;

use anyhow::Context as _;
use application::snapshots::HostSnapshots;
use edge_snapshots::FolderSnapshots;
use secrecy::{ExposeSecret as _, SecretBox};
use service_keys::Keys;

use crate::config::Config;

/// What the folder is called in the data folder.
const FOLDER: &str = "edge-snapshots";

/// The snapshots of an edge; none on other processes, and none where they are switched off.
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

/// The same for who only looks: none where nothing was kept so far.
pub fn kept_snapshots(config: &Config, keys: &Keys) -> anyhow::Result<Option<Arc<dyn HostSnapshots>>> {
    if config.data_dir.join(FOLDER).exists() { open_snapshots(config, keys) } else { Ok(None) }
}
