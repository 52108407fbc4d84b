//! Updates of fan profiles from a batch.

use std::collections::BTreeMap;

use attribution::event::{FanAction, FanEvent};
use kernel::{CountryCode, UnixTime};

use super::conversion::moment;

/// Value of a profile field from an event. The order is by time, then by event id; the highest value wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LatestValue<'a> {
    /// Time of the event.
    pub at: UnixTime,
    /// Id of the event.
    pub event_id: &'a str,
    pub text: &'a str,
}

/// Update of a fan from a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FanUpdate<'a> {
    pub fan_id: &'a str,
    /// Latest username.
    pub username: Option<LatestValue<'a>>,
    /// Latest country.
    pub country: Option<LatestValue<'a>>,
    /// Number of messages that the fan wrote in this batch.
    pub messages: i64,
    /// Latest time at which the fan came online.
    pub online_at: Option<UnixTime>,
    /// Earliest opt-out from messages.
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

/// Merges the events into one update per fan, ordered by fan id.
pub(super) fn updates<'a>(events: &[&'a FanEvent]) -> Vec<FanUpdate<'a>> {
    let mut fans: BTreeMap<&str, FanUpdate<'_>> = BTreeMap::new();
    for event in events {
        let fan_id = event.fan.fan_id.as_str();
        fans.entry(fan_id).or_insert_with(|| FanUpdate::nothing(fan_id)).add(event);
    }
    fans.into_values().collect()
}
