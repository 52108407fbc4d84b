//! Price of the example creator, by the real join and the real rhythm: 3,000 fans, 60 new fans and 250 sales a day, 40
//! links, 1,500 media.

use std::collections::{BTreeMap, BTreeSet};

use kernel::UnixTime;

use super::estimate::{AccountSize, ImportPart, import_plan};
use crate::jobs::{Job, JobRow, SYNC_SECONDS, TurnEnd};
use crate::join::{Counted, FanDesk, Held, How, JoinRun, JoinStep, Pauses, Seen};
use crate::kind::PlatformKind;
use crate::links::PlatformLinkId;
use crate::paging::{PageFacts, Position};

const START: UnixTime = UnixTime::from_seconds(1_800_000_000);
const DAYS: u64 = 7;
const EXAMPLE: AccountSize =
    AccountSize { fans: 3_000, links: 40, media: 1_500, new_fans: 60, sales: 250, messages: 0 };
const PAGE: u64 = 100;
/// New fans who come without a link, of a hundred.
const DIRECT: u64 = 15;
/// Linear congruential generator: the test is the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

struct Subscriber {
    fan: String,
    link: Option<PlatformLinkId>,
    at: UnixTime,
}

struct Account {
    subscribers: Vec<Subscriber>,
    desks: BTreeMap<String, FanDesk>,
    counters: BTreeMap<PlatformLinkId, Counted>,
    members: BTreeSet<(PlatformLinkId, String)>,
    credits: u64,
    found: usize,
    /// Age of the vendor's stored lists, in seconds.
    lag: i64,
}

impl Account {
    fn list(&self, of: &PlatformLinkId, until: UnixTime) -> Vec<&str> {
        let of = |subscriber: &&Subscriber| subscriber.link.as_ref() == Some(of) && subscriber.at <= until;
        self.subscribers.iter().rev().filter(of).map(|subscriber| subscriber.fan.as_str()).collect()
    }

    fn counted(&self, until: UnixTime) -> BTreeMap<PlatformLinkId, u64> {
        let mut counters: BTreeMap<&PlatformLinkId, u64> = BTreeMap::new();
        for subscriber in self.subscribers.iter().filter(|subscriber| subscriber.at <= until) {
            if let Some(link) = &subscriber.link {
                *counters.entry(link).or_default() += 1;
            }
        }
        counters.into_iter().map(|(link, count)| (link.clone(), count)).collect()
    }

    fn join(&mut self, now: UnixTime) {
        let pauses = Pauses::default();
        let waiting = self.desks.iter().filter_map(|(fan, desk)| Some((fan.clone(), desk.waiting()?)));
        let waiting: BTreeMap<_, _> = waiting.collect();
        let is_due = |fan: &String| self.desks[fan].due_at(&pauses).is_some_and(|due| due <= now);
        let due: BTreeSet<_> = waiting.keys().filter(|fan| is_due(fan)).cloned().collect();
        if due.is_empty() {
            return;
        }
        let live = due.iter().any(|fan| waiting[fan].may_read_live(&pauses));
        let read = self.counted(now.plus_seconds(-self.lag));
        let mut run = JoinRun::new(waiting.into_keys().collect(), self.counters.clone(), read, live, PAGE);
        loop {
            match run.step() {
                JoinStep::End => break,
                JoinStep::ReadLive => {
                    self.credits += 2;
                    run.live(Some(self.counted(now)));
                }
                JoinStep::Read { link, position } => {
                    self.credits += 1;
                    let Position::Offset(offset) = position else { panic!("offsets") };
                    let all = self.list(&link, now);
                    let page = all.iter().skip(offset as usize).take(PAGE as usize);
                    let seen = page.map(|fan| Seen {
                        fan: (*fan).to_owned(),
                        since: None,
                        known: self.members.contains(&(link.clone(), (*fan).to_owned())),
                    });
                    let seen: Vec<_> = seen.collect();
                    let has_more = Some(offset + PAGE < all.len() as u64);
                    run.page(
                        &seen,
                        &PageFacts { entries: seen.len() as u64, has_more, ..PageFacts::default() },
                    );
                }
            }
        }
        let result = run.result();
        self.counters = result.counters;
        self.found += result.found.len();
        for found in result.found.into_iter().chain(result.others) {
            self.members.insert((found.link.clone(), found.fan.clone()));
            self.desks.entry(found.fan).or_default().found(found.link, How::SubscribersList, None, now);
        }
        for fan in result.missed.iter().filter(|fan| due.contains(*fan)) {
            self.desks.get_mut(fan).unwrap().missed(&pauses);
        }
    }
}

