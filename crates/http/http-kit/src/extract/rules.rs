//! Rules of the domain that a schema can't say. A field of the wire names its rule in the extension `x-rule`, so that a
//! value that breaks one is told in the same list as everything else that is wrong with the body.

use std::collections::HashSet;

use adapter_postgres::json;
use broadcast_gate::audience::Audience;
use broadcast_gate::message::Messages;
use broadcast_gate::pace::OwnPace;
use broadcast_gate::stop::AutoStop;
use broadcast_gate::text::AccountId;
use kernel::{CountryCode, Location, Step, ValidationErrors};
use landing_draft::experiment::{Experiment, Variants};
use landing_draft::rule::Rule;
use landing_draft::target::Target;
use landing_draft::text::{DisplayName, Icon, Label, SegmentName};
use qr_catalog::code::{Channel, Title};
use qr_catalog::design::Design;
use serde_json::Value;

use super::campaign;

/// The errors of a value by a named rule. The value's type is the schema's affair: one of another type has none here.
fn errors(rule: &str, value: &Value) -> ValidationErrors {
    let outcome = match (rule, value) {
        ("label", Value::String(text)) => Label::parse(text).map(|_| ()),
        ("url", Value::String(text)) => Target::parse(text).map(|_| ()),
        ("icon", Value::String(text)) => Icon::parse(text).map(|_| ()),
        ("segment_name", Value::String(text)) => SegmentName::parse(text).map(|_| ()),
        ("display_name", Value::String(text)) => DisplayName::parse(text).map(|_| ()),
        ("countries", Value::Array(codes)) => {
            let codes: Option<Vec<_>> = codes.iter().map(|code| code.as_str().map(str::to_owned)).collect();
            codes.map_or(Ok(()), |codes| CountryCode::parse_list(&codes).map(|_| ()))
        }
        ("match", Value::Object(_)) => Rule::parse(&json::to_node(value)).map(|_| ()),
        ("ab", Value::Object(_)) => Experiment::parse(&json::to_node(value)).map(|_| ()),
        ("code_title", Value::String(text)) => Title::parse(text).map(|_| ()),
        ("code_channel", Value::String(text)) => Channel::parse(text).map(|_| ()),
        ("design", Value::Object(_)) => Design::parse(&json::to_node(value)).map(|_| ()),
        ("variants", Value::Array(_)) => Variants::parse(&json::to_node(value)).map(|_| ()),
        ("broadcast_title", Value::String(text)) => broadcast_gate::text::Title::parse(text).map(|_| ()),
        ("account_id", Value::String(text)) => AccountId::parse(text).map(|_| ()),
        ("audience", Value::Object(_)) => Audience::parse(&campaign::audience(value)).map(|_| ()),
        ("message", Value::Object(_)) => Messages::parse(&campaign::message(value)).map(|_| ()),
        ("pace", Value::Object(_)) => OwnPace::parse(&campaign::pace(value)).map(|_| ()),
        ("auto_stop", Value::Object(_)) => AutoStop::parse(&campaign::auto_stop(value)).map(|_| ()),
        _ => Ok(()),
    };
    outcome.err().unwrap_or_default()
}

/// The places that a error was found at already.
pub(super) struct Known<'a>(HashSet<&'a [Step]>);

impl<'a> Known<'a> {
    /// Those of these errors.
    pub(super) fn of(errors: &'a ValidationErrors) -> Self {
        Self(errors.iter().map(|error| error.location.steps()).collect())
    }

    /// Whether this place is one of them, or inside of one.
    fn covers(&self, place: &Location) -> bool {
        let steps = place.steps();
        (0..=steps.len()).any(|end| steps.get(..end).is_some_and(|outer| self.0.contains(outer)))
    }
}

/// Notes the errors of a field by its rule, but for those at, or inside of, what the schema has found error with already.
pub(super) fn note(name: &str, rule: &str, value: &Value, known: &Known<'_>, noted: &mut ValidationErrors) {
    let place = Location::root().at(name);
    if noted.is_full() || known.covers(&place) {
        return;
    }
    let mut found = ValidationErrors::none();
    found.absorb(&place, errors(rule, value));
    for error in found.iter().filter(|error| !known.covers(&error.location)) {
        noted.push(error.location.clone(), error.kind, error.message.clone());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_named_rule_finds_its_error() {
        for (rule, value) in [
            ("label", json!("\u{7}")),
            ("url", json!("javascript:alert(1)")),
            ("icon", json!("../x")),
            ("segment_name", json!(" ")),
            ("display_name", json!("a\u{0}b")),
            ("countries", json!(["DE", "de"])),
            ("match", json!({ "v": 1 })),
            ("ab", json!({ "v": 1 })),
            ("variants", json!([{}])),
            ("code_title", json!("\n")),
            ("code_channel", json!("\t")),
            ("design", json!({ "module": "stars" })),
            ("broadcast_title", json!("two\nlines")),
            ("account_id", json!(" ")),
            ("audience", json!({ "min_spent_cents": 2, "max_spent_cents": 1 })),
            ("message", json!({})),
            ("pace", json!({ "per_minute": 0 })),
            ("auto_stop", json!({ "max_sends": 0 })),
        ] {
            assert!(!errors(rule, &value).is_empty(), "{rule}");
            assert!(errors(rule, &json!(1)).is_empty(), "{rule}: another type is the schema's affair");
        }
    }

    #[test]
    fn a_field_is_told_once() {
        let told = ValidationErrors::one(Location::root().at("url"), kernel::ErrorKind::TooLong, "too long");
        let mut noted = ValidationErrors::none();
        note("url", "url", &json!("nonsense"), &Known::of(&told), &mut noted);
        assert_eq!(noted, ValidationErrors::none());
        note("url", "url", &json!("nonsense"), &Known::of(&ValidationErrors::none()), &mut noted);
        assert_eq!(noted.iter().count(), 1);
    }

    #[test]
    fn what_has_the_wrong_type_brings_about_no_other_error() {
        let told = |rule: &str, value: &Value, wrong: &str| {
            let at = Location::root().at(rule).at(wrong);
            let told = ValidationErrors::one(at, kernel::ErrorKind::StringType, "a string");
            let mut noted = ValidationErrors::none();
            note(rule, rule, value, &Known::of(&told), &mut noted);
            noted.iter().map(|error| error.location.to_string()).collect::<Vec<_>>()
        };
        let none: [&str; 0] = [];
        assert_eq!(told("message", &json!({ "media_ids": "x" }), "media_ids"), none);
        assert_eq!(told("message", &json!({ "text": 5 }), "text"), none);
        assert_eq!(
            told("message", &json!({ "text": 5, "price_cents": 1 }), "text"),
            ["message.price_cents"; 2]
        );
        assert_eq!(
            told("audience", &json!({ "tier": 5, "countries": ["X"] }), "tier"),
            ["audience.countries.0"]
        );
    }
}
