use kernel::fixed::FixedClock;

use super::*;
use crate::link::ProviderId;
use crate::ports::{ConnectedAccount, EngineStats, MockFunnelEngine, MockTrackedLinkStore};
use crate::slot::Slot;
use crate::testing::{NOW, OWNER, recorded};

fn listing(engine: MockFunnelEngine, store: MockTrackedLinkStore) -> LinkListing {
    LinkListing::new(Arc::new(engine), Arc::new(store), Arc::new(FixedClock::at(NOW)))
}

/// Engine that is connected to the owner's first account.
fn engine() -> MockFunnelEngine {
    let mut engine = MockFunnelEngine::new();
    let first = ConnectedAccount { number: AccountNumber::FIRST, id: "acct_1".into() };
    engine.expect_connected().returning(move |_| Ok(Some(first.clone())));
    engine
}

fn store_of(links: i64) -> MockTrackedLinkStore {
    let mut store = MockTrackedLinkStore::new();
    store.expect_list().returning(move |_, _, limit| {
        Ok((1..=links).map(|id| recorded(id, Slot::Paid, true)).take(limit as usize).collect())
    });
    store
}

#[tokio::test]
async fn links_keep_their_order_and_get_their_stats() {
    let mut engine = engine();
    engine.expect_link_stats().times(3).returning(|_, ids| {
        let second = ids.iter().filter(|id| id.as_str() == "l2");
        let stats = second.map(|id| EngineStats {
            provider_id: id.as_str().to_owned(),
            day: "2026-11-19".to_owned(),
            clicks: 9,
            subscribers: 4,
            revenue_cents: 10,
            spenders: 1,
            conversions: 2,
            revenue_net_cents: 7,
        });
        Ok(stats.collect())
    });
    let page = listing(engine, store_of(251)).page(OWNER, None, None, 250).await.unwrap();
    let ids: Vec<_> = page.items.iter().map(|item| item.link.id.get()).collect();
    assert_eq!(ids, (1..=250).collect::<Vec<_>>());
    assert_eq!(page.next.unwrap().provider_id.as_str(), "l250");
    let (none, some) = (&page.items[0].stats.vendor, &page.items[1].stats.vendor);
    assert_eq!((none.day.as_str(), none.clicks, none.arps_cents()), ("2026-11-20", 0, 0));
    assert_eq!((some.day.as_str(), some.clicks, some.arps_cents()), ("2026-11-19", 9, 3));
}

#[tokio::test]
async fn without_a_connection_it_fails_also_without_links() {
    for links in [0, 1] {
        let mut engine = engine();
        engine.expect_account().returning(|_| Err(EngineError::NotConnected));
        engine.expect_link_stats().returning(|_, _| Err(EngineError::NotConnected));
        let page = listing(engine, store_of(links)).page(OWNER, None, None, 10).await;
        assert!(matches!(page, Err(ListingError::Engine(EngineError::NotConnected))), "{links}");
    }
}

#[tokio::test]
async fn links_of_a_former_account_are_foreign_and_their_stats_asked_of_nobody() {
    let mut engine = engine();
    engine.expect_link_stats().once().returning(|_, ids| {
        assert_eq!(ids.iter().map(ProviderId::as_str).collect::<Vec<_>>(), ["l1"]);
        Ok(Vec::new())
    });
    let mut store = MockTrackedLinkStore::new();
    store.expect_list().returning(|_, _, _| {
        let (own, mut other) = (recorded(1, Slot::Paid, true), recorded(2, Slot::Paid, true));
        other.upstream.provider_id = own.upstream.provider_id.clone().of_account(AccountNumber::new(1));
        Ok(vec![own, other])
    });
    let page = listing(engine, store).page(OWNER, None, None, 10).await.unwrap();
    assert_eq!(page.items.iter().map(|item| item.is_foreign).collect::<Vec<_>>(), [false, true]);
}
