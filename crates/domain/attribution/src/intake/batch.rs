//! Batch of events, parsed one by one.

use std::fmt::{self, Display};

use kernel::{AccountNumber, ErrorKind, Location, UnixTime, ValidationErrors};
use serde_json::Value;

use super::{IntakeError, MAX_BATCH};
use crate::event::{EngineEvent, Rejection};

/// Parsed batch with valid and malformed events. `Debug` prints no texts, which may contain personal data.
#[derive(Default)]
pub struct Batch {
    /// Texts of `events`, in the same order.
    pub(super) texts: Vec<Box<str>>,
    pub(super) events: Vec<EngineEvent>,
    pub(super) rejected: Vec<(usize, Rejection)>,
    pub(super) unknown: u64,
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (events, rejected) = (self.events.len(), self.rejected.len());
        f.debug_struct("Batch").field("events", &events).field("rejected", &rejected).finish_non_exhaustive()
    }
}

impl Batch {
    /// Parses the texts of events from an account, each independently. `json` parses JSON, or returns an error.
    pub fn read<E: Display>(
        account: AccountNumber,
        texts: Vec<Box<str>>,
        json: impl Fn(&str) -> Result<Value, E>,
    ) -> Result<Self, IntakeError> {
        if texts.len() > MAX_BATCH {
            return Err(IntakeError::TooMany);
        }
        let mut batch = Self::default();
        for (index, text) in texts.into_iter().enumerate() {
            match read(&text, &json) {
                Ok(event) => {
                    batch.unknown += u64::from(event.is_unknown());
                    batch.texts.push(text);
                    batch.events.push(event.of_account(account));
                }
                Err(rejection) => batch.rejected.push((index, rejection)),
            }
        }
        Ok(batch)
    }

    /// Removes the events that are too far in the future. Also returns these events with the time at which they can be
    /// stored.
    pub(super) fn without_future(self, now: UnixTime) -> (Self, Vec<(EngineEvent, Box<str>, UnixTime)>) {
        let (mut ahead, mut rest) = (Vec::new(), Self { texts: Vec::new(), events: Vec::new(), ..self });
        for (event, text) in self.events.into_iter().zip(self.texts) {
            match event.waits_until(now) {
                Some(due) => ahead.push((event, text, due)),
                None => {
                    rest.events.push(event);
                    rest.texts.push(text);
                }
            }
        }
        (rest, ahead)
    }
}

/// Parses the text of one event.
pub(crate) fn read<E: Display>(
    text: &str,
    json: impl Fn(&str) -> Result<Value, E>,
) -> Result<EngineEvent, Rejection> {
    let node = json(text).map_err(|error| {
        Rejection::of(&ValidationErrors::one(Location::root(), ErrorKind::JsonInvalid, error.to_string()))
    })?;
    EngineEvent::parse(&node)
}

/// Part of a batch that is stored in one transaction, with its texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) texts: &'a [Box<str>],
    pub(super) events: &'a [EngineEvent],
}

impl<'a> Chunk<'a> {
    /// Returns the last remaining event and its text.
    pub(super) fn alone(self) -> Option<(&'a EngineEvent, &'a str)> {
        match (self.events, self.texts) {
            ([event], [text]) => Some((event, text)),
            _ => None,
        }
    }

    /// Splits the chunk into halves, the later half first.
    pub(super) fn halves(self) -> [Self; 2] {
        let middle = self.events.len() / 2;
        let (first, second) = (self.events.split_at(middle), self.texts.split_at(middle));
        [Self { events: first.1, texts: second.1 }, Self { events: first.0, texts: second.0 }]
    }
}
