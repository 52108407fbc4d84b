use std::sync::Arc;

use adapter_postgres::PgDraftStore;
use kernel::{Acting, Hostname};
use landing_draft::domain::Revision;
use landing_draft::landing::Landing;
use landing_draft::ports::{ChangedDraft, DomainStore, DraftStore, SaveError};

use crate::desk::{Desk, host};
use crate::team::NOW;

#[tokio::test]
async fn a_landing_is_read_as_it_was_written() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let fresh = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!((fresh.revision, fresh.landing), (Revision::FIRST, Arc::default()));
    let rich = desk.rich_landing();
    assert_eq!(desk.save(&domain, &rich).await, Revision(2));
    let draft = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!((draft.revision, &draft.landing), (Revision(2), &rich));
    let listed = desk.domains.find(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!(listed.button_count, 2);
    assert_eq!(desk.save(&domain, &Landing::empty()).await, Revision(3));
    let draft = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!((draft.revision, draft.landing), (Revision(3), Arc::default()));
}

/// Reads the draft as one worker does. Returns also whether the document was transferred.
async fn read(desk: &Desk, domain: &Hostname) -> (Option<(Revision, Arc<Landing>)>, bool) {
    let before = desk.read.hits();
    let draft = desk.drafts.load(desk.owner, domain).await.unwrap();
    (draft.map(|draft| (draft.revision, draft.landing)), desk.read.hits() == before)
}

#[tokio::test]
async fn what_still_holds_is_not_read_again() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let rich = desk.rich_landing();
    desk.save(&domain, &rich).await;
    let held = Some((Revision(2), rich));
    assert_eq!(read(&desk, &domain).await, (held.clone(), true));
    assert_eq!(read(&desk, &domain).await, (held, false));
    // Another process with a separate cache.
    let other = PgDraftStore::new(desk.pool.clone(), Arc::default());
    let changed = desk.landing(1);
    other.save(desk.by(), &domain, Revision(2), &changed, NOW).await.unwrap();
    assert_eq!(read(&desk, &domain).await, (Some((Revision(3), changed)), true));
    assert_eq!(desk.read.len(), 1);
}

#[tokio::test]
async fn a_domain_registered_anew_is_not_taken_for_what_it_was() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    // Another process writes, so that this cache holds only the earlier domain at the same revision.
    let other = PgDraftStore::new(desk.pool.clone(), Arc::default());
    let (first, second) = (desk.landing(1), desk.landing(2));
    for landing in [&first, &second] {
        other.save(desk.by(), &domain, Revision::FIRST, landing, NOW).await.unwrap();
        assert_eq!(read(&desk, &domain).await, (Some((Revision(2), landing.clone())), true));
        assert!(desk.domains.delete(desk.by(), &domain, None, crate::team::NOW).await.unwrap());
        assert_eq!(read(&desk, &domain).await.0, None);
        desk.domain("a.example").await;
    }
}

#[tokio::test]
async fn what_an_owner_has_read_is_not_shown_to_another() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    desk.save(&domain, &desk.landing(1)).await;
    read(&desk, &domain).await;
    assert!(desk.drafts.load(desk.stranger, &domain).await.unwrap().is_none());
}

async fn is_stale(desk: &Desk, owner: kernel::OwnerId, domain: &Hostname, revision: i64) -> bool {
    let saved =
        desk.drafts.save(&Acting::service(owner), domain, Revision(revision), &desk.landing(1), NOW).await;
    matches!(saved, Err(SaveError::Stale))
}

#[tokio::test]
async fn a_save_at_another_revision_owner_or_domain_is_stale_and_changes_nothing() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let landing = desk.landing(3);
    desk.save(&domain, &landing).await;
    for (owner, name, revision) in [
        (desk.owner, "a.example", 1),
        (desk.owner, "a.example", 3),
        (desk.stranger, "a.example", 2),
        (desk.owner, "b.example", 1),
    ] {
        assert!(is_stale(&desk, owner, &host(name), revision).await, "{owner} {name} {revision}");
    }
    let draft = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!((draft.revision, draft.landing), (Revision(2), landing));
}

#[tokio::test]
async fn a_foreign_draft_looks_absent() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    assert!(desk.drafts.load(desk.stranger, &domain).await.unwrap().is_none());
    assert!(desk.drafts.load(desk.owner, &host("b.example")).await.unwrap().is_none());
}

