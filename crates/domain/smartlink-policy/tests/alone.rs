//! Example of a foreign program that uses this crate with its own store: no database, no web framework, no
//! engine.

use std::sync::Arc;

use kernel::fixed::FixedClock;
use kernel::{Acting, CountryCode, Hostname, OwnerId, UnixTime};
use smartlink_policy::{
    CompiledPolicy, Destination, Expiry, MockFunnelLinkStore, MockSmartLinkStore, Offer, Policy, Roll, Slots,
    Slug, SmartLink, SmartLinkId, SmartLinks,
};

#[tokio::test]
async fn a_smart_link_is_made_without_a_database_and_without_an_engine() {
    let mut store = MockSmartLinkStore::new();
    store.expect_insert().once().returning(|_, new| Ok(SmartLink::made(SmartLinkId::new(1), new)));
    let clock = FixedClock::at(UnixTime::from_seconds(1_800_000_000));
    let links = SmartLinks::new(Arc::new(store), Arc::new(MockFunnelLinkStore::new()), Arc::new(clock));

    let domain = Hostname::parse("links.example.com").unwrap();
    let link = links
        .create(
            &Acting::service(OwnerId::new(1)),
            domain,
            Slug::parse("vip").unwrap(),
            None,
            None,
            Expiry::default(),
        )
        .await
        .unwrap();
    assert_eq!((link.url().as_str(), link.name.as_str()), ("https://links.example.com/r/vip", "vip"));
}

#[test]
fn a_visitor_is_sent_on() {
    let policy = CompiledPolicy::from(&Policy::default());
    let slots = Slots::default();
    let (country, roll) = (CountryCode::parse("DE"), Roll::of(&[7; 16], SmartLinkId::new(1)));
    let decision = policy.decide(country, &slots, roll);
    // Nothing is provisioned: the trial is excluded, and the paid arm leads to the landing page.
    assert_eq!(decision.offer, Offer::Paid);
    assert_eq!(slots.destination(decision.offer, country), Destination::LandingPage);
}
