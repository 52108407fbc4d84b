use kernel::fixed::FixedClock;

use super::*;
use crate::ports::{DomainLinks, MockFunnelLinkStore, MockSmartLinkStore};
use crate::slot::Slot;
use crate::testing::{BY, NOW, OWNER, country, domain, recorded};

fn link(id: i64) -> SmartLink {
    let slug = Slug::parse(&format!("l{id}")).unwrap();
    let new = NewSmartLink::new(domain(), slug, None, None, NOW);
    SmartLink::made(SmartLinkId::new(id), &new)
}

fn smart_links(store: MockSmartLinkStore, funnel_links: MockFunnelLinkStore) -> SmartLinks {
    SmartLinks::new(Arc::new(store), Arc::new(funnel_links), Arc::new(FixedClock::at(NOW)))
}

#[tokio::test]
async fn a_link_is_made_with_defaults_and_refusals_are_reported() {
    let mut store = MockSmartLinkStore::new();
    store
        .expect_insert()
        .withf(|by, new| *by == BY && new.created_at == NOW && new.name.as_str() == "vip")
        .returning(|_, new| match new.domain.as_str() {
            "links.example.com" => Err(InsertError::SlugTaken),
            _ => Err(InsertError::DomainNotFound),
        });
    let links = smart_links(store, MockFunnelLinkStore::new());
    let create = async |host: &str| {
        let (host, slug) = (Hostname::parse(host).unwrap(), Slug::parse("vip").unwrap());
        links.create(&BY, host, slug, None, None, Expiry::default()).await
    };
    assert!(matches!(create("links.example.com").await, Err(SmartLinkError::SlugTaken)));
    assert!(matches!(create("other.example.com").await, Err(SmartLinkError::DomainNotFound)));
}

#[tokio::test]
async fn a_page_ends_where_the_next_one_begins() {
    for (stored, limit, shown, next) in
        [(3, 2, 2, Some(2)), (2, 2, 2, None), (0, 2, 0, None), (1, u32::MAX, 1, None)]
    {
        let mut store = MockSmartLinkStore::new();
        store
            .expect_list()
            .returning(move |_, _, _, limit| Ok(Some((1..=stored).map(link).take(limit as usize).collect())));
        let page = smart_links(store, MockFunnelLinkStore::new())
            .list(OWNER, &domain(), None, None, limit)
            .await
            .unwrap();
        assert_eq!((page.items.len(), page.next.map(SmartLinkId::get)), (shown, next));
    }
    let mut store = MockSmartLinkStore::new();
    store.expect_list().returning(|_, _, _, _| Ok(None));
    let page = smart_links(store, MockFunnelLinkStore::new()).list(OWNER, &domain(), None, None, 5).await;
    assert!(matches!(page, Err(SmartLinkError::DomainNotFound)));
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let mut store = MockSmartLinkStore::new();
    store.expect_find().returning(|_, _| Ok(None));
    store.expect_update().returning(|_, _, _, _, _| Ok(None));
    store.expect_delete().returning(|_, _, _| Ok(false));
    let links = smart_links(store, MockFunnelLinkStore::new());
    let id = SmartLinkId::new(1);
    let change = SmartLinkChange::default();
    assert!(matches!(links.get(OWNER, id).await, Err(SmartLinkError::NotFound)));
    assert!(matches!(
        links.update(&BY, id, &change, Precondition::None).await,
        Err(SmartLinkError::NotFound)
    ));
    assert!(matches!(links.delete(&BY, id, Precondition::None).await, Err(SmartLinkError::NotFound)));
    let simulated = links.simulate(OWNER, id, None, Samples::default(), None).await;
    assert!(matches!(simulated, Err(SmartLinkError::NotFound)));
}

#[tokio::test]
async fn a_simulation_looks_at_the_recorded_links() {
    let mut store = MockSmartLinkStore::new();
    store.expect_find().returning(|_, id| {
        let expiry = Expiry { expires_at: Some(NOW.plus_seconds(60)), expired_url: None };
        Ok(Some(SmartLink { expiry, ..link(id.get()) }))
    });
    let mut funnel_links = MockFunnelLinkStore::new();
    funnel_links.expect_load().returning(|_, _| {
        let links = vec![recorded(1, Slot::Paid, true), recorded(2, Slot::Trial(country("DE")), true)];
        Ok(Some(DomainLinks { links, ..DomainLinks::default() }))
    });
    let links = smart_links(store, funnel_links);
    for (code, at, share) in [("DE", 0, 0.5), ("US", 0, 1.0), ("US", 59, 1.0), ("US", 60, 0.0)] {
        let (id, at) = (SmartLinkId::new(1), Some(NOW.plus_seconds(at)));
        let found =
            links.simulate(OWNER, id, CountryCode::parse(code), Samples::default(), at).await.unwrap();
        assert_eq!((found.paid.share, found.after_end.is_some()), (share, share == 0.0), "{code} {at:?}");
    }
}
