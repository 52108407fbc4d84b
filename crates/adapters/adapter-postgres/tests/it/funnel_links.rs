use adapter_postgres::Change;
use futures_util::future::{join, join_all};
use kernel::{Acting, SortableId};
use landing_draft::ports::DomainStore as _;
use smartlink_policy::config::{ProvisionConfig, ProvisionRequest};
use smartlink_policy::link::FunnelLinkId;
use smartlink_policy::ports::{
    DomainLinks, FunnelLinkStore as _, PulledLink, RecordedLink, Recording, Switching, TrackedLinkStore as _,
};
use smartlink_policy::slot::Slot;
use smartlink_policy::upstream::UpstreamLink;

use crate::desk::host;
use crate::links::{Links, trial, upstream};
use crate::team::NOW;

fn config(countries: &[&str], paid_countries: &str, default_paid: bool) -> ProvisionConfig {
    let trial_countries: Vec<_> = countries.iter().map(|code| (*code).to_owned()).collect();
    let request = ProvisionRequest {
        trial_countries: &trial_countries,
        paid_countries,
        default_paid,
        trial_days: Some(30),
    };
    ProvisionConfig::parse(&request).unwrap()
}

#[tokio::test]
async fn links_are_read_as_they_were_recorded() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let load = async || links.funnel.load(owner, &domain).await.unwrap().unwrap();
    assert_eq!(load().await, DomainLinks::default());
    let mut expected = Vec::new();
    for (id, slot) in [("l3", trial("US")), ("l1", Slot::Paid), ("l2", trial("DE"))] {
        let link = UpstreamLink { active: id != "l2", ..upstream(id, slot) };
        let recording = links.record(&domain, slot, &link).await;
        let Recording::Recorded(recorded) = recording else { panic!("{recording:?}") };
        let known =
            RecordedLink { id: recorded.id, domain: Some(domain.clone()), slot: Some(slot), upstream: link };
        assert_eq!(recorded, known);
        expected.push(known);
    }
    expected.sort_by_key(|link| link.slot);
    assert_eq!(expected[0].slot, Some(Slot::Paid));
    assert_eq!(load().await, DomainLinks { links: expected, ..DomainLinks::default() });
}

#[tokio::test]
async fn what_belongs_to_another_owner_looks_absent() {
    let links = Links::create().await;
    let (owner, stranger) = (links.desk.owner, links.desk.stranger);
    let domain = links.desk.domain("a.example").await;
    let link = links.fill(&domain, Slot::Paid, "l1").await;
    let before = (links.stamp(&domain).await, links.funnel.load(owner, &domain).await.unwrap());
    let wanted = config(&["DE"], "rest", true);
    let funnel = &links.funnel;
    for (owner, domain) in [(stranger, &domain), (owner, &host("b.example"))] {
        let by = &Acting::service(owner);
        assert_eq!(funnel.load(owner, domain).await.unwrap(), None);
        let recording = funnel.record(by, domain, trial("DE"), &upstream("l2", trial("DE"))).await;
        assert_eq!(recording.unwrap(), Recording::NoDomain);
        assert_eq!(links.switch(owner, domain, link.id, false, NOW).await, None);
        assert!(!funnel.save_config(by, domain, &wanted).await.unwrap());
    }
    assert_eq!((links.stamp(&domain).await, funnel.load(owner, &domain).await.unwrap()), before);
    assert_eq!(links.desk.count("SELECT count(*) AS n FROM funnel_links").await, 1);
    let theirs = links.funnel.list(stranger, None, 10).await.unwrap();
    assert_eq!(theirs, [], "each account is its owner's");
}

#[tokio::test]
async fn keys_of_creations_have_one_nonce_for_as_long_as_the_domain_is_registered() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let nonce = async |owner, fresh| {
        let fresh = SortableId::from_u128(fresh);
        links.funnel.link_nonce(owner, &domain, fresh).await.unwrap().map(SortableId::to_u128)
    };
    assert_eq!(nonce(links.desk.stranger, 1).await, None);
    let drawn = join_all((2..10).map(|fresh| nonce(owner, fresh))).await;
    assert!(drawn[0].is_some() && drawn.iter().all(|one| *one == drawn[0]), "{drawn:?}");
    links.desk.domains.delete(by, &domain, None, NOW).await.unwrap();
    assert_eq!(nonce(owner, 11).await, None);
    links.desk.domain("a.example").await;
    assert_eq!(nonce(owner, 12).await, Some(12));
}

