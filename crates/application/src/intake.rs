//! What follows from a batch of the engine's events, and from a click that is stored after its event.
//!
//! The store reads, asks a pure function, and writes what it says, all in one transaction:
//!
//! 1. [`distinct`] events are claimed, and then the transactions ([`claims`]) of those that are new. Which are new is decided by the
//!    database, because batches at once may bring the same. An event that repeats a transaction changes nothing
//!    ([`without_repeats`]), and one that repeats it with other facts is refused ([`conflict`]).
//! 2. [`Batch::of`] the new events: what they say without anything else being known, and what has to be looked up.
//! 3. What the batch says of fans is written. Who has written three messages is counted by the database, under the lock that the
//!    update of a fan takes.
//! 4. [`conversions`] with the [`Facts`] that were looked up, and those that [`third_message`] makes of the fans who were counted.
//! 5. [`follow_up`] once the conversions have numbers, which the database gives them: clicks to wait for, deliveries,
//!    statistics.
//!
//! [`late_clicks::plan_late`] does the same for conversions whose click is stored now.

mod conversion;
mod daily_stats;
mod deliveries;
mod facts;
mod fans;
mod hashes;
pub mod late_clicks;
mod links;
mod signals;
pub mod third_message;
mod transactions;

use attribution::Counting;
use attribution::event::{EngineEvent, FanEvent, UnknownEvent};
use attribution::spenders::Overflow;
use content_vault::request::NewRequest;
use kernel::UnixTime;

pub use conversion::NewConversion;
pub use daily_stats::{DailyStats, SplitKey, Stats, StatsKey};
pub use deliveries::{Accounts, NewDelivery, PixelFact, Pixels, deliveries, providers};
pub use facts::{Attributed, ClickFact, Facts, LinkFact, Wanted};
pub use fans::{FanUpdate, LatestValue};
pub use late_clicks::AwaitedClick;
pub use links::LinkChanges;
pub use signals::{FanSignal, Signal};
pub use transactions::{Claim, TransactionFacts, claims, conflict, without_repeats};

/// The events by id, each once. Of those with the same id the first counts.
pub fn distinct(events: &[EngineEvent]) -> Vec<&EngineEvent> {
    let mut events: Vec<_> = events.iter().collect();
    events.sort_by_key(|event| event.event_id());
    events.dedup_by_key(|event| event.event_id());
    events
}

/// What new events say by themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch<'a> {
    /// Events of unknown types, which are kept as they came.
    pub unknown: Vec<&'a UnknownEvent>,
    /// The links that were changed; `None` where no event says so.
    pub links: Option<LinkChanges>,
    /// What fans ask for.
    pub requests: Vec<NewRequest>,
    /// What campaigns have to know.
    pub signals: Vec<FanSignal<'a>>,
    /// What is kept of fans, by fan.
    pub fans: Vec<FanUpdate<'a>>,
    /// The clicks and links that are to be looked up for [`conversions`].
    pub wanted: Wanted,
    fan_events: Vec<&'a FanEvent>,
    counting: &'a Counting,
}

impl<'a> Batch<'a> {
    /// Sorts events, each of which is new. `counting` says which money is added to sums.
    pub fn of(events: &[&'a EngineEvent], counting: &'a Counting) -> Self {
        let (mut fan_events, mut link_events, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for event in events {
            match *event {
                EngineEvent::Fan(event) => fan_events.push(event),
                EngineEvent::Link(event) => link_events.push(event),
                EngineEvent::Unknown(event) => unknown.push(event),
            }
        }
        Self {
            unknown,
            links: LinkChanges::of(&link_events),
            requests: fan_events.iter().filter_map(|event| signals::request(event)).collect(),
            signals: fan_events.iter().filter_map(|event| FanSignal::of(event, counting)).collect(),
            fans: fans::updates(&fan_events),
            wanted: Wanted::of_events(fan_events.iter().copied()),
            fan_events,
            counting,
        }
    }
}

/// The conversions of a batch, attributed by what is known of the clicks and links that it names. They have no numbers yet.
pub fn conversions<'a>(facts: &Facts, batch: &Batch<'a>) -> Vec<NewConversion<'a>> {
    batch.fan_events.iter().filter_map(|event| NewConversion::of(event, facts, batch.counting)).collect()
}

/// What follows from stored conversions.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowUp<'c> {
    /// The clicks that they wait for.
    pub awaited: Vec<AwaitedClick>,
    /// The deliveries to the pixels of their links.
    pub deliveries: Vec<NewDelivery<'c>>,
    /// What they add to the statistics of their domains.
    pub stats: DailyStats,
}

/// What follows from conversions, which have their numbers now. A sum that is too large is an error of the batch.
pub fn follow_up<'c>(
    conversions: &'c [NewConversion<'_>],
    pixels: &Pixels,
    accounts: &Accounts,
    now: UnixTime,
) -> Result<FollowUp<'c>, Overflow> {
    Ok(FollowUp {
        awaited: conversions.iter().filter_map(AwaitedClick::of).collect(),
        deliveries: deliveries(conversions, pixels, accounts, now),
        stats: DailyStats::of(conversions)?,
    })
}

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;
