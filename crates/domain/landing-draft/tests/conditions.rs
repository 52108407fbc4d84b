//! The examples of the page about conditions are conditions, and it names every field.

#![cfg(test)]

use landing_draft::Rule;

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
fn every_field_has_an_example() {
    let all = serde_json::to_string(&examples()).unwrap();
    for field in [
        "country",
        "device",
        "os",
        "browser",
        "in_app",
        "lang",
        "channel",
        "referrer_host",
        "utm.",
        "query.",
        "returning",
        "time",
        "date",
    ] {
        assert!(all.contains(&format!("\"field\":\"{field}")), "{field}");
        assert!(PAGE.contains(&format!("`{field}")), "{field}");
    }
}

#[test]
fn a_field_that_the_page_lacks_is_no_field() {
    let rule = serde_json::json!({"v": 1, "all": [{"field": "planet", "op": "eq", "values": ["mars"]}]});
    let errors = Rule::parse(&rule).unwrap_err();
    assert_eq!(errors.iter().map(|error| error.kind.as_str()).collect::<Vec<_>>(), ["unknown_field"]);
}
