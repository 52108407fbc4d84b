use serde_json::Value;

use super::*;
use crate::rule::Truth;
use crate::testing::{leaf, rule, visitor};
use crate::visitor::Visitor;

fn all(entries: impl IntoIterator<Item = Value>) -> Value {
    Value::from_iter([("v", Value::from(1)), ("all", Value::Array(entries.into_iter().collect()))])
}

fn not(entry: Value) -> Value {
    Value::from_iter([("not", entry)])
}

fn any(entries: impl IntoIterator<Item = Value>) -> Value {
    Value::from_iter([("any", Value::Array(entries.into_iter().collect()))])
}

fn errors(node: &Value) -> Vec<String> {
    match Rule::parse(node) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(|f| format!("{} {}", f.location, f.kind.as_str())).collect(),
    }
}

#[test]
fn every_fault_is_reported_with_its_path() {
    let hours = |from: &str| {
        Value::from_iter(
            [("field", "time"), ("op", "between"), ("tz", "Europe/Paris"), ("from", from), ("to", "12:00")]
                .map(|(key, value)| (key, Value::from(value))),
        )
    };
    for (node, expected) in [
        (Value::Null, vec![" object_type"]),
        (Value::from_iter([("v", Value::from(1))]), vec![" missing"]),
        (Value::from_iter([("all", Value::from_iter([leaf("country", "in", ["DE"])]))]), vec!["v missing"]),
        (
            Value::from_iter([("v", Value::from(2)), ("any", Value::Array(vec![]))]),
            vec!["v enum", "any too_short"],
        ),
        (all([Value::from(1), Value::Null]), vec!["all.0 object_type", "all.1 object_type"]),
        (all([leaf("planet", "in", ["mars"])]), vec!["all.0.field unknown_field"]),
        (all([leaf("utm.", "in", ["x"])]), vec!["all.0.field unknown_field"]),
        (all([leaf("country", "like", ["DE"])]), vec!["all.0.op unknown_op"]),
        (all([leaf("country", "suffix", ["DE"])]), vec!["all.0.op unknown_op"]),
        (
            all([leaf("country", "in", ["DE", "Germany"]), leaf("device", "in", ["toaster"])]),
            vec!["all.0.values.1 country_invalid", "all.1.values.0 enum"],
        ),
        (all([leaf("country", "eq", ["DE", "AT"])]), vec!["all.0.values too_long"]),
        (all([leaf("country", "in", [] as [&str; 0])]), vec!["all.0.values too_short"]),
        (all([leaf("channel", "in", ["qr-", "qr-a b"])]), vec!["all.0.values.0 enum", "all.0.values.1 enum"]),
        (all([leaf("returning", "eq", ["true"])]), vec!["all.0.values.0 bool_type"]),
        (all([leaf("referrer_host", "suffix", ["https://x.com"])]), vec!["all.0.values.0 pattern"]),
        (
            all([leaf("query.a", "in", ["a\u{0}b", "c\td"])]),
            vec!["all.0.values.0 pattern", "all.0.values.1 pattern"],
        ),
        (all([hours("25:00")]), vec!["all.0 value_error"]),
        (all([not(leaf("os", "in", ["beos"]))]), vec!["all.0.not.values.0 enum"]),
        (all([any([any([any([leaf("os", "in", ["ios"])])])])]), vec!["all.0.any.0.any.0 too_deep"]),
        (all([any([not(leaf("os", "in", ["ios"]))])]), vec![]),
        (all([any([not(any([leaf("os", "in", ["ios"])]))])]), vec!["all.0.any.0.not too_deep"]),
        (all((0..21).map(|_| leaf("os", "in", ["ios"]))), vec![" too_many"]),
        (all((0..20).map(|_| leaf("os", "in", ["ios"]))), vec![]),
        (all([leaf("utm.source", "in", (0..101).map(|n| n.to_string()))]), vec!["all.0.values too_long"]),
        (all([leaf("utm.source", "in", (0..100).map(|_| "x".repeat(100)))]), vec![" too_long"]),
    ] {
        assert_eq!(errors(&node), expected, "{node:?}");
    }
}

#[test]
fn a_key_that_a_place_does_not_have_is_refused() {
    let mut fields = serde_json::Map::from_iter([("extra".to_owned(), Value::Null)]);
    let Value::Object(of_leaf) = leaf("os", "in", ["ios"]) else { panic!("a leaf is a map") };
    fields.extend(of_leaf);
    assert_eq!(errors(&all([Value::Object(fields)])), ["all.0.extra extra_forbidden"]);
}