#[tokio::test]
async fn several_drafts_are_saved_each_by_itself() {
    let desk = Desk::create().await;
    let [a, b] = [desk.domain("a.example").await, desk.domain("b.example").await];
    let changed = |domain: &Hostname, expected, buttons| ChangedDraft {
        domain: domain.clone(),
        expected: Revision(expected),
        landing: desk.landing(buttons),
    };
    let all = [changed(&a, 1, 1), changed(&host("gone.example"), 1, 2), changed(&b, 7, 3), changed(&b, 1, 4)];
    let saved = desk.drafts.save_each(desk.by(), &all, NOW).await.unwrap();
    let landed: Vec<_> = saved.iter().map(|saved| saved.as_ref().ok().copied()).collect();
    assert_eq!(landed, [Some(Revision(2)), None, None, Some(Revision(2))]);
    assert!(saved.iter().all(|saved| matches!(saved, Ok(_) | Err(SaveError::Stale))));
    let names = [a.clone(), b.clone(), host("gone.example")];
    let mut found = desk.drafts.load_each(desk.owner, &names).await.unwrap();
    desk.drafts.load(desk.owner, &a).await.unwrap();
    assert_eq!((desk.read.hits(), desk.read.misses()), (1, 0), "what was read together is known");
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let read: Vec<_> =
        found.into_iter().map(|(domain, draft)| (domain, draft.revision, draft.landing)).collect();
    let [first, _, _, last] = all.map(|draft| draft.landing);
    assert_eq!(read, [(a, Revision(2), first), (b, Revision(2), last)]);
    assert_eq!(desk.drafts.load_each(desk.stranger, &names).await.unwrap(), []);
}

#[tokio::test]
async fn of_many_writers_at_one_revision_one_wins() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let landings: Vec<_> = (0..20).map(|n| desk.landing(n)).collect();
    let saves =
        landings.iter().map(|landing| desk.drafts.save(desk.by(), &domain, Revision::FIRST, landing, NOW));
    let saved = futures_util::future::join_all(saves).await;
    let won: Vec<_> = saved.iter().enumerate().filter(|(_, saved)| saved.is_ok()).map(|(n, _)| n).collect();
    assert_eq!(won.len(), 1);
    assert!(saved.iter().all(|saved| matches!(saved, Ok(Revision(2)) | Err(SaveError::Stale))));
    let draft = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!(draft.landing, landings[won[0]]);
}

#[tokio::test]
async fn the_database_refuses_a_draft_without_exactly_one_default() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    desk.save(&domain, &desk.rich_landing()).await;
    let set = async |path: &str, is_default: bool| {
        let change = format!(
            "UPDATE drafts SET document = jsonb_set(document, '{{segments,{path},is_default}}', '{is_default}')"
        );
        desk.sql(&change).await
    };
    for (segment, is_default) in [("0", true), ("1", false)] {
        let refused = set(segment, is_default).await.unwrap_err().to_string();
        assert!(refused.contains("drafts_one_default"), "{refused}");
    }
    let inserted = desk
        .sql("UPDATE drafts SET document = '{\"v\": 1, \"segments\": [{\"name\": \"no flag\"}]}'")
        .await
        .unwrap_err()
        .to_string();
    assert!(inserted.contains("drafts_one_default"), "{inserted}");
}

#[tokio::test]
async fn a_document_of_another_version_is_not_guessed_at() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    desk.sql("UPDATE drafts SET document = jsonb_set(document, '{v}', '2')").await.unwrap();
    assert!(desk.drafts.load(desk.owner, &domain).await.is_err());
}

/// Published documents are kept for ever, so documents of older programs must stay readable.
#[tokio::test]
async fn a_document_from_before_the_look_and_the_banner_has_the_stock_ones() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let old = "{\"v\": 1, \"segments\": []}";
    assert_eq!(desk.sql(&format!("UPDATE drafts SET document = '{old}'")).await.unwrap(), 1);
    let draft = desk.drafts.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!(*draft.landing, Landing::empty());
}

#[tokio::test]
async fn the_wall_counts_what_the_aggregate_counts() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    for document in ["{}", "{\"v\": 1}", "{\"v\": 1, \"segments\": null}", "[]", "null"] {
        let refused = desk.sql(&format!("UPDATE drafts SET document = '{document}'")).await;
        assert!(refused.is_err(), "{document}");
    }
    assert!(desk.drafts.load(desk.owner, &domain).await.unwrap().is_some());
}

#[tokio::test]
async fn what_is_known_of_a_label_without_a_picture_is_kept() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    desk.save(&domain, &desk.rich_landing()).await;
    let other = PgDraftStore::new(desk.pool.clone(), Arc::default());
    let draft = other.load(desk.owner, &domain).await.unwrap().unwrap();
    let known: Vec<_> = draft.landing.segments()[0]
        .buttons()
        .iter()
        .map(|button| button.live_text().known().map(|known| known.text.as_str()))
        .collect();
    assert_eq!(known, [None, Some("party 🎉")]);
    // The previous release omits the field, and ignores unknown fields when it reads.
    desk.sql("UPDATE drafts SET document = document #- '{segments,0,buttons,1,live_text}', revision = revision + 1")
        .await
        .unwrap();
    let without = other.load(desk.owner, &domain).await.unwrap().unwrap();
    assert_eq!(without.landing, draft.landing, "it is no content");
}
