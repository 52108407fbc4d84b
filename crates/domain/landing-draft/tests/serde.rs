//! Tests that serde applies the rules of the constructors, and that written values can be read again.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use kernel::fixed::through;
use landing_draft::age_gate::AgeGateUi;
use landing_draft::appearance::{ButtonsUi, Font, ProfileUi};
use landing_draft::button::{ButtonPatch, NewButton};
use landing_draft::copying::CopyParts;
use landing_draft::domain::Revision;
use landing_draft::editing::AtRevision;
use landing_draft::experiment::ArmId;
use landing_draft::file::FileName;
use landing_draft::id::{ButtonId, SegmentId};
use landing_draft::in_app::InAppUi;
use landing_draft::ports::{Draft, Publication};
use landing_draft::preset::PresetName;
use landing_draft::reach::{ShareUi, Template, UtmUi};
use landing_draft::rule::DayOfWeek;
use landing_draft::segment::{NewSegment, SegmentPatch};
use landing_draft::target::Target;
use landing_draft::text::{DisplayName, Icon, Label, SegmentName};
use landing_draft::visitor::{Device, Visitor};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Checks that serde applies the rules of the constructor. Only texts that show nothing stay readable, because earlier
/// releases stored them.
fn agrees<T>(text: &str) -> Result<(), TestCaseError>
where
    T: FromStr + Serialize + DeserializeOwned + Display + Debug + PartialEq,
{
    let json = serde_json::to_string(text).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let (parsed, read) = (text.parse::<T>().ok(), serde_json::from_str::<T>(&json).ok());
    if !kernel::is_blank(text) {
        prop_assert_eq!(&parsed, &read);
    }
    if let Some(value) = parsed {
        prop_assert_eq!(value.to_string(), text);
        prop_assert_eq!(serde_json::to_string(&value).ok(), Some(json));
    }
    Ok(())
}

proptest! {
    #[test]
    fn texts_are_read_by_their_constructors(
        text in prop_oneof![
            "\\PC{0,90}",
            ".{0,3}",
            "(seg|btn)_[0-7][0-9a-hj-km-np-tv-z]{25}",
            "[a-z0-9_-]{1,33}(\\.[a-z]{3})?",
            "(https|mailto|tel|javascript|funnel):(//)?[a-z@.0-9]{0,12}",
            Just("\u{200B}".to_owned()),
            Just("Open Sans".to_owned()),
            Just("tablet".to_owned()),
        ]
    ) {
        agrees::<ArmId>(&text)?;
        agrees::<ButtonId>(&text)?;
        agrees::<Device>(&text)?;
        agrees::<DisplayName>(&text)?;
        agrees::<FileName>(&text)?;
        agrees::<Font>(&text)?;
        agrees::<Icon>(&text)?;
        agrees::<Label>(&text)?;
        agrees::<PresetName>(&text)?;
        agrees::<SegmentId>(&text)?;
        agrees::<SegmentName>(&text)?;
        agrees::<Target>(&text)?;
    }
}

#[test]
fn a_draft_and_a_publication_hold_the_stored_landing() {
    let landing: serde_json::Value = serde_json::from_str(include_str!("data/landing.json")).unwrap();
    let landing = through::<landing_draft::Landing>(landing).unwrap();
    let draft = json!({ "revision": 7, "landing": landing });
    assert_eq!(through::<Draft>(draft.clone()), Some(draft.clone()));
    assert_eq!(serde_json::from_value::<Draft>(draft).unwrap().revision, Revision(7));
    let publication = json!({
        "expected": 7, "version": 1, "landing": landing, "replaces_draft": false, "published_at": 5,
        "published_by": "a123456789", "rolled_back_from": null,
    });
    assert_eq!(through::<Publication>(publication.clone()), Some(publication));
    let edited = json!({ "revision": 8, "relabeled": 0, "value": "seg", "landing": landing });
    assert_eq!(through::<AtRevision<String>>(edited.clone()), Some(edited));
    assert_eq!(through::<Draft>(json!({ "revision": 7, "landing": {} })), None);
}

