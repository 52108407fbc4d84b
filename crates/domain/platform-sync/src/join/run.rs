//! One run of the join over an account: which subscriber lists are read, and which fans they name.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::links::PlatformLinkId;
use crate::paging::{Next, PageFacts, Position, Walk};

/// Maximum number of pages of one link's subscribers in a run.
pub const MAX_LINK_PAGES: u32 = 3;

/// Number of runs that read a link whose rise its list does not explain. Then the rise is taken as it is, so that a fan
/// who left does not cost credits for ever.
pub const MAX_UNEXPLAINED: u8 = 3;

/// Counter of a link's subscribers as the last run left it. Platforms count all subscriptions, so counters never fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counted {
    /// Number of subscribers whose links are found or given up.
    pub count: u64,
    /// Number of runs in a row that did not explain a rise.
    pub unexplained: u8,
}

impl From<u64> for Counted {
    fn from(count: u64) -> Self {
        Self { count, unexplained: 0 }
    }
}

/// Link whose number of subscribers rose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Growth {
    /// Link.
    pub link: PlatformLinkId,
    /// Number of new subscribers.
    pub by: u64,
}

/// Returns the links whose counters rose, the largest rise first. A link without a known counter counts from 0.
pub fn grown(known: &BTreeMap<PlatformLinkId, Counted>, read: &BTreeMap<PlatformLinkId, u64>) -> Vec<Growth> {
    let rise = |(link, now): (&PlatformLinkId, &u64)| {
        let by = now.saturating_sub(known.get(link).copied().unwrap_or_default().count);
        (by > 0).then(|| Growth { link: link.clone(), by })
    };
    let mut grown: Vec<_> = read.iter().filter_map(rise).collect();
    grown.sort_by_key(|growth| Reverse(growth.by));
    grown
}

/// Subscriber in the list of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Id of the fan.
    pub fan: String,
    /// Beginning of the subscription, if the list says it.
    pub since: Option<UnixTime>,
    /// Whether the fan was known to have this link before the run.
    pub known: bool,
}

/// Fan whose link was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Id of the fan.
    pub fan: String,
    /// Link.
    pub link: PlatformLinkId,
    /// Beginning of the subscription, if the list says it.
    pub since: Option<UnixTime>,
}

/// Next step of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JoinStep {
    /// Read the live lists of links, because fans wait and no stored counter rose. Report with [`JoinRun::live`].
    ReadLive,
    /// Read a page of a link's subscribers. Report with [`JoinRun::page`], or [`JoinRun::failed`].
    Read {
        /// Link.
        link: PlatformLinkId,
        /// Page.
        position: Position,
    },
    /// The run is over; see [`JoinRun::result`].
    End,
}

/// Result of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JoinResult {
    /// Fans whose links were found.
    pub found: Vec<Found>,
    /// Fans who were in no list.
    pub missed: Vec<String>,
    /// Counters to store. A link whose rise is unexplained keeps its known counter, so that the next run reads it again.
    pub counters: BTreeMap<PlatformLinkId, Counted>,
    /// New subscribers in the lists who did not wait, such as those of a lost event.
    pub others: Vec<Found>,
}

struct Reading {
    growth: Growth,
    walk: Walk,
    explained: u64,
    /// Waiting fans in the list that were not known to have the link. The list may be ahead of the counter.
    waiting: u64,
}

/// Run of the join. One run serves all fans who wait.
pub struct JoinRun {
    waiting: BTreeSet<String>,
    known: BTreeMap<PlatformLinkId, Counted>,
    read: BTreeMap<PlatformLinkId, u64>,
    may_read_live: bool,
    queue: Vec<Growth>,
    reading: Option<Reading>,
    hits: BTreeMap<String, Vec<(Seen, PlatformLinkId)>>,
    ahead: BTreeMap<PlatformLinkId, u64>,
    unexplained: BTreeSet<PlatformLinkId>,
    failed: BTreeSet<PlatformLinkId>,
    page_size: u64,
}

impl JoinRun {
    /// Begins a run for the fans who are due. `known` are the counters that were stored, `read` those of the stored
    /// lists now. `may_read_live` allows one reading of the live lists.
    pub fn new(
        waiting: BTreeSet<String>,
        known: BTreeMap<PlatformLinkId, Counted>,
        read: BTreeMap<PlatformLinkId, u64>,
        may_read_live: bool,
        page_size: u64,
    ) -> Self {
        let queue = Self::ordered(&known, &read);
        let (hits, ahead) = (BTreeMap::new(), BTreeMap::new());
        let (unexplained, failed) = (BTreeSet::new(), BTreeSet::new());
        Self {
            waiting,
            known,
            read,
            may_read_live,
            queue,
            reading: None,
            hits,
            ahead,
            unexplained,
            failed,
            page_size,
        }
    }

    /// Links that grew, so that the one to read first is last.
    fn ordered(
        known: &BTreeMap<PlatformLinkId, Counted>,
        read: &BTreeMap<PlatformLinkId, u64>,
    ) -> Vec<Growth> {
        let mut queue = grown(known, read);
        queue.reverse();
        queue
    }

