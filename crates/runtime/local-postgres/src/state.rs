use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, chown};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Error;

/// State for the next start, stored as `postgres.json` in the data folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    /// Port of the last start.
    pub(crate) port: Option<u16>,
    /// Home of the cluster if it is outside the data folder.
    pub(crate) outside_home: Option<PathBuf>,
    /// Folder of the Unix socket of the last start.
    pub(crate) socket_dir: Option<PathBuf>,
}

impl State {
    pub(crate) fn load(data_dir: &Path) -> Result<Self, Error> {
        let path = file(data_dir);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Error::io("reading", &path)(error)),
        };
        serde_json::from_str(&text).map_err(|error| Error::BrokenState { path, problem: error.to_string() })
    }

    /// Replaces the file atomically, so that neither a reader nor a power failure meets a partial file.
    pub(crate) fn save(&self, data_dir: &Path) -> Result<(), Error> {
        let path = file(data_dir);
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| Error::BrokenState { path: path.clone(), problem: error.to_string() })?;
        write_private(&path, &text)?;
        // Root may run this in another user's folder, and must not lock that user out. Other users can't change owners.
        if let Ok(folder) = data_dir.metadata() {
            let _ = chown(&path, Some(folder.uid()), Some(folder.gid()));
        }
        Ok(())
    }
}

pub(crate) fn file(data_dir: &Path) -> PathBuf {
    data_dir.join("postgres.json")
}

/// Writes a file that only its owner can read, atomically by a rename.
pub(crate) fn write_private(path: &Path, text: &str) -> Result<(), Error> {
    let new = path.with_extension("new");
    let _ = fs::remove_file(&new);
    let mut options = fs::OpenOptions::new();
    let mut file =
        options.write(true).create_new(true).mode(0o600).open(&new).map_err(Error::io("creating", &new))?;
    file.write_all(text.as_bytes()).map_err(Error::io("writing", &new))?;
    file.sync_all().map_err(Error::io("writing", &new))?;
    fs::rename(&new, path).map_err(Error::io("renaming", &new))
}
