use adapter_postgres::Change;
use futures_util::future::join_all;
use kernel::{OwnerId, Search, StoreError};
use smartlink_policy::address::LinkUrl;
use smartlink_policy::link::Offer;
use smartlink_policy::ports::{LinkPlace, PulledLink, RecordedLink, TrackedLinkStore as _};
use smartlink_policy::slot::Slot;
use smartlink_policy::upstream::{Day, LinkStats, UpstreamLink, VendorStats};

use crate::links::{Links, trial, upstream};
use crate::team::NOW;

fn pulled(link: &UpstreamLink) -> PulledLink {
    PulledLink { link: link.clone(), stats: None }
}

fn stats(link: &UpstreamLink, clicks: i64) -> Option<LinkStats> {
    let day = Day::parse("2027-01-15").unwrap();
    Some(LinkStats {
        provider_id: link.provider_id.clone(),
        vendor: VendorStats { clicks, subscribers: 2, revenue_cents: -3, ..VendorStats::none_on(day) },
        conversions: 4,
        revenue_net_cents: i64::MIN,
    })
}

impl Links {
    async fn all(&self) -> Vec<RecordedLink> {
        self.funnel.list(self.desk.owner, None, 10_000).await.unwrap()
    }
}

#[tokio::test]
async fn pages_are_in_the_order_of_places() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let mut expected = Vec::new();
    for (n, id) in ["b", "B", "a~", "a", "_", "Z9", "-1", "/x"].into_iter().enumerate() {
        for (slot, prefix) in [(Slot::Paid, "p"), (trial("DE"), "t")] {
            let created_at = NOW.plus_seconds(i64::from(n % 3 == 0));
            expected.push(UpstreamLink { created_at, ..upstream(&format!("{prefix}{id}"), slot) });
        }
    }
    let pulls: Vec<_> = expected.iter().map(pulled).collect();
    links.funnel.upsert(owner, &pulls, NOW).await.unwrap();
    expected.sort_by_key(|link| LinkPlace::from(link));
    let in_slot = expected[5].clone();
    links.record(&domain, trial("DE"), &in_slot).await;
    for limit in [1, 3, 16, 99] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = links.funnel.list(owner, after.clone(), limit).await.unwrap();
            assert!(page.len() <= limit.try_into().unwrap());
            let Some(last) = page.last() else { break };
            after = Some(LinkPlace::from(&last.upstream));
            found.extend(page);
        }
        let slots: Vec<_> = found.iter().filter_map(|link| link.slot.zip(link.domain.clone())).collect();
        assert_eq!(slots, [(trial("DE"), domain.clone())]);
        let found: Vec<_> = found.into_iter().map(|link| link.upstream).collect();
        assert_eq!(found, expected, "{limit} at a time");
    }
    let paid = found_from(&links, Offer::Paid).await;
    assert_eq!(paid, expected.iter().filter(|link| link.offer == Offer::Paid).count());
    assert_eq!(links.funnel.list(links.desk.stranger, None, 10).await.unwrap(), []);
    for text in ["B", "z9", "_", "%", "pa", "nothing"] {
        let search = Search::parse(text).unwrap();
        let wanted = |link: &&UpstreamLink| search.is_in(&[&link.name, link.provider_id.as_str()]);
        let wanted: Vec<_> = expected.iter().filter(wanted).cloned().collect();
        let found = links.funnel.search(owner, &search, None, 99).await.unwrap();
        let found: Vec<_> = found.into_iter().map(|link| link.upstream).collect();
        assert_eq!(found, wanted, "{text}");
        if let Some((first, rest)) = wanted.split_first() {
            let behind = Some(LinkPlace::from(first));
            assert_eq!(links.funnel.search(owner, &search, behind, 99).await.unwrap().len(), rest.len());
            assert_eq!(links.funnel.search(owner, &search, None, 1).await.unwrap()[0].upstream, *first);
        }
        assert_eq!(links.funnel.search(links.desk.stranger, &search, None, 99).await.unwrap(), []);
    }
}

/// Counts the links from the first one of an offer on.
async fn found_from(links: &Links, offer: Offer) -> usize {
    let all = links.all().await;
    let before = all.iter().rev().find(|link| link.upstream.offer < offer).unwrap();
    let after = LinkPlace::from(&before.upstream);
    links.funnel.list(links.desk.owner, Some(after), 99).await.unwrap().len()
}

#[tokio::test]
async fn pulled_links_are_recorded_without_a_slot_and_what_was_not_pulled_stays() {
    let links = Links::create().await;
    let owner = links.desk.owner;
    let (one, two) = (upstream("l1", Slot::Paid), upstream("l2", trial("DE")));
    let odd = UpstreamLink { country: None, permanent: false, trial_days: None, ..two };
    links.funnel.upsert(owner, &[], NOW).await.unwrap();
    links.funnel.upsert(owner, &[pulled(&one), pulled(&odd)], NOW).await.unwrap();
    let first = links.all().await;
    let found: Vec<_> = first.iter().map(|link| (&link.upstream, &link.domain, link.slot)).collect();
    assert_eq!(found, [(&odd, &None, None), (&one, &None, None)]);
    let newer = UpstreamLink {
        name: "newer".to_owned(),
        url: LinkUrl::parse("https://platform.example/newer").unwrap(),
        active: false,
        trial_days: Some(360),
        ..one.clone()
    };
    // The last of several entries for one link wins.
    links.funnel.upsert(owner, &[pulled(&one), pulled(&newer)], NOW).await.unwrap();
    let second = links.all().await;
    assert_eq!(second[0], first[0], "it was not pulled");
    assert_eq!((second[1].id, &second[1].upstream), (first[1].id, &newer));
    let unknown = links.funnel.upsert(OwnerId::new(i64::MAX), &[pulled(&one)], NOW).await;
    assert!(matches!(unknown, Err(StoreError::Data(_))), "{unknown:?}");
}

