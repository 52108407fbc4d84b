//! Tests of statistics split by a trait, and of statistics over all domains.

use adapter_postgres::{PgFunnelStats, PgTouchStore};
use attribution::funnel_stats::{SplitBy, SplitCounts};
use attribution::overview::{Overview, OverviewBy, OverviewCounts, Period};
use attribution::ports::FunnelStatsReads as _;
use kernel::fixed::SeededEntropy;
use kernel::{CountryCode, UnixTime, Window};
use landing_draft::ports::DomainStore as _;
use touches::ports::TouchStore as _;
use touches::{Act, Click, Context, DeviceWord, ShownArm, Split, Touch, TouchId, VisitorDigest};

use crate::desk::host;
use crate::funnel::{A, B, Funnel, all, by_click, by_link, event, paid, subscribed};
use crate::team::NOW;

const DAY: i64 = 86_400;

fn visit(funnel: &Funnel, number: u64, ago: i64, referrer: Option<&str>) -> Touch {
    let at = NOW.plus_seconds(-ago);
    let id = TouchId::generate(at, &SeededEntropy::new(number));
    let visitor = VisitorDigest([u8::try_from(number % 200).unwrap(); 16]);
    Touch {
        country: CountryCode::parse("DE"),
        device: Some(DeviceWord::Mobile),
        context: Context {
            browser: Some("instagram".into()),
            referrer: referrer.map(str::to_owned),
            arm: ShownArm::new("seg_1", "b", "summer"),
        },
        ..Touch::new(id, funnel.owner(), host(A), at, visitor, Act::Visit)
    }
}

/// Builds a button click by the visitor of a visit, one second later. Its referrer is the page itself.
fn click(number: u64, visit: &Touch) -> Touch {
    let at = visit.at.plus_seconds(1);
    Touch {
        id: TouchId::generate(at, &SeededEntropy::new(number)),
        at,
        act: Act::Click(Click { button: Some("btn_1".to_owned()), ..Click::default() }),
        context: Context { referrer: None, ..visit.context.clone() },
        ..visit.clone()
    }
}

/// Reads a split as lines of `key: visits clicks subs revenue`.
async fn split(funnel: &Funnel, by: SplitBy, since: Option<UnixTime>) -> Vec<String> {
    let stats = PgFunnelStats::new(funnel.desk.pool.clone());
    let found = stats
        .split(funnel.owner(), &host(A), by, Window::between(since, None).unwrap())
        .await
        .unwrap()
        .unwrap();
    let line = |(key, counts): (String, SplitCounts)| {
        let SplitCounts { visits, clicks, subs, revenue_cents } = counts;
        format!("{key}: {visits} {clicks} {subs} {revenue_cents}")
    };
    found.items.into_iter().map(line).collect()
}

#[test]
fn what_is_counted_is_what_is_read() {
    let read: Vec<_> = SplitBy::WORDS.iter().chain(&["bot"]).collect();
    assert_eq!(Split::WORDS.iter().collect::<Vec<_>>(), read);
}

#[tokio::test]
async fn each_touch_counts_once_in_every_split_however_often_it_comes() {
    let funnel = Funnel::create().await;
    let first = visit(&funnel, 1, 3_600, Some("l.instagram.com"));
    let second =
        Touch { country: None, device: None, context: Context::default(), ..visit(&funnel, 2, 60, None) };
    let repeat = Touch { context: Context::default(), ..visit(&funnel, 1, 3_000, Some("x.example")) };
    let bot = Touch { bot: true, ..visit(&funnel, 3, 60, Some("bot.example")) };
    let scan = Touch { act: Act::Scan { code: 1 }, ..visit(&funnel, 4, 60, None) };
    // One click is in the batch of its visit, another in a later batch.
    let batch = [first.clone(), click(11, &first), second, repeat, bot, scan];
    let later = Touch {
        act: Act::Click(Click { button: Some("btn_2".to_owned()), ..Click::default() }),
        ..click(12, &first)
    };
    for _ in 0..3 {
        funnel.store(&batch).await;
        funnel.store(std::slice::from_ref(&later)).await;
    }
    for (by, expected) in [
        (SplitBy::Country, vec!["DE: 1 2 0 0", ": 1 0 0 0"]),
        (SplitBy::Device, vec!["mobile: 1 2 0 0", ": 1 0 0 0"]),
        (SplitBy::Browser, vec!["instagram: 1 2 0 0", ": 1 0 0 0"]),
        (SplitBy::Button, vec!["btn_1: 0 1 0 0", "btn_2: 0 1 0 0"]),
        (SplitBy::Referrer, vec!["l.instagram.com: 1 2 0 0", ": 1 0 0 0"]),
        (SplitBy::Arm, vec!["seg_1/b/summer: 1 2 0 0"]),
        (SplitBy::Hour, vec!["2027-01-15T07:00:00Z: 2 2 0 0"]),
    ] {
        assert_eq!(split(&funnel, by, None).await, expected, "{by}");
    }
    let stats = PgFunnelStats::new(funnel.desk.pool.clone());
    let found =
        stats.split(funnel.owner(), &host(A), SplitBy::Country, Window::default()).await.unwrap().unwrap();
    assert_eq!((found.bots.visits, found.bots.clicks), (1, 0));
    assert_eq!(
        stats.split(funnel.desk.stranger, &host(A), SplitBy::Country, Window::default()).await.unwrap(),
        None
    );
    assert_eq!(
        stats.split(funnel.owner(), &host("c.example"), SplitBy::Country, Window::default()).await.unwrap(),
        None
    );
    let empty =
        stats.split(funnel.owner(), &host(B), SplitBy::Country, Window::default()).await.unwrap().unwrap();
    assert_eq!((empty.items, empty.bots), (vec![], SplitCounts::default()));
}

