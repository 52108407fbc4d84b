use std::collections::BTreeMap;

use adapter_postgres::{Change, PgPixelStore};
use conversion_pixel::ports::PixelStore as _;
use conversion_pixel::{PixelChange, Platform};
use kernel::{Acting, CountryCode, Precondition};
use landing_draft::domain::NewDomain;
use landing_draft::ownership::PROOF_SECONDS;
use landing_draft::ports::DomainStore as _;

use smartlink_policy::expiry::{AfterEnd, ExpiryChange};
use smartlink_policy::host::HostLinks;
use smartlink_policy::link::Offer;
use smartlink_policy::policy::Policy;
use smartlink_policy::ports::{LiveLinks as _, Recording, SmartLinkStore as _};
use smartlink_policy::slot::Slot;
use smartlink_policy::slots::{Destination, SlotLink, Slots};
use smartlink_policy::smart_link::{NewSmartLink, SmartLinkChange};
use smartlink_policy::upstream::UpstreamLink;

use crate::changes::Ear;
use crate::desk::{host, new_domain};
use crate::funnel::change;
use crate::links::{Links, new_link, policy, trial, upstream};
use crate::team::NOW;
use crate::vault::sealing;

fn country(code: &str) -> CountryCode {
    CountryCode::parse(code).unwrap()
}

#[tokio::test]
async fn a_host_is_found_with_its_owner() {
    let links = Links::create().await;
    let unknown = host("b.example");
    assert_eq!(links.live.stamp(&unknown).await.unwrap(), None);
    assert_eq!(links.live.load(&unknown, None).await.unwrap(), None);
    let domain = links.desk.domain("a.example").await;
    let loaded = links.host_links(&domain).await;
    assert_eq!(
        (loaded.owner, &loaded.hostname, &loaded.slots),
        (links.desk.owner, &domain, &Slots::default())
    );
    assert_eq!(links.stamp(&domain).await.owner, links.desk.owner);
}

#[tokio::test]
async fn clicks_keep_user_agents_while_an_active_pixel_of_their_owner_sends_them() {
    let links = Links::create().await;
    let (by, desk) = (Acting::service(links.desk.owner), &links.desk);
    let domains = [desk.domain("a.example").await, desk.domain("b.example").await];
    links.fill(&domains[0], Slot::Paid, "l1").await;
    let pixels = PgPixelStore::new(desk.pool.clone(), sealing(1));
    let ear = Ear::open(desk).await;
    // Platform, both switches, whether clicks keep user agents then, and whether the edge hears of it.
    for (platform, active, send_user_agent, keeps, heard) in [
        (Platform::Meta, None, Some(false), false, false),
        (Platform::Meta, None, Some(true), true, true),
        (Platform::Meta, None, None, true, false),
        (Platform::TikTok, None, Some(true), true, true),
        (Platform::Meta, Some(false), None, true, true),
        (Platform::Meta, None, Some(false), true, false),
        (Platform::TikTok, None, Some(false), false, true),
        (Platform::TikTok, None, Some(true), true, true),
    ] {
        let before = domains.each_ref().map(|domain| ear.heard(&Change::Links(domain.clone())));
        let change = PixelChange { active, send_user_agent, ..change(platform, "t") };
        pixels.put(&by, "l1", &change, Precondition::None, NOW).await.unwrap();
        ear.catch_up(desk).await;
        for (domain, before) in domains.iter().zip(before) {
            let (stamp, _) = links.live.load(domain, None).await.unwrap().unwrap();
            assert_eq!(stamp, links.stamp(domain).await);
            assert_eq!(stamp.keeps_user_agents, keeps, "{change:?}");
            let after = ear.heard(&Change::Links(domain.clone()));
            assert_eq!(after - before, usize::from(heard), "{change:?}");
        }
    }
    let before = ear.heard(&Change::Links(domains[1].clone()));
    assert!(pixels.delete(&by, "l1", Platform::TikTok, Precondition::None, NOW).await.unwrap());
    ear.catch_up(desk).await;
    assert_eq!(ear.heard(&Change::Links(domains[1].clone())) - before, 1);
    assert!(!links.stamp(&domains[1]).await.keeps_user_agents);
}

