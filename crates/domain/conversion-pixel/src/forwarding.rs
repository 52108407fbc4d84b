//! Use-cases `Forwarding`, which sends due deliveries, and `PixelLog`, which shows their results.

use std::sync::Arc;

use kernel::{Acting, Clock, Entropy, OwnerId, StoreError};
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Verdict};
use crate::delivery::{ParkReason, Progress};
use crate::event::Event;
use crate::ports::{Deliveries, Delivery, DeliveryId, DeliveryLog, PixelSender, Refusal, Settlement, Task};
use crate::{Platform, TestCode};

/// Duration of a lease, in seconds: longer than the response timeout.
pub const LEASE_SECONDS: i64 = 60;

/// Number of deliveries purged in one step.
const PURGE_STEP: u32 = 1_000;

/// Use-case that sends the deliveries of all owners.
#[derive(Clone)]
pub struct Forwarding {
    deliveries: Arc<dyn Deliveries>,
    sender: Arc<dyn PixelSender>,
    clock: Arc<dyn Clock>,
}

impl Forwarding {
    /// Creates a use-case that sends the due entries of `deliveries` with `sender`.
    pub fn new(deliveries: Arc<dyn Deliveries>, sender: Arc<dyn PixelSender>, clock: Arc<dyn Clock>) -> Self {
        Self { deliveries, sender, clock }
    }

    /// Claims up to `limit` due deliveries to `platform`, to be passed to [`Self::deliver`], also concurrently.
    pub async fn claim(&self, platform: Platform, limit: u32) -> Result<Vec<Task>, StoreError> {
        self.deliveries.claim_due(platform, self.clock.now(), LEASE_SECONDS, limit).await
    }

    /// Attempts a delivery. `None` if nothing was sent: since the claim, the event became too old, or the pixel was
    /// paused, deleted or refused.
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
    /// Deletes the personal data in events that are too old to be sent. Returns their number. Works in small steps, so
    /// that no statement holds locks for long.
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

/// Error text for the owner. Contains only numbers, because texts of a platform may repeat the sent data.
fn refusal_text(answer: Answer) -> String {
    let number = |number: Option<i64>| number.map_or_else(|| "none".to_owned(), |number| number.to_string());
    let (status, code) = (number(answer.status.map(i64::from)), number(answer.code));
    format!("the platform refused the token or the pixel (status {status}, code {code})")
}

/// Reason why a delivery log was not shown or a test was not sent.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ForwardingError {
    /// The owner has no link with this provider id, or the link has no pixel for this platform.
    #[error("there is no such pixel")]
    PixelNotFound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Result of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestResult {
    /// Code that marked the event as a test.
    pub test_code: TestCode,
    /// Name of the event on the platform.
    pub event_name: String,
    /// Id of the event.
    pub event_id: String,
    /// Response of the platform.
    pub answer: Answer,
}

/// Use-case for the delivery log of a pixel, and for tests of the pixel.
#[derive(Clone)]
pub struct PixelLog {
    log: Arc<dyn DeliveryLog>,
    sender: Arc<dyn PixelSender>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

impl PixelLog {
    /// Creates the use-case; `sender` sends the tests.
    pub fn new(
        log: Arc<dyn DeliveryLog>,
        sender: Arc<dyn PixelSender>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self { log, sender, clock, entropy }
    }

    /// Lists up to `limit` deliveries with numbers below `before`, newest first. A deleted pixel keeps its log.
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

    /// Restarts the parked deliveries whose event is not too old. Returns their number.
    pub async fn redrive(
        &self,
        by: &Acting,
        provider_id: &str,
        platform: Platform,
    ) -> Result<u64, ForwardingError> {
        let found = self.log.redrive(by, provider_id, platform, self.clock.now()).await?;
        found.ok_or(ForwardingError::PixelNotFound)
    }

    /// Sends one marked event about a fictional person, also by a paused pixel. The log shows the test, as delivered or
    /// parked. A test is never retried.
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
