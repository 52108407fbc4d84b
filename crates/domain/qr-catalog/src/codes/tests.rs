use kernel::fixed::FixedClock;
use kernel::{Acting, UnixTime};
use serde_json::json;

use super::*;
use crate::code::LinkSlug;
use crate::code::tests::{NOW, code, slug};
use crate::ports::{MockCodeRenderer, MockCodeStore};
use crate::scannability::ErrorCorrection;

const OWNER: OwnerId = OwnerId::new(7);
const BY: Acting = Acting::service(OWNER);
const LATER: UnixTime = NOW.plus_seconds(60);

fn domain() -> Hostname {
    Hostname::parse("links.example.com").unwrap()
}

/// Use-case on a store with one domain, which has code 1 at `flyer`.
fn codes(expect: impl FnOnce(&mut MockCodeStore)) -> Codes {
    let mut store = MockCodeStore::new();
    store.expect_has_domain().returning(|owner, host| Ok(owner == OWNER && *host == domain()));
    store.expect_find().returning(|owner, host, id| {
        let found = owner == OWNER && *host == domain() && id == CodeId::new(1);
        let stats = CodeStats { scans: 5, ..CodeStats::default() };
        Ok(found.then(|| CountedCode { code: code(1, "flyer"), stats }))
    });
    store.expect_owns_file().returning(|owner, file| Ok(owner == OWNER && file.as_str() == "mine.png"));
    store
        .expect_has_smart_link()
        .returning(|owner, host, slug| Ok(owner == OWNER && *host == domain() && slug.as_str() == "vip"));
    expect(&mut store);
    let mut renderer = MockCodeRenderer::new();
    renderer.expect_missing_glyph().returning(|text, _| text.as_str().chars().find(|one| !one.is_ascii()));
    Codes::new(Arc::new(store), Arc::new(renderer), Arc::new(FixedClock::at(LATER)))
}

fn edit_of(patch: CodePatch) -> CodeEdit {
    CodeEdit { patch, ..CodeEdit::default() }
}

/// Stock design with a logo and a frame.
fn adorned(file: &str, text: &str) -> Look {
    let mut design = Design::stock().to_json();
    design["logo"] = json!({ "file": file, "size": 0.2 });
    design["frame"] = json!({ "text": text, "font": "Inter", "color": "#102030" });
    Look { design: Some(Design::parse(&design).unwrap()), preset: None }
}

fn look(design: Option<&str>, preset: Option<&str>) -> Look {
    let design = design.map(|id| crate::catalog::preset(id).unwrap().design.clone());
    Look { design, preset: preset.map(str::to_owned) }
}

#[tokio::test]
async fn a_design_wins_over_a_preset_and_neither_is_the_stock_design() {
    for (look, expected) in [
        (look(Some("dots-rose"), Some("gem-ink")), Some("dots-rose")),
        (look(Some("dots-rose"), Some("none-such")), Some("dots-rose")),
        (look(None, Some("gem-ink")), Some("gem-ink")),
        (look(None, None), Some("classic-ink")),
        (look(None, Some("none-such")), None),
    ] {
        let codes = codes(|store| {
            store.expect_insert().returning(|_, new| Ok(Code::made(CodeId::new(2), new)));
        });
        let request = CodeRequest { slug: slug("card"), look: look.clone(), ..CodeRequest::default() };
        let made = codes.create(&BY, &domain(), request).await;
        let Some(expected) = expected else {
            assert!(matches!(made, Err(CodeError::PresetNotFound)));
            continue;
        };
        let made = made.unwrap();
        assert_eq!(made.code.design, crate::catalog::preset(expected).unwrap().design, "{look:?}");
        assert_eq!((made.code.source.as_str(), made.code.active), ("qr-card", true));
        assert_eq!((made.code.created_at, made.code.updated_at), (LATER, LATER));
        assert_eq!(made.stats, CodeStats::default());
    }
}

