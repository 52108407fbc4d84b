//! Tests of domain statistics by day and source, and of links with the platform's own counters.

use adapter_postgres::{PgFunnelStats, PgLinkSummaries};
use attribution::funnel_stats::{FunnelCounts, FunnelStats, LinkSummary};
use attribution::ports::{FunnelStatsReads as _, LinkSummaryReads as _};
use kernel::{OwnerId, StoreError, UnixTime, Window};

use crate::desk::host;
use crate::funnel::{A, B, Funnel, all, by_click, by_link, event, paid, subscribed};
use crate::team::NOW;

const DAY: i64 = 86_400;

async fn stats(funnel: &Funnel, domain: &str, since: Option<UnixTime>) -> Option<FunnelStats> {
    let stats = PgFunnelStats::new(funnel.desk.pool.clone());
    stats.of_domain(funnel.owner(), &host(domain), Window::between(since, None).unwrap()).await.unwrap()
}

fn counts(clicks: i64, subs: i64, revenue_cents: i64) -> FunnelCounts {
    FunnelCounts { clicks, subs, revenue_cents, ..FunnelCounts::default() }
}

#[tokio::test]
async fn statistics_are_those_of_the_owners_domain_alone() {
    let funnel = Funnel::create().await;
    assert_eq!(stats(&funnel, A, None).await, Some(FunnelStats::default()));
    assert_eq!(stats(&funnel, "c.example", None).await, None);
    funnel.take(&all([by_link(event("1", "f", 9, paid(500)), "p2")])).await;
    assert_eq!(stats(&funnel, A, None).await, Some(FunnelStats::default()));
    assert_eq!(stats(&funnel, B, None).await.unwrap().totals, counts(0, 0, 500));
    let foreign = PgFunnelStats::new(funnel.desk.pool.clone());
    assert_eq!(foreign.of_domain(funnel.desk.stranger, &host(B), Window::default()).await.unwrap(), None);
}

#[tokio::test]
async fn every_day_and_every_source_adds_up_to_the_totals() {
    let funnel = Funnel::create().await;
    // The click was an hour ago, on the day of the newest events.
    let click = funnel.click(1, A, Some(1)).await;
    let batch = all([
        by_click(event("1", "f", 0, subscribed()), &click),
        by_click(event("2", "f", 0, paid(500)), &click),
        by_link(event("3", "g", DAY, paid(70)), "p1"),
        by_link(event("4", "g", 3 * DAY, paid(-20)), "p1"),
    ]);
    funnel.take(&batch).await;
    let text = str::to_owned;
    let days = [
        (text("2027-01-12"), counts(0, 0, -20)),
        (text("2027-01-14"), counts(0, 0, 70)),
        (text("2027-01-15"), counts(1, 1, 500)),
    ];
    let sources = vec![(String::new(), counts(0, 0, 50)), (text("qr-flyer"), counts(1, 1, 500))];
    let whole = FunnelStats { totals: counts(1, 1, 550), days: days.to_vec(), sources };
    assert_eq!(stats(&funnel, A, None).await, Some(whole));
    // A window starts with its first moment, which may be within a day.
    for (ago, days_left, revenue) in
        [(3_600, 1, 500), (DAY - 1, 1, 500), (DAY, 2, 570), (DAY + 1, 2, 570), (3 * DAY, 3, 550)]
    {
        let found = stats(&funnel, A, Some(NOW.plus_seconds(-ago))).await.unwrap();
        assert_eq!((found.days, found.totals.revenue_cents), (days[3 - days_left..].to_vec(), revenue));
    }
    assert_eq!(
        stats(&funnel, A, Some(NOW.plus_seconds(DAY))).await,
        Some(FunnelStats::default()),
        "it is there, with nothing"
    );
}

#[tokio::test]
async fn what_is_all_zero_is_left_out_and_a_sum_that_does_not_fit_is_an_error() {
    let funnel = Funnel::create().await;
    let batch =
        all([by_link(event("1", "f", 0, paid(50)), "p1"), by_link(event("2", "f", 0, paid(-50)), "p1")]);
    funnel.take(&batch).await;
    assert_eq!(stats(&funnel, A, None).await, Some(FunnelStats::default()));
    for (source, cents) in [("qr-a", i64::MAX), ("qr-b", 1)] {
        let insert = format!(
            "INSERT INTO funnel_days (owner_id, hostname, day, source, link_id, revenue_cents)
             VALUES ({}, '{A}', '2027-01-15', '{source}', 0, {cents})",
            funnel.owner()
        );
        funnel.desk.sql(&insert).await.unwrap();
    }
    let read = PgFunnelStats::new(funnel.desk.pool.clone());
    let refused = read.of_domain(funnel.owner(), &host(A), Window::default()).await;
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
}

#[tokio::test]
async fn a_link_is_shown_on_the_domain_whose_slot_it_fills() {
    let funnel = Funnel::create().await;
    let cards = PgLinkSummaries::new(funnel.desk.pool.clone());
    let find = async |owner: OwnerId, domain: &str, link| {
        cards.find(owner, &host(domain), link).await.unwrap().map(|card: LinkSummary| card.provider_id)
    };
    let (owner, stranger) = (funnel.owner(), funnel.desk.stranger);
    for (owner, domain, link, expected) in [
        (owner, A, 1, Some("p1")),
        (owner, B, 2, Some("p2")),
        (owner, A, 2, None),
        (owner, A, 3, None),
        (owner, A, 4, None),
        (owner, "c.example", 1, None),
        (stranger, A, 1, None),
    ] {
        assert_eq!(find(owner, domain, link).await.as_deref(), expected, "{domain} {link}");
    }
}

#[tokio::test]
async fn the_platforms_counters_are_zero_until_they_were_pulled() {
    let funnel = Funnel::create().await;
    let cards = PgLinkSummaries::new(funnel.desk.pool.clone());
    let card = async || cards.find(funnel.owner(), &host(A), 1).await.unwrap().unwrap();
    let before = card().await;
    let counters = |card: &LinkSummary| [card.clicks, card.subscribers, card.revenue_cents, card.spenders];
    assert_eq!(counters(&before), [0; 4]);
    assert_eq!((before.offer.as_str(), before.url.as_str()), ("paid", "https://up.example/1"));
    assert_eq!((before.name.as_str(), before.country.as_deref()), ("n", None));
    let pulled = "UPDATE funnel_links SET clicks = 9, subscribers = 4, revenue_cents = 1200, spenders = 2,
        conversions = 0, revenue_net_cents = 0, figures_day = '2026-11-20', country = 'DE' WHERE link_id = 1";
    funnel.desk.sql(pulled).await.unwrap();
    let after = card().await;
    assert_eq!((counters(&after), after.country.as_deref()), ([9, 4, 1_200, 2], Some("DE")));
}
