use std::sync::Arc;

use kernel::fixed::FixedClock;
use kernel::{Hostname, OwnerId, UnixTime};
use smartlink_policy::ports::{MockFunnelLinkStore, MockSmartLinkStore};
use smartlink_policy::slug::Slug;
use smartlink_policy::smart_link::SmartLink;
use smartlink_policy::{link::SmartLinkId, smart_links::SmartLinks};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut store = MockSmartLinkStore::new();
    store.expect_insert().returning(|_, new| {
        Ok(SmartLink {
            id: SmartLinkId::new(1),
            domain: new.domain.clone(),
            slug: new.slug.clone(),
            name: new.name.clone(),
            policy: new.policy.clone(),
            active: true,
            created_at: new.created_at,
            updated_at: new.created_at,
        })
    });
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(0)));
    let links = SmartLinks::new(Arc::new(store), Arc::new(MockFunnelLinkStore::new()), clock);
    let domain = Hostname::parse("links.example.com").unwrap();
    let link = links.create(OwnerId::new(1), domain, Slug::parse("vip").unwrap(), None, None).await.unwrap();
    assert_eq!(link.url(), "https://links.example.com/r/vip");
}
