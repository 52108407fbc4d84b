use auth_scopes::{Email, Member, MemberId, MemberName, Restriction, Rights, Tab};
use kernel::fixed::{FixedClock, SeededEntropy};
use landing_draft::banner::BannerContent;
use landing_draft::domain::{Infra, Revision};
use landing_draft::id::PresetId;
use landing_draft::preset::PresetName;
use landing_draft::text::DisplayName;
use landing_draft::transfer::Portable;
use proptest::prelude::*;

use super::*;
use crate::testing::{NOW, host, landing};

fn ids() -> Ids {
    Ids::new(Arc::new(FixedClock::at(NOW)), Arc::new(SeededEntropy::new(7)))
}

fn row(landing: &Landing) -> DomainRow {
    let draft = Portable::read(landing.to_portable()).unwrap();
    DomainRow { hostname: host(), display_name: DisplayName::parse("A").unwrap(), preset: None, draft }
}

/// Existing domain with this draft at revision 3.
fn existing(display_name: &str, landing: &Landing) -> DomainFacts {
    let domain = Domain {
        hostname: host(),
        display_name: DisplayName::parse(display_name).unwrap(),
        created_at: NOW,
        button_count: 0,
        revision: Revision::FIRST,
        infra: Infra::registered(NOW),
    };
    let draft = Draft { revision: Revision(3), landing: Arc::new(landing.clone()) };
    DomainFacts { existing: Some((domain, draft)), ..DomainFacts::default() }
}

type One = Result<(Action, Option<SettledDomain>), Fault>;

fn plan_one(row: &DomainRow, facts: &DomainFacts, on_conflict: OnConflict) -> One {
    let rows = DomainRows { domain: vec![(0, row.clone())], ..DomainRows::default() };
    let with = Circumstances { on_conflict, ids: &ids(), now: NOW };
    let planned = plan_domain(&host(), &rows, facts, &with);
    let planned = planned.map_err(|mut faults| faults.remove(0).1)?;
    Ok((planned.actions[0].1, planned.change.and_then(|change| change.settled)))
}

#[test]
fn what_is_there_decides_with_what_is_asked_for() {
    let (same, _) = landing("https://example.com/", None);
    let (other, _) = landing("https://example.org/", None);
    let row = row(&same);
    let (created, replaced, skipped) = (Ok(Action::Created), Ok(Action::Replaced), Ok(Action::Skipped));
    let taken = Err(Fault::DomainTaken);
    for (facts, on_conflict, expected, revision) in [
        (DomainFacts::default(), OnConflict::Skip, &created, None),
        (DomainFacts::default(), OnConflict::Replace, &created, None),
        (DomainFacts::default(), OnConflict::Fail, &created, None),
        (existing("A", &same), OnConflict::Skip, &skipped, None),
        (existing("A", &same), OnConflict::Replace, &skipped, None),
        (existing("A", &same), OnConflict::Fail, &skipped, None),
        (existing("A", &other), OnConflict::Skip, &skipped, None),
        (existing("A", &other), OnConflict::Replace, &replaced, Some(Revision(3))),
        (existing("A", &other), OnConflict::Fail, &taken, None),
        (existing("B", &same), OnConflict::Replace, &replaced, Some(Revision(3))),
        (existing("B", &same), OnConflict::Fail, &taken, None),
    ] {
        let planned = plan_one(&row, &facts, on_conflict);
        let change = planned.as_ref().ok().and_then(|(_, change)| change.clone());
        assert_eq!(planned.map(|(action, _)| action), *expected, "{on_conflict} {facts:?}");
        assert_eq!(change.as_ref().and_then(|change| change.draft.expected), revision);
        let changes = matches!(expected, Ok(Action::Created | Action::Replaced));
        assert_eq!(
            change.map(|change| change.draft.landing.to_portable()),
            changes.then(|| same.to_portable())
        );
    }
}

#[test]
fn what_a_row_names_must_exist() {
    let (landing, _) = landing("https://example.com/", None);
    let named = DomainRow { preset: PresetName::parse("sale").ok(), ..row(&landing) };
    let facts = DomainFacts::default();
    let plan = |facts: &DomainFacts| plan_one(&named, facts, OnConflict::Skip);
    assert_eq!(plan(&facts), Err(Fault::PresetNotFound("sale".to_owned())));
    let preset = Preset {
        id: PresetId::new(9),
        name: PresetName::parse("sale").unwrap(),
        content: BannerContent { title: "Now".to_owned(), ..BannerContent::default() },
        created_at: NOW,
        updated_at: NOW,
    };
    let facts = DomainFacts { preset: Some(preset.clone()), ..facts };
    let change = plan(&facts).unwrap().1.unwrap();
    assert_eq!(
        (change.preset, change.draft.landing.banner.preset_id),
        (Some(preset), Some(PresetId::new(9)))
    );
    assert_eq!(change.draft.landing.banner.content.title, "Now", "the banner says what the preset says");
    let (mut pictured, file) = (landing.clone(), FileName::parse("0a.png").unwrap());
    pictured.banner.content.avatar = Some(file.clone());
    let facts = DomainFacts { missing_files: BTreeSet::from([file]), ..facts };
    let missing = Err(Fault::FileNotFound("0a.png".to_owned()));
    assert_eq!(plan_one(&row(&pictured), &facts, OnConflict::Skip), missing);
    assert!(plan(&facts).is_ok(), "a file that the row does not name may be missing");
}

