//! Desk of one fan: events wait there until the fan's link is known or the wait is over.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use super::pauses::Pauses;
use super::subscriptions::{How, Note, SLACK_SECONDS, Stamp, Subscription, Subscriptions};
use crate::links::PlatformLinkId;

/// Maximum time that an event waits for its link, in seconds.
pub const HOLD_SECONDS: i64 = 3 * 3_600;
/// Maximum number of released events without a link that a desk remembers.
const MAX_UNLINKED: usize = 100;

/// Event that waits for its link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Natural id of the event.
    pub id: String,
    /// Time of the event.
    pub at: UnixTime,
    /// Time of the receipt.
    pub received_at: UnixTime,
    /// Whether the event is part of a subscription, whose own event may come later.
    pub of_subscription: bool,
}

/// Wait for the link of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// Beginning of the subscription, as far as known.
    pub subscribed_at: UnixTime,
    /// Time from which the pauses count: the first notice of the subscription.
    pub since: UnixTime,
    /// Number of tries.
    pub tries: usize,
    /// Whether the platform told of the subscription. Otherwise an event of an unknown fan began the wait.
    pub told: bool,
}

impl Waiting {
    /// Whether the next try may read the live lists, which cost credits: only the last but one, when the stored lists
    /// had time to follow and another try is left.
    pub fn may_read_live(&self, pauses: &Pauses) -> bool {
        self.tries == pauses.count().saturating_sub(2)
    }

    fn concerns(&self, event: &Held) -> bool {
        self.subscribed_at <= event.at.plus_seconds(SLACK_SECONDS)
    }
}

/// Event that may be passed on, with its link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Released {
    /// Natural id of the event.
    pub id: String,
    /// Link of the event.
    pub stamp: Stamp,
}

/// Desk of one fan. The store keeps one desk per fan and replaces it together with the events that it releases.
///
/// Natural ids tell repeats apart before the desk is reached; a repeat of an event that still waits is ignored here,
/// too.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FanDesk {
    subscriptions: Subscriptions,
    waiting: Option<Waiting>,
    held: Vec<Held>,
    unlinked: Vec<(String, UnixTime)>,
}

impl FanDesk {
    /// Takes a subscription of the fan, and the event that tells it.
    pub fn subscribed(&mut self, event: Held) {
        let waiting = Waiting { subscribed_at: event.at, since: event.received_at, tries: 0, told: true };
        let decides = |known: Waiting| !known.told || known.subscribed_at < waiting.subscribed_at;
        if self.waiting.is_none_or(decides) {
            self.waiting = Some(waiting);
        }
        self.hold(event);
    }

    /// Takes an event of the fan: money or a message. An event of an unknown fan begins a wait, because the event of
    /// the subscription may be late or lost.
    pub fn acted(&mut self, event: Held) {
        if self.subscriptions.is_empty() {
            let (subscribed_at, since) = (event.at, event.received_at);
            let unknown = Waiting { subscribed_at, since, tries: 0, told: false };
            let waiting = self.waiting.get_or_insert(unknown);
            if !waiting.told {
                waiting.subscribed_at = waiting.subscribed_at.min(event.at);
            }
        }
        self.hold(event);
    }

    fn hold(&mut self, event: Held) {
        if self.held.iter().all(|held| held.id != event.id) {
            self.held.push(event);
        }
    }

    /// Wait of the fan, if any.
    pub const fn waiting(&self) -> Option<Waiting> {
        self.waiting
    }

    /// Number of events that wait.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Time of the next try to find the link.
    pub fn due_at(&self, pauses: &Pauses) -> Option<UnixTime> {
        let waiting = self.waiting?;
        Some(waiting.since.plus_seconds(pauses.after(waiting.tries)?.into()))
    }

    /// Records a known link, from a join, a click or an import. `since` is the beginning of the subscription, if the
    /// source names it. Otherwise it is that of the subscription that waits; for a fan with known subscriptions
    /// `seen_at`, the time of the finding; and for an unknown fan, any time. Returns the ids of events that were passed
    /// on without a link and would have it now.
    pub fn found(
        &mut self,
        link: PlatformLinkId,
        how: How,
        since: Option<UnixTime>,
        seen_at: UnixTime,
    ) -> Vec<String> {
        let assumed = self.waiting.map(|waiting| waiting.subscribed_at);
        let unknown = self.subscriptions.is_empty();
        let at = since.or(assumed).unwrap_or(if unknown { UnixTime::from_seconds(0) } else { seen_at });
        // A list may name a subscription of before the one that waits.
        let answers =
            self.waiting.is_none_or(|waiting| at.plus_seconds(SLACK_SECONDS) >= waiting.subscribed_at);
        if answers {
            self.waiting = None;
        }
        self.subscriptions.add(Subscription { at, until: None, link: Some(link), how });
        let (late, early) =
            self.unlinked.drain(..).partition(|(_, event)| at <= event.plus_seconds(SLACK_SECONDS));
        self.unlinked = early;
        let late: Vec<(String, UnixTime)> = late;
        late.into_iter().map(|(id, _)| id).collect()
    }

    /// Records a try that did not find the link. After the last one the fan counts as direct.
    pub fn missed(&mut self, pauses: &Pauses) {
        let Some(waiting) = &mut self.waiting else { return };
        waiting.tries += 1;
        if pauses.after(waiting.tries).is_none() {
            let at = waiting.subscribed_at;
            self.waiting = None;
            self.subscriptions.add(Subscription { at, until: None, link: None, how: How::NotFound });
        }
    }

    /// Returns the events that may be passed on at `now`, in order of receipt, and forgets them.
    #[must_use]
    pub fn release(&mut self, now: UnixTime, pauses: &Pauses) -> Vec<Released> {
        let first = i64::from(pauses.first());
        let (waiting, subscriptions) = (self.waiting, &self.subscriptions);
        let waits = |event: &Held| {
            let early = event.of_subscription && now < event.received_at.plus_seconds(first);
            let concerned = waiting.is_some_and(|waiting| waiting.concerns(event));
            let linked = subscriptions.stamp(event.at).link.is_some();
            let patient = now < event.received_at.plus_seconds(HOLD_SECONDS);
            patient && (concerned || (early && !linked))
        };
        let (kept, free): (Vec<_>, Vec<_>) = self.held.drain(..).partition(waits);
        self.held = kept;
        let mut released = Vec::with_capacity(free.len());
        for event in free {
            let mut stamp = self.subscriptions.stamp(event.at);
            if self.waiting.is_some_and(|waiting| waiting.concerns(&event)) {
                stamp = Stamp { link: None, how: None, note: Some(Note::JoinedLate) };
            }
            if stamp.link.is_none() && self.unlinked.len() < MAX_UNLINKED {
                self.unlinked.push((event.id.clone(), event.at));
            }
            released.push(Released { id: event.id, stamp });
        }
        released
    }
}