    /// Returns the next step. A step may be repeated until its result is reported.
    pub fn step(&mut self) -> JoinStep {
        if self.waiting.is_empty() {
            return JoinStep::End;
        }
        if self.reading.is_none() {
            self.reading = self.queue.pop().map(|growth| {
                let walk = Walk::by_offset(self.page_size, MAX_LINK_PAGES);
                Reading { growth, walk, explained: 0, waiting: 0 }
            });
        }
        match &self.reading {
            Some(reading) => JoinStep::Read {
                link: reading.growth.link.clone(),
                position: reading.walk.position().clone(),
            },
            None if self.may_read_live && grown(&self.known, &self.read).is_empty() => JoinStep::ReadLive,
            None => JoinStep::End,
        }
    }

    /// Reports the counters of the live lists; `None` if they could not be read.
    pub fn live(&mut self, read: Option<BTreeMap<PlatformLinkId, u64>>) {
        self.may_read_live = false;
        if let Some(read) = read {
            self.queue = Self::ordered(&self.known, &read);
            self.read = read;
        }
    }

    /// Reports a page of subscribers. The link is read on until its rise is explained.
    pub fn page(&mut self, subscribers: &[Seen], facts: &PageFacts<'_>) {
        let Some(mut reading) = self.reading.take() else { return };
        for seen in subscribers {
            reading.explained += u64::from(!seen.known);
            let waits = self.waiting.contains(&seen.fan);
            reading.waiting += u64::from(waits && !seen.known);
            if waits || !seen.known {
                let hit = (seen.clone(), reading.growth.link.clone());
                self.hits.entry(seen.fan.clone()).or_default().push(hit);
            }
        }
        let explained = reading.explained >= reading.growth.by;
        let next = reading.walk.after(facts);
        if !explained && matches!(next, Next::Page(_)) {
            self.reading = Some(reading);
            return;
        }
        let Reading { growth, waiting, .. } = reading;
        self.ahead.insert(growth.link.clone(), waiting);
        if !explained {
            self.unexplained.insert(growth.link);
        }
    }

    /// Reports that a page could not be read. The link is left for the next run.
    pub fn failed(&mut self) {
        if let Some(reading) = self.reading.take() {
            self.failed.insert(reading.growth.link);
        }
    }

    /// Returns what the run found. A run that is broken off keeps the counters of links that it did not read.
    pub fn result(self) -> JoinResult {
        let unread = self.queue.into_iter().map(|growth| growth.link);
        let broken_off = self.reading.map(|reading| reading.growth.link);
        let unread: BTreeSet<_> = unread.chain(broken_off).chain(self.failed).collect();
        let mut counters = self.known;
        for (link, read) in self.read.into_iter().filter(|(link, _)| !unread.contains(link)) {
            let ahead = self.ahead.get(&link).copied().unwrap_or_default();
            let unexplained = self.unexplained.contains(&link);
            let known = counters.entry(link).or_default();
            *known = if unexplained && known.unexplained.saturating_add(1) < MAX_UNEXPLAINED {
                Counted { unexplained: known.unexplained.saturating_add(1), ..*known }
            } else {
                read.max(known.count.saturating_add(ahead)).into()
            };
        }
        let mut result = JoinResult { counters, ..JoinResult::default() };
        for (fan, hits) in self.hits {
            let Some((seen, link)) =
                hits.into_iter().max_by(|one, other| preference(one).cmp(&preference(other)))
            else {
                continue;
            };
            let waits = self.waiting.contains(&fan);
            let found = Found { fan, link, since: seen.since };
            if waits { result.found.push(found) } else { result.others.push(found) }
        }
        let found: BTreeSet<_> = result.found.iter().map(|found| &found.fan).collect();
        result.missed = self.waiting.iter().filter(|fan| !found.contains(fan)).cloned().collect();
        result
    }
}

