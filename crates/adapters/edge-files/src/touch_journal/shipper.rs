//! Shipping of closed segments into the store.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use touches::ports::TouchStore;

use super::aside::{self, Aside};
use super::home::Home;
use super::putting::{Held, Pace, Putting};

/// Delay before the shipper retries an unavailable store.
const RETRY: Duration = Duration::from_secs(1);
/// Interval of the search for folders of dead processes.
const ADOPTION: Duration = Duration::from_secs(10);

/// Ships closed segments into a store, oldest first.
pub struct Shipper {
    root: PathBuf,
    home: Arc<Home>,
    putting: Putting,
    sealed: Arc<Notify>,
    looked: Option<Instant>,
}

impl Shipper {
    /// Creates a shipper for the segments in `home`, and for those that dead processes left under `root`.
    pub fn new(root: PathBuf, home: Arc<Home>, store: Arc<dyn TouchStore>, sealed: Arc<Notify>) -> Self {
        let putting = Putting { store, aside: Aside::of(&root), pace: Pace::default() };
        Self { root, home, putting, sealed, looked: None }
    }

    /// Sets another pace.
    #[must_use]
    pub fn at(mut self, pace: Pace) -> Self {
        self.putting.pace = pace;
        self
    }

    /// Ships segments as they are closed, until the future is dropped. Dropping it loses nothing.
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

    /// Ships all currently closed segments. Returns whether all of them were stored.
    pub async fn drain(&mut self) -> bool {
        let pace = self.putting.pace;
        self.putting.pace.per_second = u32::MAX;
        let outcome = self.ship_home(&Arc::clone(&self.home)).await;
        self.putting.pace = pace;
        if let Err(held) = &outcome {
            tracing::warn!(cause = ?held, "touches stay on the disk; the next start stores them in the database");
        }
        outcome.is_ok()
    }

    async fn round(&mut self) -> Result<(), Held> {
        if self.looked.is_none_or(|looked| looked.elapsed() >= ADOPTION) {
            for home in Home::abandoned(&self.root)? {
                self.ship_home(&home).await?;
                home.remove()?;
            }
            // Files that are set aside delay nothing, even if their size can't be read. Sizes above 4 GiB are reported
            // as 4 GiB.
            if let Ok(aside) = self.putting.aside.bytes() {
                let aside = u32::try_from(aside).unwrap_or(u32::MAX);
                metrics::gauge!("touches_aside_bytes").set(f64::from(aside));
            }
            self.looked = Some(Instant::now());
        }
        self.ship_home(&Arc::clone(&self.home)).await
    }

    async fn ship_home(&self, home: &Home) -> Result<(), Held> {
        let mut segments = home.sealed()?;
        // Segments closed meanwhile wait for the next round, unless none are left before them.
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

    /// Stores the readable part of a segment. A segment that can't be read to its end is never deleted.
    async fn ship(&self, path: &Path) -> Result<(), Held> {
        let unread = match aside::read(path.to_owned()).await {
            Ok(contents) => {
                self.putting.put_all(&contents.touches).await?;
                if contents.is_whole() {
                    return Ok(fs::remove_file(path)?);
                }
                format!("{} bytes outside of frames, {} unknown frames", contents.torn, contents.unknown)
            }
            // Other segments must not wait for one that the disk can't read any more.
            Err(error) => error.to_string(),
        };
        let kept = self.putting.aside.keep(path)?;
        let file = kept.display();
        metrics::counter!("touch_segments_torn_total").increment(1);
        tracing::warn!(unread, %file, "a part of a segment of touches could not be read; the segment is set aside");
        Ok(())
    }
}

/// Returns the time since the last write to a segment; zero if the file system does not report it.
fn age(segment: &Path) -> Duration {
    let written = fs::metadata(segment).and_then(|file| file.modified()).ok();
    written.and_then(|written| written.elapsed().ok()).unwrap_or_default()
}
