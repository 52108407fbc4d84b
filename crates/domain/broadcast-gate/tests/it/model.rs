//! Model test with random interleavings: workers that crash between any two calls, a gate and a clock that jump, and
//! an engine that fails in every way.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use broadcast_gate::audience::{AudienceInput, Fan, FanStatus, FanTier};
use broadcast_gate::campaign::{CampaignInput, Definition};
use broadcast_gate::campaigns::{CampaignPorts, Campaigns};
use broadcast_gate::deliver::{Deliver, DeliveryPorts, Step};
use broadcast_gate::ledger::{Reaction, RowState};
use broadcast_gate::message::MessageInput;
use broadcast_gate::pace::{PaceInput, PacePolicy};
use broadcast_gate::ports::{CampaignStore, FanEvents};
use broadcast_gate::quiet::QuietHours;
use broadcast_gate::screening::{Screening, UnknownCountry};
use broadcast_gate::state::{ActingKey, Status};
use broadcast_gate::text::{CampaignId, FanId};
use kernel::fixed::SeededEntropy;
use kernel::{Acting, Clock as _, CountryCode, Entropy as _, OwnerId, StoreError};
use proptest::prelude::*;

use crate::engine::{Engine, Mood, account};
use crate::world::{JumpingClock, NOW, World};

pub(crate) const OWNER: OwnerId = OwnerId::new(1);
pub(crate) const BY: Acting = Acting::service(OWNER);
const PER_MINUTE: i64 = 20;
const COOLDOWN: i64 = 3600;

/// Test bench of one run.
pub(crate) struct Bench {
    pub(crate) world: World,
    pub(crate) engine: Engine,
    pub(crate) clock: Arc<JumpingClock>,
    pub(crate) campaigns: Campaigns,
    pub(crate) deliver: Deliver,
}

pub(crate) fn fans(count: usize) -> Vec<Fan> {
    let fan = |n: usize| Fan {
        fan_id: FanId::parse(&format!("fan{n}")).unwrap(),
        tier: FanTier::ALL.get(n % 4).copied(),
        status: Some(FanStatus::Active),
        country: CountryCode::parse(if n.is_multiple_of(5) { "JP" } else { "DE" }),
        last_seen_at: Some(NOW),
        total_spent_cents: 100,
        opted_out: n % 7 == 3,
        blocked: n % 11 == 5,
    };
    (0..count).map(fan).collect()
}

pub(crate) fn bench(seed: u64, count: usize, screening: Screening) -> Bench {
    let clock = Arc::new(JumpingClock::at(NOW));
    let world = World::open();
    let engine = Engine::new(fans(count), 4, clock.clone(), world.clone());
    let (store, outside) = (Arc::new(world.clone()), Arc::new(engine.clone()));
    let pace = PacePolicy::default();
    let campaigns = CampaignPorts {
        campaigns: store.clone(),
        ledger: store.clone(),
        stats: store.clone(),
        fans: outside.clone(),
        gate: store.clone(),
        clock: clock.clone(),
    };
    let delivery = DeliveryPorts {
        campaigns: store.clone(),
        ledger: store.clone(),
        stats: store.clone(),
        events: store.clone(),
        fans: outside.clone(),
        messenger: outside,
        gate: store,
        clock: clock.clone(),
        entropy: Arc::new(SeededEntropy::new(seed)),
    };
    Bench {
        campaigns: Campaigns::new(campaigns, screening, pace),
        deliver: Deliver::new(delivery, screening, pace),
        world,
        engine,
        clock,
    }
}

pub(crate) fn campaign(mode: &str, text: &str) -> CampaignInput {
    CampaignInput {
        title: Some(text.into()),
        mode: Some(mode.into()),
        audience: Some(AudienceInput::default()),
        message: Some(MessageInput { text: Some(text.into()), ..MessageInput::default() }),
        pace: Some(PaceInput { per_minute: Some(PER_MINUTE), per_day: Some(100_000), jitter: None }),
        ..CampaignInput::default()
    }
}

pub(crate) fn me() -> Acting {
    let key = ActingKey { prefix: "prefix".into(), name: "name".into(), member: None };
    Acting { actor: kernel::Actor::Key(key), ..Acting::service(OWNER) }
}

