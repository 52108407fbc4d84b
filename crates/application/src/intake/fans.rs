//! What a batch says of fans.

use std::collections::BTreeMap;

use attribution::event::{FanAction, FanEvent};
use kernel::{CountryCode, UnixTime};

use super::conversion::moment;

/// Something that an event says of a fan. They are in the order of events: by time, then by id, and the last one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LatestValue<'a> {
    /// When the event happened.
    pub at: UnixTime,
    /// The event.
    pub event_id: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// What a batch says of a fan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FanUpdate<'a> {
    /// Who.
    pub fan_id: &'a str,
    /// What they last called themselves.
    pub username: Option<LatestValue<'a>>,
    /// Where they last were.
    pub country: Option<LatestValue<'a>>,
    /// How many messages they wrote.
    pub messages: i64,
    /// When they last came online.
    pub online_at: Option<UnixTime>,
    /// When they first wanted no messages any more.
    pub opted_out_at: Option<UnixTime>,
}

impl<'a> FanUpdate<'a> {
    fn nothing(fan_id: &'a str) -> Self {
        Self { fan_id, username: None, country: None, messages: 0, online_at: None, opted_out_at: None }
    }

    fn add(&mut self, event: &'a FanEvent) {
        let at = moment(event);
        let said = |text: &'a str| LatestValue { at, event_id: &event.event_id, text };
        if event.action.is_conversion() {
            self.username = self.username.max(event.fan.username.as_deref().map(said));
            self.country = self.country.max(event.fan.country.as_ref().map(CountryCode::as_str).map(said));
        }
        match event.action {
            FanAction::MessageReceived { .. } => self.messages += 1,
            FanAction::FanOnline => self.online_at = self.online_at.max(Some(at)),
            FanAction::FanOptedOut => {
                self.opted_out_at = Some(self.opted_out_at.map_or(at, |earlier| earlier.min(at)));
            }
            _ => {}
        }
    }
}

/// What the events say of each fan, by fan.
pub(super) fn updates<'a>(events: &[&'a FanEvent]) -> Vec<FanUpdate<'a>> {
    let mut fans: BTreeMap<&str, FanUpdate<'_>> = BTreeMap::new();
    for event in events {
        let fan_id = event.fan.fan_id.as_str();
        fans.entry(fan_id).or_insert_with(|| FanUpdate::nothing(fan_id)).add(event);
    }
    fans.into_values().collect()
}