#[test]
fn a_slot_keeps_its_address_when_a_draft_is_replaced() {
    let (before, button) = landing("funnel:paid", Some("https://platform.example/paid"));
    let mut row = row(&before);
    row.display_name = DisplayName::parse("Another name").unwrap();
    let planned = plan_one(&row, &existing("A", &before), OnConflict::Replace).unwrap();
    let landing = planned.1.unwrap().draft.landing;
    assert_eq!(landing.button(&button).unwrap().2.stamped_url(), Some("https://platform.example/paid"));
}

proptest! {
    /// A plan creates what it announces, whichever ids other domains use. Planning the result again changes
    /// nothing.
    #[test]
    fn a_second_time_changes_nothing(taken in prop::collection::vec(any::<bool>(), 2), known in any::<bool>()) {
        let (source, _) = landing("https://example.com/", None);
        let (other, _) = landing("https://example.org/", None);
        let row = row(&source);
        let taken: BTreeSet<String> =
            source.ids().zip(taken).filter(|(_, taken)| *taken).map(|(id, _)| id).collect();
        let first = if known { existing("A", &other) } else { DomainFacts::default() };
        let first = DomainFacts { taken: taken.clone(), ..first };
        let (_, change) = plan_one(&row, &first, OnConflict::Replace).unwrap();
        let made = change.unwrap().draft.landing;
        prop_assert!(!made.ids().any(|id| taken.contains(&id)));
        let second = DomainFacts { taken, ..existing("A", &made) };
        let planned = plan_one(&row, &second, OnConflict::Replace);
        prop_assert_eq!(planned, Ok((Action::Skipped, None)));
    }
}

fn link(slug: &str, active: bool) -> SmartLinkRow {
    SmartLinkRow {
        domain: host(),
        slug: smartlink_policy::slug::Slug::parse(slug).unwrap(),
        name: smartlink_policy::slug::LinkName::parse("Link").unwrap(),
        policy: smartlink_policy::policy::Policy::default(),
        active,
        expiry: smartlink_policy::expiry::Expiry::default(),
    }
}

fn code(slug: &str, source: Option<&str>, title: &str) -> CodeRow {
    CodeRow {
        domain: host(),
        slug: qr_catalog::code::Slug::parse(slug).unwrap(),
        source: source.map(|source| source.parse().unwrap()),
        notes: qr_catalog::code::Notes {
            title: qr_catalog::code::Title::parse(title).unwrap(),
            ..qr_catalog::code::Notes::default()
        },
        target: qr_catalog::code::ScanTarget::Page,
        design: qr_catalog::design::Design::stock(),
        active: true,
    }
}

/// Domain with smart link `vip` and a code created as `flyer` and renamed to `poster`.
fn stocked() -> DomainFacts {
    let (draft, _) = landing("https://example.com/", None);
    let SmartLinkRow { domain, slug, name, policy, expiry, .. } = link("vip", true);
    let new =
        smartlink_policy::smart_link::NewSmartLink { domain, slug, name, policy, expiry, created_at: NOW };
    let row = code("poster", Some("qr-flyer"), "a");
    let made = qr_catalog::code::NewCode {
        domain: host(),
        slug: qr_catalog::code::Slug::parse("flyer").unwrap(),
        notes: row.notes.clone(),
        target: row.target.clone(),
        design: row.design.clone(),
        created_at: NOW,
    };
    let made = Code::made(qr_catalog::code::CodeId::new(1), &made);
    DomainFacts {
        smart_links: vec![SmartLink::made(smartlink_policy::link::SmartLinkId::new(1), &new)],
        codes: vec![Code { slug: row.slug, ..made }],
        ..existing("A", &draft)
    }
}