/// Sort key of the links that name one fan: the latest subscription, then a link that is new to the fan, then the
/// smallest id.
fn preference((seen, link): &(Seen, PlatformLinkId)) -> (Option<UnixTime>, bool, Reverse<&PlatformLinkId>) {
    (seen.since, !seen.known, Reverse(link))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(list: &[(&str, u64)]) -> BTreeMap<PlatformLinkId, u64> {
        list.iter().map(|(id, count)| (id.parse().unwrap(), *count)).collect()
    }

    fn known(list: &[(&str, u64)]) -> BTreeMap<PlatformLinkId, Counted> {
        counters(list).into_iter().map(|(link, count)| (link, count.into())).collect()
    }

    fn seen(fan: &str, since: Option<i64>, known: bool) -> Seen {
        Seen { fan: fan.to_owned(), since: since.map(UnixTime::from_seconds), known }
    }

    fn run(waiting: &[&str], stored: &[(&str, u64)], read: &[(&str, u64)], live: bool) -> JoinRun {
        let waiting = waiting.iter().map(|fan| (*fan).to_owned()).collect();
        JoinRun::new(waiting, known(stored), counters(read), live, 2)
    }

    fn reads(step: JoinStep) -> (String, Position) {
        let JoinStep::Read { link, position } = step else { panic!("reads: {step:?}") };
        (link.to_string(), position)
    }

    const END: PageFacts<'static> =
        PageFacts { entries: 2, has_more: Some(false), next_page: None, next_marker: None };
    const MORE: PageFacts<'static> = PageFacts { has_more: Some(true), ..END };

    #[test]
    fn only_links_that_grew_are_read_and_only_until_the_rise_is_explained() {
        let mut run = run(
            &["ann", "bob"],
            &[("c1", 5), ("c2", 5), ("c3", 9)],
            &[("c1", 6), ("c2", 8), ("c3", 9)],
            true,
        );
        assert_eq!(reads(run.step()), ("c2".to_owned(), Position::Offset(0)));
        run.page(&[seen("ann", None, false), seen("cid", None, false)], &MORE);
        assert_eq!(reads(run.step()), ("c2".to_owned(), Position::Offset(2)));
        run.page(&[seen("old", None, true), seen("dan", None, false)], &MORE);
        assert_eq!(reads(run.step()), ("c1".to_owned(), Position::Offset(0)));
        run.page(&[seen("eve", None, false)], &MORE);
        assert_eq!(run.step(), JoinStep::End);
        let result = run.result();
        let names = |found: &[Found]| {
            found.iter().map(|found| format!("{}={}", found.fan, found.link)).collect::<Vec<_>>()
        };
        assert_eq!(
            (names(&result.found), names(&result.others)),
            (vec!["ann=c2".to_owned()], vec!["cid=c2".to_owned(), "dan=c2".to_owned(), "eve=c1".to_owned()])
        );
        assert_eq!(
            (result.missed, result.counters),
            (vec!["bob".to_owned()], known(&[("c1", 6), ("c2", 8), ("c3", 9)]))
        );
    }

    #[test]
    fn a_rise_that_was_not_read_is_read_by_the_next_run() {
        let mut failed = run(&["ann"], &[("c1", 5)], &[("c1", 6)], true);
        reads(failed.step());
        failed.failed();
        assert_eq!(failed.step(), JoinStep::End);
        let unread = run(&["ann"], &[("c1", 5)], &[("c1", 6)], true);
        for run in [failed, unread] {
            let result = run.result();
            assert_eq!((result.missed, result.counters), (vec!["ann".to_owned()], known(&[("c1", 5)])));
        }
    }

    #[test]
    fn an_unexplained_rise_is_read_three_times() {
        let mut stored = known(&[("c1", 5)]);
        for unexplained in [1, 2, 0] {
            let waiting = BTreeSet::from(["ann".to_owned()]);
            let mut run = JoinRun::new(waiting, stored, counters(&[("c1", 6)]), true, 2);
            reads(run.step());
            run.page(&[seen("old", None, true)], &END);
            assert_eq!(run.step(), JoinStep::End);
            stored = run.result().counters;
            let count = if unexplained == 0 { 6 } else { 5 };
            assert_eq!(stored.values().copied().collect::<Vec<_>>(), [Counted { count, unexplained }]);
        }
    }

    #[test]
    fn a_list_that_is_ahead_of_its_counter_is_not_read_again_for_it() {
        let mut run = run(&["ann", "bob"], &[("c1", 5)], &[("c1", 6)], true);
        reads(run.step());
        run.page(&[seen("ann", None, false), seen("bob", None, false)], &END);
        let result = run.result();
        assert_eq!((result.found.len(), &result.counters), (2, &known(&[("c1", 7)])));
        assert_eq!(grown(&result.counters, &counters(&[("c1", 7)])), []);
    }

    #[test]
    fn live_lists_are_read_once_where_nothing_grew() {
        let same = &[("c1", 5)][..];
        assert_eq!(run(&[], same, &[("c1", 6)], true).step(), JoinStep::End);
        assert_eq!(run(&["ann"], same, same, false).step(), JoinStep::End);
        let mut live = run(&["ann"], same, same, true);
        assert_eq!(live.step(), JoinStep::ReadLive);
        live.live(Some(counters(&[("c1", 6)])));
        assert_eq!(reads(live.step()).0, "c1");
        live.page(&[seen("ann", None, false)], &END);
        assert_eq!((live.step(), live.result().found.len()), (JoinStep::End, 1));
        let mut failed = run(&["ann"], same, same, true);
        failed.live(None);
        assert_eq!(failed.step(), JoinStep::End);
    }

    #[test]
    fn a_fan_of_several_links_belongs_to_the_latest() {
        for (one, other, expected) in [
            (seen("ann", Some(1), false), seen("ann", Some(2), false), "c2"),
            (seen("ann", None, true), seen("ann", None, false), "c2"),
            (seen("ann", None, false), seen("ann", None, true), "c1"),
            (seen("ann", None, false), seen("ann", None, false), "c1"),
        ] {
            let mut run = run(&["ann"], &[], &[("c1", 2), ("c2", 1)], true);
            reads(run.step());
            run.page(&[one], &END);
            reads(run.step());
            run.page(&[other], &END);
            assert_eq!(run.result().found[0].link.to_string(), expected);
        }
    }
}
