use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::testing::{ids, landing, other_ids};

fn golden() -> Landing {
    serde_json::from_str(include_str!("../../tests/data/landing.json")).unwrap()
}

fn portable(landing: &Landing) -> Portable {
    Portable::read(landing.to_portable()).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn what_follows_from_the_rest_stays_behind_and_comes_back_from_the_same_draft() {
    let golden = golden();
    let text = golden.to_portable().to_string();
    for absent in ["stamped_url", "label_file", "live_text", "preset_id"] {
        assert!(!text.contains(absent), "{absent}");
    }
    let mut taken = portable(&golden).landing().clone();
    assert_eq!(taken.segments[0].buttons[0].stamped_url, None);
    taken.take_derived(&golden);
    taken.segments[0].buttons[0].label_file = golden.segments[0].buttons[0].label_file.clone();
    taken.banner.preset_id = golden.banner.preset_id;
    assert_eq!(taken, golden);
}

#[test]
fn what_is_stock_is_spelled_out() {
    let stock = Landing::empty();
    let node = stock.to_portable();
    assert_eq!(
        node.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["appearance", "banner", "segments", "v"]
    );
    assert_eq!(node["appearance"], stock.appearance.to_json());
    assert_eq!(*portable(&stock).landing(), stock);
}

#[test]
fn an_address_is_kept_only_by_a_button_that_asks_for_the_same_slot() {
    let before = golden();
    for (url, kept) in [("funnel:paid", true), ("funnel:ftl", false), ("https://example.com/", false)] {
        let mut node = before.to_portable();
        node["segments"][0]["buttons"][0]["url"] = json!(url);
        let mut landing = Portable::read(node).unwrap().landing().clone();
        landing.take_derived(&before);
        assert_eq!(landing.segments[0].buttons[0].stamped_url.is_some(), kept, "{url}");
    }
}

/// Returns the paths and messages of the errors for the golden landing after one change.
fn refused(pointer: &str, value: Value) -> Vec<String> {
    let mut node = golden().to_portable();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match node.pointer_mut(parent).unwrap() {
        Value::Array(entries) => entries[name.parse::<usize>().unwrap()] = value,
        fields => fields[name] = value,
    }
    let errors = Portable::read(node).err().unwrap_or_default();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn countries_must_be_countries() {
    let rule = json!({ "v": 1, "all": [{ "field": "country", "op": "in", "values": ["EL"] }] });
    for (pointer, value, expected) in [
        ("/segments/0/countries/0", json!("UK"), "segments.0.countries.0: UK is not a country code of ISO"),
        ("/segments/0/match", rule.clone(), "segments.0.match.all.0.values.0: EL is not"),
        ("/segments/0/buttons/0/match", rule.clone(), "segments.0.buttons.0.match.all.0.values.0: EL is not"),
    ] {
        let errors = refused(pointer, value);
        assert!(errors.len() == 1 && errors[0].starts_with(expected), "{pointer}: {errors:?}");
    }
}

#[test]
fn every_fault_is_reported_with_its_place() {
    let button = "/segments/0/buttons/0";
    for (pointer, value, place) in [
        ("/v".to_owned(), json!(2), "v: "),
        ("/pages".to_owned(), json!(1), "pages: "),
        ("/segments".to_owned(), json!({}), "segments: "),
        ("/segments/0".to_owned(), json!(7), "segments.0: "),
        ("/segments/0/colour".to_owned(), json!("red"), "segments.0.colour: "),
        ("/segments/0/buttons".to_owned(), json!(null), "segments.0.buttons: "),
        ("/segments/0/name".to_owned(), json!(""), "segments.0.name: "),
        (format!("{button}/url"), json!("javascript:alert(1)"), "segments.0.buttons.0.url: "),
        (format!("{button}/hook"), json!(["x"]), "segments.0.buttons.0.hook: "),
        ("/appearance/canvas_color".to_owned(), json!("red"), "appearance.canvas_color: "),
        ("/banner/delay_ms".to_owned(), json!(-1), "banner.delay_ms: "),
        ("/reach".to_owned(), json!({ "fame": { "x": 1 } }), "reach"),
    ] {
        let found = refused(&pointer, value);
        assert!(found.len() == 1 && found[0].starts_with(place), "{pointer}: {found:?}");
    }
}

#[test]
fn too_much_is_refused_before_it_is_read() {
    let segment = golden().to_portable()["segments"][1].clone();
    assert_eq!(
        refused("/segments", json!(vec![segment; 101])),
        ["segments: a domain has at most 100 segments"]
    );
    let button = golden().to_portable()["segments"][0]["buttons"][1].clone();
    let found = refused("/segments/0/buttons", json!(vec![button; 501]));
    assert_eq!(found, ["segments: a domain has at most 500 buttons"]);
}

#[test]
fn ids_that_are_taken_are_replaced_wherever_they_stand_and_the_same_again_the_second_time() {
    let (mut source, _) = landing(&[("a", 2), ("b", 1)]);
    let (segment, button) = (source.segments[0].id.to_string(), source.segments[0].buttons[0].id.to_string());
    let html = format!("<a href=/go/{button}>{segment}</a>_btn_{}", &button[4..10]);
    source.appearance.design =
        crate::appearance::Design::CustomHtml(crate::appearance::CustomHtml::parse(&html).unwrap());
    let portable = portable(&source);
    let taken = BTreeSet::from([segment.clone(), button.clone()]);
    let first = portable.with_free_ids(&taken, &Landing::empty(), &other_ids()).unwrap();
    let new = first.landing();
    assert!(!new.ids().any(|id| taken.contains(&id)));
    assert_eq!(new.segments[0].buttons[1], source.segments[0].buttons[1], "a free id is kept");
    let (renamed, moved) = (new.segments[0].id.to_string(), new.segments[0].buttons[0].id.to_string());
    let expected = format!("<a href=/go/{moved}>{renamed}</a>_btn_{}", &button[4..10]);
    assert_eq!(new.to_portable()["appearance"]["design"]["html"], expected);
    let again = portable.with_free_ids(&taken, new, &ids()).unwrap();
    assert_eq!(again.landing(), new);
    let free = portable.with_free_ids(&BTreeSet::new(), &Landing::empty(), &other_ids()).unwrap();
    assert_eq!(free, portable);
}

proptest! {
    #[test]
    fn there_and_back_is_the_same(sizes in prop::collection::vec(0_usize..5, 0..6)) {
        let segments: Vec<(String, usize)> =
            sizes.iter().enumerate().map(|(place, size)| (format!("s{place}"), *size)).collect();
        let segments: Vec<(&str, usize)> = segments.iter().map(|(name, size)| (name.as_str(), *size)).collect();
        let (landing, _) = landing(&segments);
        let portable = portable(&landing);
        prop_assert_eq!(portable.landing(), &landing);
        prop_assert_eq!(portable.landing().to_portable(), landing.to_portable());
    }

    #[test]
    fn whatever_comes_is_read_or_refused(pointer in 0_usize..6, value in prop_oneof![
        Just(json!(null)), Just(json!([])), Just(json!({})), Just(json!("x")), Just(json!(1e300)), Just(json!([[{}]]))
    ]) {
        let pointers = ["/segments", "/segments/0", "/segments/0/buttons", "/appearance", "/banner", "/reach"];
        let mut node = golden().to_portable();
        if let Some(place) = node.pointer_mut(pointers[pointer]) {
            *place = value;
        }
        if let Ok(portable) = Portable::read(node) {
            let again = Portable::read(portable.landing().to_portable()).unwrap();
            prop_assert_eq!(again.landing(), portable.landing());
        }
    }
}
