use adapter_postgres::PgPresetStore;
use kernel::{Acting, Hostname, Precondition, StoreError};
use landing_draft::banner::{Banner, BannerContent};
use landing_draft::domain::Revision;
use landing_draft::id::PresetId;
use landing_draft::ports::{DomainStore, DraftStore, KeptBanner, PresetStore, PresetStoreError};
use landing_draft::preset::{Preset, PresetName};
use test_support::waiting_for_locks;

use crate::desk::{Desk, banner, host};
use crate::team::NOW;

struct Library {
    desk: Desk,
    presets: PgPresetStore,
}

impl Library {
    async fn create() -> Self {
        let desk = Desk::create().await;
        let presets = PgPresetStore::new(desk.pool.clone());
        Self { desk, presets }
    }

    async fn preset(&self, name: &str, content: &BannerContent) -> Preset {
        let name = PresetName::parse(name).unwrap();
        self.presets.insert(self.desk.by(), &name, content, NOW).await.unwrap()
    }

    async fn assign(&self, domain: &Hostname, preset: &Preset, enabled: bool) {
        let assigned = self
            .presets
            .assign(self.desk.by(), domain, Some(preset.clone()), enabled, None, NOW)
            .await
            .unwrap();
        assert!(assigned.is_some());
    }

    async fn banner(&self, domain: &Hostname) -> Banner {
        self.desk.drafts.load(self.desk.owner, domain).await.unwrap().unwrap().landing.banner.clone()
    }
}

fn renamed(old: &Preset, title: &str) -> Preset {
    let mut new = old.clone();
    new.content.title = title.to_owned();
    new.updated_at = NOW.plus_seconds(1);
    new
}

#[tokio::test]
async fn presets_round_trip_and_are_their_owners_alone() {
    let library = Library::create().await;
    let owner = library.desk.owner;
    let full = library.preset("full", &banner().content).await;
    let empty = library.preset("empty", &BannerContent::default()).await;
    assert_eq!(library.presets.list(owner, None, 9).await.unwrap(), [full.clone(), empty.clone()]);
    assert_eq!(library.presets.list(owner, None, 1).await.unwrap(), std::slice::from_ref(&full));
    assert_eq!(library.presets.list(owner, Some(full.id), 9).await.unwrap(), std::slice::from_ref(&empty));
    assert_eq!(library.presets.find(owner, full.id).await.unwrap(), Some(full.clone()));
    assert_eq!(library.presets.by_name(owner, &full.name).await.unwrap(), Some(full.clone()));
    let other = PresetName::parse("Full").unwrap();
    assert_eq!(library.presets.by_name(owner, &other).await.unwrap(), None, "names differ by every letter");
    assert_eq!(library.presets.by_name(library.desk.stranger, &full.name).await.unwrap(), None);
    let stranger = library.desk.stranger;
    assert_eq!(library.presets.find(stranger, full.id).await.unwrap(), None);
    assert!(
        !library.presets.delete(&Acting::service(stranger), full.id, Precondition::None, NOW).await.unwrap()
    );
    let foreign = library.presets.replace(&Acting::service(stranger), &full, &renamed(&full, "x")).await;
    assert!(matches!(foreign, Err(PresetStoreError::Stale)));
    assert_eq!(library.presets.find(owner, full.id).await.unwrap(), Some(full));
}

#[tokio::test]
async fn a_name_is_taken_once_for_each_owner() {
    let library = Library::create().await;
    let (owner, name) = (library.desk.owner, PresetName::parse("a").unwrap());
    let by = &Acting::service(owner);
    let first = library.preset("a", &BannerContent::default()).await;
    let again = library.presets.insert(by, &name, &BannerContent::default(), NOW).await;
    assert!(matches!(again, Err(PresetStoreError::NameTaken)));
    let other = library.preset("b", &BannerContent::default()).await;
    let clash = Preset { name: first.name.clone(), ..other.clone() };
    assert!(matches!(library.presets.replace(by, &other, &clash).await, Err(PresetStoreError::NameTaken)));
    library
        .presets
        .insert(&Acting::service(library.desk.stranger), &name, &BannerContent::default(), NOW)
        .await
        .unwrap();
}

#[tokio::test]
async fn an_edit_reaches_every_assigned_draft_and_no_other() {
    let library = Library::create().await;
    let preset = library.preset("p", &banner().content).await;
    let (on, off) = (library.desk.domain("on.example").await, library.desk.domain("off.example").await);
    let other = library.desk.domain("other.example").await;
    library.assign(&on, &preset, true).await;
    library.assign(&off, &preset, false).await;
    assert!(library.banner(&on).await.enabled && !library.banner(&off).await.enabled);
    let edited = renamed(&preset, "Edited");
    library.presets.replace(library.desk.by(), &preset, &edited).await.unwrap();
    for domain in [&on, &off] {
        assert_eq!(library.banner(domain).await.content.title, "Edited");
        assert_eq!(library.banner(domain).await.preset_id, Some(preset.id));
    }
    assert_eq!(library.banner(&other).await, Banner::default());
    let mut incomplete = edited.clone();
    incomplete.content.avatar = None;
    library.presets.replace(library.desk.by(), &edited, &incomplete).await.unwrap();
    assert!(!library.banner(&on).await.enabled, "an incomplete preset is shown nowhere");
    library.presets.replace(library.desk.by(), &incomplete, &edited).await.unwrap();
    assert!(
        library.banner(&on).await.enabled && !library.banner(&off).await.enabled,
        "the wish is remembered"
    );
    let late = library.presets.replace(library.desk.by(), &preset, &renamed(&preset, "late")).await;
    assert!(matches!(late, Err(PresetStoreError::Stale)));
}

