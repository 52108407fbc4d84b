//! A batch as it was sent, read event by event.

use std::fmt::{self, Display};

use kernel::{AccountNumber, ErrorKind, Location, UnixTime, ValidationErrors};
use serde_json::Value;

use super::{IntakeError, MAX_BATCH};
use crate::event::{EngineEvent, Rejection};

/// What of a batch can be taken in, and what is malformed. It prints without the texts, which may name persons.
#[derive(Default)]
pub struct Batch {
    /// The texts of `events`, in their order.
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
    /// Reads the texts of events of an account, each by itself. `json` makes a value of a text, or says why it is none.
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

    /// The same without what happens further ahead than clocks may differ; and that, with when it can be taken.
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

/// Reads the text of one event.
pub(crate) fn read<E: Display>(
    text: &str,
    json: impl Fn(&str) -> Result<Value, E>,
) -> Result<EngineEvent, Rejection> {
    let node = json(text).map_err(|error| {
        Rejection::of(&ValidationErrors::one(Location::root(), ErrorKind::JsonInvalid, error.to_string()))
    })?;
    EngineEvent::parse(&node)
}

/// Some events of a batch that are taken in together, with their texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) texts: &'a [Box<str>],
    pub(super) events: &'a [EngineEvent],
}

impl<'a> Chunk<'a> {
    /// The one event that is left, and its text.
    pub(super) fn alone(self) -> Option<(&'a EngineEvent, &'a str)> {
        match (self.events, self.texts) {
            ([event], [text]) => Some((event, text)),
            _ => None,
        }
    }

    /// The two halves, the later one first.
    pub(super) fn halves(self) -> [Self; 2] {
        let middle = self.events.len() / 2;
        let (first, second) = (self.events.split_at(middle), self.texts.split_at(middle));
        [Self { events: first.1, texts: second.1 }, Self { events: first.0, texts: second.0 }]
    }
}