#[tokio::test]
async fn hours_stand_in_their_order_and_a_window_begins_to_the_second() {
    let funnel = Funnel::create().await;
    let touches: Vec<_> = [(1, 0), (2, 3_600), (3, 3_700), (4, DAY), (5, 2 * DAY)]
        .map(|(n, ago)| visit(&funnel, n, ago, None))
        .into();
    funnel.store(&touches).await;
    let hours = split(&funnel, SplitBy::Hour, None).await;
    assert!(hours.is_sorted() && hours.len() == 5, "{hours:?}");
    let since = split(&funnel, SplitBy::Hour, Some(NOW.plus_seconds(-DAY))).await;
    assert_eq!(since, hours[1..]);
    // Counts of the first hour exclude the part before the window.
    let hour = split(&funnel, SplitBy::Hour, Some(NOW.plus_seconds(-3_650))).await;
    assert_eq!(hour.iter().map(|line| line.split(' ').nth(1).unwrap()).collect::<Vec<_>>(), ["1", "1"]);
}

#[tokio::test]
async fn what_comes_of_a_click_counts_under_its_traits_in_any_order() {
    for click_first in [true, false] {
        let funnel = Funnel::create().await;
        let first = visit(&funnel, 1, 3_600, Some("l.instagram.com"));
        let clicked = click(11, &first);
        let events = all([
            by_click(event("1", "f", 10, subscribed()), &clicked.id.to_string()),
            by_click(event("2", "f", 5, paid(500)), &clicked.id.to_string()),
            by_link(event("3", "g", 5, paid(70)), "p1"),
        ]);
        funnel.store(std::slice::from_ref(&first)).await;
        if click_first {
            funnel.store(std::slice::from_ref(&clicked)).await;
            funnel.take(&events).await;
        } else {
            funnel.take(&events).await;
            funnel.store(std::slice::from_ref(&clicked)).await;
        }
        for (by, expected) in [
            (SplitBy::Country, vec!["DE: 1 1 1 500", ": 0 0 0 70"]),
            (SplitBy::Button, vec!["btn_1: 0 1 1 500"]),
            (SplitBy::Referrer, vec!["l.instagram.com: 1 1 1 500", ": 0 0 0 70"]),
            (SplitBy::Arm, vec!["seg_1/b/summer: 1 1 1 500"]),
        ] {
            assert_eq!(split(&funnel, by, None).await, expected, "{by}, click first: {click_first}");
        }
    }
}

#[tokio::test]
async fn visitors_can_not_make_up_any_number_of_keys() {
    let funnel = Funnel::create().await;
    let fill = format!(
        "INSERT INTO funnel_splits (owner_id, hostname, split, day, key, visits)
         SELECT {}, '{A}', 'referrer', '2027-01-15', 'r' || n || '.example', 1 FROM generate_series(1, 500) n",
        funnel.owner()
    );
    funnel.desk.sql(&fill).await.unwrap();
    let known = visit(&funnel, 1, 60, Some("r7.example"));
    let new = [2, 3]
        .map(|n| visit(&funnel, n, 60, Some(["x.example", "y.example"][usize::try_from(n % 2).unwrap()])));
    let unknown = visit(&funnel, 4, 60, None);
    let yesterday = visit(&funnel, 5, DAY, Some("z.example"));
    funnel.store(&[vec![known, unknown, yesterday], new.to_vec()].concat()).await;
    let found = split(&funnel, SplitBy::Referrer, None).await;
    assert_eq!(found[..2], ["other: 2 0 0 0", "r7.example: 2 0 0 0"]);
    assert!(found.contains(&": 1 0 0 0".to_owned()) && found.contains(&"z.example: 1 0 0 0".to_owned()));
    assert_eq!(found.len(), 503);
}

