//! Events of fans, delivered twice, late, never and in any order, against a simulated account.

use std::collections::{BTreeMap, BTreeSet};

use kernel::UnixTime;
use proptest::prelude::*;

use super::desk::{FanDesk, HOLD_SECONDS, Held, Released};
use super::pauses::Pauses;
use super::run::{Counted, JoinRun, JoinStep, Seen};
use super::subscriptions::{How, Note};
use crate::links::PlatformLinkId;
use crate::paging::{PageFacts, Position};

const START: UnixTime = UnixTime::from_seconds(1_800_000_000);
const PAGE: u64 = 3;

fn held(id: &str, at: i64, received: i64) -> Held {
    let (at, received_at) = (START.plus_seconds(at), START.plus_seconds(received));
    Held { id: id.to_owned(), at, received_at, of_subscription: id.starts_with('s') }
}

fn link(id: &str) -> PlatformLinkId {
    id.parse().unwrap()
}

fn links(released: &[Released]) -> Vec<(String, Option<String>)> {
    released
        .iter()
        .map(|event| (event.id.clone(), event.stamp.link.as_ref().map(ToString::to_string)))
        .collect()
}

#[test]
fn money_waits_for_the_link_of_its_fan() {
    let pauses = Pauses::default();
    let at = |seconds| START.plus_seconds(seconds);
    let mut desk = FanDesk::default();
    desk.acted(held("t1", 5, 6));
    desk.subscribed(held("s1", 0, 8));
    desk.subscribed(held("s1", 0, 9));
    assert_eq!((desk.held(), desk.due_at(&pauses)), (2, Some(at(128))));
    assert_eq!(desk.release(at(128), &pauses), []);
    desk.missed(&pauses);
    assert_eq!(desk.due_at(&pauses), Some(at(608)));
    assert_eq!(desk.found(link("t7"), How::SubscribersList, None, START), Vec::<String>::new());
    let released = desk.release(at(608), &pauses);
    assert_eq!(
        links(&released),
        [("t1", "t7"), ("s1", "t7")].map(|(id, link)| (id.to_owned(), Some(link.to_owned())))
    );
    desk.acted(held("t2", 700, 701));
    assert_eq!(links(&desk.release(at(701), &pauses)), [("t2".to_owned(), Some("t7".to_owned()))]);
}

#[test]
fn the_last_try_but_one_may_read_live_lists() {
    for (pauses, expected) in [("1", [true, false]), ("1,2", [true, false]), ("1,2,3", [false, true])] {
        let pauses = Pauses::parse(pauses).unwrap();
        let mut desk = FanDesk::default();
        desk.subscribed(held("s1", 0, 0));
        let found = [0, 1].map(|_| {
            let may = desk.waiting().is_some_and(|waiting| waiting.may_read_live(&pauses));
            desk.missed(&pauses);
            may
        });
        assert_eq!(found, expected, "{pauses}");
    }
}

#[test]
fn after_the_last_try_a_fan_counts_as_direct_and_nobody_waits_any_more() {
    let pauses = Pauses::parse("120,600").unwrap();
    let mut desk = FanDesk::default();
    desk.subscribed(held("s1", 0, 0));
    desk.missed(&pauses);
    desk.missed(&pauses);
    assert_eq!(desk.due_at(&pauses), None);
    assert_eq!(links(&desk.release(START.plus_seconds(600), &pauses)), [("s1".to_owned(), None)]);
    desk.acted(held("t1", 900, 900));
    assert_eq!(links(&desk.release(START.plus_seconds(900), &pauses)), [("t1".to_owned(), None)]);
}

#[test]
fn nobody_waits_for_ever_and_a_late_join_is_named() {
    let pauses = Pauses::default();
    let mut desk = FanDesk::default();
    desk.subscribed(held("s1", 0, 0));
    desk.acted(held("t1", 10, 10));
    assert_eq!(desk.release(START.plus_seconds(HOLD_SECONDS - 1), &pauses), []);
    let released = desk.release(START.plus_seconds(HOLD_SECONDS + 10), &pauses);
    assert!(released.iter().all(|event| event.stamp.note == Some(Note::JoinedLate)));
    assert_eq!(desk.found(link("c1"), How::SubscribersList, None, START), ["s1", "t1"]);
    assert_eq!(desk.found(link("c1"), How::SubscribersList, None, START), Vec::<String>::new());
}

