//! Tests of stored values: values written by an earlier version are read and written unchanged.

use qr_catalog::{Code, CodeStats, Design, EyeDot, Slug, SourceLabel, Title, catalog};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Reads and rewrites a stored value; `None` if it can't be read.
fn through<T: Serialize + DeserializeOwned>(stored: &Value) -> Option<Value> {
    let value: T = serde_json::from_value(stored.clone()).ok()?;
    serde_json::to_value(value).ok()
}

fn design() -> Value {
    json!({
        "module": "bars_v", "eye_frame": "rounded", "eye_dot": "dot",
        "fg_grad": { "kind": "linear", "stops": [[0, "#0b1f4b"], [0.25, "#112233"], [1, "#1d3f8f"]] },
        "bg": "#ffffff", "card_radius": 0.06,
    })
}

#[test]
fn a_stored_design_is_written_as_it_was() {
    assert_eq!(through::<Design>(&design()), Some(design()));
    let mut adorned = design();
    adorned["logo"] = json!({ "file": "0a.png", "size": 0.2 });
    adorned["frame"] = json!({ "text": "Scan me", "font": "Open Sans", "color": "#102030" });
    assert_eq!(through::<Design>(&adorned), Some(adorned));
    for preset in catalog() {
        let stored = preset.design.to_json();
        assert_eq!(through::<Design>(&stored), Some(stored), "{preset}");
    }
}

#[test]
fn serde_is_no_way_around_the_rules_of_a_design() {
    for (pointer, wrong) in [
        ("/module", json!("hexagons")),
        ("/fg_grad/stops/0/1", json!("#ffffff")),
        ("/fg_grad/stops/1/0", json!(1)),
        ("/bg", json!("#000000")),
        ("/card_radius", json!(0.6)),
    ] {
        let mut stored = design();
        *stored.pointer_mut(pointer).unwrap() = wrong;
        assert_eq!(through::<Design>(&stored), None, "{pointer}");
    }
}

#[test]
fn texts_and_words_are_read_by_their_constructors() {
    for (found, expected) in [
        (through::<Slug>(&json!("")), Some(json!(""))),
        (through::<Slug>(&json!("Flyer")), None),
        (through::<SourceLabel>(&json!("qr-flyer")), Some(json!("qr-flyer"))),
        (through::<SourceLabel>(&json!("qr-")), None),
        (through::<Title>(&json!("")), Some(json!(""))),
        (through::<Title>(&json!("two\nlines")), None),
        (through::<EyeDot>(&json!("dot")), Some(json!("dot"))),
        (through::<EyeDot>(&json!("ring")), None),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_code_can_be_sent() {
    let sent = json!({
        "id": 1, "domain": "links.example.com", "slug": "leaflet", "title": "Leaflet", "channel": "",
        "source": "qr-flyer", "target": "page", "design": design(), "active": true,
        "created_at": 1_795_176_000_000_i64, "updated_at": 1_795_176_000_000_i64,
    });
    assert_eq!(through::<Code>(&sent).as_ref(), Some(&sent));
    let mut earlier = sent.clone();
    earlier.as_object_mut().unwrap().remove("target");
    assert_eq!(through::<Code>(&earlier), Some(sent), "codes led to the page before they had a target");
    let stats = json!({ "scans": 3, "visits": 2, "clicks": 1, "subs": 0, "revenue_cents": 0 });
    assert_eq!(through::<CodeStats>(&stats), Some(stats));
}
