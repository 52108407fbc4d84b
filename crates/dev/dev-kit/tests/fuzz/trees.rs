//! Inputs in the form of trees: conditions, experiments, policies, designs, looks, banners, event
//! maps.

use conversion_pixel::{ConversionType, EventMap, Platform};
use dev_kit::hostile::Outcome::{Refused, Taken};
use dev_kit::hostile::{Outcome, fuzz, mangled_json};
use kernel::{CountryCode, UnixTime, ValidationErrors};
use landing_draft::appearance::UiPatch;
use landing_draft::banner::BannerPatch;
use landing_draft::experiment::Experiment;
use landing_draft::rule::{MAX_DEPTH, Rule};
use landing_draft::visitor::{Visitor, VisitorToken};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use qr_catalog::design::Design;
use qr_catalog::draw::{DrawOptions, draw};
use serde_json::Value;
use smartlink_policy::policy::{Policy, PolicyError};

/// Field names and words of all tree formats. Random trees of these words are often nearly valid.
const WORDS: &[&str] = &[
    "v",
    "all",
    "any",
    "not",
    "field",
    "op",
    "values",
    "value",
    "in",
    "not_in",
    "eq",
    "contains",
    "exists",
    "prefix",
    "country",
    "device",
    "os",
    "browser",
    "in_app",
    "lang",
    "referrer_host",
    "query.a",
    "utm.source",
    "returning",
    "date",
    "time",
    "tz",
    "from",
    "to",
    "days",
    "mon",
    "Europe/Berlin",
    "09:00",
    "24:00",
    "2026-11-20",
    "mobile",
    "DE",
    "key",
    "arms",
    "id",
    "weight",
    "winner",
    "a",
    "b",
    "paid",
    "ftl",
    "geo",
    "countries",
    "enabled",
    "label",
    "trial_days",
    "require_country_link",
    "module",
    "eye_frame",
    "eye_dot",
    "fg_grad",
    "kind",
    "stops",
    "bg",
    "card_radius",
    "logo",
    "file",
    "size",
    "frame",
    "text",
    "Inter",
    "solid",
    "linear",
    "radial",
    "#000000",
    "#ffffff",
    "#FFF",
    "buttons",
    "shape",
    "pill",
    "color",
    "font",
    "profile",
    "gate",
    "mode",
    "title",
    "body",
    "link_text",
    "style",
    "translations",
    "variants",
    "de",
    "delay_ms",
    "link_mode",
    "link_url",
    "https://example.com/",
];

fn texts(fields: &[(&str, &str)]) -> Value {
    Value::from_iter(fields.iter().map(|(name, text)| (*name, Value::from(*text))))
}

fn leaf(field: &str, op: &str, values: Value) -> Value {
    Value::from_iter([("field", Value::from(field)), ("op", op.into()), ("values", values)])
}

fn rules() -> Vec<Value> {
    let country = || leaf("country", "in", Value::from_iter(["DE", "AT"]));
    let query = leaf("query.a", "contains", Value::from_iter(["x"]));
    let not = Value::from_iter([("not", country())]);
    let any = Value::from_iter([("any", Value::Array(vec![not, query]))]);
    let times = Value::from_iter([
        ("field", Value::from("time")),
        ("op", "in".into()),
        ("tz", "Europe/Berlin".into()),
        ("days", Value::from_iter(["mon", "sat"])),
        ("from", "22:00".into()),
        ("to", "06:00".into()),
    ]);
    let whole =
        |entries: Vec<Value>| Value::from_iter([("v", Value::from(1)), ("all", Value::Array(entries))]);
    vec![whole(vec![country(), any]), whole(vec![times]), whole(vec![country()])]
}

/// Checks that there is at least one error, and that every error has a message.
fn are_reported(errors: &ValidationErrors) -> Result<Outcome, TestCaseError> {
    prop_assert!(!errors.is_empty());
    prop_assert!(errors.iter().all(|error| !error.message.is_empty()));
    Ok(Refused)
}

#[test]
fn conditions() {
    let check = |node: Value| {
        let rule = match Rule::parse(&node) {
            Ok(rule) => rule,
            Err(errors) => return are_reported(&errors),
        };
        prop_assert_eq!(Rule::parse(&rule.to_json()), Ok(rule.clone()));
        prop_assert!(depth(&rule.to_json()) <= 3 * MAX_DEPTH);
        let mut visitor = Visitor::unknown(UnixTime::from_seconds(1_795_176_000), VisitorToken::of_text("v"));
        let unknown = rule.judge(&visitor);
        visitor.country = CountryCode::parse("DE");
        visitor.query.insert("a".to_owned(), "xyz".to_owned());
        let (known, reported) = (rule.judge(&visitor), rule.verdicts(&visitor));
        prop_assert!(!reported.is_empty(), "{unknown:?} {known:?}");
        Ok(Taken)
    };
    fuzz("match", 1, mangled_json(rules(), WORDS), check).unwrap();
}

