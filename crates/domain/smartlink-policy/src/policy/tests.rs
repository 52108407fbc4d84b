use kernel::{CountryCode, ValidationErrors};
use serde_json::Value;

use super::{Policy, PolicyError};
use crate::testing::{arm, arms, policy, policy_node};

/// Changes one value in the policy `{"v": 1, "arms": .., "geo": [{"countries": ["DE", "at"],
/// "arms": ..}]}`.
fn with(path: &[&str], value: Option<Value>) -> Value {
    let half = || arms((true, 50.0), (true, 50.0), true);
    let mut node = policy_node(half(), vec![(&["DE", "at"], half())]);
    set(&mut node, path, value);
    node
}

fn set(node: &mut Value, path: &[&str], value: Option<Value>) {
    match (node, path) {
        (Value::Object(fields), [last]) => drop(match value {
            Some(value) => fields.insert((*last).to_owned(), value),
            None => fields.remove(*last),
        }),
        (Value::Object(fields), [key, rest @ ..]) => set(fields.get_mut(*key).unwrap(), rest, value),
        (Value::Array(items), [index, rest @ ..]) => {
            let index: usize = index.parse().unwrap();
            match (rest, value) {
                ([], Some(value)) => items[index] = value,
                (rest, value) => set(&mut items[index], rest, value),
            }
        }
        (node, []) => *node = value.unwrap(),
        other => panic!("{other:?}"),
    }
}

/// Describes the parse result: `shape` or `invalid` with the first error's path and kind, or
/// `fine`.
fn described(node: &Value) -> String {
    let first = |errors: &ValidationErrors| {
        let error = errors.iter().next().unwrap();
        format!("{} {}", error.location, error.kind.as_str())
    };
    match Policy::parse(node) {
        Ok(_) => "fine".to_owned(),
        Err(PolicyError::Shape(errors)) => format!("shape {}", first(&errors)),
        Err(PolicyError::Invalid(errors)) => format!("invalid {}", first(&errors)),
    }
}

#[test]
fn numbers() {
    let (int, float) = (Value::from, Value::from);
    for (key, value, expected) in [
        ("weight", int(0), "fine"),
        ("weight", int(100), "fine"),
        ("weight", float(0.5), "fine"),
        ("weight", float(-0.0), "fine"),
        ("weight", float(5e-324), "fine"),
        ("weight", int(101), "invalid arms.ftl.weight less_than_equal"),
        ("weight", int(-1), "invalid arms.ftl.weight greater_than_equal"),
        ("weight", float(-1e-9), "invalid arms.ftl.weight greater_than_equal"),
        ("weight", float(100.000_001), "invalid arms.ftl.weight less_than_equal"),
        ("weight", float(1e308), "invalid arms.ftl.weight less_than_equal"),
        ("weight", int(i64::MAX), "invalid arms.ftl.weight less_than_equal"),
        ("weight", "50".into(), "shape arms.ftl.weight number_type"),
        ("weight", Value::Null, "shape arms.ftl.weight number_type"),
        ("weight", Value::Bool(true), "shape arms.ftl.weight number_type"),
        ("trial_days", int(0), "fine"),
        ("trial_days", int(360), "fine"),
        ("trial_days", float(7.0), "fine"),
        ("trial_days", int(361), "invalid arms.ftl.trial_days less_than_equal"),
        ("trial_days", int(-1), "invalid arms.ftl.trial_days greater_than_equal"),
        ("trial_days", int(i64::MIN), "invalid arms.ftl.trial_days greater_than_equal"),
        ("trial_days", float(1e308), "invalid arms.ftl.trial_days less_than_equal"),
        ("trial_days", float(7.5), "shape arms.ftl.trial_days int_type"),
        ("trial_days", "7".into(), "shape arms.ftl.trial_days int_type"),
    ] {
        assert_eq!(described(&with(&["arms", "ftl", key], Some(value.clone()))), expected, "{key} {value:?}");
    }
}

