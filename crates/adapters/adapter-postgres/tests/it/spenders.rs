//! Tests that database statistics equal those of the pure functions.

use adapter_postgres::{PgFunnelStats, PgSpenderReads};
use attribution::assign::{Attribution, Basis, LinkId};
use attribution::event::{EngineEvent, FanAction, FanEvent, TransactionKind};
use attribution::funnel_stats::{FunnelCounts, SplitBy};
use attribution::history::{Conversion, FanHistory, Payment};
use attribution::ports::{Cursor, DomainQuery, FunnelStatsReads as _, PageRequest, ReadError, SpenderReads};
use attribution::spenders::{FanPurchases, of_domain, of_link};
use kernel::{CountryCode, Hostname, Search, UnixTime, Window};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};

use crate::desk::host;
use crate::funnel::{
    A, B, Funnel, all, at, by_click, by_link, event, message, paid, subscribed, transaction,
};

const ALL: PageRequest = PageRequest { limit: 100, after: None, search: None };

/// Builds an event for the model and for the engine. The click is on `a.example` and led to no link.
fn conversion_and_event(one: &Case, number: usize, click: &str) -> (Conversion, FanEvent) {
    let mut sent = event(&format!("e{number:03}"), one.fan, one.ago, one.action.clone());
    sent.fan.username = one.username.map(str::to_owned);
    sent.fan.country = one.country.and_then(CountryCode::parse);
    let place = |domain, link: Option<i64>, basis| {
        Some(Attribution { domain: host(domain), link: link.map(LinkId::new), basis })
    };
    let clicked = || Basis::Click(click.to_owned());
    let (sent, attribution) = match one.by {
        By::Nothing => (sent, None),
        By::One => (by_link(sent, "p1"), place(A, Some(1), Basis::Link)),
        By::Two => (by_link(sent, "p2"), place(B, Some(2), Basis::Link)),
        By::Homeless => (by_link(sent, "p3"), None),
        By::Click => (by_click(sent, click), place(A, None, clicked())),
        By::ClickAndOne => (by_link(by_click(sent, click), "p1"), place(A, Some(1), clicked())),
        By::ClickAndTwo => (by_link(by_click(sent, click), "p2"), place(A, None, clicked())),
    };
    let payment = match &one.action {
        FanAction::NewTransaction(paid) => Some(Payment::from(paid)),
        _ => None,
    };
    let model = Conversion {
        event_id: sent.event_id.clone(),
        fan_id: sent.fan.fan_id.clone(),
        occurred_at: sent.occurred_at,
        attribution,
        payment,
        username: sent.fan.username.clone(),
        country: sent.fan.country,
    };
    (model, sent)
}

#[derive(Debug, Clone, Copy)]
enum By {
    Nothing,
    One,
    Two,
    Homeless,
    Click,
    ClickAndOne,
    ClickAndTwo,
}

#[derive(Debug, Clone)]
struct Case {
    fan: &'static str,
    ago: i64,
    by: By,
    action: FanAction,
    username: Option<&'static str>,
    country: Option<&'static str>,
}

fn any_case() -> impl Strategy<Value = Case> {
    let by = [By::Nothing, By::One, By::Two, By::Homeless, By::Click, By::ClickAndOne, By::ClickAndTwo];
    let action = prop_oneof![
        Just(subscribed()),
        Just(message()),
        select(vec![100_i64, 100, 250, 0, -30]).prop_map(paid),
        Just(transaction(TransactionKind::Tip, -40)),
        Just(transaction(TransactionKind::Refund, 0)),
    ];
    let fans = select(vec!["a", "B", "b", "é", "10", "9"]);
    let words = (select(vec![None, Some("jo"), Some("Al")]), select(vec![None, Some("DE"), Some("FR")]));
    (fans, 0_i64..12, select(by.to_vec()), action, words).prop_map(|(fan, ago, by, action, words)| Case {
        fan,
        ago: ago * 3_600,
        by,
        action,
        username: words.0,
        country: words.1,
    })
}

