use std::sync::Arc;

use kernel::{Acting, UnixTime};
use landing_draft::domain::{Revision, Version};
use landing_draft::landing::Landing;
use landing_draft::ports::{DomainStore, DraftStore, Publication, SaveError, VersionInfo, VersionStore};

use crate::desk::{Desk, host};
use crate::team::NOW;

fn publication(version: i32, expected: i64, landing: &Landing) -> Publication {
    Publication {
        expected: Revision(expected),
        version: Version(version),
        landing: Arc::new(landing.clone()),
        replaces_draft: false,
        published_at: NOW.plus_seconds(i64::from(version)),
        published_by: "abcdefghij".to_owned(),
        rolled_back_from: None,
    }
}

fn info(publication: &Publication) -> VersionInfo {
    VersionInfo {
        version: publication.version,
        published_at: publication.published_at,
        published_by: publication.published_by.clone(),
        rolled_back_from: publication.rolled_back_from,
    }
}

#[tokio::test]
async fn what_is_published_is_live_and_kept() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let (first, second) = (desk.rich_landing(), desk.landing(2));
    let mut kept = Vec::new();
    for (version, landing) in [(1, &first), (2, &second)] {
        let revision = desk.save(&domain, landing).await;
        let new = publication(version, revision.0, landing);
        assert_eq!(desk.drafts.publish(desk.by(), &domain, &new).await.unwrap(), revision);
        let live = desk.drafts.live(desk.owner, &domain).await.unwrap();
        assert_eq!(live, Some((info(&new), landing.clone())));
        kept.push(info(&new));
    }
    kept.reverse();
    assert_eq!(desk.drafts.list(desk.owner, &domain, None, 10).await.unwrap(), Some(kept));
    assert_eq!(desk.drafts.find(desk.owner, &domain, Version(1)).await.unwrap(), Some(first));
    assert_eq!(desk.drafts.find(desk.owner, &domain, Version(2)).await.unwrap(), Some(second));
    assert_eq!(desk.drafts.find(desk.owner, &domain, Version(3)).await.unwrap(), None);
}

#[tokio::test]
async fn a_publication_that_comes_too_late_is_stale_and_changes_nothing() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let (old, new) = (desk.landing(1), desk.landing(2));
    desk.save(&domain, &old).await;
    let first = publication(1, 2, &old);
    desk.drafts.publish(desk.by(), &domain, &first).await.unwrap();
    let replacing =
        |version, expected| Publication { replaces_draft: true, ..publication(version, expected, &new) };
    for (owner, name, late) in [
        (desk.owner, "a.example", replacing(2, 1)),
        (desk.owner, "a.example", replacing(2, 3)),
        (desk.owner, "a.example", replacing(1, 2)),
        (desk.stranger, "a.example", replacing(2, 2)),
        (desk.owner, "b.example", replacing(1, 1)),
    ] {
        let published = desk.drafts.publish(&Acting::service(owner), &host(name), &late).await;
        assert!(matches!(published, Err(SaveError::Stale)), "{owner} {name} {late:?}");
    }
    let live = desk.drafts.live(desk.owner, &domain).await.unwrap();
    assert_eq!(live, Some((info(&first), old.clone())));
    let draft = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!((draft.revision, draft.landing), (Revision(2), old));
    assert_eq!(desk.count("SELECT count(*) AS n FROM landing_versions").await, 1);
}

#[tokio::test]
async fn of_two_publications_at_once_one_is_live() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let landing = desk.landing(1);
    let (a, b) = (publication(1, 1, &landing), publication(1, 1, &landing));
    let (a, b) = tokio::join!(
        desk.drafts.publish(desk.by(), &domain, &a),
        desk.drafts.publish(desk.by(), &domain, &b)
    );
    assert_eq!([&a, &b].into_iter().filter(|published| published.is_ok()).count(), 1);
    assert!([a, b].iter().any(|published| matches!(published, Err(SaveError::Stale))));
}

#[tokio::test]
async fn a_roll_back_replaces_the_draft_with_the_publication() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let (old, new) = (desk.rich_landing(), desk.landing(2));
    desk.save(&domain, &new).await;
    let back =
        Publication { replaces_draft: true, rolled_back_from: Some(Version(1)), ..publication(2, 2, &old) };
    assert_eq!(desk.drafts.publish(desk.by(), &domain, &back).await.unwrap(), Revision(3));
    let draft = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!((draft.revision, &draft.landing), (Revision(3), &old));
    assert_eq!(desk.drafts.live(desk.owner, &domain).await.unwrap(), Some((info(&back), old)));
}