#[test]
fn texts_flags_and_the_version() {
    for (path, value, expected) in [
        (&["arms", "paid", "label"] as &[_], Value::from("é".repeat(40)), "fine"),
        (&["arms", "paid", "label"], "".into(), "fine"),
        (&["arms", "paid", "label"], "é".repeat(41).into(), "invalid arms.paid.label too_long"),
        (&["arms", "paid", "label"], "a\u{0}".into(), "invalid arms.paid.label pattern"),
        (&["arms", "paid", "label"], Value::from(1), "shape arms.paid.label string_type"),
        (&["arms", "paid", "enabled"], Value::from(1), "shape arms.paid.enabled bool_type"),
        (
            &["arms", "paid", "require_country_link"],
            "no".into(),
            "shape arms.paid.require_country_link bool_type",
        ),
        (&["v"], Value::from(2), "invalid v less_than_equal"),
        (&["v"], Value::from(0), "invalid v less_than_equal"),
        (&["v"], "1".into(), "shape v int_type"),
        (&["v"], Value::from(1.0), "fine"),
        (&["x"], Value::Null, "invalid x extra_forbidden"),
        (&["arms", "gold"], arm((true, 1.0), false), "invalid arms.gold extra_forbidden"),
        (&["arms", "paid", "colour"], Value::Null, "invalid arms.paid.colour extra_forbidden"),
        (&["arms"], Value::Array(vec![]), "shape arms object_type"),
        (&["arms", "paid"], Value::Null, "shape arms.paid object_type"),
        (&["geo"], Value::Null, "shape geo list_type"),
        (&["geo", "0"], Value::from(1), "shape geo.0 object_type"),
        (&["geo", "0", "countries"], "DE".into(), "shape geo.0.countries list_type"),
        (
            &["geo", "0", "arms", "paid", "weight"],
            Value::from(-1),
            "invalid geo.0.arms.paid.weight greater_than_equal",
        ),
        (&[], Value::Null, "shape  object_type"),
    ] {
        assert_eq!(described(&with(path, Some(value.clone()))), expected, "{path:?} {value:?}");
    }
}

#[test]
fn every_field_is_needed() {
    for path in [
        &["v"] as &[_],
        &["arms"],
        &["geo"],
        &["arms", "paid"],
        &["arms", "ftl"],
        &["arms", "ftl", "enabled"],
        &["arms", "ftl", "weight"],
        &["arms", "ftl", "label"],
        &["arms", "ftl", "trial_days"],
        &["arms", "ftl", "require_country_link"],
        &["geo", "0", "countries"],
        &["geo", "0", "arms"],
        &["geo", "0", "arms", "paid", "weight"],
    ] {
        assert_eq!(described(&with(path, None)), format!("shape {} missing", path.join(".")));
    }
}

#[test]
fn every_pair_of_arms_needs_one_that_can_be_served() {
    let (on, off) = (|weight| (true, weight), |weight| (false, weight));
    for (paid, ftl, fine) in [
        (on(50.0), on(50.0), true),
        (on(0.0), on(50.0), true),
        (on(50.0), off(50.0), true),
        (on(0.0), on(0.0), false),
        (off(50.0), off(50.0), false),
        (off(50.0), on(0.0), false),
    ] {
        let base = described(&with(&["arms"], Some(arms(paid, ftl, true))));
        let geo = described(&with(&["geo", "0", "arms"], Some(arms(paid, ftl, true))));
        let expected = |at| if fine { "fine".to_owned() } else { format!("invalid {at} value_error") };
        assert_eq!((base, geo), (expected("arms"), expected("geo.0.arms")), "{paid:?} {ftl:?}");
    }
}