#[tokio::test]
async fn a_domain_of_somebody_else_looks_absent_whatever_is_asked() {
    let codes = codes(|store| {
        store.expect_list().returning(|_, _, _, _| Ok(None));
    });
    let foreign = OwnerId::new(8);
    let request = CodeRequest { look: look(None, Some("none-such")), ..CodeRequest::default() };
    assert!(matches!(
        codes.create(&Acting::service(foreign), &domain(), request).await,
        Err(CodeError::DomainNotFound)
    ));
    assert!(matches!(codes.list(foreign, &domain(), None, 9).await, Err(CodeError::DomainNotFound)));
    let one = CodeId::new(1);
    assert!(matches!(codes.get(foreign, &domain(), one).await, Err(CodeError::DomainNotFound)));
    let edit = edit_of(CodePatch { active: Some(false), ..CodePatch::default() });
    let edited = codes.edit(&Acting::service(foreign), &domain(), one, &edit, Precondition::None).await;
    assert!(matches!(edited, Err(CodeError::DomainNotFound)));
    let preview = codes.preview(foreign, &Look::default(), Some(&domain()), &Slug::default()).await;
    assert!(matches!(preview, Err(CodeError::DomainNotFound)));
    let missing = codes.get(OWNER, &domain(), CodeId::new(2)).await;
    assert!(matches!(missing, Err(CodeError::NotFound)));
}

#[tokio::test]
async fn an_edit_changes_what_is_supplied_and_runs_again_after_a_lost_race() {
    let mut races = 0;
    let codes = codes(|store| {
        store.expect_replace().times(2).returning(move |_, old, new| {
            assert_eq!((old.slug.as_str(), new.slug.as_str()), ("flyer", "poster"));
            races += 1;
            if races == 1 { Err(CodeStoreError::Stale) } else { Ok(()) }
        });
    });
    let edit = edit_of(CodePatch { slug: Some(slug("poster")), ..CodePatch::default() });
    let edited = codes.edit(&BY, &domain(), CodeId::new(1), &edit, Precondition::None).await.unwrap();
    assert_eq!(edited.code, Code { slug: slug("poster"), updated_at: LATER, ..code(1, "flyer") });
    assert_eq!(edited.stats.scans, 5, "the history stays");
    let nothing = edit_of(CodePatch { slug: Some(slug("flyer")), ..CodePatch::default() });
    let same = codes.edit(&BY, &domain(), CodeId::new(1), &nothing, Precondition::None).await.unwrap();
    assert_eq!(same.code, code(1, "flyer"), "nothing is stored");
}

#[tokio::test]
async fn a_taken_path_is_reported_and_not_tried_again() {
    let codes = codes(|store| {
        store.expect_insert().once().returning(|_, _| Err(CodeStoreError::SlugTaken));
        store.expect_replace().once().returning(|_, _, _| Err(CodeStoreError::SlugTaken));
    });
    let made = codes.create(&BY, &domain(), CodeRequest::default()).await;
    assert!(matches!(made, Err(CodeError::SlugTaken)));
    let edit = edit_of(CodePatch { slug: Some(slug("poster")), ..CodePatch::default() });
    let edited = codes.edit(&BY, &domain(), CodeId::new(1), &edit, Precondition::None).await;
    assert!(matches!(edited, Err(CodeError::SlugTaken)));
}

#[tokio::test]
async fn a_preview_holds_the_address_that_the_code_would_have() {
    let codes = codes(|_| {});
    let none = Look::default();
    for (host, path, url) in [
        (None, "", "https://links.example.com/qr"),
        (None, "a", "https://links.example.com/qr/a"),
        (Some(domain()), "a", "https://links.example.com/qr/a"),
    ] {
        let preview = codes.preview(OWNER, &none, host.as_ref(), &slug(path)).await.unwrap();
        assert_eq!(preview.url, url);
        assert_eq!(preview.design, Design::stock());
        assert_eq!(
            (preview.scannability.ecl, preview.scannability.quiet_zone),
            (ErrorCorrection::Quartile, 4)
        );
        assert_eq!(preview.drawing, draw(&Design::stock(), url, &DrawOptions::default()).unwrap());
    }
}