/// Runs a single future to completion.
pub(crate) fn alone<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

type Work = Pin<Box<dyn Future<Output = Result<Step, StoreError>>>>;

struct Dice(SeededEntropy);

impl Dice {
    fn roll(&self, sides: u64) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes) % sides
    }
}

impl Bench {
    pub(crate) fn step(&self) -> Work {
        let deliver = self.deliver.clone();
        Box::pin(async move { deliver.step(OWNER, &account()).await })
    }

    pub(crate) fn make(&self, input: &CampaignInput) -> CampaignId {
        alone(self.campaigns.create(&BY, &Definition::parse(input).unwrap(), None)).unwrap().id
    }

    fn disturb(&self, dice: &Dice, ids: &[CampaignId]) {
        let id = ids[dice.roll(ids.len() as u64) as usize];
        let fan = FanId::parse(&format!("fan{}", dice.roll(20))).unwrap();
        match dice.roll(400) {
            0 => self.world.switch(false),
            1..=4 => self.world.switch(true),
            5 => self.clock.pass(i64::try_from(dice.roll(300_000)).unwrap()),
            6 => self.clock.pass(-i64::try_from(dice.roll(300_000)).unwrap()),
            7 => drop(alone(self.campaigns.pause(&me(), id))),
            8..=14 => drop(alone(self.campaigns.resume(&me(), id))),
            15..=24 => drop(alone(self.campaigns.launch(&me(), id))),
            25 => alone(self.world.reacted(OWNER, &fan, Reaction::OptOut, self.clock.now())).unwrap(),
            26 => alone(self.world.reacted(OWNER, &fan, Reaction::Reply, self.clock.now())).unwrap(),
            27 | 28 => alone(self.world.came_online(OWNER, &fan, self.clock.now())).unwrap(),
            29 => self.engine.records().list_failures = 1,
            30..=36 => {
                let moods =
                    [Mood::AnswerLost, Mood::Lost, Mood::Busy(7), Mood::Unreachable, Mood::NotConnected];
                self.engine.records().moods.push_back(moods[dice.roll(5) as usize]);
            }
            37..=60 => self.clock.pass(i64::try_from(dice.roll(3000)).unwrap()),
            _ => self.clock.pass(i64::try_from(dice.roll(100)).unwrap()),
        }
    }

    fn check(&self) {
        let tables = self.world.tables();
        for (id, rows) in &tables.rows {
            let p = tables.progress(*id, self.clock.now());
            let screened: u64 = p.screened.values().sum();
            assert_eq!(p.matched, p.pending + p.sent + p.failed + p.unknown + screened);
            assert_eq!(p.matched, rows.len() as u64);
        }
        let records = self.engine.records();
        let mut by_fan: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (fan, at) in records.messages.values() {
            by_fan.entry(fan.clone()).or_default().push(*at);
        }
        // The engine stores one message per key, so there must be one key per campaign and fan.
        let mut keys: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for one in &records.submissions {
            keys.entry(&one.fan).or_default().insert(one.key.as_str());
        }
        assert!(keys.values().all(|keys| keys.len() <= tables.campaigns.len()), "a second message to a fan");
        for times in by_fan.values_mut() {
            times.sort_unstable();
            assert!(
                times.is_sorted_by(|one, next| one.plus_seconds(COOLDOWN) <= *next),
                "the cool-down was broken"
            );
        }
        let mut times: Vec<_> = records.submissions.iter().map(|one| one.elapsed).collect();
        times.sort_unstable();
        for gaps in 1..times.len().min(50) {
            // Slots are 61/20 of a second apart, and used within one second.
            let least = i64::try_from(gaps).unwrap() * 3050 - 1000;
            let spans = times.windows(gaps + 1).map(|crowd| crowd[gaps] - crowd[0]);
            assert!(spans.min().is_none_or(|span| span >= least), "the pace was exceeded");
        }
    }

