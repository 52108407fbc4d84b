use adapter_postgres::PgPresetStore;
use kernel::Hostname;
use landing_draft::banner::{Banner, BannerContent};
use landing_draft::domain::Revision;
use landing_draft::ports::{DomainStore, DraftStore, PresetStore, PresetStoreError};
use landing_draft::preset::{Preset, PresetId, PresetName};

use crate::desk::{Desk, host};
use crate::look;
use crate::team::NOW;

fn store(desk: &Desk) -> PgPresetStore {
    PgPresetStore::new(desk.pool.clone())
}

async fn preset(desk: &Desk, name: &str) -> Preset {
    let name = PresetName::parse(name).unwrap();
    store(desk).insert(desk.owner, &name, &look::banner().content, NOW).await.unwrap()
}

fn retitled(preset: &Preset, title: &str) -> Preset {
    let content = BannerContent { title: title.to_owned(), ..preset.content.clone() };
    Preset { content, updated_at: NOW.plus_seconds(60), ..preset.clone() }
}

async fn draft(desk: &Desk, domain: &Hostname) -> (Revision, Banner) {
    let draft = desk.drafts.load(desk.owner, domain).await.unwrap().unwrap();
    (draft.revision, draft.landing.banner)
}

#[tokio::test]
async fn presets_are_read_as_they_were_written() {
    let desk = Desk::create().await;
    let (first, second) = (preset(&desk, "Zoë 🎁").await, preset(&desk, "a").await);
    assert_eq!(store(&desk).find(desk.owner, first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(store(&desk).list(desk.owner).await.unwrap(), [first.clone(), second]);
    assert_eq!(store(&desk).find(desk.stranger, first.id).await.unwrap(), None);
    assert_eq!(store(&desk).list(desk.stranger).await.unwrap(), []);
    assert!(!store(&desk).delete(desk.stranger, first.id, NOW).await.unwrap());
    let foreign = store(&desk).replace(desk.stranger, &first, &retitled(&first, "mine")).await;
    assert!(matches!(foreign, Err(PresetStoreError::Stale)), "{foreign:?}");
    assert_eq!(store(&desk).find(desk.owner, first.id).await.unwrap(), Some(first));
}

#[tokio::test]
async fn a_name_is_given_once_for_each_owner() {
    let desk = Desk::create().await;
    let (first, second) = (preset(&desk, "a").await, preset(&desk, "b").await);
    let again = store(&desk).insert(desk.owner, &first.name, &first.content, NOW).await;
    assert!(matches!(again, Err(PresetStoreError::NameTaken)), "{again:?}");
    let renamed = Preset { name: first.name.clone(), ..second.clone() };
    let renamed = store(&desk).replace(desk.owner, &second, &renamed).await;
    assert!(matches!(renamed, Err(PresetStoreError::NameTaken)), "{renamed:?}");
    assert_eq!(store(&desk).find(desk.owner, second.id).await.unwrap(), Some(second));
    assert!(store(&desk).insert(desk.stranger, &first.name, &first.content, NOW).await.is_ok());
}

#[tokio::test]
async fn an_edit_reaches_every_draft_that_the_preset_is_assigned_to_and_no_other() {
    let desk = Desk::create().await;
    let [a, b, c] =
        [desk.domain("a.example").await, desk.domain("b.example").await, desk.domain("c.example").await];
    let old = preset(&desk, "x").await;
    for domain in [&a, &b] {
        let assigned =
            store(&desk).assign(desk.owner, domain, Some(old.clone()), true, NOW).await.unwrap().unwrap();
        assert_eq!((assigned.revision, assigned.landing.banner.preset_id), (Revision(2), Some(old.id)));
        assert_eq!(draft(&desk, domain).await, (assigned.revision, assigned.landing.banner));
    }
    let new = retitled(&old, "new");
    store(&desk).replace(desk.owner, &old, &new).await.unwrap();
    for (domain, revision, content) in
        [(&a, 3, Some(&new.content)), (&b, 3, Some(&new.content)), (&c, 1, None)]
    {
        let (found, banner) = draft(&desk, domain).await;
        assert_eq!((found, banner.content), (Revision(revision), content.cloned().unwrap_or_default()));
    }
    let late = store(&desk).replace(desk.owner, &old, &retitled(&old, "late")).await;
    assert!(matches!(late, Err(PresetStoreError::Stale)), "{late:?}");
    let late = store(&desk).assign(desk.owner, &c, Some(old), true, NOW).await;
    assert!(matches!(late, Err(PresetStoreError::Stale)), "{late:?}");
    assert_eq!(draft(&desk, &c).await.0, Revision(1), "nothing is changed");
}

#[tokio::test]
async fn a_preset_that_goes_parts_from_its_drafts() {
    let desk = Desk::create().await;
    let [a, b] = [desk.domain("a.example").await, desk.domain("b.example").await];
    let (x, y) = (preset(&desk, "x").await, preset(&desk, "y").await);
    store(&desk).assign(desk.owner, &a, Some(x.clone()), true, NOW).await.unwrap();
    store(&desk).assign(desk.owner, &b, Some(x.clone()), true, NOW).await.unwrap();
    let released = store(&desk).assign(desk.owner, &a, None, true, NOW).await.unwrap().unwrap();
    assert_eq!(released.landing.banner.preset_id, None);
    store(&desk).assign(desk.owner, &a, Some(y.clone()), true, NOW).await.unwrap();
    assert!(store(&desk).delete(desk.owner, x.id, NOW).await.unwrap());
    assert!(!store(&desk).delete(desk.owner, x.id, NOW).await.unwrap());
    assert_eq!(draft(&desk, &a).await.1.preset_id, Some(y.id));
    assert_eq!(draft(&desk, &b).await.1.preset_id, None);
}

#[tokio::test]
async fn a_foreign_domain_looks_absent() {
    let desk = Desk::create().await;
    let domain = desk.domain("a.example").await;
    let x = preset(&desk, "x").await;
    let assigned = store(&desk).assign(desk.owner, &host("b.example"), Some(x), true, NOW).await;
    assert!(matches!(assigned, Ok(None)), "{assigned:?}");
    let released = store(&desk).assign(desk.stranger, &domain, None, true, NOW).await;
    assert!(matches!(released, Ok(None)), "{released:?}");
    assert_eq!(draft(&desk, &domain).await.0, Revision(1));
}

/// Presets, assignments, drafts and domains are locked by four calls; all of them take the locks in one order.
#[tokio::test]
async fn no_two_of_these_calls_wait_for_each_other() {
    let desk = Desk::create().await;
    let presets = store(&desk);
    for round in 0..25 {
        let [a, b] = [desk.domain("a.example").await, desk.domain("b.example").await];
        let x = preset(&desk, &format!("x{round}")).await;
        presets.assign(desk.owner, &a, Some(x.clone()), true, NOW).await.unwrap();
        let new = retitled(&x, "new");
        let (replaced, assigned, released, gone, deleted) = tokio::join!(
            presets.replace(desk.owner, &x, &new),
            presets.assign(desk.owner, &b, Some(x.clone()), true, NOW),
            presets.assign(desk.owner, &a, None, true, NOW),
            presets.delete(desk.owner, PresetId::new(x.id.get()), NOW),
            async {
                let a = desk.domains.delete(desk.owner, &a).await;
                a.and(desk.domains.delete(desk.owner, &b).await)
            },
        );
        for outcome in [replaced, assigned.map(drop), released.map(drop)] {
            assert!(matches!(outcome, Ok(()) | Err(PresetStoreError::Stale)), "{outcome:?}");
        }
        assert!(gone.unwrap() && deleted.unwrap());
    }
}