fn depth(node: &Value) -> usize {
    match node {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

#[test]
fn experiments() {
    let arm = |id: &str, weight| Value::from_iter([("id", Value::from(id)), ("weight", Value::from(weight))]);
    let valid = Value::from_iter([
        ("v", Value::from(1)),
        ("key", "k".into()),
        ("arms", Value::Array(vec![arm("a", 1), arm("b", 9_999)])),
    ]);
    let check = |node: Value| match Experiment::parse(&node) {
        Ok(experiment) => {
            prop_assert_eq!(Experiment::parse(&experiment.to_json()), Ok(experiment));
            Ok(Taken)
        }
        Err(errors) => are_reported(&errors),
    };
    fuzz("ab", 1, mangled_json(vec![valid], WORDS), check).unwrap();
}

#[test]
fn policies() {
    let Value::Object(mut fields) = Policy::default().to_json() else { panic!("a policy is an object") };
    let arms = fields["arms"].clone();
    let rule = Value::from_iter([("countries", Value::from_iter(["DE", "FR"])), ("arms", arms)]);
    fields.insert("geo".to_owned(), Value::Array(vec![rule]));
    let check = |node: Value| match Policy::parse(&node) {
        Ok(policy) => {
            prop_assert_eq!(Policy::parse(&policy.to_json()), Ok(policy));
            Ok(Taken)
        }
        Err(error) => {
            // The message names at most five places, however many faults there are.
            if matches!(error, PolicyError::Invalid(_)) {
                prop_assert!(error.to_string().matches("; ").count() <= 10, "{error}");
            }
            Ok(Refused)
        }
    };
    fuzz("policy", 1, mangled_json(vec![Policy::default().to_json(), Value::Object(fields)], WORDS), check)
        .unwrap();
}

#[test]
fn designs() {
    let mut valid: Vec<Value> =
        qr_catalog::catalog::catalog().iter().map(|preset| preset.design.to_json()).collect();
    for design in valid.iter_mut().step_by(2) {
        design["logo"] = Value::from_iter([("file", Value::from("0a.png")), ("size", 0.2.into())]);
        design["frame"] = texts(&[("text", "Scan me"), ("font", "Inter"), ("color", "#000000")]);
    }
    let check = |node: Value| {
        let design = match Design::parse(&node) {
            Ok(design) => design,
            Err(errors) => return are_reported(&errors),
        };
        prop_assert_eq!(Design::parse(&design.to_json()), Ok(design.clone()));
        prop_assert!(design.contrast_min() >= Design::MIN_CONTRAST);
        let drawing = draw(&design, "https://links.example.com/qr/flyer", &DrawOptions::default());
        let svg = drawing.map(|drawing| drawing.svg).unwrap_or_default();
        prop_assert!(svg.ends_with("</svg>") && svg.len() < 200_000 && svg.is_ascii());
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
        Ok(Taken)
    };
    fuzz("design", 4, mangled_json(valid, WORDS), check).unwrap();
}

#[test]
fn looks() {
    let buttons = Value::from_iter([("shape", Value::from("pill")), ("color", "#000000".into())]);
    let valid = Value::from_iter([("buttons", buttons), ("gate", texts(&[("mode", "18")]))]);
    let check = |node: Value| match UiPatch::parse(&node) {
        Ok(_) => Ok(Taken),
        Err(errors) => are_reported(&errors),
    };
    fuzz("look", 1, mangled_json(vec![valid], WORDS), check).unwrap();
}

#[test]
fn banners() {
    let text = || texts(&[("title", "Hello"), ("body", "There"), ("link_text", "Go")]);
    let valid = Value::from_iter([
        ("title", Value::from("Hello")),
        ("enabled", Value::Bool(true)),
        ("delay_ms", Value::from(500)),
        ("translations", Value::from_iter([("de", text())])),
        ("variants", Value::Array(vec![text()])),
        ("style", texts(&[("color", "#000000")])),
    ]);
    let check = |node: Value| match BannerPatch::parse(&node) {
        Ok(_) => Ok(Taken),
        Err(errors) => are_reported(&errors),
    };
    fuzz("banner", 1, mangled_json(vec![valid], WORDS), check).unwrap();
}

#[test]
fn maps_of_events() {
    const NAMES: &[&str] = &["subscribe", "purchase", "lead", "Lead", "", "Purchase", "new_subscriber"];
    let valid =
        Value::from_iter(ConversionType::ALL.into_iter().map(|kind| (kind.as_str(), Value::from("Lead"))));
    let check = |(json, node): (String, Option<Value>)| {
        let Ok(map) = EventMap::parse(&json, node.as_ref()) else { return Ok(Refused) };
        prop_assert!(map.json().len() <= EventMap::MAX_TEXT);
        for kind in ConversionType::ALL.into_iter() {
            let name = map.event(Platform::Meta, kind);
            prop_assert!(name.is_none_or(|name| name.chars().count() <= EventMap::MAX_NAME));
        }
        Ok(Taken)
    };
    let input = (dev_kit::hostile::any_text(), proptest::option::of(mangled_json(vec![valid], NAMES)));
    fuzz("event map", 1, input, check).unwrap();
}
