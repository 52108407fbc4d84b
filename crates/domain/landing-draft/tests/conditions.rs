//! The page about conditions: its examples are conditions, and it has every field and word.

#![cfg(test)]

use kernel::ErrorKind;
use landing_draft::Rule;
use landing_draft::visitor::{Browser, Device, InApp, Os};

const PAGE: &str = include_str!("../../../../docs/reference/conditions.md");

/// Returns the JSON examples of the page.
fn examples() -> Vec<serde_json::Value> {
    let blocks = PAGE.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks
        .map(|block| serde_json::from_str(block).unwrap_or_else(|error| panic!("{block}: {error}")))
        .collect()
}

#[test]
fn every_example_is_a_condition_that_is_written_as_it_was_read() {
    let examples = examples();
    assert!(examples.len() > 10, "{} examples", examples.len());
    for example in examples {
        let rule = Rule::parse(&example).unwrap_or_else(|errors| panic!("{example}: {errors}"));
        assert_eq!(rule.to_json(), example);
    }
}

#[test]
fn every_field_and_every_word_is_on_the_page() {
    let all = serde_json::to_string(&examples()).unwrap();
    for field in Rule::FIELDS.iter().chain(&["utm.", "query."]) {
        assert!(all.contains(&format!("\"field\":\"{field}")), "no example has {field}");
    }
    for word in [Device::WORDS, Os::WORDS, Browser::WORDS, InApp::WORDS].concat() {
        assert!(PAGE.contains(&format!("`{word}`")), "{word}");
    }
}

#[test]
fn an_unknown_field_is_told_the_known_ones() {
    let rule = serde_json::json!({"v": 1, "all": [{"field": "planet", "op": "eq", "values": ["mars"]}]});
    let errors = Rule::parse(&rule).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!((error.location.to_string().as_str(), error.kind), ("all.0.field", ErrorKind::UnknownField));
    for field in Rule::FIELDS {
        assert!(error.message.contains(field), "{}", error.message);
        let known = serde_json::json!({"v": 1, "all": [{"field": field, "op": "eq", "values": ["x"]}]});
        let kinds = Rule::parse(&known).err().into_iter().flat_map(Vec::from).map(|error| error.kind);
        assert!(!kinds.collect::<Vec<_>>().contains(&ErrorKind::UnknownField), "{field}");
    }
}
