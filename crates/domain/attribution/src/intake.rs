//! Taking in what the engine sends.

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

/// How many events a batch may hold.
pub const MAX_BATCH: usize = 1_000;

/// For how long raw events of unknown types are kept, and conversions wait for a click that is not stored yet, in seconds:
/// 30 days.
pub const KEEP_SECONDS: i64 = 30 * 86_400;

/// Number of due events taken in one step.
const DUE_AT_ONCE: u32 = 100;

/// For how long events are kept that the store could not take, in seconds: 90 days.
pub const KEEP_QUARANTINED_SECONDS: i64 = 90 * 86_400;

/// Why a batch was not taken.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// More than [`MAX_BATCH`] events; the wire's 413.
    #[error("a batch holds at most {MAX_BATCH} events")]
    TooMany,
    /// The store could not do it; the engine sends the batch again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What became of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// New events.
    pub accepted: u64,
    /// Events that were known already.
    pub duplicates: u64,
    /// New events that the store can't take, that contradict a known transaction or that lie ahead: they were set aside.
    pub quarantined: u64,
    /// Malformed ones, by their place in the batch.
    pub rejected: Vec<(usize, Rejection)>,
    /// How many of the readable ones are of a type that is not known.
    pub unknown: u64,
}

/// What became of an event that was set aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Redriven {
    /// It is taken in.
    Taken,
    /// It was taken in before.
    Known,
    /// It stays where it is; why.
    Refused(String),
}

/// Why an event from the future is set aside.
fn too_far_ahead() -> String {
    format!("occurred_at is more than {MAX_AHEAD_SECONDS} s ahead; it is taken in when it is not")
}

/// Takes in batches of the engine, pushed or pulled.
#[derive(Clone)]
pub struct Intake {
    store: Arc<dyn EventStore>,
    quarantine: Arc<dyn Quarantine>,
    clock: Arc<dyn Clock>,
}

impl Intake {
    /// Takes events into this store, and what it can't take into this quarantine.
    pub fn new(store: Arc<dyn EventStore>, quarantine: Arc<dyn Quarantine>, clock: Arc<dyn Clock>) -> Self {
        Self { store, quarantine, clock }
    }

    /// Takes a batch: the readable events, durable when this returns, all at once if the store can; the others are reported.
    ///
    /// A batch that the store refuses for a reason in its data is halved until the event which it can't take is alone.
    /// The refused event is set aside, so that it delays no other. An event too far ahead is set aside until its time.
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

    /// Takes in what was set aside because it lay ahead, and whose time has come; how many events.
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

    /// Takes in an event that was set aside, if the store takes it by now. It may have come once more meanwhile.
    pub async fn redrive<E: Display>(
        &self,
        aside: &Quarantined,
        json: impl Fn(&str) -> Result<Value, E> + Send,
    ) -> Result<Redriven, StoreError> {
        // What it was kept under names its account.
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

    /// Deletes what was kept for long enough; how many raw events.
    pub async fn purge(&self) -> Result<u64, StoreError> {
        let now = self.clock.now();
        self.quarantine.purge(now.plus_seconds(-KEEP_QUARANTINED_SECONDS)).await?;
        self.store.purge(now.plus_seconds(-KEEP_SECONDS)).await
    }
}

#[cfg(test)]
mod tests;
