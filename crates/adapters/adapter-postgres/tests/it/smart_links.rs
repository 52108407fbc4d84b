use std::collections::HashMap;

use adapter_postgres::Change;
use futures_util::future::{join, join_all};
use kernel::{Acting, Hostname, OwnerId, Precondition, Search, StoreError};
use landing_draft::ports::DomainStore as _;
use smartlink_policy::expiry::Expiry;
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::policy::Policy;
use smartlink_policy::ports::{InsertError, LiveLinks as _, SmartLinkStore as _};
use smartlink_policy::slug::{LinkName, Slug};
use smartlink_policy::smart_link::{NewSmartLink, SmartLink, SmartLinkChange};

use crate::desk::host;
use crate::links::{Links, new_link, policy};
use crate::team::NOW;

fn switch(active: bool) -> SmartLinkChange {
    SmartLinkChange { active: Some(active), ..SmartLinkChange::default() }
}

#[tokio::test]
async fn links_are_read_as_they_were_written() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let ends = |at, url| Expiry::parse(at, url).unwrap();
    for (slug, name, policy, expiry) in [
        ("a", None, Policy::default(), Expiry::default()),
        ("b_2-c", Some("Zoë's 🎁 \\u0000 '\""), policy(12.5, 0.1), ends(Some(Expiry::LATEST), None)),
        ("d", None, policy(100.0 / 3.0, 200.0 / 3.0), ends(None, Some("https://b.example/ü?x=1#t"))),
        ("e", None, policy(f64::from_bits(1), 99.5), ends(Some(0), Some("http://b.example/"))),
    ] {
        let name = name.map(|name| LinkName::parse(name).unwrap());
        let slug = Slug::parse(slug).unwrap();
        let new = NewSmartLink::new(domain.clone(), slug.clone(), name, Some(policy.clone()), NOW);
        let new = NewSmartLink { expiry: expiry.clone(), ..new };
        let inserted = links.smart.insert(by, &new).await.unwrap();
        let expected = SmartLink {
            id: inserted.id,
            domain: domain.clone(),
            slug,
            name: new.name,
            policy,
            active: true,
            expiry,
            created_at: NOW,
            updated_at: NOW,
        };
        assert_eq!(inserted, expected);
        assert_eq!(links.smart.find(owner, inserted.id).await.unwrap(), Some(expected));
    }
}

#[tokio::test]
async fn what_belongs_to_another_owner_looks_absent() {
    let links = Links::create().await;
    let (domain, stranger) = (links.desk.domain("a.example").await, links.desk.stranger);
    let link = links.smart_link(&domain, "vip").await;
    let before = links.stamp(&domain).await;
    let (smart, later) = (&links.smart, NOW.plus_seconds(60));
    for (owner, domain) in [(stranger, &domain), (links.desk.owner, &host("b.example"))] {
        let inserted = smart.insert(&Acting::service(owner), &new_link(domain, "other")).await;
        assert!(matches!(inserted, Err(InsertError::DomainNotFound)), "{inserted:?}");
        assert_eq!(smart.list(owner, domain, None, 10).await.unwrap(), None);
    }
    for (owner, id) in [(stranger, link.id), (links.desk.owner, SmartLinkId::new(i64::MAX))] {
        assert_eq!(smart.find(owner, id).await.unwrap(), None);
        assert_eq!(
            smart
                .update(&Acting::service(owner), id, &switch(false), Precondition::None, later)
                .await
                .unwrap(),
            None
        );
        assert!(!smart.delete(&Acting::service(owner), id, Precondition::None).await.unwrap());
    }
    assert_eq!(smart.list(links.desk.owner, &domain, None, 10).await.unwrap(), Some(vec![link]));
    assert_eq!(links.stamp(&domain).await, before, "nothing changed");
}

