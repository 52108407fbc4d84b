//! The side that puts closed segments into the store.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::StoreError;
use tokio::sync::Notify;
use touches::Touch;
use touches::ports::TouchStore;

use crate::home::Home;
use crate::segment;

/// How long the shipper waits before it asks a store again that was away.
const RETRY: Duration = Duration::from_secs(1);
/// How often folders of dead processes are looked for.
const ADOPTION: Duration = Duration::from_secs(10);

/// How fast touches are shipped at most, so that a flood of visitors leaves the database room for everything else.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Touches in one call of the store.
    pub batch: usize,
    /// Touches a second.
    pub per_second: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self { batch: 1_000, per_second: 5_000 }
    }
}

/// Puts closed segments into a store, oldest first.
pub struct Shipper {
    root: PathBuf,
    home: Arc<Home>,
    store: Arc<dyn TouchStore>,
    sealed: Arc<Notify>,
    pace: Pace,
    looked: Option<Instant>,
}

/// Why shipping stopped for now.
#[derive(Debug, thiserror::Error)]
enum Held {
    #[error("the store is away")]
    Store(#[source] StoreError),
    #[error("a segment can't be read or removed")]
    Disk(#[from] io::Error),
}

impl Shipper {
    /// Ships what is in `home`, and what dead processes left under `root`.
    pub fn new(root: PathBuf, home: Arc<Home>, store: Arc<dyn TouchStore>, sealed: Arc<Notify>) -> Self {
        Self { root, home, store, sealed, pace: Pace::default(), looked: None }
    }

    /// The same at another pace.
    #[must_use]
    pub fn at(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// Ships as segments are closed, until the future is dropped. Dropped in the middle, it has lost nothing.
    pub async fn run(&mut self) {
        loop {
            match self.round().await {
                Ok(()) => {
                    let _ = tokio::time::timeout(ADOPTION, self.sealed.notified()).await;
                }
                Err(held) => {
                    tracing::warn!(cause = ?held, "touches wait on the disk");
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    /// Ships everything that is closed at the moment. Tells whether all of it went.
    pub async fn drain(&mut self) -> bool {
        let pace = self.pace;
        self.pace.per_second = u32::MAX;
        let outcome = self.ship_home(&Arc::clone(&self.home)).await;
        self.pace = pace;
        if let Err(held) = &outcome {
            tracing::warn!(cause = ?held, "touches stay on the disk; the next start ships them");
        }
        outcome.is_ok()
    }

    async fn round(&mut self) -> Result<(), Held> {
        if self.looked.is_none_or(|looked| looked.elapsed() >= ADOPTION) {
            for home in Home::abandoned(&self.root)? {
                self.ship_home(&home).await?;
                home.remove()?;
            }
            self.looked = Some(Instant::now());
        }
        self.ship_home(&Arc::clone(&self.home)).await
    }

    async fn ship_home(&self, home: &Home) -> Result<(), Held> {
        let mut segments = home.sealed()?;
        // Segments that are closed meanwhile wait for the next round, unless there are none before them.
        while let Some(segment) = (!segments.is_empty()).then(|| segments.remove(0)) {
            metrics::gauge!("touch_segments_waiting")
                .set(f64::from(u32::try_from(segments.len()).unwrap_or(u32::MAX)));
            metrics::gauge!("touch_segments_oldest_seconds").set(age(&segment).as_secs_f64());
            self.ship(&segment).await?;
            if segments.is_empty() {
                segments = home.sealed()?;
            }
        }
        metrics::gauge!("touch_segments_oldest_seconds").set(0.0);
        Ok(())
    }

    async fn ship(&self, path: &Path) -> Result<(), Held> {
        let contents = segment::read(&fs::read(path)?);
        if contents.torn > 0 || contents.unknown > 0 {
            let (bytes, frames) = (contents.torn, contents.unknown);
            metrics::counter!("touch_segments_torn_total").increment(1);
            tracing::warn!(bytes, frames, "the end of a segment of touches could not be read");
        }
        for batch in contents.touches.chunks(self.pace.batch.max(1)) {
            let began = Instant::now();
            self.put(batch).await?;
            metrics::counter!("touches_shipped_total")
                .increment(u64::try_from(batch.len()).unwrap_or_default());
            let share = f64::from(u32::try_from(batch.len()).unwrap_or(u32::MAX))
                / f64::from(self.pace.per_second.max(1));
            tokio::time::sleep(Duration::from_secs_f64(share).saturating_sub(began.elapsed())).await;
        }
        fs::remove_file(path)?;
        Ok(())
    }

    /// Puts a batch. One that the store fails on is halved until the touch that it fails on is alone; that one is set
    /// aside, so that it does not hold up the others for ever.
    async fn put(&self, batch: &[Touch]) -> Result<(), Held> {
        let mut pending = vec![batch];
        while let Some(part) = pending.pop() {
            match (self.store.put(part).await, part) {
                (Ok(()), _) | (Err(StoreError::Data(_)), []) => {}
                (Err(StoreError::Data(cause)), [touch]) => {
                    metrics::counter!("touches_refused_total").increment(1);
                    tracing::error!(?cause, touch = %touch.id, "the store refuses a touch; it is set aside");
                    self.set_aside(touch)?;
                }
                (Err(StoreError::Data(_)), part) => {
                    let (first, second) = part.split_at(part.len() / 2);
                    pending.extend([second, first]);
                }
                (Err(away), _) => return Err(Held::Store(away)),
            }
        }
        Ok(())
    }

    fn set_aside(&self, touch: &Touch) -> io::Result<()> {
        let mut frame = Vec::new();
        segment::append(&mut frame, touch);
        fs::OpenOptions::new().append(true).create(true).open(Home::refused(&self.root))?.write_all(&frame)
    }
}

/// How long ago a segment was last written to; nothing where the file system or its clock can't tell.
fn age(segment: &Path) -> Duration {
    let written = fs::metadata(segment).and_then(|file| file.modified()).ok();
    written.and_then(|written| written.elapsed().ok()).unwrap_or_default()
}
