//! Sending what is due.

use std::sync::Arc;

use kernel::{Clock, StoreError};

use crate::delivery::{KEPT_SECONDS, SCHEDULE_SECONDS};
use crate::ports::{DeliveryQueue, Lane, Makers, Room, Settlement, Task, WebhookSender};
use crate::{Attempt, EventType, MakerKey, TEST_TYPE, Verdict};

/// How long a claimed delivery is held, in seconds: longer than any answer is waited for.
pub const LEASE_SECONDS: i64 = 60;

/// How many deliveries are deleted at once.
const PURGE_STEP: u32 = 1_000;

/// Sends the deliveries of all owners.
#[derive(Clone)]
pub struct Sending {
    queue: Arc<dyn DeliveryQueue>,
    makers: Arc<dyn Makers>,
    sender: Arc<dyn WebhookSender>,
    clock: Arc<dyn Clock>,
}

impl Sending {
    /// Sends what is due in `queue` by `sender`, as far as `makers` may read it.
    pub fn new(
        queue: Arc<dyn DeliveryQueue>,
        makers: Arc<dyn Makers>,
        sender: Arc<dyn WebhookSender>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { queue, makers, sender, clock }
    }

    /// Takes deliveries that are due from a lane of which `free` places are free, to be handed to [`Self::deliver`], several at
    /// once if wanted.
    ///
    /// Places are dealt out to owners alike, those first who have least under way. What an owner does not need goes to the
    /// others at the next call.
    pub async fn claim(&self, lane: Lane, free: u32) -> Result<Vec<Task>, StoreError> {
        let (now, room) = (self.clock.now(), Room::of(lane, free));
        let owners = self.queue.due(room, now).await?;
        let share = room.share(owners.len());
        let mut tasks = Vec::new();
        for owner in owners {
            match self.queue.claim(owner, share, now, LEASE_SECONDS).await {
                Ok(claimed) => tasks.extend(claimed),
                // What is claimed already is sent.
                Err(_) if !tasks.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(tasks)
    }

    /// Tries one delivery. `None` when it was not sent: its endpoint was switched off or deleted since it was claimed, or may not be notified
    /// of the event by now.
    pub async fn deliver(&self, task: &Task) -> Result<Option<Verdict>, StoreError> {
        let now = self.clock.now();
        let Some(target) = self.queue.destination(task, now).await? else { return Ok(None) };
        if let Some(key) = target.made_by
            && !self.may_be_told(task, key).await?
        {
            self.queue.withhold(task).await?;
            return Ok(None);
        }
        // After the database, whose slowness is not the endpoint's.
        let began = self.clock.now();
        let answer = self.sender.send(&target.url, &task.message.signed(&target.secrets, now)).await;
        let (verdict, at) = (answer.verdict(), self.clock.now());
        let millis = Attempt::since(began, &answer, at).millis;
        let ends = task.begun_at.plus_seconds(SCHEDULE_SECONDS);
        let progress =
            task.progress.after(verdict, at).postponed(answer.retry_after().unwrap_or_default(), at, ends);
        self.queue.settle(task, &Settlement { progress, answer, url: target.url, at, millis }).await?;
        Ok(Some(verdict))
    }

    async fn may_be_told(&self, task: &Task, key: MakerKey) -> Result<bool, StoreError> {
        // A test reports nothing.
        if task.message.kind == TEST_TYPE {
            return Ok(true);
        }
        // Of a type that a newer program made it is not known who may read it.
        let Some(kind) = EventType::parse(&task.message.kind) else { return Ok(false) };
        let makers = self.makers.find(task.owner, &[key]).await?;
        Ok(makers.get(&key).is_some_and(|maker| maker.readable.contains(kind)))
    }

    /// Deletes what was kept for long enough, in small steps: deliveries, and secrets whose overlap is over.
    pub async fn purge(&self) -> Result<u64, StoreError> {
        let now = self.clock.now();
        self.queue.purge_secrets(now).await?;
        let (before, mut purged) = (now.plus_seconds(-KEPT_SECONDS), 0);
        loop {
            match self.queue.purge(before, PURGE_STEP).await? {
                0 => return Ok(purged),
                step => purged += step,
            }
        }
    }
}

#[cfg(test)]
mod lanes;
#[cfg(test)]
mod tests;
