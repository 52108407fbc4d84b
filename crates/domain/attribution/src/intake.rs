//! Use-case `Intake`: stores batches of engine events.

mod batch;

use std::fmt::Display;
use std::sync::Arc;

use kernel::{AccountNumber, Clock, OwnerId, StoreError, UnixTime};
use serde_json::Value;

use crate::event::{MAX_AHEAD_SECONDS, Rejection};
use crate::ports::{EventStore, Quarantine, Quarantined, Refused};
pub use batch::Batch;
use batch::Chunk;
use serde::{Deserialize, Serialize};

/// Maximum number of events in a batch.
pub const MAX_BATCH: usize = 1_000;

/// Retention of raw events of unknown types, and maximum wait of conversions for a late click, in seconds: 30 days.
pub const KEEP_SECONDS: i64 = 30 * 86_400;

/// Number of due events stored in one step.
const DUE_AT_ONCE: u32 = 100;

/// Retention of quarantined events, in seconds: 90 days.
pub const KEEP_QUARANTINED_SECONDS: i64 = 90 * 86_400;

/// Reason why a batch was not stored.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// More than [`MAX_BATCH`] events; HTTP status 413.
    #[error("a batch holds at most {MAX_BATCH} events")]
    TooMany,
    /// The store failed; the engine sends the batch again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Result of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// Number of new events.
    pub accepted: u64,
    /// Number of events that were already stored or quarantined.
    pub duplicates: u64,
    /// Number of quarantined events: the store can't take them, they contradict a known transaction, or they are in the
    /// future.
    pub quarantined: u64,
    /// Malformed events, by their index in the batch.
    pub rejected: Vec<(usize, Rejection)>,
    /// Number of well-formed events of an unknown type.
    pub unknown: u64,
}

/// Result of storing a quarantined event again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Redriven {
    /// The event is now stored.
    Taken,
    /// The event was already stored.
    Known,
    /// The event stays in quarantine, for this reason.
    Refused(String),
}

/// Reason for the quarantine of an event in the future.
fn too_far_ahead() -> String {
    format!("occurred_at is more than {MAX_AHEAD_SECONDS} s ahead; the event is stored when its time comes")
}

/// Stores batches of engine events, pushed or pulled.
#[derive(Clone)]
pub struct Intake {
    store: Arc<dyn EventStore>,
    quarantine: Arc<dyn Quarantine>,
    clock: Arc<dyn Clock>,
}

impl Intake {
    /// Creates the use-case. `quarantine` keeps the events that `store` rejects.
    pub fn new(store: Arc<dyn EventStore>, quarantine: Arc<dyn Quarantine>, clock: Arc<dyn Clock>) -> Self {
        Self { store, quarantine, clock }
    }

    /// Stores a batch. The well-formed events are durable when this returns, in one transaction if possible. Malformed
    /// events are reported.
    ///
    /// If the store rejects a batch because of its data, the batch is halved until the bad event is alone. The bad
    /// event is quarantined, so that it does not delay others. An event too far in the future is quarantined until its
    /// time.
    pub async fn run(&self, owner: OwnerId, batch: Batch) -> Result<Outcome, StoreError> {
        let now = self.clock.now();
        let (batch, ahead) = batch.without_future(now);
        let Batch { texts, events, rejected, unknown } = batch;
        let mut outcome = Outcome { rejected, unknown, ..Outcome::default() };
        for (event, text, due) in &ahead {
            let refused = Refused { event, text, cause: &too_far_ahead(), due: Some(*due) };
            self.set_aside(owner, refused, now, &mut outcome).await?;
        }
        let mut parts = vec![Chunk { texts: &texts, events: &events }];
        while let Some(part) = parts.pop().filter(|part| !part.events.is_empty()) {
            match (self.store.take_in(owner, part.events, now).await, part.alone()) {
                (Ok(taken), _) => {
                    outcome.accepted += taken.accepted;
                    outcome.duplicates += taken.duplicates;
                }
                (Err(StoreError::Data(cause)), Some((event, text))) => {
                    let refused = Refused { event, text, cause: &cause.to_string(), due: None };
                    self.set_aside(owner, refused, now, &mut outcome).await?;
                }
                (Err(StoreError::Data(_)), None) => parts.extend(part.halves()),
                (Err(error), _) => return Err(error),
            }
        }
        Ok(outcome)
    }

    async fn set_aside(
        &self,
        owner: OwnerId,
        refused: Refused<'_>,
        now: UnixTime,
        outcome: &mut Outcome,
    ) -> Result<(), StoreError> {
        let is_new = self.quarantine.set_aside(owner, refused, now).await?;
        outcome.quarantined += u64::from(is_new);
        outcome.duplicates += u64::from(!is_new);
        Ok(())
    }

    /// Stores the quarantined future events whose time has come. Returns the number of stored events.
    pub async fn take_in_due<E: Display>(
        &self,
        json: impl Fn(&str) -> Result<Value, E> + Send + Sync,
    ) -> Result<u64, StoreError> {
        let mut taken = 0;
        loop {
            let due = self.quarantine.due(self.clock.now(), DUE_AT_ONCE).await?;
            for event in &due {
                match self.redrive(event, &json).await? {
                    Redriven::Taken => taken += 1,
                    Redriven::Known => {}
                    Redriven::Refused(cause) => self.quarantine.keep(event, &cause).await?,
                }
            }
            if due.is_empty() {
                return Ok(taken);
            }
        }
    }

    /// Tries to store a quarantined event again. The event may have arrived a second time meanwhile.
    pub async fn redrive<E: Display>(
        &self,
        aside: &Quarantined,
        json: impl Fn(&str) -> Result<Value, E> + Send,
    ) -> Result<Redriven, StoreError> {
        // The stored id contains the account.
        let (_, account) = AccountNumber::split(&aside.event_id);
        let event = match batch::read(&aside.text, json) {
            Ok(event) => event.of_account(account),
            Err(rejection) => return Ok(Redriven::Refused(rejection.message)),
        };
        let now = self.clock.now();
        if event.waits_until(now).is_some() {
            return Ok(Redriven::Refused(too_far_ahead()));
        }
        match self.store.take_in(aside.owner, std::slice::from_ref(&event), now).await {
            Ok(taken) => {
                self.quarantine.release(aside).await?;
                Ok(if taken.accepted > 0 { Redriven::Taken } else { Redriven::Known })
            }
            Err(StoreError::Data(cause)) => Ok(Redriven::Refused(cause.to_string())),
            Err(error) => Err(error),
        }
    }

    /// Deletes data past its retention. Returns the number of deleted raw events.
    pub async fn purge(&self) -> Result<u64, StoreError> {
        let now = self.clock.now();
        self.quarantine.purge(now.plus_seconds(-KEEP_QUARANTINED_SECONDS)).await?;
        self.store.purge(now.plus_seconds(-KEEP_SECONDS)).await
    }
}

#[cfg(test)]
mod tests;