#[tokio::test]
async fn deleting_leaves_the_texts_and_turns_the_banner_off() {
    let library = Library::create().await;
    let preset = library.preset("p", &banner().content).await;
    let domain = library.desk.domain("a.example").await;
    library.assign(&domain, &preset, true).await;
    assert!(library.presets.delete(library.desk.by(), preset.id, Precondition::None, NOW).await.unwrap());
    let left = library.banner(&domain).await;
    assert_eq!((left.enabled, left.preset_id, left.content), (false, None, banner().content));
    assert!(!library.presets.delete(library.desk.by(), preset.id, Precondition::None, NOW).await.unwrap());
}

#[tokio::test]
async fn assigning_needs_the_domain_and_the_preset_as_it_is() {
    let library = Library::create().await;
    let (owner, preset) = (library.desk.owner, library.preset("p", &banner().content).await);
    let by = &Acting::service(owner);
    let domain = library.desk.domain("a.example").await;
    let stale = renamed(&preset, "other");
    let refused = library.presets.assign(by, &domain, Some(stale), true, None, NOW).await;
    assert!(matches!(refused, Err(PresetStoreError::Stale)));
    for preset in [None, Some(preset.clone())] {
        let nowhere =
            library.presets.assign(by, &host("none.example"), preset, true, None, NOW).await.unwrap();
        assert_eq!(nowhere, None);
    }
    library.assign(&domain, &preset, true).await;
    let parted = library.presets.assign(by, &domain, None, true, None, NOW).await.unwrap().unwrap();
    assert_eq!((parted.landing.banner.preset_id, parted.landing.banner.enabled), (None, false));
    let absent = Preset { id: PresetId::new(preset.id.get() + 1), ..preset };
    let refused = library.presets.assign(by, &domain, Some(absent), true, None, NOW).await;
    assert!(matches!(refused, Err(PresetStoreError::Stale)));
    assert!(
        library.desk.domains.delete(by, &domain, None, NOW).await.unwrap(),
        "an assignment goes with its domain"
    );
}

