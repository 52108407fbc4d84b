use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::*;
use crate::wire::Patch;
use crate::wire::validation::{InvalidBody, read_json_by};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Plain,
    Priced,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Entry {
    word: String,
    #[serde(default)]
    #[schema(minimum = 0, maximum = 9)]
    weight: Option<u8>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Body {
    #[schema(min_length = 1)]
    name: String,
    mode: Mode,
    #[serde(default)]
    price: Option<i64>,
    #[serde(default)]
    entries: Option<Vec<Entry>>,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    by_name: BTreeMap<String, Entry>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    note: Patch<String>,
}

/// Rules of the tests: no text is `bad`, `words` has no duplicates, and a price and the mode `priced` need each
/// other.
fn rules(body: Body) -> ValidationErrors {
    let mut errors = ValidationErrors::none();
    let root = Location::root();
    let check = |errors: &mut ValidationErrors, at: Location, text: &str| {
        if text == "bad" {
            errors.push(at, ErrorKind::Value, "bad");
        }
    };
    check(&mut errors, root.at("name"), &body.name);
    if let Patch::Value(note) = &body.note {
        check(&mut errors, root.at("note"), note);
    }
    for (index, entry) in body.entries.iter().flatten().enumerate() {
        check(&mut errors, root.at("entries").at(index).at("word"), &entry.word);
    }
    for (name, entry) in &body.by_name {
        check(&mut errors, root.at("by_name").at(name.as_str()).at("word"), &entry.word);
    }
    for (index, word) in body.words.iter().enumerate() {
        check(&mut errors, root.at("words").at(index), word);
        if body.words.iter().take(index).any(|before| before == word) {
            errors.push(root.at("words").at(index), ErrorKind::Duplicate, "twice");
        }
    }
    if body.words.is_empty() && body.entries.is_some() {
        errors.push(root.at("words"), ErrorKind::TooShort, "entries need words");
    }
    match (body.mode, body.price) {
        (Mode::Plain, Some(_)) => errors.push(root.at("price"), ErrorKind::Value, "is for priced only"),
        (Mode::Priced, None) => errors.push(root.at("price"), ErrorKind::Missing, "priced needs a price"),
        _ => {}
    }
    if body.entries.iter().flatten().any(|entry| entry.weight == Some(7)) {
        errors.push(root, ErrorKind::Value, "seven is too much");
    }
    errors
}

fn faults(body: &Value) -> Vec<String> {
    let body = serde_json::to_vec(body).unwrap();
    match read_json_by::<Body>(&body, rules) {
        Ok(_) => Vec::new(),
        Err(InvalidBody::Invalid(errors)) => {
            errors.iter().map(|error| format!("{} {}", error.location, error.kind)).collect()
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn shape_and_rules_are_judged_together() {
    let long = "k".repeat(200);
    for (body, expected) in [
        // The caller checks a body with a valid shape.
        (json!({"name": "bad", "mode": "plain"}), &[][..]),
        (json!({"name": "bad", "mode": "plain", "note": 1}), &["note string_type", "name value_error"]),
        (json!({"name": "", "mode": "plain", "note": "bad"}), &["name too_short", "note value_error"]),
        (json!({"mode": "plain", "note": "bad"}), &["name missing", "note value_error"]),
        (json!({"name": "bad", "mode": "plain", "x": 1}), &["x extra_forbidden", "name value_error"]),
        (
            json!({"name": "a", "mode": "plain", "words": [1, "bad", "b", 2, "b"]}),
            &["words.0 string_type", "words.3 string_type", "words.1 value_error", "words.4 duplicate"],
        ),
        (
            json!({"name": "a", "mode": "plain", "words": ["a"], "entries": [{"weight": 3}, {"word": "bad"}, 5]}),
            &["entries.0.word missing", "entries.2 object_type", "entries.1.word value_error"],
        ),
        (
            json!({"name": "a", "mode": "plain", "by_name": {"a": {"word": "bad", "weight": 10}, "b": {"word": 1}}}),
            &["by_name.a.weight less_than_equal", "by_name.b.word string_type", "by_name.a.word value_error"],
        ),
        (
            json!({"name": "bad", "mode": "plain", (long.as_str()): 1, "note": true}),
            &["note string_type", "name value_error"],
        ),
        (json!([]), &["object_type"]),
    ] {
        let mut found = faults(&body);
        found.retain(|fault| !fault.starts_with('k'));
        let expected: Vec<_> = expected.iter().map(|fault| (*fault).to_owned()).collect();
        let found: Vec<_> = found.iter().map(|fault| fault.trim_start().to_owned()).collect();
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn a_rule_that_hangs_on_a_faulty_value_says_nothing() {
    for body in [
        // The mode decides whether the price is allowed.
        json!({"name": "a", "price": 3}),
        json!({"name": "a"}),
        json!({"name": "a", "mode": "other", "price": 3}),
        // The intended price decides whether one is missing.
        json!({"name": "a", "mode": "priced", "price": "3"}),
        // The intended value decides whether there are entries.
        json!({"name": "a", "mode": "plain", "entries": 1}),
        // A rule error of the whole body may be about an invalid value.
        json!({"name": 1, "mode": "plain", "words": ["a"], "entries": [{"word": "a", "weight": 7}]}),
        // A rule error of a list may be about an entry that was left out.
        json!({"name": "a", "mode": "plain", "words": [1], "entries": []}),
    ] {
        assert_eq!(faults(&body).len(), 1, "{body}");
    }
}

#[test]
fn what_is_said_of_the_whole_holds_beside_an_unknown_field() {
    let body = json!({"name": "a", "mode": "plain", "words": ["a"], "entries": [{"word": "a", "weight": 7}], "x": 1});
    assert_eq!(faults(&body), ["x extra_forbidden", " value_error"]);
}
