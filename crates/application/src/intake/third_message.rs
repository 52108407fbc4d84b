//! Conversions for the third message of a fan.

use std::borrow::Cow;
use std::collections::BTreeMap;

use attribution::assign::{Attribution, Basis};
use attribution::event::{FanAction, FanEvent, FanFacts};
use attribution::messages;
use conversion_pixel::ConversionType;
use kernel::{CountryCode, UnixTime};
use touches::TouchId;

use super::Batch;
use super::conversion::NewConversion;
use super::facts::{Facts, Wanted};

/// Stored message of a fan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub fan_id: String,
    pub event_id: String,
    pub occurred_at: UnixTime,
    pub attribution: Option<Attribution>,
    /// Click that the event refers to.
    pub click_ref: Option<String>,
    /// Label of the printed code; empty without a code.
    pub source: String,
    /// Username of the fan at that time.
    pub username: Option<String>,
    /// Country of the fan at that time.
    pub country: Option<CountryCode>,
}

impl Message {
    /// Whether the message refers to a click that is not stored yet.
    pub fn awaits_click(&self) -> bool {
        let by_click = matches!(&self.attribution, Some(Attribution { basis: Basis::Click(_), .. }));
        !by_click && self.click_ref.as_deref().and_then(TouchId::parse).is_some()
    }
}

/// Picks the message of each fan that makes the conversion, by [`messages::third`]. `first` contains the first messages
/// of fans.
pub fn third_messages(first: Vec<Message>) -> Vec<Message> {
    let mut of_fans: BTreeMap<String, Vec<Message>> = BTreeMap::new();
    for message in first {
        of_fans.entry(message.fan_id.clone()).or_default().push(message);
    }
    let third = |written: Vec<Message>| {
        let counted = written.iter().map(|message| messages::Message {
            occurred_at: message.occurred_at,
            event_id: message.event_id.clone(),
        });
        let third = messages::third(counted)?;
        written.into_iter().find(|message| message.event_id == third.event_id)
    };
    of_fans.into_values().filter_map(third).collect()
}

/// Collects the clicks and links to look up for [`conversions`].
pub fn wanted(messages: &[Message]) -> Wanted {
    Wanted::of_stored(messages.iter().map(|message| {
        let link = message.attribution.as_ref().and_then(|attribution| attribution.link);
        (message.click_ref.as_deref(), link)
    }))
}

/// Makes the conversions of these messages, with the messages' attribution.
///
/// Personal data is not stored, so it comes from the fan's latest event in this batch.
pub fn conversions(facts: &Facts, batch: &Batch<'_>, messages: Vec<Message>) -> Vec<NewConversion<'static>> {
    let mut said: BTreeMap<&str, &FanEvent> = BTreeMap::new();
    for event in &batch.fan_events {
        let last = said.entry(&event.fan.fan_id).or_insert(event);
        if event.occurred_at > last.occurred_at {
            *last = event;
        }
    }
    let conversion = |message: Message| {
        let said = said.get(message.fan_id.as_str()).map(|event| event.fan.clone());
        conversion(facts, message, said.unwrap_or_default())
    };
    messages.into_iter().map(conversion).collect()
}

fn conversion(facts: &Facts, message: Message, said: FanFacts) -> NewConversion<'static> {
    let source = message.source;
    let event = FanEvent {
        event_id: message.event_id,
        occurred_at: message.occurred_at,
        fan: FanFacts {
            fan_id: message.fan_id,
            username: message.username,
            country: message.country.or(said.country),
            ..said
        },
        provider_id: None,
        click_ref: message.click_ref,
        action: FanAction::MessageReceived { message_id: None },
    };
    NewConversion {
        kind: ConversionType::FanSent3Messages,
        event: Cow::Owned(event),
        belongs: message.attribution.map(|attribution| facts.attributed(attribution, source)),
        id: 0,
        hashes: None,
        is_apart: false,
    }
}
