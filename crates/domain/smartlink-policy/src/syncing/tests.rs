use std::sync::Mutex;

use kernel::fixed::FixedClock;

use super::*;
use crate::ports::{EngineLinks, MockFunnelEngine, MockTrackedLinkStore};
use crate::slot::Slot;
use crate::testing::{NOW, OWNER, country, upstream};

fn stats(provider_id: &str) -> EngineStats {
    EngineStats {
        provider_id: provider_id.to_owned(),
        day: "2026-11-20".to_owned(),
        clicks: 5,
        subscribers: 4,
        revenue_cents: 10,
        spenders: 1,
        conversions: 2,
        revenue_net_cents: -3,
    }
}

#[tokio::test]
async fn everything_that_makes_sense_is_recorded_and_the_rest_counted() {
    let mut engine = MockFunnelEngine::new();
    engine.expect_links().once().returning(|_| {
        let links = vec![upstream("a", Slot::Paid), upstream("b", Slot::Trial(country("DE")))];
        Ok(EngineLinks { links, bad: 1 })
    });
    engine.expect_link_stats().once().returning(|_, ids| {
        assert_eq!(ids.iter().map(ProviderId::as_str).collect::<Vec<_>>(), ["a", "b"]);
        let wrong_day = EngineStats { day: "yesterday".into(), ..stats("b") };
        Ok(vec![stats("a"), wrong_day, stats("nobody"), EngineStats { clicks: -1, ..stats("b") }])
    });
    let seen = Arc::new(Mutex::new(Vec::new()));
    let mut store = MockTrackedLinkStore::new();
    let saw = seen.clone();
    store.expect_upsert().once().returning(move |_, pulled, at| {
        assert_eq!(at, NOW);
        saw.lock().unwrap().extend(pulled.to_vec());
        Ok(())
    });
    let sync = SyncLinks::new(Arc::new(engine), Arc::new(store), Arc::new(FixedClock::at(NOW)));
    let synced = sync.run(OWNER).await.unwrap();
    assert_eq!(synced, Synced { links: 2, bad_links: 1, bad_stats: 3 });
    let pulled = seen.lock().unwrap();
    assert_eq!(pulled.iter().map(|one| one.stats.is_some()).collect::<Vec<_>>(), [true, false]);
}

#[tokio::test]
async fn stats_are_asked_for_a_hundred_at_a_time() {
    let mut engine = MockFunnelEngine::new();
    engine.expect_links().returning(|_| {
        let links = (0..250).map(|n| upstream(&format!("l{n}"), Slot::Paid)).collect();
        Ok(EngineLinks { links, bad: 0 })
    });
    engine.expect_link_stats().times(3).returning(|_, ids| {
        assert!(ids.len() <= MAX_STATS);
        Ok(Vec::new())
    });
    let mut store = MockTrackedLinkStore::new();
    store.expect_upsert().times(3).returning(|_, _, _| Ok(()));
    let sync = SyncLinks::new(Arc::new(engine), Arc::new(store), Arc::new(FixedClock::at(NOW)));
    assert_eq!(sync.run(OWNER).await.unwrap().links, 250);
}