#[tokio::test]
async fn pages_are_in_order_of_numbers() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let other = links.desk.domain("b.example").await;
    let list = async |domain: &Hostname, after, limit| {
        let page = links.smart.list(owner, domain, after, limit).await.unwrap().unwrap();
        page.into_iter().map(|link| link.slug.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(list(&domain, None, 10).await, Vec::<String>::new());
    let mut ids = Vec::new();
    for slug in ["c", "a", "b"] {
        ids.push(links.smart_link(&domain, slug).await.id);
        links.smart_link(&other, slug).await;
    }
    assert_eq!(list(&domain, None, 10).await, ["c", "a", "b"]);
    assert_eq!(list(&domain, None, 2).await, ["c", "a"]);
    assert_eq!(list(&domain, Some(ids[0]), 2).await, ["a", "b"]);
    assert_eq!(list(&domain, Some(ids[2]), 2).await, Vec::<String>::new());
}

#[tokio::test]
async fn links_are_found_by_a_part_of_their_name_or_slug() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let mut ids = Vec::new();
    for (slug, name) in [("vip", "Summer 50%"), ("v_i", "VIP club"), ("other", "Winter")] {
        let new = NewSmartLink { name: LinkName::parse(name).unwrap(), ..new_link(&domain, slug) };
        ids.push(links.smart.insert(by, &new).await.unwrap().id);
    }
    let find = async |text: &str, after, limit| {
        let search = Search::parse(text).unwrap();
        let page = links.smart.search(owner, &domain, &search, after, limit).await.unwrap().unwrap();
        page.into_iter().map(|link| link.slug.as_str().to_owned()).collect::<Vec<_>>()
    };
    for (text, expected) in [
        ("VIP", &["vip", "v_i"][..]),
        ("50%", &["vip"]),
        ("%", &["vip"]),
        ("_", &["v_i"]),
        ("winTER", &["other"]),
        ("none", &[]),
    ] {
        assert_eq!(find(text, None, 10).await, expected, "{text}");
    }
    assert_eq!(find("vip", None, 1).await, ["vip"]);
    assert_eq!(find("vip", Some(ids[0]), 10).await, ["v_i"]);
    let search = Search::parse("vip").unwrap();
    for (owner, domain) in [(links.desk.stranger, &domain), (owner, &host("b.example"))] {
        assert_eq!(links.smart.search(owner, domain, &search, None, 10).await.unwrap(), None);
    }
}

#[tokio::test]
async fn of_many_links_with_one_slug_at_once_one_is_made() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let new = new_link(&domain, "vip");
    let made = join_all((0..16).map(|_| links.smart.insert(by, &new))).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1);
    let taken = made.iter().filter(|made| matches!(made, Err(InsertError::SlugTaken))).count();
    assert_eq!(taken, 15, "{made:?}");
    assert_eq!(links.smart.list(owner, &domain, None, 99).await.unwrap().unwrap().len(), 1);
    let elsewhere = links.desk.domain("b.example").await;
    links.smart_link(&elsewhere, "vip").await;
}

#[tokio::test]
async fn links_made_at_once_are_all_kept_and_no_stamp_is_of_two_moments() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let new_ones: Vec<_> = (0..16).map(|n| new_link(&domain, &format!("s{n}"))).collect();
    let making = async {
        for made in join_all(new_ones.iter().map(|new| links.smart.insert(by, new))).await {
            made.unwrap();
        }
    };
    let looking = async {
        let mut seen = HashMap::new();
        loop {
            let (stamp, found) = links.live.load(&domain, None).await.unwrap().unwrap();
            let count = found.links().count();
            assert_eq!(*seen.entry(stamp.revision).or_insert(count), count, "{stamp:?}");
            if count == new_ones.len() {
                break;
            }
        }
    };
    join(making, looking).await;
    assert_eq!(links.smart.list(owner, &domain, None, 99).await.unwrap().unwrap().len(), 16);
}

#[tokio::test]
async fn changes_of_different_fields_at_once_both_hold() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    for round in 0..10 {
        let link = links.smart_link(&domain, &format!("s{round}")).await;
        let name = LinkName::parse("New").unwrap();
        let named = SmartLinkChange { name: Some(name.clone()), ..SmartLinkChange::default() };
        let split = SmartLinkChange { policy: Some(policy(1.0, 2.0)), ..SmartLinkChange::default() };
        let changes = [named, split, switch(false)];
        let later = NOW.plus_seconds(60);
        let all =
            changes.iter().map(|change| links.smart.update(by, link.id, change, Precondition::None, later));
        for updated in join_all(all).await {
            assert_eq!(updated.unwrap().unwrap().updated_at, later);
        }
        let expected =
            SmartLink { name, policy: policy(1.0, 2.0), active: false, updated_at: later, ..link.clone() };
        assert_eq!(links.smart.find(owner, link.id).await.unwrap(), Some(expected));
    }
}

#[tokio::test]
async fn a_deleted_link_frees_its_slug() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let link = links.smart_link(&domain, "vip").await;
    assert!(links.smart.delete(by, link.id, Precondition::None).await.unwrap());
    assert!(!links.smart.delete(by, link.id, Precondition::None).await.unwrap(), "it is deleted already");
    assert_eq!(links.smart.find(owner, link.id).await.unwrap(), None);
    let again = links.smart_link(&domain, "vip").await;
    assert_ne!(again.id, link.id);
}