#[tokio::test]
async fn slots_are_loaded_as_they_were_recorded() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let other = links.desk.domain("b.example").await;
    links.fill(&other, Slot::Paid, "elsewhere").await;
    let paid = links.fill(&domain, Slot::Paid, "l1").await;
    let de = links.fill(&domain, trial("DE"), "l2").await;
    let us = links.fill(&domain, trial("US"), "l3").await;
    let passing = UpstreamLink { permanent: false, ..upstream("l4", trial("FR")) };
    let recording = links.record(&domain, trial("FR"), &passing).await;
    assert!(matches!(recording, Recording::Recorded(_)), "{recording:?}");
    let us = links.switch(owner, &domain, us.id, false, NOW).await.unwrap();
    let slots = links.host_links(&domain).await.slots;
    let trials = [(country("DE"), SlotLink::from(&de)), (country("US"), SlotLink::from(&us))];
    assert_eq!(slots, Slots::new(Some((&paid).into()), BTreeMap::from(trials)));
    assert!(!slots.trial(country("US")).unwrap().active);
    let to_paid = Destination::Link(Offer::Paid, slots.paid().unwrap());
    assert_eq!(slots.destination(Offer::Ftl, Some(country("US"))), to_paid, "that one is off");
}

#[tokio::test]
async fn policies_are_loaded_and_decide_as_they_were_written() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    links.fill(&domain, Slot::Paid, "l1").await;
    links.fill(&domain, trial("DE"), "l2").await;
    let all_paid = NewSmartLink { policy: policy(100.0, 0.0), ..new_link(&domain, "vip") };
    let vip = links.smart.insert(by, &all_paid).await.unwrap();
    let plain = links.smart_link(&domain, "plain").await;
    let ends = ExpiryChange::parse(Some(Some(NOW.seconds())), Some(Some("https://b.example/sorry"))).unwrap();
    let ends = SmartLinkChange { expiry: ends, ..SmartLinkChange::default() };
    let ended = links.smart.update(by, plain.id, &ends, Precondition::None, NOW).await.unwrap().unwrap();
    let off = links.smart_link(&domain, "off").await;
    let change = SmartLinkChange { active: Some(false), ..SmartLinkChange::default() };
    links.smart.update(by, off.id, &change, Precondition::None, NOW).await.unwrap();
    let loaded = links.host_links(&domain).await;
    assert!(loaded.active_link("off").is_none() && loaded.active_link("none").is_none());
    for (slug, id, written) in [("vip", vip.id, policy(100.0, 0.0)), ("plain", plain.id, Policy::default())] {
        let link = loaded.active_link(slug).unwrap();
        assert_eq!((link.id, &link.policy), (id, &(&written).into()), "{slug}");
    }
    let plain = loaded.active_link("plain").unwrap();
    assert_eq!(plain.expiry, ended.expiry);
    assert!(matches!(plain.expiry.after_end(NOW), Some(AfterEnd::Address(_))));
    let vip = loaded.active_link("vip").unwrap();
    assert!(vip.expiry.is_never());
    for (code, offer) in [("US", Offer::Paid), ("DE", Offer::Ftl)] {
        let route = loaded.route(vip, Some(country(code)), &[7; 16]);
        assert_eq!(route.decision.offer, offer, "{code}");
    }
}

