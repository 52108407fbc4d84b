use std::sync::Arc;

use kernel::fixed::FixedClock;
use kernel::{Acting, Hostname, OwnerId, UnixTime};
use smartlink_policy::{Expiry, MockFunnelLinkStore, MockSmartLinkStore, Slug, SmartLink, SmartLinkId, SmartLinks};

#[tokio::test]
async fn a_store_can_be_replaced() {
    let mut store = MockSmartLinkStore::new();
    store.expect_insert().returning(|_, new| Ok(SmartLink::made(SmartLinkId::new(1), new)));
    let clock = Arc::new(FixedClock::at(UnixTime::from_seconds(0)));
    let links = SmartLinks::new(Arc::new(store), Arc::new(MockFunnelLinkStore::new()), clock);
    let domain = Hostname::parse("links.example.com").unwrap();
    let by = Acting::service(OwnerId::new(1));
    let link = links.create(&by, domain, Slug::parse("vip").unwrap(), None, None, Expiry::default()).await.unwrap();
    assert_eq!(link.url(), "https://links.example.com/r/vip");
}