#[test]
fn links_and_codes_are_known_by_their_slugs() {
    use OnConflict::{Fail, Replace, Skip};
    let plan = |links: &[SmartLinkRow], codes: &[CodeRow], facts: &DomainFacts, on_conflict| {
        let smart_links = links.iter().cloned().enumerate().collect();
        let codes = codes.iter().cloned().enumerate().map(|(place, row)| (10 + place, row)).collect();
        let rows = DomainRows { smart_links, codes, ..DomainRows::default() };
        let planned =
            plan_domain(&host(), &rows, facts, &Circumstances { on_conflict, ids: &ids(), now: NOW });
        match planned {
            Ok(planned) => {
                let writes = planned.change.map_or(0, |change| change.smart_links.len() + change.codes.len());
                let words: Vec<String> =
                    planned.actions.iter().map(|(place, action)| format!("{place} {action}")).collect();
                format!("{} ({writes})", words.join(", "))
            }
            Err(faults) => {
                let words: Vec<String> =
                    faults.iter().map(|(place, fault)| format!("{place} {fault}")).collect();
                words.join(", ")
            }
        }
    };
    let taken = "this slug is taken on the domain";
    let (vip, off) = (link("vip", true), link("vip", false));
    let (same, other) = (code("poster", None, "a"), code("poster", None, "b"));
    for (links, codes, on_conflict, expected) in [
        (vec![vip.clone()], vec![same.clone()], Fail, "0 skipped, 10 skipped (0)".to_owned()),
        (vec![off.clone()], vec![other.clone()], Skip, "0 skipped, 10 skipped (0)".to_owned()),
        (vec![off.clone()], vec![other.clone()], Replace, "0 replaced, 10 replaced (2)".to_owned()),
        (vec![off.clone()], vec![other.clone()], Fail, format!("0 {taken}, 10 {taken}")),
        (vec![link("new", false)], vec![code("new", None, "")], Fail, "0 created, 10 created (2)".to_owned()),
        (vec![], vec![code("flyer", None, "")], Replace, format!("10 {taken}")),
        (vec![], vec![code("back", Some("qr-poster"), "")], Replace, format!("10 {taken}")),
        (vec![], vec![code("back", Some("qr"), "")], Skip, "10 created (1)".to_owned()),
        (vec![vip.clone(), off.clone()], vec![], Skip, "1 slug: appears twice in the document".to_owned()),
    ] {
        assert_eq!(plan(&links, &codes, &stocked(), on_conflict), expected);
    }
    let nowhere = plan(&[vip], &[same], &DomainFacts::default(), Skip);
    assert_eq!(nowhere, "0 this domain is not registered, 10 this domain is not registered");
}

#[test]
fn presets_and_members_are_known_by_their_names() {
    let preset = |title: &str| Preset {
        id: PresetId::new(9),
        name: PresetName::parse("sale").unwrap(),
        content: BannerContent { title: title.to_owned(), ..BannerContent::default() },
        created_at: NOW,
        updated_at: NOW,
    };
    let row = rows::PresetRow { name: preset("A").name, content: preset("A").content };
    for (there, on_conflict, expected) in [
        (None, OnConflict::Fail, Ok(Action::Created)),
        (Some(preset("A")), OnConflict::Fail, Ok(Action::Skipped)),
        (Some(preset("B")), OnConflict::Skip, Ok(Action::Skipped)),
        (Some(preset("B")), OnConflict::Replace, Ok(Action::Replaced)),
        (Some(preset("B")), OnConflict::Fail, Err(Fault::PresetNameTaken)),
    ] {
        let with = Circumstances { on_conflict, ids: &ids(), now: NOW };
        let planned = presets::plan(&row, there.as_ref(), &with);
        let writes = matches!(expected, Ok(Action::Created | Action::Replaced));
        assert_eq!(planned.as_ref().is_ok_and(|(_, write)| write.is_some()), writes, "{there:?}");
        assert_eq!(planned.map(|(action, _)| action), expected, "{there:?} {on_conflict}");
    }
}

#[test]
fn nobody_is_given_more_than_whoever_sends_the_document_has() {
    let restricted = |tab: &str| Restriction::parse(Some(&[tab.to_owned()]), None).unwrap();
    let row = |tab: Option<&str>| rows::MemberRow {
        name: MemberName::parse("Ada").unwrap(),
        email: Email::parse("ada@example.com").unwrap(),
        restriction: tab.and_then(restricted),
    };
    let member = |tab: Option<&str>| Member {
        id: MemberId::new(4),
        name: row(tab).name,
        email: row(tab).email,
        restriction: row(tab).restriction,
        created_at: NOW,
    };
    let (all, team) = (Rights::all(), Rights::of_tab(Tab::Team));
    for (wanted, there, rights, on_conflict, expected) in [
        (None, None, all, OnConflict::Fail, Ok(Action::Created)),
        (None, None, team, OnConflict::Fail, Err(Fault::Escalation)),
        (Some("team"), None, team, OnConflict::Fail, Ok(Action::Created)),
        (Some("qr"), None, team, OnConflict::Fail, Err(Fault::Escalation)),
        // An unchanged member gets no new rights, so rights are not checked.
        (None, Some(None), team, OnConflict::Replace, Ok(Action::Skipped)),
        (Some("qr"), Some(None), team, OnConflict::Skip, Ok(Action::Skipped)),
        (Some("qr"), Some(Some("team")), team, OnConflict::Replace, Err(Fault::Escalation)),
        (Some("team"), Some(None), team, OnConflict::Replace, Err(Fault::BeyondOwnRights)),
        (Some("team"), Some(None), all, OnConflict::Replace, Ok(Action::Replaced)),
        (Some("team"), Some(Some("qr")), all, OnConflict::Fail, Err(Fault::MemberTaken)),
    ] {
        let with = Circumstances { on_conflict, ids: &ids(), now: NOW };
        let planned = members::plan(&row(wanted), there.map(member).as_ref(), rights, &with);
        assert_eq!(planned.map(|(action, _)| action), expected, "{wanted:?} {there:?} {on_conflict}");
    }
}
