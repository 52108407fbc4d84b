use std::sync::atomic::{AtomicUsize, Ordering};

use mockall::predicate::eq;

use super::*;
use crate::cpu::Cpu;
use crate::ports::MockDraftStore;
use crate::testing::{NOW, ids, landing};

const OWNER: OwnerId = OwnerId::new(1);
const BY: Acting = Acting::service(OWNER);

fn host(text: &str) -> Hostname {
    Hostname::parse(text).unwrap()
}

fn editor(store: MockDraftStore) -> EditDraft {
    let clock = Arc::new(kernel::fixed::FixedClock::at(NOW));
    EditDraft::new(Arc::new(store), Labels::untouched(), Context { clock, ids: ids(), cpu: Cpu::inline() })
}

fn with_draft(revision: i64) -> MockDraftStore {
    let mut store = MockDraftStore::new();
    let draft = Draft { revision: Revision(revision), landing: landing(&[("a", 1)]).0.into() };
    store.expect_load().returning(move |_, _| Ok(Some(draft.clone())));
    store
}

fn drop_all(landing: &mut Landing) -> Result<(), LandingError> {
    *landing = Landing::empty();
    Ok(())
}

#[tokio::test]
async fn an_edit_saves_at_the_revision_it_read() {
    let mut store = with_draft(7);
    store
        .expect_save()
        .withf(|_, _, expected, landing, now| {
            *expected == Revision(7) && landing.segments().is_empty() && *now == NOW
        })
        .once()
        .returning(|_, _, _, _, _| Ok(Revision(8)));
    let saved = editor(store).run(&BY, &host("a.example"), None, drop_all).await.unwrap();
    assert_eq!(saved.revision, Revision(8));
}

#[tokio::test]
async fn a_lost_race_is_run_again() {
    let mut store = with_draft(7);
    let mut races = 0;
    store.expect_save().times(3).returning(move |_, _, _, _, _| {
        races += 1;
        if races < 3 { Err(SaveError::Stale) } else { Ok(Revision(10)) }
    });
    let saved = editor(store).run(&BY, &host("a.example"), None, drop_all).await.unwrap();
    assert_eq!(saved.revision, Revision(10));
}

#[tokio::test]
async fn an_edit_that_changes_nothing_is_not_saved() {
    let saved = editor(with_draft(7)).run(&BY, &host("a.example"), None, |_| Ok(())).await.unwrap();
    assert_eq!(saved.revision, Revision(7));
}

#[tokio::test]
async fn what_stops_an_edit() {
    let editor = editor(with_draft(7));
    let domain = host("a.example");
    let stale = editor.run(&BY, &domain, Some(Revision(6)), drop_all).await;
    assert!(matches!(stale, Err(EditError::PreconditionFailed)));
    let refused = editor.run(&BY, &domain, None, |_| Err::<(), _>(LandingError::SegmentUnknown)).await;
    assert!(matches!(refused, Err(EditError::Landing(LandingError::SegmentUnknown))));
    let same = editor.copy(&BY, &domain, &domain, &CopyParts::all(), None).await;
    assert!(matches!(same, Err(EditError::SameDomain)));

    let mut nothing = MockDraftStore::new();
    nothing.expect_load().returning(|_, _| Ok(None));
    let missing = super::tests::editor(nothing).run(&BY, &domain, None, drop_all).await;
    assert!(matches!(missing, Err(EditError::DomainNotFound)));
}

#[tokio::test]
async fn a_bulk_copy_reports_each_target_once() {
    let mut store = MockDraftStore::new();
    let draft = Draft { revision: Revision(1), landing: landing(&[("a", 1)]).0.into() };
    let found = draft.clone();
    store.expect_load().with(eq(OWNER), eq(host("a.example"))).returning(move |_, _| Ok(Some(found.clone())));
    store.expect_load_each().once().returning(move |_, domains| {
        assert_eq!(domains, ["b.example", "gone.example", "a.example", "raced.example"].map(host));
        let empty = Draft { revision: Revision(1), landing: Arc::default() };
        Ok(vec![
            (host("raced.example"), empty.clone()),
            (host("b.example"), empty),
            (host("a.example"), draft.clone()),
        ])
    });
    store.expect_save_each().once().returning(|_, changed, _| {
        let domains: Vec<_> = changed.iter().map(|draft| draft.domain.as_str()).collect();
        assert_eq!(domains, ["raced.example", "b.example"]);
        Ok(vec![Err(SaveError::Stale), Ok(Revision(2))])
    });
    // A draft that lost the race is retried alone.
    store
        .expect_load()
        .with(eq(OWNER), eq(host("raced.example")))
        .returning(|_, _| Ok(Some(Draft { revision: Revision(2), landing: Arc::default() })));
    store.expect_save().once().returning(|_, _, _, _, _| Ok(Revision(3)));
    let targets = ["b.example", "gone.example", "a.example", "b.example", "raced.example"].map(host);
    let outcomes =
        editor(store).bulk_copy(&BY, &host("a.example"), &targets, &CopyParts::all(), |_| ()).await.unwrap();
    let found: Vec<_> = outcomes.iter().map(|(host, outcome)| (host.as_str(), *outcome)).collect();
    assert_eq!(
        found,
        [
            ("b.example", CopyOutcome::Copied),
            ("gone.example", CopyOutcome::DomainNotFound),
            ("a.example", CopyOutcome::SameDomain),
            ("raced.example", CopyOutcome::Copied),
        ]
    );
}

/// The first of three batches can't be saved; the others are saved before the failure is returned.
#[tokio::test]
async fn a_page_that_fails_leaves_no_other_half_done() {
    let mut store = with_draft(1);
    let targets: Vec<_> = (0..120).map(|n| host(&format!("t{n}.example"))).collect();
    store.expect_load_each().times(3).returning(|_, domains| {
        let empty = || Draft { revision: Revision(1), landing: Arc::default() };
        Ok(domains.iter().map(|domain| (domain.clone(), empty())).collect())
    });
    let saved = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&saved);
    store.expect_save_each().times(3).returning(move |_, changed, _| {
        if changed.iter().any(|draft| draft.domain == host("t0.example")) {
            return Err(StoreError::Unavailable("lost".into()));
        }
        counted.fetch_add(changed.len(), Ordering::Relaxed);
        Ok(changed.iter().map(|_| Ok(Revision(2))).collect())
    });
    let outcome = editor(store).bulk_copy(&BY, &host("a.example"), &targets, &CopyParts::all(), |_| ()).await;
    assert!(matches!(outcome, Err(EditError::Store(StoreError::Unavailable(_)))), "{outcome:?}");
    assert_eq!(saved.load(Ordering::Relaxed), 70);
}