#[test]
fn a_new_subscription_changes_the_link_of_later_events_only() {
    let pauses = Pauses::default();
    let mut desk = FanDesk::default();
    desk.found(link("c1"), How::Imported, Some(START), START);
    desk.subscribed(held("s2", 5_000, 5_000));
    desk.acted(held("t1", 4_000, 5_001));
    desk.acted(held("t2", 5_001, 5_001));
    let now = START.plus_seconds(5_002);
    assert_eq!(links(&desk.release(now, &pauses)), [("t1".to_owned(), Some("c1".to_owned()))]);
    desk.found(link("t2"), How::SubscribersList, None, START);
    let rest = links(&desk.release(now, &pauses));
    assert_eq!(rest, ["s2", "t2"].map(|id| (id.to_owned(), Some("t2".to_owned()))));
}

#[derive(Debug, Clone)]
enum Op {
    /// A fan subscribes through a link, or directly.
    Subscribe(u8, Option<u8>),
    /// A fan pays.
    Pay(u8, i64),
    /// The webhook delivers one of the events that happened, perhaps again.
    Deliver(prop::sample::Index),
    /// The worker reads the lists, and sees everything that happened.
    Reconcile,
    /// The worker joins and passes events on; a crash loses its result.
    Turn { crashes: bool },
    /// Time passes, in seconds.
    Pass(i64),
}

#[derive(Debug, Clone)]
struct Happened {
    id: String,
    fan: String,
    at: UnixTime,
    cents: i64,
}

/// State that survives a crash.
#[derive(Clone, Default)]
struct Stored {
    inbox: BTreeSet<String>,
    desks: BTreeMap<String, FanDesk>,
    counters: BTreeMap<PlatformLinkId, Counted>,
    members: BTreeSet<(PlatformLinkId, String)>,
    sink: Vec<Released>,
}

struct World {
    now: UnixTime,
    lag: i64,
    happened: Vec<Happened>,
    subscribers: Vec<(PlatformLinkId, String, UnixTime)>,
    stored: Stored,
}

impl World {
    fn new(lag: i64) -> Self {
        Self { now: START, lag, happened: Vec::new(), subscribers: Vec::new(), stored: Stored::default() }
    }

    fn happen(&mut self, letter: char, fan: u8, cents: i64) {
        let id = format!("{letter}{}", self.happened.len());
        self.happened.push(Happened { id, fan: format!("f{fan}"), at: self.now, cents });
    }

    fn subscribe(&mut self, fan: u8, through: Option<u8>) {
        self.happen('s', fan, 0);
        if let Some(number) = through {
            let id = PlatformLinkId::Campaign(number.into());
            self.subscribers.push((id, format!("f{fan}"), self.now));
        }
        self.happen('t', fan, 500);
    }

    fn deliver(&mut self, at: usize) {
        let Some(event) = self.happened.get(at).cloned() else { return };
        if !self.stored.inbox.insert(event.id.clone()) {
            return;
        }
        let desk = self.stored.desks.entry(event.fan).or_default();
        let of_subscription = event.id.starts_with('s');
        let held = Held { id: event.id, at: event.at, received_at: self.now, of_subscription };
        if of_subscription { desk.subscribed(held) } else { desk.acted(held) }
    }

    fn list(&self, of: &PlatformLinkId) -> Vec<String> {
        let shown = self.subscribers.iter().rev();
        let shown = shown.filter(|(link, _, at)| link == of && at.plus_seconds(self.lag) <= self.now);
        shown.map(|(_, fan, _)| fan.clone()).collect()
    }

    fn turn(&self) -> Stored {
        let pauses = Pauses::default();
        let mut stored = self.stored.clone();
        let waiting = stored.desks.iter().filter(|(_, desk)| desk.waiting().is_some());
        let waiting: BTreeSet<String> = waiting.map(|(fan, _)| fan.clone()).collect();
        let due = |desk: &FanDesk| desk.due_at(&pauses).is_some_and(|due| due <= self.now);
        let due: BTreeSet<String> =
            stored.desks.iter().filter(|(_, desk)| due(desk)).map(|(fan, _)| fan.clone()).collect();
        if !due.is_empty() {
            let links: BTreeSet<_> = self.subscribers.iter().map(|(link, ..)| link.clone()).collect();
            let read = links.into_iter().map(|link| (link.clone(), self.list(&link).len() as u64)).collect();
            let mut run = JoinRun::new(waiting, stored.counters.clone(), read, false, PAGE);
            while let JoinStep::Read { link, position } = run.step() {
                let Position::Offset(offset) = position else { panic!("offsets") };
                let all = self.list(&link);
                let page: Vec<_> = all.iter().skip(offset as usize).take(PAGE as usize).collect();
                let known = |fan: &String| stored.members.contains(&(link.clone(), fan.clone()));
                let seen: Vec<_> = page
                    .iter()
                    .map(|fan| Seen { fan: (*fan).clone(), since: None, known: known(fan) })
                    .collect();
                let has_more = Some(offset + PAGE < all.len() as u64);
                run.page(&seen, &PageFacts { entries: seen.len() as u64, has_more, ..PageFacts::default() });
            }
            let result = run.result();
            stored.counters = result.counters;
            for found in result.found.into_iter().chain(result.others) {
                stored.members.insert((found.link.clone(), found.fan.clone()));
                let desk = stored.desks.entry(found.fan).or_default();
                desk.found(found.link, How::SubscribersList, found.since, self.now);
            }
            for fan in result.missed.iter().filter(|fan| due.contains(*fan)) {
                stored.desks.entry(fan.clone()).or_default().missed(&pauses);
            }
        }
        for desk in stored.desks.values_mut() {
            stored.sink.extend(desk.release(self.now, &pauses));
        }
        stored
    }