    /// Completes all remaining work with one worker that does not crash, while the gate stays open.
    fn finish(&self, ids: &[CampaignId]) {
        self.world.switch(true);
        self.engine.records().moods.clear();
        self.engine.records().list_failures = 0;
        for _ in 0..20_000 {
            for id in ids {
                drop(alone(self.campaigns.launch(&me(), *id)));
                drop(alone(self.campaigns.resume(&me(), *id)));
            }
            let step = alone(self.step()).unwrap();
            if let Step::Idle { until } = step {
                let wait = until.map_or(60_000, |until| until.millis() - self.clock.now().millis());
                self.clock.pass(wait.clamp(1, 3_600_000));
            }
            let over = |id: &CampaignId| self.world.tables().campaigns[id].status.is_over();
            if ids.iter().all(over) {
                return;
            }
        }
        panic!("the campaigns do not finish");
    }

    fn agrees_with_the_engine(&self) {
        let (tables, records) = (self.world.tables(), self.engine.records());
        let rows = tables.rows.iter().flat_map(|(id, rows)| rows.iter().map(move |row| (*id, row)));
        let mut sent = 0;
        for (id, row) in rows {
            let key = broadcast_gate::text::MessageKey::of(id, &row.new.fan_id);
            let arrived = records.messages.contains_key(&key);
            match row.state {
                RowState::Sent => assert!(arrived, "{row:?}"),
                RowState::Failed(_) => assert!(!arrived, "{row:?}"),
                RowState::Pending | RowState::Claimed => {
                    assert_eq!(tables.campaigns[&id].status, Status::Failed, "{row:?}");
                }
                // A fan who opted out before the outcome was known may have received the message.
                RowState::Skipped(_) | RowState::Unknown => {}
            }
            sent += u64::from(arrived);
        }
        assert_eq!(sent, records.messages.len() as u64);
    }
}

fn run(seed: u64, modes: [&str; 2], chaos: u32) {
    let quiet = QuietHours::parse("23-8").unwrap();
    let bench = bench(seed, 20, Screening { cooldown_seconds: COOLDOWN, quiet, ..Screening::default() });
    let dice = Dice(SeededEntropy::new(seed ^ 0xd1ce));
    let ids: Vec<_> =
        modes.iter().enumerate().map(|(n, mode)| bench.make(&campaign(mode, &format!("text {n}")))).collect();
    let mut workers: [Option<Work>; 3] = [None, None, None];
    for _ in 0..chaos {
        bench.disturb(&dice, &ids);
        let worker = &mut workers[dice.roll(3) as usize];
        if dice.roll(100) == 0 {
            // The worker crashes at its current step.
            *worker = None;
        }
        let work = worker.get_or_insert_with(|| bench.step());
        if let Poll::Ready(step) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            step.unwrap();
            *worker = None;
            bench.check();
        }
    }
    drop(workers);
    bench.finish(&ids);
    bench.check();
    bench.agrees_with_the_engine();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_each_fan_gets_one_message_at_most_in_pace_and_never_while_closed(
        seed in any::<u64>(),
        first in prop::sample::select(vec!["segmented", "tiered", "drip"]),
        second in prop::sample::select(vec!["segmented", "drip"]),
    ) {
        run(seed, [first, second], 3000);
    }
}

#[test]
fn a_crash_at_every_single_await_leaves_one_message_a_fan() {
    for awaits in 0..200 {
        let bench = bench(
            1,
            6,
            Screening {
                cooldown_seconds: 0,
                quiet: QuietHours::OFF,
                unknown_country: UnknownCountry::NoQuietHours,
            },
        );
        let id = bench.make(&campaign("segmented", "hello"));
        alone(bench.campaigns.launch(&me(), id)).unwrap();
        let mut left = awaits;
        'crash: loop {
            let mut work = bench.step();
            while work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending() {
                if left == 0 {
                    break 'crash;
                }
                left -= 1;
            }
            bench.clock.pass(4000);
        }
        bench.finish(&[id]);
        bench.check();
        bench.agrees_with_the_engine();
        assert_eq!(bench.engine.records().messages.len(), 4, "fan3 opted out and fan5 is blocked");
        assert_eq!(bench.world.tables().campaigns[&id].status.reason(), Some("done"));
    }
}

#[test]
fn the_store_of_the_tests_finds_what_it_made() {
    let bench = bench(1, 0, Screening::default());
    let id = bench.make(&campaign("online", "x"));
    assert_eq!(alone(bench.world.find(OWNER, id)).unwrap().unwrap().status, Status::Draft);
}