#[tokio::test]
async fn a_picture_is_the_owners_and_words_are_ones_that_the_font_has() {
    let codes = codes(|store| {
        store.expect_insert().returning(|_, new| Ok(Code::made(CodeId::new(2), new)));
        store.expect_replace().returning(|_, _, _| Ok(()));
    });
    for (look, expected) in [
        (adorned("mine.png", "Scan me"), vec![]),
        (adorned("foreign.png", "Scan me"), vec!["logo.file"]),
        (adorned("mine.png", "扫我"), vec!["frame.text"]),
        (adorned("foreign.png", "扫我"), vec!["logo.file", "frame.text"]),
    ] {
        let places = |error: Option<CodeError>| match error {
            None => vec![],
            Some(CodeError::Design(errors)) => errors.iter().map(|one| one.location.to_string()).collect(),
            Some(other) => panic!("{other}"),
        };
        let request = CodeRequest { look: look.clone(), ..CodeRequest::default() };
        assert_eq!(places(codes.create(&BY, &domain(), request).await.err()), expected);
        let edit = CodeEdit { look: look.clone(), ..CodeEdit::default() };
        assert_eq!(
            places(codes.edit(&BY, &domain(), CodeId::new(1), &edit, Precondition::None).await.err()),
            expected
        );
        let preview = codes.preview(OWNER, &look, None, &Slug::default()).await;
        if let Ok(preview) = &preview {
            assert_eq!(preview.scannability.ecl, ErrorCorrection::High);
            assert!(preview.drawing.logo.is_some() && preview.drawing.text.is_some());
        }
        assert_eq!(places(preview.err()), expected);
    }
}

#[tokio::test]
async fn a_sheet_has_the_codes_that_are_named_in_their_order() {
    let codes = codes(|store| {
        let counted = |id| CountedCode { code: code(id, "flyer"), stats: CodeStats::default() };
        store.expect_list().returning(move |_, _, after, limit| {
            assert_eq!((after, limit), (None, MOST_ON_SHEET + 1));
            Ok(Some(vec![counted(1), counted(2)]))
        });
    });
    let ids = |codes: Vec<Code>| codes.iter().map(|code| code.id.get()).collect::<Vec<_>>();
    assert_eq!(ids(codes.for_sheet(OWNER, &domain(), None).await.unwrap()), [1, 2]);
    let one = CodeId::new(1);
    assert_eq!(ids(codes.for_sheet(OWNER, &domain(), Some(&[one, one])).await.unwrap()), [1, 1]);
    let missing = codes.for_sheet(OWNER, &domain(), Some(&[one, CodeId::new(2)])).await;
    assert!(matches!(missing, Err(CodeError::NotFound)));
}

#[tokio::test]
async fn a_code_is_pointed_at_a_smart_link_that_exists() {
    let target = |text: &str| ScanTarget::SmartLink(LinkSlug::parse(text).unwrap());
    for (asked, found) in [(target("vip"), true), (target("gone"), false), (ScanTarget::Page, true)] {
        let codes = codes(|store| {
            store.expect_insert().returning(|_, new| Ok(Code::made(CodeId::new(2), new)));
            store.expect_replace().returning(|_, _, _| Ok(()));
        });
        let request = CodeRequest { target: asked.clone(), ..CodeRequest::default() };
        let made = codes.create(&BY, &domain(), request).await;
        let edit = edit_of(CodePatch { target: Some(asked.clone()), ..CodePatch::default() });
        let edited = codes.edit(&BY, &domain(), CodeId::new(1), &edit, Precondition::None).await;
        for result in [made, edited] {
            match result {
                Ok(counted) => assert!(found && counted.code.target == asked),
                Err(error) => assert!(!found && matches!(error, CodeError::LinkNotFound), "{error}"),
            }
        }
    }
}