#[tokio::test]
async fn a_slot_stays_and_so_does_a_switch_that_the_pull_may_not_know_of() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let link = links.fill(&domain, Slot::Paid, "l1").await;
    let seconds = |n| NOW.plus_seconds(n);
    let off = links.switch(owner, &domain, link.id, false, seconds(10)).await.unwrap();
    // A switch by a slower clock changes nothing.
    links.switch(owner, &domain, link.id, false, seconds(5)).await;
    for (pulled_at, name, active) in [(9, "a", false), (10, "b", false), (11, "c", true)] {
        let heard = UpstreamLink { name: name.to_owned(), active: true, ..link.upstream.clone() };
        links.funnel.upsert(owner, &[pulled(&heard)], seconds(pulled_at)).await.unwrap();
        let expected = RecordedLink { upstream: UpstreamLink { active, ..heard }, ..off.clone() };
        assert_eq!(links.all().await, [expected], "pulled at {pulled_at}");
    }
}

#[tokio::test]
async fn stats_are_kept_until_there_are_others() {
    let links = Links::create().await;
    let owner = links.desk.owner;
    let link = upstream("l1", Slot::Paid);
    let stored = "SELECT coalesce(clicks, -1) AS n FROM funnel_links";
    for (clicks, expected) in [(None, -1), (Some(7), 7), (None, 7), (Some(8), 8), (Some(0), 0)] {
        let stats = clicks.and_then(|clicks| stats(&link, clicks));
        links.funnel.upsert(owner, &[PulledLink { link: link.clone(), stats }], NOW).await.unwrap();
        assert_eq!(links.desk.count(stored).await, expected, "{clicks:?}");
    }
    let all = "SELECT count(*) AS n FROM funnel_links WHERE (figures_day, clicks, subscribers, revenue_cents, spenders,
        conversions, revenue_net_cents) = ('2027-01-15', 0, 2, -3, 0, 4, -9223372036854775808)";
    assert_eq!(links.desk.count(all).await, 1, "each in its column");
    links.record(&links.desk.domain("a.example").await, Slot::Paid, &link).await;
    assert_eq!(links.desk.count(all).await, 1, "also when it gets a slot");
    let new = upstream("l2", Slot::Paid);
    let with_stats = PulledLink { link: new.clone(), stats: stats(&new, 9) };
    links.funnel.upsert(owner, &[with_stats], NOW).await.unwrap();
    assert_eq!(links.desk.count("SELECT max(clicks) AS n FROM funnel_links").await, 9, "also of new ones");
}

#[tokio::test]
async fn only_what_is_new_of_a_link_in_a_slot_is_reported() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let other = links.desk.domain("b.example").await;
    let link = links.fill(&domain, trial("DE"), "l1").await.upstream;
    let elsewhere = links.fill(&other, Slot::Paid, "l2").await.upstream;
    let free = upstream("l3", Slot::Paid);
    let ear = links.listen().await;
    let (mut expected, mut last) = (0, links.stamp(&domain).await);
    let untouched = links.stamp(&other).await;
    let url = LinkUrl::parse("https://platform.example/other").unwrap();
    let off = UpstreamLink { active: false, ..link.clone() };
    let moved = UpstreamLink { url, ..off.clone() };
    let passing = UpstreamLink { permanent: false, ..moved.clone() };
    for (what, heard, clicks, is_new) in [
        ("the same", &link, None, false),
        ("stats", &link, Some(5), false),
        ("off", &off, Some(5), true),
        ("off again", &off, Some(6), false),
        ("another address", &moved, None, true),
        ("no longer permanent", &passing, None, true),
    ] {
        let stats = clicks.and_then(|clicks| stats(heard, clicks));
        let pulls = [
            PulledLink { link: heard.clone(), stats },
            pulled(&elsewhere),
            pulled(&UpstreamLink { name: what.to_owned(), ..free.clone() }),
        ];
        links.funnel.upsert(owner, &pulls, NOW.plus_seconds(1)).await.unwrap();
        let stamp = links.stamp(&domain).await;
        assert_eq!(stamp != last, is_new, "{what}");
        last = stamp;
        expected += usize::from(is_new);
        ear.catch_up(&links.desk).await;
        assert_eq!(ear.heard(&Change::Links(domain.clone())), expected, "{what}");
    }
    assert_eq!(links.stamp(&other).await, untouched);
    assert_eq!(ear.heard(&Change::Links(other.clone())), 0);
}

#[tokio::test]
async fn pulls_at_once_in_any_order_wait_for_each_other() {
    let links = Links::create().await;
    let (owner, domain) = (links.desk.owner, links.desk.domain("a.example").await);
    let name = |n: u32, writer: u32| UpstreamLink {
        name: writer.to_string(),
        ..upstream(&format!("l{n}"), Slot::Paid)
    };
    let batches: Vec<Vec<_>> = (0..8)
        .map(|writer| {
            let mut batch: Vec<_> = (writer..writer + 60).map(|n| pulled(&name(n, writer))).collect();
            if writer % 2 == 1 {
                batch.reverse();
            }
            batch
        })
        .collect();
    let pulls = join_all(batches.iter().map(|batch| links.funnel.upsert(owner, batch, NOW)));
    let recorded = links.record(&domain, Slot::Paid, &batches[0][30].link);
    let (pulls, _) = tokio::join!(pulls, recorded);
    for pull in pulls {
        pull.unwrap();
    }
    assert_eq!(links.all().await.len(), 67);
}