    fn run(&mut self, op: &Op) {
        match op {
            Op::Subscribe(fan, through) => self.subscribe(*fan, *through),
            Op::Pay(fan, cents) => self.happen('t', *fan, *cents),
            Op::Deliver(index) if !self.happened.is_empty() => self.deliver(index.index(self.happened.len())),
            Op::Deliver(_) => {}
            Op::Reconcile => (0..self.happened.len()).for_each(|at| self.deliver(at)),
            Op::Turn { crashes } => {
                let stored = self.turn();
                if !crashes {
                    self.stored = stored;
                }
            }
            Op::Pass(seconds) => self.now = self.now.plus_seconds(*seconds),
        }
    }

    fn finish(&mut self) {
        self.run(&Op::Reconcile);
        for _ in 0..20 {
            self.run(&Op::Pass(600));
            self.run(&Op::Turn { crashes: false });
        }
    }
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![
        (0_u8..6, prop::option::weighted(0.8, 0_u8..3)).prop_map(|(fan, link)| Op::Subscribe(fan, link)),
        (0_u8..6, -50_i64..500).prop_map(|(fan, cents)| Op::Pay(fan, cents)),
        any::<prop::sample::Index>().prop_map(Op::Deliver),
        any::<prop::sample::Index>().prop_map(Op::Deliver),
        Just(Op::Reconcile),
        any::<bool>().prop_map(|crashes| Op::Turn { crashes }),
        prop_oneof![Just(1_i64), Just(130), Just(700), Just(4_000), Just(12_000)].prop_map(Op::Pass),
    ];
    prop::collection::vec(op, 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_event_counts_exactly_once(ops in ops(), lag in prop_oneof![Just(0_i64), Just(500), Just(9_000)]) {
        let mut world = World::new(lag);
        for op in &ops {
            world.run(op);
        }
        world.finish();
        let mut counted: Vec<_> = world.stored.sink.iter().map(|event| event.id.clone()).collect();
        counted.sort();
        let mut all: Vec<_> = world.happened.iter().map(|event| event.id.clone()).collect();
        all.sort();
        prop_assert_eq!(counted, all);

        let cents: BTreeMap<_, _> = world.happened.iter().map(|event| (&event.id, event.cents)).collect();
        let mut sums: BTreeMap<Option<&PlatformLinkId>, i64> = BTreeMap::new();
        for event in &world.stored.sink {
            *sums.entry(event.stamp.link.as_ref()).or_default() += cents[&event.id];
        }
        let total: i64 = world.happened.iter().map(|event| event.cents).sum();
        prop_assert_eq!(sums.values().sum::<i64>(), total);

        let again = world.turn();
        prop_assert_eq!(again.sink.len(), world.stored.sink.len());
    }

    #[test]
    fn with_punctual_events_every_fan_has_the_link_of_their_subscription(
        through in prop::collection::vec(prop::option::weighted(0.8, 0_u8..3), 1..10),
        pays in prop::collection::vec((0_u8..10, 1_i64..5_000), 0..20),
        lag in 0_i64..1_700,
    ) {
        let mut world = World::new(lag);
        let deliver = |world: &mut World| world.run(&Op::Reconcile);
        for (fan, link) in (0_u8..).zip(&through) {
            world.run(&Op::Subscribe(fan, *link));
            deliver(&mut world);
            world.run(&Op::Pass(40));
            world.run(&Op::Turn { crashes: false });
        }
        for (fan, pause) in &pays {
            world.run(&Op::Pass(*pause));
            world.run(&Op::Pay(*fan % through.len() as u8, 100));
            deliver(&mut world);
            world.run(&Op::Turn { crashes: false });
        }
        world.finish();
        for event in &world.stored.sink {
            let fan = &world.happened.iter().find(|happened| happened.id == event.id).unwrap().fan;
            let number: usize = fan[1..].parse().unwrap();
            let expected = through[number].map(|link| PlatformLinkId::Campaign(link.into()));
            prop_assert_eq!(&event.stamp.link, &expected, "{} of {}", event.id, fan);
        }
    }
}
