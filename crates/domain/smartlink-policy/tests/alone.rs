//! How another program uses this crate: its own store behind the port, no database, no web framework, no engine. The README
//! shows the second test.

use std::sync::Arc;

use kernel::fixed::FixedClock;
use kernel::{CountryCode, Hostname, OwnerId, UnixTime};
use smartlink_policy::decision::{CompiledPolicy, Roll};
use smartlink_policy::host::{Destination, Slots};
use smartlink_policy::link::{Offer, SmartLinkId};
use smartlink_policy::policy::Policy;
use smartlink_policy::ports::{MockFunnelLinkStore, MockSmartLinkStore};
use smartlink_policy::slug::Slug;
use smartlink_policy::smart_link::SmartLink;
use smartlink_policy::smart_links::SmartLinks;

#[tokio::test]
async fn a_smart_link_is_made_without_a_database_and_without_an_engine() {
    let mut store = MockSmartLinkStore::new();
    store.expect_insert().once().returning(|_, new| {
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
    let clock = FixedClock::at(UnixTime::from_seconds(1_800_000_000));
    let links = SmartLinks::new(Arc::new(store), Arc::new(MockFunnelLinkStore::new()), Arc::new(clock));

    let domain = Hostname::parse("links.example.com").unwrap();
    let link = links.create(OwnerId::new(1), domain, Slug::parse("vip").unwrap(), None, None).await.unwrap();
    assert_eq!((link.url().as_str(), link.name.as_str()), ("https://links.example.com/r/vip", "vip"));
}

#[test]
fn a_visitor_is_sent_on() {
    let policy = CompiledPolicy::from(&Policy::default());
    let slots = Slots::default();
    let (country, roll) = (CountryCode::parse("DE"), Roll::of(&[7; 16], SmartLinkId::new(1)));
    let decision = policy.decide(country, &slots, roll);
    // Nothing is provisioned, so the trial is left out, and paid leads to the landing page.
    assert_eq!(decision.offer, Offer::Paid);
    assert_eq!(slots.destination(decision.offer, country), Destination::LandingPage);
}

#[test]
fn the_readme_shows_how_a_visitor_is_sent_on() {
    let (readme, this) = (include_str!("../README.md"), include_str!("alone.rs"));
    let body = this.split("fn a_visitor_is_sent_on() {\n").nth(1).and_then(|rest| rest.split("\n}").next());
    let shown: Vec<_> = body.unwrap().lines().map(str::trim_start).collect();
    assert!(readme.contains(&shown.join("\n")), "bring README.md up to date");
}