/// Reads a list in pages of two, like a caller.
async fn in_parts<T: Clone, U, F>(mut part: F, bought: impl Fn(&T) -> &FanPurchases) -> Vec<T>
where
    F: AsyncFnMut(PageRequest) -> Option<(Vec<T>, U)>,
{
    let (mut list, mut after) = (Vec::new(), None);
    loop {
        let (more, _) = part(PageRequest { limit: 2, after, search: None }).await.unwrap();
        let Some(last) = more.last().map(|last| bought(last).clone()) else { return list };
        after = Some(Cursor { total_net_cents: last.total_net_cents, fan_id: last.fan_id });
        list.extend(more);
    }
}

/// Returns whether a fan matches the search.
fn is_wanted(search: &Search, fan: &FanPurchases) -> bool {
    search.is_in(&[&fan.fan_id, fan.fan_username.as_deref().unwrap_or_default()])
}

/// Asserts that all counts of a domain in a window have the same revenue.
async fn compare_counts(funnel: &Funnel, domain: &Hostname, window: Window, cents: i64) {
    let (stats, owner) = (PgFunnelStats::new(funnel.desk.pool.clone()), funnel.owner());
    let counted = stats.of_domain(owner, domain, window).await.unwrap().unwrap();
    let sum =
        |counts: &[(String, FunnelCounts)]| counts.iter().map(|(_, one)| one.revenue_cents).sum::<i64>();
    let found = [counted.totals.revenue_cents, sum(&counted.days), sum(&counted.sources)];
    assert_eq!(found, [cents; 3], "{domain} {window:?}");
    for by in [SplitBy::Country, SplitBy::Hour] {
        let split = stats.split(owner, domain, by, window).await.unwrap().unwrap();
        let found: i64 = split.items.iter().map(|(_, one)| one.revenue_cents).sum();
        assert_eq!(found, cents, "{domain} {window:?} {by}");
        let subs: i64 = split.items.iter().map(|(_, one)| one.subs).sum();
        assert_eq!(subs, counted.totals.subs, "{domain} {window:?} {by}");
    }
}

async fn compare(reads: &PgSpenderReads, funnel: &Funnel, histories: &[FanHistory]) {
    let owner = funnel.owner();
    let hours = |hours: i64| Some(at(hours * 3_600));
    let windows = [(None, None), (hours(3), None), (hours(30), hours(2)), (None, hours(3))];
    for domain in [A, B].map(host) {
        for ((from, until), full) in windows.into_iter().flat_map(|window| [(window, false), (window, true)])
        {
            let window = Window::between(from, until).unwrap();
            let (list, totals) = of_domain(histories, &domain, window, full).unwrap();
            compare_counts(funnel, &domain, window, totals.revenue_cents).await;
            let query = |part| DomainQuery { domain: domain.clone(), window, full, part };
            let found = reads.of_domain(owner, &query(ALL)).await.unwrap();
            assert_eq!(found, Some((list.clone(), totals)), "{domain} {window:?} {full}");
            for text in ["a", "A", "1", "nobody%", "_"] {
                let search = Search::parse(text).unwrap();
                let page = PageRequest { search: Some(search.clone()), ..ALL };
                let wanted = list.iter().filter(|one| is_wanted(&search, &one.bought)).cloned().collect();
                let found = reads.of_domain(owner, &query(page)).await.unwrap();
                assert_eq!(found, Some((wanted, totals)), "{text} {domain} {window:?} {full}");
            }
            let parts =
                in_parts(async |part| reads.of_domain(owner, &query(part)).await.unwrap(), |one| &one.bought);
            assert_eq!(parts.await, list);
        }
    }
    for (domain, link) in [(A, 1), (B, 2)] {
        let (domain, link) = (host(domain), LinkId::new(link));
        let expected = of_link(histories, link).unwrap();
        let found = reads.of_link(owner, &domain, link, &ALL).await.unwrap();
        assert_eq!(found.as_ref(), Some(&expected));
        for text in ["a", "2", "nobody"] {
            let search = Search::parse(text).unwrap();
            let page = PageRequest { search: Some(search.clone()), ..ALL };
            let wanted = expected.0.iter().filter(|one| is_wanted(&search, one)).cloned().collect();
            let found = reads.of_link(owner, &domain, link, &page).await.unwrap();
            assert_eq!(found, Some((wanted, expected.1)), "{text}");
        }
        let parts =
            in_parts(async |part| reads.of_link(owner, &domain, link, &part).await.unwrap(), |one| one);
        assert_eq!(parts.await, expected.0);
    }
    for history in histories {
        let found = reads.history(owner, history.fan_id()).await.unwrap();
        assert_eq!(found.as_ref(), Some(history));
    }
}

