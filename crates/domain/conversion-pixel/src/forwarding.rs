//! Sending what is due, and showing how it went.

use std::sync::Arc;

use kernel::{Clock, Entropy, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Verdict};
use crate::delivery::{ParkReason, Progress};
use crate::event::Event;
use crate::ports::{Deliveries, Delivery, DeliveryId, DeliveryLog, PixelSender, Refusal, Settlement, Task};
use crate::{Platform, TestCode};

/// How long a claimed delivery is held, in seconds: longer than any answer is waited for.
pub const LEASE_SECONDS: i64 = 60;

/// How many deliveries are emptied at once.
const PURGE_STEP: u32 = 1_000;

/// Sends the deliveries of all owners.
#[derive(Clone)]
pub struct Forwarding {
    deliveries: Arc<dyn Deliveries>,
    sender: Arc<dyn PixelSender>,
    clock: Arc<dyn Clock>,
}

impl Forwarding {
    /// Sends what is due in `deliveries` by `sender`.
    pub fn new(deliveries: Arc<dyn Deliveries>, sender: Arc<dyn PixelSender>, clock: Arc<dyn Clock>) -> Self {
        Self { deliveries, sender, clock }
    }

    /// Takes up to `limit` deliveries to `platform` that are due, to be handed to [`Self::deliver`], several at once if
    /// wanted.
    pub async fn claim(&self, platform: Platform, limit: u32) -> Result<Vec<Task>, StoreError> {
        self.deliveries.claim_due(platform, self.clock.now(), LEASE_SECONDS, limit).await
    }

    /// Tries one delivery. `None` when it was not sent: it is too old now, or its pixel was paused, deleted or refused
    /// since it was claimed.
    pub async fn deliver(&self, task: &Task) -> Result<Option<Verdict>, StoreError> {
        if task.event.is_too_old(self.clock.now()) {
            let settlement = Settlement { progress: task.progress.parked(ParkReason::TooOld), refusal: None };
            self.deliveries.settle(task, &settlement).await?;
            return Ok(None);
        }
        let Some(destination) = self.deliveries.destination(task, self.clock.now()).await? else {
            return Ok(None);
        };
        let answer = self.sender.send(&destination, &task.event, None).await;
        let progress = task.progress.after(answer, self.clock.now());
        let refusal = (answer.verdict == Verdict::Auth)
            .then(|| Refusal { revision: destination.revision, error: refusal_text(answer) });
        self.deliveries.settle(task, &Settlement { progress, refusal }).await?;
        Ok(Some(answer.verdict))
    }
}

impl Forwarding {
    /// Deletes what identifies fans from events that are too old to be sent, and returns how many those were. It runs in small
    /// steps, so that no statement holds locks for long.
    pub async fn purge_fields(&self) -> Result<u64, StoreError> {
        let mut purged = 0;
        for platform in Platform::ALL {
            let before = self.clock.now().plus_seconds(-platform.max_age_seconds());
            loop {
                let step = self.deliveries.purge_fields(platform, before, PURGE_STEP).await?;
                purged += step;
                if step < u64::from(PURGE_STEP) {
                    break;
                }
            }
        }
        Ok(purged)
    }
}

/// What an owner reads of a refusal: numbers only, because texts of a platform may repeat what was sent.
fn refusal_text(answer: Answer) -> String {
    let number = |number: Option<i64>| number.map_or_else(|| "none".to_owned(), |number| number.to_string());
    let (status, code) = (number(answer.status.map(i64::from)), number(answer.code));
    format!("the platform refused the token or the pixel (status {status}, code {code})")
}

/// Why a delivery log was not shown or a test not sent.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ForwardingError {
    /// The owner has no link with this provider id, or it has no pixel for this platform.
    #[error("there is no such pixel")]
    PixelNotFound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The result of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestResult {
    /// The code that marked the event.
    pub test_code: TestCode,
    /// The event's name at the platform.
    pub event_name: String,
    /// The event's id.
    pub event_id: String,
    /// The platform's answer.
    pub answer: Answer,
}

/// The log of a pixel's deliveries, and tests of a pixel.
#[derive(Clone)]
pub struct PixelLog {
    log: Arc<dyn DeliveryLog>,
    sender: Arc<dyn PixelSender>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

impl PixelLog {
    /// The log of this store; tests go out by `sender`.
    pub fn new(
        log: Arc<dyn DeliveryLog>,
        sender: Arc<dyn PixelSender>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self { log, sender, clock, entropy }
    }

    /// Up to `limit` deliveries below `before`, newest first. A pixel that was deleted keeps its log.
    pub async fn list(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Vec<Delivery>, ForwardingError> {
        let found = self.log.list(owner, provider_id, platform, before, limit).await?;
        found.ok_or(ForwardingError::PixelNotFound)
    }

    /// Tries again what is parked and young enough; how many that are.
    pub async fn redrive(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
    ) -> Result<u64, ForwardingError> {
        let found = self.log.redrive(owner, provider_id, platform, self.clock.now()).await?;
        found.ok_or(ForwardingError::PixelNotFound)
    }

    /// Sends one marked event that is about no existing person, also by a paused pixel. The log shows it, delivered or parked; it is never retried.
    pub async fn test(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        code: Option<TestCode>,
    ) -> Result<TestResult, ForwardingError> {
        let target = self.log.target(owner, provider_id, platform).await?;
        let target = target.ok_or(ForwardingError::PixelNotFound)?;
        let (now, entropy) = (self.clock.now(), self.entropy.as_ref());
        let test_code = code.unwrap_or_else(|| TestCode::generate(now, entropy));
        let event = Event::test(platform, &target.event_map, target.source_url, now, entropy);
        let answer = self.sender.send(&target.destination, &event, Some(test_code.clone())).await;
        let progress = Progress::of_test(answer);
        self.log.keep_test(owner, provider_id, &event, &progress, self.clock.now()).await?;
        Ok(TestResult { test_code, event_name: event.name, event_id: event.id, answer })
    }
}

#[cfg(test)]
mod tests;