#[tokio::test]
async fn versions_are_listed_in_pages_newest_first() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    for version in 1..=5 {
        let new = publication(version, 1, &Landing::empty());
        desk.drafts.publish(desk.by(), &domain, &new).await.unwrap();
    }
    for (before, limit, expected) in [
        (None, 2, &[5, 4][..]),
        (Some(4), 2, &[3, 2]),
        (Some(2), 2, &[1]),
        (Some(1), 2, &[]),
        (None, 9, &[5, 4, 3, 2, 1]),
        (None, 0, &[]),
    ] {
        let page = desk.drafts.list(desk.owner, &domain, before.map(Version), limit).await.unwrap();
        let numbers = page.map(|page| page.iter().map(|info| info.version.0).collect::<Vec<_>>());
        assert_eq!(numbers.as_deref(), Some(expected), "{before:?} {limit}");
    }
}

#[tokio::test]
async fn an_unknown_domain_is_distinguished_from_one_without_versions() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    assert_eq!(desk.drafts.list(desk.owner, &domain, None, 10).await.unwrap(), Some(Vec::new()));
    assert_eq!(desk.drafts.live(desk.owner, &domain).await.unwrap(), None);
    desk.drafts.publish(desk.by(), &domain, &publication(1, 1, &Landing::empty())).await.unwrap();
    for (owner, name) in [(desk.owner, "b.example"), (desk.stranger, "a.example")] {
        assert_eq!(desk.drafts.list(owner, &host(name), None, 10).await.unwrap(), None);
        assert_eq!(desk.drafts.live(owner, &host(name)).await.unwrap(), None);
        assert_eq!(desk.drafts.find(owner, &host(name), Version(1)).await.unwrap(), None);
    }
}

#[tokio::test]
async fn moments_keep_their_milliseconds() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    for (version, millis) in [(1, 1), (2, -1), (3, 1_800_000_000_999)] {
        let published_at = UnixTime::from_millis(millis);
        let new = Publication { published_at, ..publication(version, 1, &Landing::empty()) };
        desk.drafts.publish(desk.by(), &domain, &new).await.unwrap();
        let (live, _) = desk.drafts.live(desk.owner, &domain).await.unwrap().unwrap();
        assert_eq!(live.published_at, published_at);
    }
}

/// A publication locks the draft and then the domain's row. A deletion with the reverse order would deadlock with it.
#[tokio::test]
async fn a_deletion_waits_for_a_publication_and_neither_fails() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let (client, connection) = adapter_postgres::connect(desk.url()).await.unwrap();
    let driver = tokio::spawn(connection);
    // Stops the publication between its lock on the draft and the insert of the version.
    client.batch_execute("BEGIN; LOCK TABLE landing_versions IN SHARE MODE").await.unwrap();
    let new = publication(1, 1, &Landing::empty());
    let publishing = desk.drafts.publish(desk.by(), &domain, &new);
    let deleting = async {
        desk.waiting(1).await;
        desk.domains.delete(desk.by(), &domain, None, NOW).await
    };
    let letting_go = async {
        desk.waiting(2).await;
        client.batch_execute("COMMIT").await
    };
    let (published, deleted, let_go) = tokio::join!(publishing, deleting, letting_go);
    let_go.unwrap();
    assert!(published.is_ok(), "{published:?}");
    assert!(deleted.unwrap());
    assert!(desk.drafts.load(desk.owner, &domain).await.unwrap().is_none());
    driver.abort();
}

#[tokio::test]
async fn the_newest_thousand_versions_are_kept() {
    let desk = Desk::create().await;
    let (domain, other) = (desk.domain("a.example").await, desk.domain("b.example").await);
    let landing = desk.landing(1);
    for domain in [&domain, &other] {
        let revision = desk.save(domain, &landing).await;
        for version in 1..=3 {
            let new = publication(version, revision.0, &landing);
            desk.drafts.publish(desk.by(), domain, &new).await.unwrap();
        }
    }
    let newest = Version::KEPT + 2;
    desk.drafts.publish(desk.by(), &domain, &publication(newest, 2, &landing)).await.unwrap();
    let versions = async |domain| {
        let listed = desk.drafts.list(desk.owner, domain, None, 9).await.unwrap().unwrap();
        listed.into_iter().map(|info| info.version.0).collect::<Vec<_>>()
    };
    assert_eq!(versions(&domain).await, [newest, 3]);
    assert_eq!(versions(&other).await, [3, 2, 1]);
    let live = desk.drafts.live(desk.owner, &domain).await.unwrap();
    assert_eq!(live.map(|(info, _)| info.version), Some(Version(newest)));
}