#[test]
fn what_is_written_reads_back_the_same() {
    let node = all([
        leaf("country", "in", ["DE", "AT"]),
        leaf("in_app", "eq", ["any"]),
        not(leaf("referrer_host", "suffix", ["instagram.com"])),
        any([leaf("utm.source", "not_in", ["story"]), leaf("query.ref", "eq", ["a"])]),
        Value::from_iter([
            ("field", Value::from("date")),
            ("op", "between".into()),
            ("from_ts", Value::from(1)),
            ("to_ts", Value::from(2)),
        ]),
    ]);
    let parsed = Rule::parse(&node).unwrap();
    assert_eq!(parsed.to_json(), node);
    assert_eq!(Rule::parse(&parsed.to_json()), Ok(parsed));
}

#[test]
fn three_valued_judgement() {
    use Truth::{No, Unknown, Yes};
    let nobody = visitor();
    let german = Visitor { country: CountryCode::parse("DE"), ..visitor() };
    let from_story = Visitor { query: [("utm_source".to_owned(), "story".to_owned())].into(), ..visitor() };
    let from_instagram = Visitor { referrer_host: Some("l.instagram.com".to_owned()), ..visitor() };
    let impostor = Visitor { referrer_host: Some("notinstagram.com".to_owned()), ..visitor() };
    let brazilian = Visitor { languages: vec![Language::parse("pt-BR").unwrap()], ..visitor() };
    let in_tiktok = Visitor { in_app: Some(InApp::Tiktok), ..visitor() };
    let in_browser = Visitor { in_app: Some(InApp::None), ..visitor() };

    let in_germany = leaf("country", "in", ["DE"]);
    let utm_exists = || {
        Value::from_iter([
            ("field", Value::from("utm.source")),
            ("op", "exists".into()),
            ("values", Value::from_iter([true])),
        ])
    };
    for (entry, visitor, expected) in [
        (in_germany.clone(), &german, Yes),
        (in_germany.clone(), &nobody, Unknown),
        (not(in_germany.clone()), &german, No),
        (not(in_germany.clone()), &nobody, Unknown),
        (leaf("country", "not_in", ["DE"]), &nobody, Unknown),
        (leaf("country", "not_in", ["AT"]), &german, Yes),
        (any([in_germany.clone(), utm_exists()]), &from_story, Yes),
        (any([in_germany.clone(), utm_exists()]), &nobody, Unknown),
        (leaf("utm.source", "eq", ["story"]), &from_story, Yes),
        (leaf("utm.source", "eq", ["story"]), &nobody, No),
        (leaf("utm.source", "not_in", ["story"]), &nobody, Yes),
        (leaf("query.utm_source", "in", ["story"]), &from_story, Yes),
        (leaf("referrer_host", "suffix", ["instagram.com"]), &from_instagram, Yes),
        (leaf("referrer_host", "suffix", ["instagram.com"]), &impostor, No),
        (leaf("referrer_host", "suffix", ["instagram.com"]), &nobody, Unknown),
        (leaf("lang", "in", ["pt"]), &brazilian, Yes),
        (leaf("lang", "in", ["pt-PT"]), &brazilian, No),
        (leaf("in_app", "in", ["any"]), &in_tiktok, Yes),
        (leaf("in_app", "in", ["any"]), &in_browser, No),
        (leaf("in_app", "in", ["none"]), &in_browser, Yes),
        (leaf("in_app", "in", ["any"]), &nobody, Unknown),
        (leaf("channel", "in", ["direct"]), &nobody, Yes),
    ] {
        assert_eq!(rule(all([entry.clone()])).judge(visitor), expected, "{entry:?}");
    }
}

#[test]
fn all_stops_at_a_no_whatever_is_unknown() {
    let nobody = visitor();
    let unknown_and_no = all([leaf("country", "in", ["DE"]), leaf("utm.source", "eq", ["x"])]);
    assert_eq!(rule(unknown_and_no).judge(&nobody), Truth::No);
}

#[test]
fn verdicts_name_each_leaf() {
    let nested = all([leaf("channel", "in", ["direct"]), not(any([leaf("country", "in", ["DE"])]))]);
    let verdicts: Vec<_> = rule(nested)
        .verdicts(&visitor())
        .into_iter()
        .map(|v| format!("{} {} {}", v.location, v.field, v.truth.as_str()))
        .collect();
    assert_eq!(verdicts, ["all.0 channel yes", "all.1.not.any.0 country unknown"]);
}
