//! Storing of touches in batches, at a limited pace, without those that the store rejects.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::StoreError;
use touches::Touch;
use touches::ports::TouchStore;

use super::aside::Aside;

/// Maximum shipping rate, so that many visitors do not use up the capacity of the database.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Maximum number of touches in one call of the store.
    pub batch: usize,
    /// Maximum number of touches per second.
    pub per_second: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self { batch: 1_000, per_second: 5_000 }
    }
}

/// Reason why shipping is paused.
#[derive(Debug, thiserror::Error)]
pub enum Held {
    /// The store is unavailable, or fails for a reason unrelated to the data.
    #[error("the store does not accept touches")]
    Store(#[source] StoreError),
    /// A file can't be read, moved or removed.
    #[error("a file of touches can't be read or moved")]
    Disk(#[from] io::Error),
}

/// Writes touches into a store.
pub(crate) struct Putting {
    pub(crate) store: Arc<dyn TouchStore>,
    pub(crate) aside: Aside,
    pub(crate) pace: Pace,
}

impl Putting {
    /// Stores all touches in order. Returns the number of touches set aside.
    pub(crate) async fn put_all(&self, touches: &[Touch]) -> Result<usize, Held> {
        let mut refused = 0;
        for batch in touches.chunks(self.pace.batch.max(1)) {
            let began = Instant::now();
            refused += self.put(batch).await?;
            let share = f64::from(u32::try_from(batch.len()).unwrap_or(u32::MAX))
                / f64::from(self.pace.per_second.max(1));
            tokio::time::sleep(Duration::from_secs_f64(share).saturating_sub(began.elapsed())).await;
        }
        Ok(refused)
    }

    /// Stores a batch. Returns the number of touches set aside.
    ///
    /// A batch rejected for its data is halved until the faulty touch is alone. That touch is set aside, so that it
    /// does not block the others for ever. Any other error stops shipping, because it may be temporary.
    async fn put(&self, batch: &[Touch]) -> Result<usize, Held> {
        let (mut pending, mut refused) = (vec![batch], 0);
        while let Some(part) = pending.pop() {
            match (self.store.put(part).await, part) {
                (Ok(()), _) => {
                    let stored = u64::try_from(part.len()).unwrap_or_default();
                    metrics::counter!("touches_shipped_total").increment(stored);
                }
                (Err(StoreError::Data(_)), []) => {}
                (Err(StoreError::Data(cause)), [touch]) => {
                    self.aside.refuse(touch)?;
                    refused += 1;
                    metrics::counter!("touches_refused_total").increment(1);
                    tracing::error!(?cause, touch = %touch.id, "the database rejects a touch; the touch is set aside");
                }
                (Err(StoreError::Data(_)), part) => {
                    let (first, second) = part.split_at(part.len() / 2);
                    pending.extend([second, first]);
                }
                (Err(other), _) => return Err(Held::Store(other)),
            }
        }
        Ok(refused)
    }
}