#[test]
fn what_is_to_be_made_and_patches_are_read_by_the_rules_of_their_values() {
    let button = json!({
        "label": "Shop", "url": "https://shop.example/", "icon": "", "hidden": false, "match": null,
        "variants": null, "position": 0,
    });
    assert_eq!(through::<NewButton>(button.clone()), Some(button.clone()));
    let segment = json!({
        "name": "Everyone", "countries": ["DE"], "is_default": true, "match": null, "experiment": null,
        "lang": "de", "position": null,
    });
    assert_eq!(through::<NewSegment>(segment.clone()), Some(segment.clone()));
    let none: ButtonPatch = serde_json::from_value(json!({})).unwrap();
    assert_eq!(none, ButtonPatch::default());
    let cleared: ButtonPatch = serde_json::from_value(json!({ "match": null, "until_ts": null })).unwrap();
    assert_eq!(
        (cleared.rule.clone(), cleared.schedule.from_ts, cleared.schedule.until_ts),
        (Some(None), None, Some(None))
    );
    let again = serde_json::to_value(&cleared).unwrap();
    assert_eq!(serde_json::from_value::<ButtonPatch>(again).unwrap(), cleared);
    let lang: SegmentPatch = serde_json::from_value(json!({ "lang": null })).unwrap();
    assert_eq!((lang.lang, lang.rule), (Some(None), None));
    for (field, wrong) in [("label", json!("")), ("url", json!("javascript:x"))] {
        let mut button = button.clone();
        button[field] = wrong;
        assert_eq!(through::<NewButton>(button), None, "{field}");
    }
    assert!(serde_json::from_value::<SegmentPatch>(json!({ "countries": ["Germany"] })).is_err());
    assert_eq!(through::<CopyParts>(json!(["bg", "ui"])), Some(json!(["bg", "ui"])));
    assert_eq!(through::<CopyParts>(json!([])), None);
}

#[test]
fn a_section_alone_is_read_by_the_reader_of_its_tree() {
    let buttons = json!({ "shape": "pill", "color": "#ff00aa" });
    assert_eq!(through::<ButtonsUi>(buttons.clone()), Some(buttons));
    assert_eq!(through::<ButtonsUi>(json!({ "shape": "star" })), None);
    let profile = json!({ "name_size": 20, "bio": "hi" });
    assert_eq!(through::<ProfileUi>(profile.clone()), Some(profile));
    assert_eq!(through::<ProfileUi>(json!({ "name_size": 500 })), None);
    assert_eq!(through::<AgeGateUi>(json!({ "enabled": true })), Some(json!({ "enabled": true })));
    assert_eq!(through::<AgeGateUi>(json!([])), None);
    let share = json!({ "title": "Shop", "picture": "card" });
    assert_eq!(through::<ShareUi>(share.clone()), Some(share));
    assert_eq!(through::<InAppUi>(json!({ "mode": "loud" })), None);
    let utm = json!({ "source": "funnel", "campaign": "{segment}" });
    assert_eq!(through::<UtmUi>(utm.clone()), Some(utm));
    assert_eq!(through::<Template>(json!("{visitor}")), None);
    assert_eq!(through::<DayOfWeek>(json!("mon")), Some(json!("mon")));
    assert_eq!(through::<DayOfWeek>(json!("monday")), None);
}

#[test]
fn a_visitor_is_stored_for_whoever_evaluates_conditions_elsewhere() {
    let visitor = json!({
        "country": "DE", "device": "mobile", "os": "ios", "browser": "safari", "in_app": null, "languages": ["de"],
        "referrer_host": null, "query": { "a": "b" }, "channel": { "qr": "qr-flyer" }, "returning": null, "now": 5,
        "token": ([7; 16]),
    });
    assert_eq!(through::<Visitor>(visitor.clone()), Some(visitor.clone()));
    let mut wrong = visitor;
    wrong["device"] = json!("toaster");
    assert_eq!(through::<Visitor>(wrong), None);
}