#[test]
fn the_database_answers_as_the_pure_functions_do() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let funnel = runtime.block_on(Funnel::create());
    let click = runtime.block_on(funnel.click(1, A, None));
    let reads = PgSpenderReads::new(funnel.desk.pool.clone());
    let histories = (vec(any_case(), 0..40), vec(any::<Index>(), 40), 1_usize..15);
    let mut runner = TestRunner::new(Config { cases: 40, failure_persistence: None, ..Config::default() });
    let ran = runner.run(&histories, |(events, order, batch)| {
        runtime.block_on(async {
            funnel
                .desk
                .sql("TRUNCATE engine_events, engine_transactions, conversions, fans, funnel_days, funnel_splits, source_totals")
                .await
                .unwrap();
            let (model, mut sent): (Vec<_>, Vec<_>) =
                events.iter().enumerate().map(|(n, one)| conversion_and_event(one, n, &click)).unzip();
            // Events arrive in any order, in batches, and some of them twice.
            for index in order {
                if !sent.is_empty() {
                    let (last, place) = (sent.len() - 1, index.index(sent.len()));
                    sent.swap(place, last);
                    if place % 5 == 0 {
                        sent.push(sent[place].clone());
                    }
                }
            }
            let sent: Vec<EngineEvent> = all(sent);
            for batch in sent.chunks(batch) {
                funnel.take(batch).await;
            }
            compare(&reads, &funnel, &FanHistory::of_all(model)).await;
        });
        Ok(())
    });
    ran.unwrap();
}

#[tokio::test]
async fn what_is_not_the_owners_is_absent() {
    let funnel = Funnel::create().await;
    let reads = PgSpenderReads::new(funnel.desk.pool.clone());
    funnel.take(&all([by_link(event("1", "f", 9, paid(5)), "p1")])).await;
    let query = |domain: &str| DomainQuery {
        domain: host(domain),
        window: Window::default(),
        full: false,
        part: ALL,
    };
    let (owner, stranger) = (funnel.owner(), funnel.desk.stranger);
    assert!(reads.of_domain(owner, &query(A)).await.unwrap().is_some());
    assert!(reads.of_domain(owner, &query("c.example")).await.unwrap().is_none());
    assert!(reads.of_domain(stranger, &query(A)).await.unwrap().is_none());
    for (owner, domain, link, found) in [
        (owner, A, 1, true),
        (owner, A, 2, false),
        (owner, A, 3, false),
        (owner, "c.example", 1, false),
        (stranger, A, 1, false),
    ] {
        let listed = reads.of_link(owner, &host(domain), LinkId::new(link), &ALL).await.unwrap();
        assert_eq!(listed.is_some(), found, "{domain} {link}");
    }
    assert!(reads.history(owner, "f").await.unwrap().is_some());
    assert!(reads.history(owner, "g").await.unwrap().is_none());
    assert!(reads.history(stranger, "f").await.unwrap().is_none());
}

#[tokio::test]
async fn a_sum_that_does_not_fit_is_an_error_and_an_extreme_one_is_not() {
    let funnel = Funnel::create().await;
    let (owner, domain): (_, Hostname) = (funnel.owner(), host(A));
    let reads = PgSpenderReads::new(funnel.desk.pool.clone());
    for (fan, cents, fits) in [
        ("f", i64::MAX - 5, true),
        ("f", 5, true),
        ("g", 1, false),
        ("f", -1, true),
        ("f", 9, false),
        // The final sum would fit again, but the intermediate sum overflows.
        ("f", -9, false),
    ] {
        sold(&funnel, fan, A, cents).await;
        let query = DomainQuery { domain: domain.clone(), window: Window::default(), full: false, part: ALL };
        let of_domain = reads.of_domain(owner, &query).await;
        let of_link = reads.of_link(owner, &domain, LinkId::new(1), &ALL).await;
        assert_eq!((of_domain.is_ok(), of_link.is_ok()), (fits, fits), "{cents}");
        assert!(fits || matches!(of_domain, Err(ReadError::Overflow(_))));
        assert!(fits || matches!(of_link, Err(ReadError::Overflow(_))));
    }
}