#[tokio::test]
async fn batches_at_once_add_up_in_splits_too() {
    let funnel = Funnel::create().await;
    let store = PgTouchStore::new(funnel.desk.pool.clone());
    let batch = |writer: u64| -> Vec<Touch> {
        let touch = |n| {
            visit(
                &funnel,
                writer * 1_000 + n,
                60,
                Some(["a.test", "b.test"][usize::try_from(n % 2).unwrap()]),
            )
        };
        (0..20).map(touch).collect()
    };
    let batches: Vec<_> = (0..8).map(batch).collect();
    let stored = futures_util::future::join_all(batches.iter().map(|batch| store.put(batch))).await;
    stored.into_iter().for_each(|stored| stored.unwrap());
    let sum = |lines: Vec<String>| -> i64 {
        lines
            .iter()
            .map(|line| line.rsplit(": ").next().unwrap().split(' ').next().unwrap().parse::<i64>().unwrap())
            .sum()
    };
    let all = sum(split(&funnel, SplitBy::Country, None).await);
    assert!(all > 0);
    for by in [SplitBy::Device, SplitBy::Browser, SplitBy::Referrer, SplitBy::Arm, SplitBy::Hour] {
        assert_eq!(sum(split(&funnel, by, None).await), all, "{by}");
    }
}

fn counts(clicks: i64, subs: i64, spenders: i64, revenue_cents: i64) -> OverviewCounts {
    OverviewCounts { visits: 0, clicks, subs, spenders, revenue_cents }
}

async fn overview(funnel: &Funnel, by: OverviewBy) -> Overview {
    let period = Period::parse(Some(NOW.plus_seconds(-DAY).seconds()), None, NOW).unwrap();
    PgFunnelStats::new(funnel.desk.pool.clone()).overview(funnel.owner(), period, by).await.unwrap()
}

#[tokio::test]
async fn an_overview_sums_up_all_domains_and_the_days_before() {
    let funnel = Funnel::create().await;
    assert_eq!(overview(&funnel, OverviewBy::Day).await, Overview::default());
    funnel.click(1, A, Some(1)).await;
    funnel
        .take(&all([
            by_link(event("1", "f", 0, subscribed()), "p1"),
            by_link(event("2", "f", 0, paid(500)), "p1"),
            // A fan on two domains and two days counts once on each, and once in the total.
            by_link(event("3", "f", 60, paid(70)), "p2"),
            by_link(event("4", "f", DAY, paid(30)), "p1"),
            by_link(event("5", "g", DAY, paid(20)), "p2"),
            by_link(event("6", "g", DAY, paid(-20)), "p2"),
            // Events of two and three days ago belong to the previous period, an event of four days ago to none.
            by_link(event("7", "h", 2 * DAY, paid(11)), "p1"),
            by_link(event("8", "f", 3 * DAY, paid(12)), "p2"),
            by_link(event("9", "i", 4 * DAY, paid(1_000)), "p2"),
        ]))
        .await;
    let (totals, previous) = (counts(1, 1, 2, 600), counts(0, 0, 2, 23));
    let by_day =
        vec![("2027-01-14".to_owned(), counts(0, 0, 2, 30)), ("2027-01-15".to_owned(), counts(1, 1, 1, 570))];
    assert_eq!(overview(&funnel, OverviewBy::Day).await, Overview { totals, previous, items: by_day });
    let by_domain = vec![(A.to_owned(), counts(1, 1, 1, 530)), (B.to_owned(), counts(0, 0, 2, 70))];
    assert_eq!(overview(&funnel, OverviewBy::Domain).await, Overview { totals, previous, items: by_domain });

    let stats = PgFunnelStats::new(funnel.desk.pool.clone());
    let period = Period::parse(None, None, NOW).unwrap();
    let foreign = stats.overview(funnel.desk.stranger, period, OverviewBy::Day).await.unwrap();
    assert_eq!(foreign, Overview::default());
    funnel.desk.domains.delete(funnel.by(), &host(B), None, NOW).await.unwrap();
    let left = overview(&funnel, OverviewBy::Domain).await;
    assert_eq!((left.totals, left.items.len()), (counts(1, 1, 1, 530), 1));
}