#[tokio::test]
async fn an_assignment_that_was_decided_on_an_older_draft_changes_nothing() {
    let library = Library::create().await;
    let (owner, domain) = (library.desk.owner, library.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let (first, second) =
        (library.preset("p", &banner().content).await, library.preset("q", &banner().content).await);
    let seen = library.presets.assign(by, &domain, Some(first.clone()), true, None, NOW).await.unwrap();
    let seen = Some(seen.unwrap().revision);
    // Another preset is assigned meanwhile.
    library.assign(&domain, &second, true).await;
    let late = library.presets.assign(by, &domain, Some(first), false, seen, NOW).await;
    assert!(matches!(late, Err(PresetStoreError::Stale)));
    let left = library.banner(&domain).await;
    assert_eq!((left.preset_id, left.enabled), (Some(second.id), true));
    assert_eq!(library.desk.count("SELECT preset_id AS n FROM preset_assignments").await, second.id.get());
}

#[tokio::test]
async fn a_banner_is_kept_and_assigned_or_neither() {
    let library = Library::create().await;
    let (owner, domain) = (library.desk.owner, library.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let kept = |read_at| KeptBanner {
        name: PresetName::parse("p").unwrap(),
        content: banner().content,
        enabled: true,
        read_at,
    };
    let draft = library.desk.drafts.load(owner, &domain).await.unwrap().unwrap();
    let keep = async |domain: &Hostname, kept: KeptBanner| library.presets.keep(by, domain, &kept, NOW).await;
    for (host, read_at) in
        [(&domain, Revision(draft.revision.0 + 1)), (&host("none.example"), draft.revision)]
    {
        assert!(matches!(keep(host, kept(read_at)).await, Err(PresetStoreError::Stale)));
        assert_eq!(library.presets.list(owner, None, 99).await.unwrap(), []);
    }
    let preset = keep(&domain, kept(draft.revision)).await.unwrap();
    assert_eq!(library.presets.list(owner, None, 99).await.unwrap(), std::slice::from_ref(&preset));
    let followed = library.banner(&domain).await;
    assert_eq!((followed.preset_id, followed.enabled), (Some(preset.id), true));
    let again = keep(&domain, kept(Revision(draft.revision.0 + 1))).await;
    assert!(matches!(again, Err(PresetStoreError::NameTaken)));
}

/// While one transaction rewrites 200 drafts, readers see either all old or all new.
#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_drafts_change_at_once() {
    let library = Library::create().await;
    let preset = library.preset("p", &banner().content).await;
    for n in 0..200 {
        let domain = library.desk.domain(&format!("d{n}.example")).await;
        library.assign(&domain, &preset, true).await;
    }
    let titles = async || -> Vec<String> {
        let (client, connection) =
            tokio_postgres::connect(library.desk.url(), tokio_postgres::NoTls).await.unwrap();
        let driver = tokio::spawn(connection);
        let sql = "SELECT DISTINCT document #>> '{banner,title}' FROM drafts";
        let rows = client.query(sql, &[]).await.unwrap();
        drop(client);
        driver.await.unwrap().unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    };
    let edited = renamed(&preset, "Edited");
    let edit = library.presets.replace(library.desk.by(), &preset, &edited);
    let watch = async {
        let mut looks = 0;
        loop {
            let seen = titles().await;
            assert_eq!(seen.len(), 1, "a mixture: {seen:?}");
            looks += 1;
            if seen == ["Edited"] {
                return looks;
            }
        }
    };
    let (edited, looks) = tokio::join!(edit, watch);
    edited.unwrap();
    assert!(looks >= 1);
}

/// Four calls lock presets, assignments, drafts and domains; all take the locks in one order.
#[tokio::test]
async fn no_two_of_these_calls_wait_for_each_other() {
    let library = Library::create().await;
    let (presets, owner) = (&library.presets, library.desk.owner);
    let by = &Acting::service(owner);
    for round in 0..25 {
        let [a, b] = [library.desk.domain("a.example").await, library.desk.domain("b.example").await];
        let preset = library.preset(&format!("p{round}"), &banner().content).await;
        library.assign(&a, &preset, true).await;
        let new = renamed(&preset, "new");
        let (replaced, assigned, released, gone, deleted) = tokio::join!(
            presets.replace(by, &preset, &new),
            presets.assign(by, &b, Some(preset.clone()), true, None, NOW),
            presets.assign(by, &a, None, true, None, NOW),
            presets.delete(by, preset.id, Precondition::None, NOW),
            async {
                let a = library.desk.domains.delete(by, &a, None, NOW).await;
                a.and(library.desk.domains.delete(by, &b, None, NOW).await)
            },
        );
        for outcome in [replaced, assigned.map(drop), released.map(drop)] {
            assert!(matches!(outcome, Ok(()) | Err(PresetStoreError::Stale)), "{outcome:?}");
        }
        assert!(gone.unwrap() && deleted.unwrap());
    }
}

/// A process that dies during an edit loses its connection, and nothing of the edit remains.
#[tokio::test(flavor = "multi_thread")]
async fn an_edit_that_dies_half_way_leaves_everything_as_it_was() {
    let library = Library::create().await;
    let preset = library.preset("p", &banner().content).await;
    let mut domains = Vec::new();
    for name in ["a.example", "b.example", "c.example"] {
        let domain = library.desk.domain(name).await;
        library.assign(&domain, &preset, true).await;
        domains.push(domain);
    }
    let (client, connection) =
        tokio_postgres::connect(library.desk.url(), tokio_postgres::NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    // A lock on the last draft stops the edit after it has begun.
    let hold = format!(
        "BEGIN; SELECT 1 FROM drafts WHERE owner_id = {} AND hostname = 'c.example' FOR UPDATE",
        library.desk.owner
    );
    client.batch_execute(&hold).await.unwrap();
    let edited = renamed(&preset, "Edited");
    let edit = library.presets.replace(library.desk.by(), &preset, &edited);
    let kill = async {
        let sql = &waiting_for_locks().replace("count(*)", "count(pg_terminate_backend(pid))");
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while client.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) == 0 {
            assert!(std::time::Instant::now() < deadline, "the edit never waited");
            tokio::task::yield_now().await;
        }
        client.batch_execute("COMMIT").await.unwrap();
    };
    let (outcome, ()) = tokio::join!(edit, kill);
    assert!(matches!(outcome, Err(PresetStoreError::Store(_))), "{outcome:?}");
    drop(client);
    driver.await.unwrap().unwrap();
    assert_eq!(library.presets.find(library.desk.owner, preset.id).await.unwrap(), Some(preset.clone()));
    for domain in &domains {
        assert_eq!(library.banner(domain).await.content, preset.content);
    }
    library.presets.replace(library.desk.by(), &preset, &edited).await.unwrap();
    assert_eq!(library.banner(&domains[0]).await.content.title, "Edited");
}

#[tokio::test]
async fn a_deletion_that_is_meant_for_another_state_changes_nothing() {
    let library = Library::create().await;
    let (owner, seen) = (library.desk.owner, library.preset("p", &banner().content).await);
    let by = &Acting::service(owner);
    let changed = renamed(&seen, "new");
    library.presets.replace(by, &seen, &changed).await.unwrap();
    let late = library.presets.delete(by, seen.id, Precondition::Is(seen.fingerprint()), NOW).await;
    assert!(matches!(late, Err(StoreError::PreconditionFailed)), "{late:?}");
    let expected = Precondition::Is(changed.fingerprint());
    assert!(library.presets.delete(by, seen.id, expected, NOW).await.unwrap());
}