#[tokio::test]
async fn a_slot_keeps_its_link_and_a_link_its_slot() {
    let links = Links::create().await;
    let domain = links.desk.domain("a.example").await;
    let other = links.desk.domain("b.example").await;
    let first = links.fill(&domain, Slot::Paid, "l1").await;
    let before = links.stamp(&domain).await;
    let renamed = UpstreamLink { name: "other".to_owned(), active: false, ..first.upstream.clone() };
    for link in [&upstream("l2", Slot::Paid), &renamed] {
        let recording = links.record(&domain, Slot::Paid, link).await;
        assert_eq!(recording, Recording::SlotTaken(first.clone()), "the slot has a link");
    }
    for (domain, slot) in [(&domain, trial("DE")), (&other, Slot::Paid), (&other, trial("DE"))] {
        assert_eq!(links.record(domain, slot, &renamed).await, Recording::LinkTaken, "the link has a slot");
    }
    assert_eq!(links.stamp(&domain).await, before, "nothing changed");
    let listed = links.funnel.list(links.desk.owner, None, 10).await.unwrap();
    assert_eq!(listed, [first], "and nothing was recorded beside it");
}

#[tokio::test]
async fn of_many_links_for_one_slot_at_once_one_fills_it() {
    let links = Links::create().await;
    let domain = links.desk.domain("a.example").await;
    let wanted: Vec<_> = (0..16).map(|n| upstream(&format!("l{n}"), Slot::Paid)).collect();
    let recorded = join_all(wanted.iter().map(|link| links.record(&domain, Slot::Paid, link))).await;
    let filled: Vec<_> = recorded.iter().filter(|r| matches!(r, Recording::Recorded(_))).collect();
    let [Recording::Recorded(winner)] = filled[..] else { panic!("{recorded:?}") };
    let losers = recorded.iter().filter(|r| **r == Recording::SlotTaken(winner.clone())).count();
    assert_eq!(losers, 15, "{recorded:?}");
    assert_eq!(links.funnel.list(links.desk.owner, None, 99).await.unwrap().len(), 1);
}

#[tokio::test]
async fn of_many_slots_for_one_link_at_once_one_gets_it() {
    let links = Links::create().await;
    let domains = [links.desk.domain("a.example").await, links.desk.domain("b.example").await];
    let slots = [Slot::Paid, trial("DE"), trial("US"), trial("FR")];
    for round in 0..4 {
        let link = upstream(&format!("l{round}"), slots[round]);
        let places = domains.iter().flat_map(|domain| slots.map(|slot| (domain, slot)));
        let recorded = join_all(places.map(|(domain, slot)| links.record(domain, slot, &link))).await;
        let filled = recorded.iter().filter(|r| matches!(r, Recording::Recorded(_))).count();
        assert_eq!(filled, 1, "{recorded:?}");
        let refused = |r: &&Recording| matches!(r, Recording::LinkTaken | Recording::SlotTaken(_));
        assert_eq!(recorded.iter().filter(refused).count(), 7, "{recorded:?}");
    }
    let double = "SELECT count(*) - count(DISTINCT (owner_id, link_id)) AS n FROM domain_slots";
    assert_eq!(links.desk.count(double).await, 0);
    assert_eq!(links.desk.count("SELECT count(*) AS n FROM domain_slots").await, 4);
}

#[tokio::test]
async fn a_link_that_is_known_without_a_slot_keeps_its_number() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let pulled = PulledLink { link: upstream("l1", Slot::Paid), stats: None };
    links.funnel.upsert(owner, &[pulled], NOW).await.unwrap();
    let known = links.funnel.list(owner, None, 10).await.unwrap().remove(0);
    assert_eq!((&known.domain, known.slot), (&None, None));
    let heard = UpstreamLink { name: "newer".to_owned(), trial_days: None, ..known.upstream };
    let expected = RecordedLink {
        id: known.id,
        domain: Some(domain.clone()),
        slot: Some(Slot::Paid),
        upstream: heard.clone(),
    };
    assert_eq!(links.record(&domain, Slot::Paid, &heard).await, Recording::Recorded(expected.clone()));
    assert_eq!(links.funnel.list(owner, None, 10).await.unwrap(), [expected]);
}

#[tokio::test]
async fn links_are_switched_on_the_domain_whose_slot_they_fill() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let other = links.desk.domain("b.example").await;
    let link = links.fill(&domain, Slot::Paid, "l1").await;
    let set = async |domain, id, active| links.switch(owner, domain, id, active, NOW).await;
    assert_eq!(set(&other, link.id, false).await, None);
    assert_eq!(set(&domain, FunnelLinkId::new(i64::MAX), false).await, None);
    for active in [false, false, true] {
        let upstream = UpstreamLink { active, ..link.upstream.clone() };
        let expected = RecordedLink { upstream, ..link.clone() };
        assert_eq!(set(&domain, link.id, active).await, Some(expected.clone()));
        assert_eq!(links.funnel.load(owner, &domain).await.unwrap().unwrap().links, [expected]);
    }
}

