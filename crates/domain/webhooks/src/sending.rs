//! Use-case `Sending`: sends due deliveries.

use std::sync::Arc;

use kernel::{Clock, StoreError};

use crate::delivery::{KEPT_SECONDS, SCHEDULE_SECONDS};
use crate::ports::{DeliveryQueue, Lane, Makers, Room, Settlement, Task, WebhookSender};
use crate::{Attempt, EventType, MakerKey, TEST_TYPE, Verdict};

/// Duration of a lease, in seconds: longer than the response timeout.
pub const LEASE_SECONDS: i64 = 60;

/// Number of deliveries deleted in one step.
const PURGE_STEP: u32 = 1_000;

/// Use-case that sends the deliveries of all owners.
#[derive(Clone)]
pub struct Sending {
    queue: Arc<dyn DeliveryQueue>,
    makers: Arc<dyn Makers>,
    sender: Arc<dyn WebhookSender>,
    clock: Arc<dyn Clock>,
}

impl Sending {
    /// Creates the use-case. `makers` provides the read rights of the endpoints' keys.
    pub fn new(
        queue: Arc<dyn DeliveryQueue>,
        makers: Arc<dyn Makers>,
        sender: Arc<dyn WebhookSender>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { queue, makers, sender, clock }
    }

    /// Claims due deliveries in a lane with `free` free places, to be passed to [`Self::deliver`], also concurrently.
    ///
    /// Owners get equal shares, and owners with the fewest deliveries in progress come first. Unused shares go to other
    /// owners at the next call.
    pub async fn claim(&self, lane: Lane, free: u32) -> Result<Vec<Task>, StoreError> {
        let (now, room) = (self.clock.now(), Room::of(lane, free));
        let owners = self.queue.due(room, now).await?;
        let share = room.share(owners.len());
        let mut tasks = Vec::new();
        for owner in owners {
            match self.queue.claim(owner, share, now, LEASE_SECONDS).await {
                Ok(claimed) => tasks.extend(claimed),
                // Deliveries that are already claimed are still sent.
                Err(_) if !tasks.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(tasks)
    }

    /// Attempts a delivery. `None` if nothing was sent: since the claim, the endpoint was disabled or deleted, or lost
    /// the right to receive the event.
    pub async fn deliver(&self, task: &Task) -> Result<Option<Verdict>, StoreError> {
        let now = self.clock.now();
        let Some(target) = self.queue.destination(task, now).await? else { return Ok(None) };
        if let Some(key) = target.made_by
            && !self.may_be_told(task, key).await?
        {
            self.queue.withhold(task).await?;
            return Ok(None);
        }
        // Measured after the database call, whose time does not count for the endpoint.
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
        // A test contains no event, so no read right is needed.
        if task.message.kind == TEST_TYPE {
            return Ok(true);
        }
        // The read right of a type from a newer version is unknown.
        let Some(kind) = EventType::parse(&task.message.kind) else { return Ok(false) };
        let makers = self.makers.find(task.owner, &[key]).await?;
        Ok(makers.get(&key).is_some_and(|maker| maker.readable.contains(kind)))
    }

    /// Deletes deliveries past their retention, in small steps, and secrets whose overlap has ended.
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
