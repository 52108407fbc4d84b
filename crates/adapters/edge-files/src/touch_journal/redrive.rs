//! Redrive of touches that were set aside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use application::operation::{Redriven, TouchesAside};
use async_trait::async_trait;
use kernel::StoreError;
use touches::ports::TouchStore;

use super::aside::{self, Aside};
use super::putting::{Held, Pace, Putting};

/// Touches set aside in the folder of a journal.
pub struct AsideFolder {
    root: PathBuf,
    store: Arc<dyn TouchStore>,
    pace: Pace,
}

impl AsideFolder {
    /// Redrives the touches under `root` into `store`, at this pace.
    pub fn new(root: PathBuf, store: Arc<dyn TouchStore>, pace: Pace) -> Self {
        Self { root, store, pace }
    }
}

#[async_trait]
impl TouchesAside for AsideFolder {
    async fn redrive(&self) -> Result<Redriven, StoreError> {
        redrive(&self.root, Arc::clone(&self.store), self.pace).await.map_err(|held| match held {
            Held::Store(error) => error,
            held @ Held::Disk(_) => StoreError::Failed(Box::new(held)),
        })
    }
}

async fn redrive(root: &Path, store: Arc<dyn TouchStore>, pace: Pace) -> Result<Redriven, Held> {
    let aside = Aside::of(root);
    let files = aside.files()?;
    let putting = Putting { store, aside, pace };
    let mut redriven = Redriven::default();
    for file in files {
        let contents = match aside::read(file.clone()).await {
            Ok(contents) => contents,
            // Another process redrives these files too.
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