fn job_credits(job: Job, sales: u64) -> u64 {
    match job {
        Job::Transactions => sales.div_ceil(100).max(1),
        Job::Chargebacks | Job::Earnings | Job::FansNew => 1,
        Job::LinksLive => 2,
        Job::Fans => EXAMPLE.fans.div_ceil(20),
        Job::Vault => EXAMPLE.media.div_ceil(100),
        _ => 0,
    }
}

#[test]
fn the_example_creator_fits_the_small_plan() {
    for lag in [0, 300, 900, 1_800] {
        simulate(lag);
    }
}

fn simulate(lag: i64) {
    let mut numbers = Numbers(7);
    let old = (0..EXAMPLE.fans).map(|fan| Subscriber {
        fan: format!("old{fan}"),
        link: Some(PlatformLinkId::Campaign(fan % EXAMPLE.links)),
        at: START.plus_seconds(-1),
    });
    let subscribers: Vec<_> = old.collect();
    let members = subscribers
        .iter()
        .map(|subscriber| (subscriber.link.clone().unwrap(), subscriber.fan.clone()))
        .collect();
    let (desks, counters) = (BTreeMap::new(), BTreeMap::new());
    let mut account = Account { subscribers, desks, counters, members, credits: 0, found: 0, lag };
    account.counters = account.counted(START).into_iter().map(|(link, count)| (link, count.into())).collect();

    let seconds = i64::try_from(DAYS).unwrap() * 86_400;
    let new_fans = EXAMPLE.new_fans * DAYS;
    let mut arrivals: Vec<i64> = (0..new_fans).map(|_| numbers.below(seconds as u64) as i64).collect();
    arrivals.sort_unstable();
    let mut linked = 0;
    let mut jobs = JobRow::first(PlatformKind::Onlyfans, SYNC_SECONDS, 12_345, START);
    let mut by_job: BTreeMap<Job, u64> = BTreeMap::new();
    let mut next = arrivals.iter().enumerate().peekable();
    for minute in 0..(seconds / 60 + 240) {
        let now = START.plus_seconds(minute * 60);
        while let Some((number, second)) = next.next_if(|(_, second)| **second <= minute * 60) {
            let direct = numbers.below(100) < DIRECT;
            // Few links bring most of the fans.
            let link = numbers.below(EXAMPLE.links).min(numbers.below(EXAMPLE.links));
            let link = (!direct).then_some(PlatformLinkId::Campaign(link));
            linked += usize::from(link.is_some());
            let (fan, at) = (format!("new{number}"), START.plus_seconds(*second));
            let event = Held { id: format!("s{number}"), at, received_at: at, of_subscription: true };
            account.desks.entry(fan.clone()).or_default().subscribed(event);
            account.subscribers.push(Subscriber { fan, link, at });
        }
        account.join(now);
        if minute * 60 < seconds {
            for row in jobs.iter_mut().filter(|row| row.due_at <= now) {
                *by_job.entry(row.job).or_default() += job_credits(row.job, EXAMPLE.sales / 24);
                if let Some(after) = row.after(TurnEnd::Done, SYNC_SECONDS, now) {
                    *row = after;
                }
            }
        }
    }

    let events = EXAMPLE.sales + EXAMPLE.new_fans;
    let lists: u64 = by_job.values().sum();
    let day = |hundredths: u64| events * hundredths / 100 + (lists + account.credits).div_ceil(DAYS);
    let join = account.credits as f64 / new_fans as f64;
    let subscribers = vec![EXAMPLE.fans / EXAMPLE.links; EXAMPLE.links as usize];
    let import = import_plan(&ImportPart::ALL, EXAMPLE, &subscribers, 90).credits();
    println!("lists {lag} s old: {} credits a day with events at 1 credit, {} at 0.01", day(100), day(1));
    println!("join: {join:.2} credits a new fan; lists in {DAYS} days: {by_job:?}; first import: {import}");
    assert_eq!(account.found, linked, "every fan of a link is found");
    assert!(day(100) <= 450, "{}", day(100));
    assert!(import <= 500, "{import}");
    assert!(join <= 2.0, "{join}");
}
