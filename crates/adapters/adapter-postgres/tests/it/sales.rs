//! Tests of captured content sales among the conversions.

use std::collections::HashMap;

use adapter_postgres::PgSales;
use attribution::event::{EngineEvent, FanAction, FanEvent, Transaction, TransactionKind};
use attribution::ports::EventStore as _;
use content_vault::detail::{ItemStats, MAX_BUNDLES, MAX_SALES};
use content_vault::item::ContentId;
use content_vault::listing::Window;
use content_vault::ports::SalesReads;
use content_vault::sale::{CapturedSale, Totals};
use kernel::Entropy as _;
use kernel::UnixTime;
use kernel::fixed::SeededEntropy;

use crate::funnel::{Funnel, all, at, event, known, transaction};
use crate::team::NOW;

fn sold(kind: TransactionKind, net_cents: i64, content_ids: &[i64]) -> FanAction {
    let FanAction::NewTransaction(transaction) = transaction(kind, net_cents) else { panic!("it is one") };
    let content_ids = content_ids.to_vec();
    FanAction::NewTransaction(Transaction { gross_cents: net_cents * 5 / 4, content_ids, ..transaction })
}

fn named(totals: HashMap<ContentId, Totals>) -> Vec<(i64, i64, i64)> {
    let mut named: Vec<_> =
        totals.into_iter().map(|(id, totals)| (id.get(), totals.sales, totals.revenue_cents)).collect();
    named.sort_unstable();
    named
}

fn ids(ids: &[i64]) -> Vec<ContentId> {
    ids.iter().copied().map(ContentId::new).collect()
}

fn whole_seconds(from: Option<UnixTime>, to: Option<UnixTime>) -> Window {
    Window::of_seconds(from.map(UnixTime::seconds), to.map(UnixTime::seconds)).unwrap()
}

#[tokio::test]
async fn only_sales_of_content_count_and_refunds_lower_them() {
    let funnel = Funnel::create().await;
    let sales = PgSales::new(funnel.desk.pool.clone());
    use TransactionKind::{Message, Post, Refund, Subscription, Tip};
    let batch = all([
        event("1", "f", 9, sold(Message, 1000, &[7, 3, 5])),
        event("2", "f", 8, sold(Post, 200, &[3])),
        event("3", "f", 7, sold(Refund, -100, &[7, 7, 3])),
        event("4", "f", 6, sold(Tip, 900, &[3])),
        event("5", "f", 5, sold(Subscription, 900, &[3])),
        event("6", "f", 4, sold(Message, 900, &[])),
        event("7", "f", 4, sold(Refund, -900, &[])),
    ]);
    funnel.take(&batch).await;
    let foreign: Vec<EngineEvent> = all([event("1", "f", 9, sold(Post, 5, &[3]))]);
    funnel.events.take_in(funnel.desk.stranger, &foreign, NOW).await.unwrap();
    let all_time = Window::default();
    let totals = sales.totals(funnel.owner(), all_time).await.unwrap();
    assert_eq!(named(totals), [(3, 1, 333 + 200 - 50), (5, 1, 333), (7, 0, 334 - 50)]);
    let some = sales.totals_of(funnel.owner(), &ids(&[5, 3, 9]), all_time).await.unwrap();
    assert_eq!(named(some), [(3, 1, 483), (5, 1, 333)]);
    assert_eq!(named(sales.totals_of(funnel.owner(), &[], all_time).await.unwrap()), []);
    assert_eq!(named(sales.totals(funnel.desk.stranger, all_time).await.unwrap()), [(3, 1, 5)]);
}

#[tokio::test]
async fn both_ends_of_a_window_are_in_it() {
    let funnel = Funnel::create().await;
    let sales = PgSales::new(funnel.desk.pool.clone());
    let mut late = event("2", "f", 5, sold(TransactionKind::Post, 10, &[1]));
    late.occurred_at = UnixTime::from_millis(at(5).seconds() * 1000 + 999);
    let batch = all([
        event("1", "f", 6, sold(TransactionKind::Post, 1, &[1])),
        late,
        event("3", "f", 4, sold(TransactionKind::Post, 100, &[1])),
    ]);
    funnel.take(&batch).await;
    for (from, to, expected) in [
        (None, None, 111),
        (Some(5), None, 110),
        (None, Some(5), 11),
        (Some(5), Some(5), 10),
        (Some(4), Some(4), 100),
    ] {
        let window = whole_seconds(from.map(at), to.map(at));
        let all = named(sales.totals(funnel.owner(), window).await.unwrap());
        assert_eq!(all[0].2, expected, "{from:?} {to:?}");
        assert_eq!(named(sales.totals_of(funnel.owner(), &ids(&[1]), window).await.unwrap()), all);
    }
}

