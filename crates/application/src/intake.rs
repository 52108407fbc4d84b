//! Plans the effects of a batch of engine events, and of a click that is stored after its event.
//!
//! The store reads, calls a pure function, and writes the result, all in one transaction:
//!
//! 1. Claims the [`distinct`] events, and then the transactions ([`claims`]) of the new ones. The database decides
//!    which events are new, because concurrent batches may contain the same event. An event that repeats a transaction
//!    changes nothing ([`without_repeats`]). If it repeats the transaction with other facts, the event is rejected
//!    ([`conflict`]).
//! 2. Sorts the new events ([`Batch::of`]): effects that need no lookup, and the keys to look up.
//! 3. Stores the changes of fans. The database counts each fan's messages, under the lock of the fan's update.
//! 4. Makes [`conversions`] from the [`Facts`] that were looked up, and third-message conversions ([`third_message`])
//!    of the counted fans.
//! 5. Plans the [`follow_up`] once the database has numbered the conversions: clicks to wait for, deliveries,
//!    statistics.
//!
//! [`late_clicks::plan_late`] does the same for stored conversions whose click arrives now.

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

/// Deduplicates events by id. The first of several events with the same id is kept.
pub fn distinct(events: &[EngineEvent]) -> Vec<&EngineEvent> {
    let mut events: Vec<_> = events.iter().collect();
    events.sort_by_key(|event| event.event_id());
    events.dedup_by_key(|event| event.event_id());
    events
}

/// Effects of new events that need no lookup, and the keys to look up for the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch<'a> {
    /// Events of unknown types, which are stored unchanged.
    pub unknown: Vec<&'a UnknownEvent>,
    /// Changed funnel links; `None` if no event changes a link.
    pub links: Option<LinkChanges>,
    /// Content requests of fans.
    pub requests: Vec<NewRequest>,
    /// Fan activity that campaigns react to.
    pub signals: Vec<FanSignal<'a>>,
    /// Updates of fan profiles, one per fan.
    pub fans: Vec<FanUpdate<'a>>,
    /// Clicks and links to look up for [`conversions`].
    pub wanted: Wanted,
    fan_events: Vec<&'a FanEvent>,
    counting: &'a Counting,
}

impl<'a> Batch<'a> {
    /// Sorts new events by kind. `counting` decides which money is added to sums.
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

/// Makes the conversions of a batch, attributed by the looked-up clicks and links. Their ids are still 0.
pub fn conversions<'a>(facts: &Facts, batch: &Batch<'a>) -> Vec<NewConversion<'a>> {
    batch.fan_events.iter().filter_map(|event| NewConversion::of(event, facts, batch.counting)).collect()
}

/// Effects of stored conversions.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowUp<'c> {
    /// Clicks that the conversions wait for.
    pub awaited: Vec<AwaitedClick>,
    /// Deliveries to the pixels of the attributed links.
    pub deliveries: Vec<NewDelivery<'c>>,
    /// Increments of the domains' statistics.
    pub stats: DailyStats,
}

/// Plans the effects of conversions that have their numbers.
///
/// # Errors
/// Fails the whole batch with [`Overflow`] if a sum is too large.
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
