//! Runs every reference case of `tests/data/pixel_vectors.json`, and every case of `more_vectors.json`.

use conversion_pixel::answer::{Answer, Body, Verdict};
use conversion_pixel::identity::{self, Field, Hashed};
use conversion_pixel::money::{Currency, Money};
use conversion_pixel::{ConversionType, Platform};
use kernel::CountryCode;
use serde_json::Value;

fn cases() -> Value {
    serde_json::from_str(include_str!("../data/pixel_vectors.json")).unwrap()
}

fn list<'a>(cases: &'a Value, platform: Platform, key: &str) -> &'a [Value] {
    cases[platform.as_str()][key].as_array().unwrap()
}

fn field(name: &str) -> Field {
    match name {
        "em" | "email" => Field::Email,
        "ph" | "phone" => Field::Phone,
        "fn" | "first_name" => Field::FirstName,
        // The one case with the first five letters of a name is already a hash.
        "ln" | "f5last" => Field::LastName,
        "ge" => Field::Gender,
        "db" => Field::Birthday,
        "ct" => Field::City,
        "st" => Field::State,
        "zp" | "zip_code" => Field::Zip,
        "country" => Field::Country,
        "external_id" => Field::ExternalId,
        other => panic!("{other} is a field without a rule"),
    }
}

fn node(value: &Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Bool(value) => Value::Bool(*value),
        Value::Number(number) => number.as_i64().map_or(Value::Null, Value::from),
        Value::String(text) => Value::from(text.as_str()),
        Value::Array(items) => Value::from_iter(items.iter().map(node)),
        Value::Object(entries) => {
            Value::from_iter(entries.iter().map(|(key, value)| (key.as_str(), node(value))))
        }
    }
}

#[test]
fn every_identifier_is_hashed_as_the_platforms_do() {
    let cases = cases();
    let mut wrong = Vec::new();
    let mut walked = 0;
    for platform in Platform::ALL {
        for case in list(&cases, platform, "normalize") {
            let input = case["input"].as_str().unwrap();
            let found = identity::hash(platform, field(case["field"].as_str().unwrap()), input);
            let found = found.map(|hash| hash.to_string());
            walked += 1;
            if found.as_deref() != case["sha256"].as_str() {
                wrong.push(format!("{platform:?} {case}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(walked, 218 + 42);
}

#[test]
fn published_examples_and_other_scripts_are_hashed_as_the_rules_say() {
    let cases: Value = serde_json::from_str(include_str!("../data/more_vectors.json")).unwrap();
    let cases = cases["normalize"].as_array().unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        let text = |key: &str| case[key].as_str();
        let platform = Platform::parse(text("platform").unwrap()).unwrap();
        let country = text("country").map(|code| CountryCode::parse(code).unwrap());
        let found =
            identity::hash_in(platform, field(text("field").unwrap()), text("input").unwrap(), country);
        let normalized = text("normalized").map(|normal| Hashed::of(normal).to_string());
        let found = found.map(|hash| hash.to_string());
        if found.as_deref() != text("sha256") || found != normalized {
            wrong.push(format!("{case}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(cases.len(), 87);
}

#[test]
fn numbers_of_every_country_are_completed() {
    let cases: Value = serde_json::from_str(include_str!("../data/phone_examples.json")).unwrap();
    let cases = cases["numbers"].as_array().unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        let text = |at: usize| case[at].as_str().unwrap();
        let (country, national, international) = (CountryCode::parse(text(0)).unwrap(), text(1), text(2));
        let expected = Some(Hashed::of(text(3)));
        for (raw, country) in [
            (national.to_owned(), Some(country)),
            (format!("{national} ext. 12"), Some(country)),
            (international.to_owned(), Some(country)),
            (international.to_owned(), None),
            (format!("{international}x12"), None),
        ] {
            if identity::hash_in(Platform::TikTok, Field::Phone, &raw, country) != expected {
                wrong.push(format!("{country:?} {raw}: not {}", text(3)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() > 240);
}

#[test]
fn every_answer_is_understood() {
    let cases = cases();
    for platform in Platform::ALL {
        for case in list(&cases, platform, "responses") {
            let status = u16::try_from(case["http"].as_u64().unwrap()).unwrap();
            let body = match &case["body"] {
                Value::String(_) => Body::Other,
                body => Body::Json(node(body)),
            };
            let expected = match case["class"].as_str().unwrap() {
                "success" => Verdict::Delivered,
                "throttle" => Verdict::Throttled,
                "retry" => Verdict::Retry,
                "auth" => Verdict::Auth,
                "permanent" => Verdict::Permanent,
                other => panic!("{other} is a class without a verdict"),
            };
            assert_eq!(Answer::read(platform, status, &body).verdict, expected, "{case}");
        }
    }
}

#[test]
fn every_amount_is_exact() {
    let cases = cases();
    for case in cases["money"]["cases"].as_array().unwrap() {
        let currency = Currency::parse(case["currency"].as_str().unwrap()).unwrap();
        let found = Money { minor: case["minor"].as_i64().unwrap(), currency }.major();
        match &case["value"] {
            Value::String(text) => assert_eq!(Some(found.as_str()), text.split(' ').next(), "{case}"),
            value => assert_eq!(found.parse::<f64>().ok(), value.as_f64(), "{case}"),
        }
    }
    for (key, exponent) in [("exponent_0", 0), ("exponent_3", 3), ("exponent_4", 4)] {
        for code in cases["money"][key].as_array().unwrap() {
            let currency = Currency::parse(code.as_str().unwrap()).unwrap();
            assert_eq!(currency.digits(), exponent, "{code}");
        }
    }
}

#[test]
fn tiktok_takes_the_currencies_of_its_list() {
    let cases = cases();
    let listed: Vec<_> = list(&cases, Platform::TikTok, "supported_currencies")
        .iter()
        .map(|code| Currency::parse(code.as_str().unwrap()).unwrap())
        .collect();
    let letters = || b'A'..=b'Z';
    let all = letters().flat_map(|a| letters().flat_map(move |b| letters().map(move |c| [a, b, c])));
    for code in all {
        let Some(currency) = Currency::parse(std::str::from_utf8(&code).unwrap()) else { continue };
        assert_eq!(Platform::TikTok.takes(currency), listed.contains(&currency), "{currency:?}");
        assert!(Platform::Meta.takes(currency));
    }
}

#[test]
fn default_events_are_names_that_the_platforms_know() {
    let cases = cases();
    for platform in Platform::ALL {
        let legacy = cases[platform.as_str()]["legacy_events"].as_object();
        for kind in ConversionType::ALL {
            let name = kind.default_event(platform);
            let standard = list(&cases, platform, "standard_events").iter().any(|known| known == name);
            assert!(standard || legacy.is_some_and(|legacy| legacy.contains_key(name)), "{name}");
        }
    }
}
