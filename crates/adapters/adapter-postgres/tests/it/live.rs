use std::sync::Arc;

use kernel::Hostname;
use landing_draft::domain::{Infra, Version};
use landing_draft::landing::Landing;
use landing_draft::ports::{
    DomainStore, DraftStore, LivePage, LivePages, LiveStamp, Publication, VersionStore,
};

use crate::desk::{Desk, host, new_domain};
use crate::team::NOW;

/// Publishes a landing without changing the draft.
pub(crate) async fn publish(desk: &Desk, domain: &Hostname, version: i32, landing: &Landing) {
    let expected = desk.drafts.load(desk.owner, domain).await.unwrap().unwrap().revision;
    let publication = Publication {
        expected,
        version: Version(version),
        landing: Arc::new(landing.clone()),
        replaces_draft: false,
        published_at: NOW.plus_seconds(i64::from(version)),
        published_by: "abcdefghij".to_owned(),
        rolled_back_from: None,
    };
    desk.drafts.publish(desk.by(), domain, &publication).await.unwrap();
}

#[tokio::test]
async fn a_page_is_live_from_its_first_publication() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    desk.save(&domain, &desk.landing(3)).await;
    for unknown in [&domain, &host("b.example")] {
        assert_eq!(LivePages::load(&desk.domains, unknown).await.unwrap(), None);
        assert_eq!(desk.domains.stamp(unknown).await.unwrap(), None);
    }
    for (version, landing) in [(1, desk.rich_landing()), (2, desk.landing(1))] {
        publish(&desk, &domain, version, &landing).await;
        let stamp = LiveStamp {
            owner: desk.owner,
            version: Version(version),
            published_at: NOW.plus_seconds(i64::from(version)),
        };
        assert_eq!(desk.domains.stamp(&domain).await.unwrap(), Some(stamp));
        let page = LivePage {
            stamp,
            hostname: domain.clone(),
            display_name: new_domain("a.example").display_name,
            landing,
        };
        assert_eq!(LivePages::load(&desk.domains, &domain).await.unwrap(), Some(page));
    }
}

#[tokio::test]
async fn only_an_active_domain_may_have_a_certificate() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let pending = Infra::registered(NOW);
    let mut given_up = pending.clone();
    for _ in 0..5 {
        given_up = given_up.after_attempt(NOW, NOW, Err("no such name".to_owned()));
    }
    let active = pending.after_attempt(NOW, NOW, Ok(()));
    let mut before = pending;
    assert!(!desk.domains.is_active(&domain).await.unwrap());
    for (infra, expected) in [(given_up, false), (active, true)] {
        assert!(desk.domains.replace_infra(desk.by(), &domain, None, &before, &infra).await.unwrap());
        assert_eq!(desk.domains.is_active(&domain).await.unwrap(), expected, "{infra:?}");
        before = infra;
    }
    assert!(!desk.domains.is_active(&host("b.example")).await.unwrap());
    desk.domains.delete(desk.by(), &domain, None, NOW).await.unwrap();
    assert!(!desk.domains.is_active(&domain).await.unwrap());
}