/// Inserts a sale without the checks of the intake.
async fn sold(funnel: &Funnel, fan: &str, domain: &str, cents: i64) {
    let insert = format!(
        "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, link_id, basis, source,
            transaction_kind, net_cents, purchase, taken_at)
         VALUES ({}, gen_random_uuid(), 'new_transaction', '{fan}', now(), '{domain}', 1, 'link', '', 'tip', {cents},
            {}, now())",
        funnel.owner(),
        cents > 0
    );
    funnel.desk.sql(&insert).await.unwrap();
}

#[tokio::test]
async fn money_from_before_the_anchor_that_does_not_fit_is_an_error() {
    let funnel = Funnel::create().await;
    let reads = PgSpenderReads::new(funnel.desk.pool.clone());
    for (domain, cents) in [(B, i64::MAX), (B, 1), (A, 5)] {
        sold(&funnel, "f", domain, cents).await;
    }
    let query = DomainQuery { domain: host(A), window: Window::default(), full: false, part: ALL };
    let listed = reads.of_domain(funnel.owner(), &query).await;
    assert!(matches!(listed, Err(ReadError::Overflow(_))), "{listed:?}");
}

#[tokio::test]
async fn money_of_all_time_that_does_not_fit_is_an_error_only_where_it_is_asked_for() {
    let funnel = Funnel::create().await;
    let reads = PgSpenderReads::new(funnel.desk.pool.clone());
    for cents in [i64::MAX, 1] {
        sold(&funnel, "f", A, cents).await;
    }
    funnel.desk.sql("UPDATE conversions SET occurred_at = '2020-01-01Z'").await.unwrap();
    sold(&funnel, "f", A, 5).await;
    let since = UnixTime::from_seconds(1_600_000_000);
    let listed = async |full| {
        let query = DomainQuery {
            domain: host(A),
            window: Window::between(Some(since), None).unwrap(),
            full,
            part: ALL,
        };
        reads.of_domain(funnel.owner(), &query).await
    };
    assert_eq!(listed(false).await.unwrap().unwrap().1.revenue_cents, 5);
    let in_full = listed(true).await;
    assert!(matches!(in_full, Err(ReadError::Overflow(_))), "{in_full:?}");
}

/// The cost depends on the domain's rows in the window, which the covering index alone finds.
#[tokio::test]
async fn a_window_is_read_from_the_index_alone() {
    let funnel = Funnel::create().await;
    let fill = format!(
        "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, link_id, basis, source,
            transaction_kind, net_cents, purchase, taken_at)
         SELECT {}, n::text, 'new_transaction', 'f' || n % 50, now() - n * interval '1 minute',
            CASE WHEN n % 10 = 0 THEN '{A}' ELSE '{B}' END, 1, 'link', '', 'tip', 5, true, now()
         FROM generate_series(1, 20000) n",
        funnel.owner()
    );
    funnel.desk.sql(&fill).await.unwrap();
    funnel.desk.sql("VACUUM ANALYZE conversions").await.unwrap();
    let plan = format!(
        "EXPLAIN SELECT fan_id, sum(net_cents) FROM conversions
         WHERE owner_id = {} AND hostname = '{A}' AND hostname IS NOT NULL AND transaction_kind IS NOT NULL
            AND occurred_at >= now() - interval '1 day' GROUP BY fan_id",
        funnel.owner()
    );
    let lines = funnel.plan(&plan).await;
    assert!(lines.contains("Index Only Scan using conversions_paid_on"), "{lines}");
}
