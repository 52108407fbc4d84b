use std::collections::BTreeMap;

use kernel::{Location, ValidationErrors};
use serde::Serialize;
use serde_json::json;
use validator::ValidationError;

use super::*;
use crate::extract::{checked, parse_value, wrong};
use crate::wire::{Int, Named, Patch};

#[derive(Debug, Deserr, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = price_fits_mode, skip_on_field_errors = false))]
struct Body {
    #[validate(length(min = 1), custom(function = good))]
    name: String,
    mode: Mode,
    #[deserr(default)]
    #[validate(custom(function = good_note))]
    note: Patch<String>,
    #[deserr(default)]
    #[validate(nested)]
    entries: Option<Vec<Entry>>,
    #[deserr(default)]
    #[validate(custom(function = good_words))]
    words: Vec<String>,
    #[deserr(default)]
    price: Option<i64>,
    #[deserr(default, from(Named<Entry>) = Named::get)]
    #[expect(dead_code, reason = "only its form matters")]
    by_name: BTreeMap<String, Entry>,
}

#[derive(Debug, Serialize, Deserr, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
struct Entry {
    #[validate(custom(function = good))]
    word: String,
    #[deserr(default, from(Option<Int<i64, 0, 9>>) = Int::optional)]
    weight: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserr)]
#[deserr(error = Faults, rename_all = lowercase)]
enum Mode {
    Plain,
    Priced,
}

fn good(text: &str) -> Result<(), ValidationError> {
    checked(if text == "bad" { Err(wrong(ErrorKind::Value, "bad")) } else { Ok(()) })
}

fn good_note(note: &Patch<String>) -> Result<(), ValidationError> {
    if let Patch::Value(note) = note { good(note) } else { Ok(()) }
}

fn good_words(words: &[String]) -> Result<(), ValidationError> {
    let mut errors = ValidationErrors::none();
    for (index, word) in words.iter().enumerate() {
        let at = Location::root().at(index);
        if word == "bad" {
            errors.push(at.clone(), ErrorKind::Value, "bad");
        }
        if words.iter().take(index).any(|before| before == word) {
            errors.push(at, ErrorKind::Duplicate, "twice");
        }
    }
    checked(errors.into_result())
}

fn price_fits_mode(body: &Body) -> Result<(), ValidationError> {
    let at = Location::root().at("price");
    checked(match (body.mode, body.price) {
        (Mode::Plain, Some(_)) => Err(ValidationErrors::one(at, ErrorKind::Value, "is for priced only")),
        (Mode::Priced, None) => Err(ValidationErrors::one(at, ErrorKind::Missing, "priced needs a price")),
        _ => Ok(()),
    })
}

fn faults(body: &Value) -> Vec<String> {
    let errors =
        parse_value::<Body>(body.clone()).map_or_else(Faults::into_errors, |_| ValidationErrors::none());
    errors.iter().map(|error| format!("{} {}", error.location, error.kind)).collect()
}

#[test]
fn the_form_and_the_rules_of_fields_are_judged_together() {
    for (body, expected) in [
        (json!({"name": "a", "mode": "plain"}), &[][..]),
        (json!({"name": "bad", "mode": "plain"}), &["name value_error"]),
        (json!({"name": "bad", "mode": "plain", "note": 1}), &["note string_type", "name value_error"]),
        (json!({"name": "", "mode": "plain", "note": "bad"}), &["name too_short", "note value_error"]),
        (json!({"mode": "plain", "note": "bad"}), &["name missing", "note value_error"]),
        (json!({"name": "bad", "note": null}), &["mode missing", "name value_error"]),
        (json!({"name": "bad", "mode": "other"}), &["mode enum", "name value_error"]),
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
            json!({"name": "a", "mode": "plain", "by_name": {"a": {"word": "b", "weight": 10}, "b": {"word": 1}}}),
            &["by_name.a.weight less_than_equal", "by_name.b.word string_type"],
        ),
        (
            json!({"name": "bad", "mode": "plain", "note": "n\u{0}"}),
            &["note nul_character", "name value_error"],
        ),
        (json!([]), &["object_type"]),
    ] {
        let found: Vec<_> = faults(&body).iter().map(|fault| fault.trim_start().to_owned()).collect();
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn a_rule_over_several_fields_says_nothing_where_one_is_invalid() {
    for body in [
        // The mode decides whether the price is allowed.
        json!({"name": "a", "price": 3}),
        json!({"name": "a", "mode": "other", "price": 3}),
        // The intended price decides whether one is missing.
        json!({"name": "a", "mode": "priced", "price": "3"}),
        // The intended value decides whether there are entries.
        json!({"name": "a", "mode": "plain", "entries": 1}),
    ] {
        assert_eq!(faults(&body).len(), 1, "{body}");
    }
    assert_eq!(faults(&json!({"name": "a", "mode": "priced"})), ["price missing"]);
    assert_eq!(faults(&json!({"name": "bad", "mode": "priced"})), ["name value_error", "price missing"]);
}