#[test]
fn countries() {
    let rules = |lists: &[&[&str]]| {
        let half = || arms((true, 50.0), (true, 50.0), true);
        described(&policy_node(half(), lists.iter().map(|list| (*list, half())).collect()))
    };
    let all: Vec<_> = (b'A'..=b'Z')
        .flat_map(|a| (b'A'..=b'Z').map(move |b| format!("{}{}", a as char, b as char)))
        .collect();
    let all: Vec<_> =
        all.iter().map(String::as_str).filter(|code| CountryCode::parse(code).is_some()).collect();
    let many: Vec<_> = all.iter().copied().cycle().take(5_000).collect();
    for (lists, expected) in [
        (&[] as &[&[&str]], "fine"),
        (&[&["DE", "at"], &["US"]], "fine"),
        (&[&all], "fine"),
        (&[&[]], "invalid geo.0.countries too_short"),
        (&[&["DE"], &["Germany"]], "invalid geo.1.countries.0 country_invalid"),
        (&[&["FR", "UK"]], "invalid geo.0.countries.1 country_invalid"),
        (&[&["D1"]], "invalid geo.0.countries.0 country_invalid"),
        (&[&["ÄÖ"]], "invalid geo.0.countries.0 country_invalid"),
        (&[&["DE", "de"]], "invalid geo.0.countries.1 duplicate"),
        (&[&["DE", "AT"], &["US"], &["CH", "at"]], "invalid geo.2.countries.1 duplicate"),
        (&[&many], "invalid geo.0.countries too_long"),
    ] {
        assert_eq!(rules(lists), expected, "{:?}", lists.first().map(|list| list.len()));
    }
    let wrong_type = with(&["geo", "0", "countries", "1"], Some(Value::from(7)));
    assert_eq!(described(&wrong_type), "shape geo.0.countries.1 string_type");
}

#[test]
fn countries_that_are_none_are_read_where_they_were_stored() {
    let node = with(&["geo", "0", "countries", "0"], Some(Value::from("UK")));
    assert_eq!(described(&node), "invalid geo.0.countries.0 country_invalid");
    let stored = Policy::stored(&node).unwrap();
    assert_eq!(stored.geo()[0].countries()[0].as_str(), "UK");
    assert_eq!(serde_json::from_value::<Policy>(stored.to_json()).unwrap(), stored);
}

#[test]
fn types_are_reported_before_values_and_values_with_them() {
    let mut node = with(&["arms", "paid", "weight"], Some(Value::from(-1)));
    set(&mut node, &["v"], Some(Value::from(2)));
    let Err(PolicyError::Invalid(errors)) = Policy::parse(&node) else { panic!() };
    assert_eq!(errors.to_string(), "v: must be 1; arms.paid.weight: must be a number from 0 to 100");

    set(&mut node, &["arms", "ftl", "enabled"], Some(Value::Null));
    set(&mut node, &["geo", "0", "arms", "paid", "label"], None);
    let Err(PolicyError::Shape(errors)) = Policy::parse(&node) else { panic!() };
    let places: Vec<_> = errors.iter().map(|error| error.location.to_string()).collect();
    assert_eq!(places, ["arms.ftl.enabled", "geo.0.arms.paid.label", "v", "arms.paid.weight"]);
}

#[test]
fn a_message_names_the_first_few_paths() {
    let bad: Vec<_> = (0..8).map(|_| "x").collect();
    let half = || arms((true, 50.0), (true, 50.0), true);
    let error = Policy::parse(&policy_node(half(), vec![(&bad, half())])).unwrap_err().to_string();
    assert!(
        error.starts_with("geo.0.countries.0: must be a two-letter") && error.ends_with("; and 3 more"),
        "{error}"
    );
}

#[test]
fn a_policy_is_read_back_as_it_was_written() {
    let odd = policy(
        arms((true, 33.3), (false, 0.0), false),
        vec![(&["de", "AT"], arms((true, 1.0), (true, 99.0), true))],
    );
    for policy in [Policy::default(), odd.clone()] {
        assert_eq!(Policy::parse(&policy.to_json()), Ok(policy));
    }
    let codes: Vec<_> = odd.geo()[0].countries().iter().map(ToString::to_string).collect();
    assert_eq!(codes, ["DE", "AT"]);
}

#[test]
fn the_default_is_half_and_half() {
    let arm = |weight, label: &str, days, require| {
        Value::from_iter([
            ("enabled", Value::Bool(true)),
            ("weight", Value::from(weight)),
            ("label", label.into()),
            ("trial_days", Value::from(days)),
            ("require_country_link", Value::Bool(require)),
        ])
    };
    let arms =
        Value::from_iter([("paid", arm(50, "Paid", 0, false)), ("ftl", arm(50, "Free trial", 7, true))]);
    assert_eq!(Policy::default().to_json(), policy_node(arms, vec![]));
}