#[tokio::test]
async fn totals_are_those_of_the_rule() {
    let funnel = Funnel::create().await;
    let sales = PgSales::new(funnel.desk.pool.clone());
    let entropy = SeededEntropy::new(11);
    let byte = || {
        let mut byte = [0];
        entropy.fill(&mut byte);
        i64::from(byte[0])
    };
    let mut events = Vec::new();
    for n in 0..300 {
        let items: Vec<i64> = (0..1 + byte() % 4).map(|_| 1 + byte() % 5).collect();
        let refund = byte() < 60;
        let (kind, sign) = if refund { (TransactionKind::Refund, -1) } else { (TransactionKind::Message, 1) };
        // Spread over three days.
        let ago = byte() * 1_000 + byte();
        events.push(event(&format!("{n}"), "f", ago, sold(kind, sign * byte() * byte(), &items)));
    }
    for batch in events.chunks(70) {
        funnel.take(&all(batch.to_vec())).await;
    }
    let captured: Vec<_> = events.iter().map(captured).collect();
    let window = |from, to| whole_seconds(Some(at(from)), Some(at(to)));
    for window in [
        Window::default(),
        window(200_000, 40_000),
        window(250_000, 1_000),
        window(90_000, 80_000),
        window(30_000, 29_000),
        whole_seconds(Some(at(100_000)), None),
        whole_seconds(None, Some(at(100_000))),
    ] {
        let mut expected: HashMap<ContentId, Totals> = HashMap::new();
        for id in ids(&[1, 2, 3, 4, 5]) {
            let of_item = captured.iter().filter(|sale| sale.content_ids.contains(&id));
            for sale in of_item.filter(|sale| window.contains(sale.sold_at)) {
                expected.entry(id).or_default().add(sale, id).unwrap();
            }
        }
        assert_eq!(sales.totals(funnel.owner(), window).await.unwrap(), expected);
    }
}

/// Returns the sale that an event reports.
fn captured(event: &FanEvent) -> CapturedSale {
    let FanAction::NewTransaction(transaction) = &event.action else { panic!("it is one") };
    CapturedSale {
        content_ids: ids(&transaction.content_ids),
        gross_cents: transaction.gross_cents,
        currency: None,
        net_cents: transaction.net_cents,
        is_refund: transaction.kind == TransactionKind::Refund,
        fan_id: event.fan.fan_id.clone(),
        fan_username: event.fan.username.clone().unwrap_or_default(),
        media_in_msg: transaction.media_in_msg,
        bundle_key: transaction.bundle_key.clone(),
        bundle_name: transaction.bundle_name.clone(),
        sold_at: event.occurred_at,
    }
}

#[tokio::test]
async fn stats_are_those_of_the_rule() {
    let funnel = Funnel::create().await;
    let sales = PgSales::new(funnel.desk.pool.clone());
    let entropy = SeededEntropy::new(23);
    let byte = || {
        let mut byte = [0];
        entropy.fill(&mut byte);
        i64::from(byte[0])
    };
    let word = |words: &[Option<&str>]| words[byte() as usize % words.len()].map(str::to_owned);
    let mut events = Vec::new();
    for n in 0..400 {
        let items: Vec<i64> = (0..1 + byte() % 3).map(|_| 1 + byte() % 4).collect();
        let (kind, sign) =
            if byte() < 60 { (TransactionKind::Refund, -1) } else { (TransactionKind::Post, 1) };
        let FanAction::NewTransaction(plain) = sold(kind, sign * byte() * byte(), &items) else {
            panic!("it is one")
        };
        let transaction = Transaction {
            bundle_key: word(&[None, None, None, Some("summer"), Some("Zoë")]),
            bundle_name: word(&[None, Some("Sommer 🎁"), Some("Winter")]),
            media_in_msg: byte() % 3,
            ..plain
        };
        // Two sales at one moment have no defined order, so each gets a distinct moment.
        let ago = byte() * 1_000 + n;
        let event = event(&format!("{n}"), "f", ago, FanAction::NewTransaction(transaction));
        events.push(known(event, "Zoë", "DE"));
    }
    for batch in events.chunks(70) {
        funnel.take(&all(batch.to_vec())).await;
    }
    for id in ids(&[1, 2, 3, 4, 5]) {
        let expected = ItemStats::of(id, events.iter().map(captured).collect()).unwrap();
        assert_eq!(sales.stats(funnel.owner(), id).await.unwrap(), expected, "{id:?}");
        let foreign = sales.stats(funnel.desk.stranger, id).await.unwrap();
        assert_eq!(foreign, ItemStats::default());
    }
}

#[tokio::test]
async fn no_more_sales_and_bundles_are_loaded_than_are_shown() {
    let funnel = Funnel::create().await;
    let sales = PgSales::new(funnel.desk.pool.clone());
    let many = i64::try_from(MAX_SALES).unwrap() + 20;
    let events: Vec<_> = (0..many)
        .map(|n| event(&format!("{n}"), "f", n, sold(TransactionKind::Post, 100, &[1, 1_000 + n])))
        .collect();
    for batch in events.chunks(200) {
        funnel.take(&all(batch.to_vec())).await;
    }
    let stats = sales.stats(funnel.owner(), ContentId::new(1)).await.unwrap();
    assert_eq!(stats.captured.sales, many);
    assert_eq!((stats.sales.len(), stats.bundles.len()), (MAX_SALES, MAX_BUNDLES));
    assert_eq!(stats.sales[0].sold_at, at(0));
}