/// Both switches wait for the domain's lock, so both have read the same last switch.
#[tokio::test]
async fn of_two_switches_behind_the_same_last_one_one_is_noted() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let link = links.fill(&domain, Slot::Paid, "l1").await;
    for round in 0..3 {
        let seen = links.funnel.last_switch(owner, &domain, link.id).await.unwrap().unwrap();
        let (holder, driver) = adapter_postgres::connect(links.desk.url()).await.unwrap();
        tokio::spawn(driver);
        let hold = format!("BEGIN; SELECT 1 FROM domains WHERE owner_id = {owner} FOR UPDATE");
        holder.batch_execute(&hold).await.unwrap();
        let both = [true, false].map(|on| links.funnel.set_active(by, &domain, link.id, on, seen, NOW));
        let release = async {
            links.desk.waiting(2).await;
            holder.batch_execute("COMMIT").await.unwrap();
        };
        let (both, ()) = join(join_all(both), release).await;
        let mut noted = Vec::new();
        for switching in both {
            match switching.unwrap() {
                Switching::Noted(link) => noted.push(link),
                other => assert_eq!(other, Switching::Overtaken),
            }
        }
        assert_eq!(links.funnel.load(owner, &domain).await.unwrap().unwrap().links, noted, "{round}");
        assert_eq!(noted.len(), 1, "{round}");
    }
}

#[tokio::test]
async fn the_last_configuration_is_kept() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    for wanted in [config(&["DE", "US"], "rest", true), config(&[], "none", false)] {
        assert!(links.funnel.save_config(by, &domain, &wanted).await.unwrap());
        let stamp = links.stamp(&domain).await;
        assert!(links.funnel.save_config(by, &domain, &wanted).await.unwrap());
        assert_eq!(links.stamp(&domain).await, stamp, "the same again changes nothing");
        let loaded = links.funnel.load(owner, &domain).await.unwrap().unwrap();
        assert_eq!(loaded, DomainLinks { config: Some(wanted), ..DomainLinks::default() });
    }
}

#[tokio::test]
async fn a_deleted_domain_takes_its_slots_and_configuration_and_leaves_the_links() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let link = links.fill(&domain, Slot::Paid, "l1").await;
    links.funnel.save_config(by, &domain, &config(&["DE"], "rest", true)).await.unwrap();
    links.delete_domain(&domain).await;
    assert_eq!(links.funnel.load(owner, &domain).await.unwrap(), None);
    let left = RecordedLink { domain: None, slot: None, ..link.clone() };
    assert_eq!(links.funnel.list(owner, None, 10).await.unwrap(), [left]);
    let domain = links.desk.domain("a.example").await;
    assert_eq!(links.funnel.load(owner, &domain).await.unwrap(), Some(DomainLinks::default()));
    assert_eq!(links.fill(&domain, Slot::Paid, "l1").await.id, link.id, "the link is free again");
}

#[tokio::test]
async fn every_change_is_reported_and_stamped_and_what_changes_nothing_is_not() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let ear = links.listen().await;
    let reported = Change::Links(domain.clone());
    let (mut last, mut notified) = (links.stamp(&domain).await, 0);
    let mut changed = async |what: &str, expected: bool| {
        let now = links.stamp(&domain).await;
        assert_eq!(now != last, expected, "{what}");
        last = now;
        notified += usize::from(expected);
        ear.catch_up(&links.desk).await;
        assert_eq!(ear.heard(&reported), notified, "{what}");
    };
    let link = links.fill(&domain, Slot::Paid, "l1").await;
    changed("a link in a slot", true).await;
    links.record(&domain, Slot::Paid, &link.upstream).await;
    changed("the same link again", false).await;
    for (active, expected) in [(false, true), (false, false), (true, true)] {
        links.switch(owner, &domain, link.id, active, NOW).await;
        changed("a switch", expected).await;
    }
    links.funnel.save_config(by, &domain, &config(&[], "rest", true)).await.unwrap();
    changed("a configuration", true).await;
}

#[tokio::test]
async fn a_deletion_of_the_domain_and_changes_of_its_slots_wait_for_each_other() {
    let links = Links::create().await;
    let owner = links.desk.owner;
    let by = &Acting::service(owner);
    for round in 0..10 {
        let domain = links.desk.domain("a.example").await;
        let link = links.fill(&domain, Slot::Paid, "l1").await;
        let (second, wanted) = (upstream("l2", trial("DE")), config(&["DE"], "rest", true));
        let off = UpstreamLink { active: round % 2 == 0, name: round.to_string(), ..link.upstream.clone() };
        let pulled = [
            PulledLink { link: off, stats: None },
            PulledLink { link: UpstreamLink { name: round.to_string(), ..second.clone() }, stats: None },
        ];
        let (switched, recorded, saved, synced, gone) = tokio::join!(
            links.switch(owner, &domain, link.id, round % 2 == 1, NOW),
            links.funnel.record(by, &domain, trial("DE"), &second),
            links.funnel.save_config(by, &domain, &wanted),
            links.funnel.upsert(owner, &pulled, NOW),
            links.desk.domains.delete(by, &domain, None, NOW),
        );
        drop(switched);
        let recorded = recorded.unwrap();
        assert!(matches!(recorded, Recording::Recorded(_) | Recording::NoDomain), "{recorded:?}");
        saved.unwrap();
        synced.unwrap();
        assert!(gone.unwrap());
    }
    assert_eq!(links.desk.count("SELECT count(*) AS n FROM domain_slots").await, 0);
}