#[tokio::test]
async fn a_policy_is_read_again_only_when_its_link_has_changed() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let mut made = Vec::new();
    for slug in ["kept", "off", "other", "gone"] {
        made.push(links.smart_link(&domain, slug).await.id);
    }
    let before = links.host_links(&domain).await;
    let off = SmartLinkChange { active: Some(false), ..SmartLinkChange::default() };
    links.smart.update(by, made[1], &off, Precondition::None, NOW).await.unwrap();
    let other = SmartLinkChange { policy: Some(policy(100.0, 0.0)), ..SmartLinkChange::default() };
    links.smart.update(by, made[2], &other, Precondition::None, NOW).await.unwrap();
    assert!(links.smart.delete(by, made[3], Precondition::None).await.unwrap());
    links.smart_link(&domain, "new").await;
    let (stamp, after) = links.live.load(&domain, Some(&before)).await.unwrap().unwrap();
    assert_eq!((stamp, &after), (links.stamp(&domain).await, &links.host_links(&domain).await));
    let policy_of = |links: &HostLinks, slug| Some(links.active_link(slug)?.policy.clone());
    let kept = [&before, &after].map(|links| policy_of(links, "kept").unwrap());
    assert!(kept[0].shares_rules(&kept[1]), "nothing of it has changed");
    assert_eq!(policy_of(&after, "other"), Some((&policy(100.0, 0.0)).into()));
    for (slug, there) in [("off", false), ("gone", false), ("new", true)] {
        assert_eq!(policy_of(&after, slug).is_some(), there, "{slug}");
    }
    // Ids are unique per owner only, so another owner's link with the same id is a different link.
    let mut foreign = after;
    foreign.owner = links.desk.stranger;
    let (_, anew) = links.live.load(&domain, Some(&foreign)).await.unwrap().unwrap();
    assert!(!kept[1].shares_rules(&policy_of(&anew, "kept").unwrap()));
}

#[tokio::test]
async fn a_policy_that_can_not_be_read_is_an_error() {
    let links = Links::create().await;
    let domain = links.desk.domain("a.example").await;
    links.smart_link(&domain, "vip").await;
    links.desk.sql("UPDATE smart_links SET policy = '{\"v\": 2}'").await.unwrap();
    let loaded = links.live.load(&domain, None).await;
    assert!(matches!(loaded, Err(kernel::StoreError::Failed(_))), "{loaded:?}");
}

#[tokio::test]
async fn a_new_registration_has_another_stamp_and_nothing_of_the_old_one() {
    let links = Links::create().await;
    let domain = links.desk.domain("a.example").await;
    links.smart_link(&domain, "vip").await;
    links.fill(&domain, Slot::Paid, "l1").await;
    let mut seen = vec![links.stamp(&domain).await];
    for owner in [links.desk.owner, links.desk.stranger] {
        let before = seen.last().unwrap().owner;
        assert!(links.desk.domains.delete(&Acting::service(before), &domain, None, NOW).await.unwrap());
        assert_eq!(links.live.stamp(&domain).await.unwrap(), None);
        assert_eq!(links.live.load(&domain, None).await.unwrap(), None);
        let caps = landing_draft::domain::PlanCaps::default();
        let later = NewDomain { created_at: NOW.plus_seconds(PROOF_SECONDS), ..new_domain("a.example") };
        links.desk.domains.register(&Acting::service(owner), &later, &caps).await.unwrap();
        let stamp = links.stamp(&domain).await;
        assert_eq!(stamp.owner, owner);
        assert!(seen.iter().all(|seen| seen.revision != stamp.revision));
        seen.push(stamp);
        let loaded = links.host_links(&domain).await;
        assert!(loaded.active_link("vip").is_none() && loaded.slots == Slots::default());
    }
}

#[tokio::test]
async fn ten_thousand_links_of_a_host_are_loaded() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    links.smart_link(&domain, "first").await;
    links
        .desk
        .sql(
            "INSERT INTO smart_links (owner_id, hostname, slug, name, policy, active, created_at, updated_at)
             SELECT owner_id, hostname, 's' || n, name, policy, active, created_at, updated_at
             FROM smart_links, generate_series(1, 9999) n",
        )
        .await
        .unwrap();
    let loaded = links.host_links(&domain).await;
    assert!((1..10_000).all(|n| loaded.active_link(&format!("s{n}")).is_some()));
    let page = links.smart.list(owner, &domain, None, 10_001).await.unwrap().unwrap();
    assert_eq!(page.len(), 10_000);
}