#[tokio::test]
async fn every_change_is_reported_and_stamped_and_what_changes_nothing_is_not() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let ear = links.listen().await;
    let reported = Change::Links(domain.clone());
    let mut stamps = vec![links.stamp(&domain).await];
    let link = links.smart_link(&domain, "vip").await;
    stamps.push(links.stamp(&domain).await);
    ear.catch_up(&links.desk).await;
    let changes = [
        (switch(false), true),
        (switch(false), false),
        (SmartLinkChange { name: Some(link.name.clone()), ..SmartLinkChange::default() }, false),
        (SmartLinkChange { name: LinkName::parse("New").ok(), ..SmartLinkChange::default() }, true),
        (SmartLinkChange { policy: Some(Policy::default()), ..SmartLinkChange::default() }, false),
        (SmartLinkChange { policy: Some(policy(0.3, 33.3)), ..SmartLinkChange::default() }, true),
        (SmartLinkChange { policy: Some(policy(0.3, 33.3)), ..SmartLinkChange::default() }, false),
        (SmartLinkChange::default(), false),
    ];
    for (n, (change, is_one)) in (1..).zip(changes) {
        let now = NOW.plus_seconds(n);
        let updated =
            links.smart.update(by, link.id, &change, Precondition::None, now).await.unwrap().unwrap();
        assert_eq!(updated.updated_at == now, is_one, "{change:?}");
        let stamp = links.stamp(&domain).await;
        assert_eq!(stamps.last() != Some(&stamp), is_one, "{change:?}");
        if is_one {
            stamps.push(stamp);
        }
        ear.catch_up(&links.desk).await;
        assert_eq!(ear.heard(&reported), stamps.len() - 1, "{change:?}");
    }
    let taken = links.smart.insert(by, &new_link(&domain, "vip")).await;
    assert!(matches!(taken, Err(InsertError::SlugTaken)), "{taken:?}");
    assert_eq!(stamps.last(), Some(&links.stamp(&domain).await), "a refused link changes nothing");
    assert!(links.smart.delete(by, link.id, Precondition::None).await.unwrap());
    stamps.push(links.stamp(&domain).await);
    let distinct: std::collections::HashSet<_> = stamps.iter().map(|stamp| stamp.revision).collect();
    assert_eq!(distinct.len(), 6);
    ear.catch_up(&links.desk).await;
    assert_eq!(ear.heard(&reported), 5, "an insertion, three changes, a deletion");
}

#[tokio::test]
async fn a_deletion_of_the_domain_and_changes_of_its_links_wait_for_each_other() {
    let links = Links::create().await;
    let owner = links.desk.owner;
    let by = &Acting::service(owner);
    for round in 0..10 {
        let domain = links.desk.domain("a.example").await;
        let (one, two) = (links.smart_link(&domain, "one").await, links.smart_link(&domain, "two").await);
        let (off, new) = (switch(false), new_link(&domain, "three"));
        let (updated, deleted, inserted, gone) = tokio::join!(
            links.smart.update(by, one.id, &off, Precondition::None, NOW),
            links.smart.delete(by, two.id, Precondition::None),
            links.smart.insert(by, &new),
            links.desk.domains.delete(by, &domain, None, NOW),
        );
        updated.unwrap();
        deleted.unwrap();
        assert!(matches!(inserted, Ok(_) | Err(InsertError::DomainNotFound)), "{round}: {inserted:?}");
        assert!(gone.unwrap());
        assert_eq!(links.smart.find(OwnerId::new(owner.get()), one.id).await.unwrap(), None);
    }
    assert_eq!(links.desk.count("SELECT count(*) AS n FROM smart_links").await, 0);
}

#[tokio::test]
async fn a_change_or_deletion_that_is_meant_for_another_state_changes_nothing() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let seen = links.smart_link(&domain, "vip").await;
    let expected = Precondition::Is(seen.fingerprint());
    let later = NOW.plus_seconds(60);
    let changed = links.smart.update(by, seen.id, &switch(false), expected, later).await.unwrap().unwrap();
    assert_ne!(changed.fingerprint(), seen.fingerprint());
    let late = links.smart.update(by, seen.id, &switch(true), expected, later).await;
    assert!(matches!(late, Err(StoreError::PreconditionFailed)), "{late:?}");
    let late = links.smart.delete(by, seen.id, expected).await;
    assert!(matches!(late, Err(StoreError::PreconditionFailed)), "{late:?}");
    assert_eq!(links.smart.find(owner, seen.id).await.unwrap().as_ref(), Some(&changed));
    assert!(links.smart.delete(by, seen.id, Precondition::Is(changed.fingerprint())).await.unwrap());
}
