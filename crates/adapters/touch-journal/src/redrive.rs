//! Stores again what was set aside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use touches::ports::TouchStore;

use crate::aside::{self, Aside};
use crate::putting::{Held, Pace, Putting};

/// What became of the touches that were set aside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redriven {
    /// Touches that are stored now, whether or not they were before.
    pub stored: usize,
    /// Touches that the store still refuses; they are set aside again.
    pub refused: usize,
    /// Files that can't be read to their end. What could be read is stored; they stay.
    pub damaged: Vec<PathBuf>,
}

/// Puts everything that was set aside under `root` into the store once more. It may run beside the processes that ship,
/// and may be repeated: nothing counts twice.
pub async fn redrive(root: &Path, store: Arc<dyn TouchStore>, pace: Pace) -> Result<Redriven, Held> {
    let aside = Aside::of(root);
    let files = aside.files()?;
    let putting = Putting { store, aside, pace };
    let mut redriven = Redriven::default();
    for file in files {
        let contents = match aside::read(file.clone()).await {
            Ok(contents) => contents,
            // Another process redrives them too.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(_) => {
                redriven.damaged.push(file);
                continue;
            }
        };
        let refused = putting.put_all(&contents.touches).await?;
        redriven.refused += refused;
        redriven.stored += contents.touches.len() - refused;
        if contents.is_whole() {
            match fs::remove_file(&file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        } else {
            redriven.damaged.push(file);
        }
    }
    Ok(redriven)
}
