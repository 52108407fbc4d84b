//! Rules of the domain that a schema can't say. A field of the wire names its rule in the extension `x-rule`, so that a
//! value that breaks one is told in the same list as everything else that is wrong with the body.

use adapter_postgres::json;
use kernel::{Faults, Location};
use landing_draft::experiment::{Experiment, Variants};
use landing_draft::rule::Rule;
use landing_draft::target::Target;
use landing_draft::text::{DisplayName, Icon, Label, SegmentName};
use qr_catalog::code::{Channel, Title};
use qr_catalog::design::Design;
use serde_json::Value;

use crate::http::convert::landing::countries;

/// The faults of a value by a named rule. The value's type is the schema's affair: one of another type has none here.
fn faults(rule: &str, value: &Value) -> Faults {
    let outcome = match (rule, value) {
        ("label", Value::String(text)) => Label::parse(text).map(|_| ()),
        ("url", Value::String(text)) => Target::parse(text).map(|_| ()),
        ("icon", Value::String(text)) => Icon::parse(text).map(|_| ()),
        ("segment_name", Value::String(text)) => SegmentName::parse(text).map(|_| ()),
        ("display_name", Value::String(text)) => DisplayName::parse(text).map(|_| ()),
        ("countries", Value::Array(codes)) => {
            let codes: Option<Vec<_>> = codes.iter().map(|code| code.as_str().map(str::to_owned)).collect();
            codes.map_or(Ok(()), |codes| countries(&codes).map(|_| ()))
        }
        ("match", Value::Object(_)) => Rule::parse(&json::to_node(value)).map(|_| ()),
        ("ab", Value::Object(_)) => Experiment::parse(&json::to_node(value)).map(|_| ()),
        ("code_title", Value::String(text)) => Title::parse(text).map(|_| ()),
        ("code_channel", Value::String(text)) => Channel::parse(text).map(|_| ()),
        ("design", Value::Object(_)) => Design::parse(&json::to_node(value)).map(|_| ()),
        ("variants", Value::Array(_)) => Variants::parse(&json::to_node(value)).map(|_| ()),
        _ => Ok(()),
    };
    outcome.err().unwrap_or_default()
}

/// Notes the faults of a field by its rule, unless the schema has found fault with it already.
pub(super) fn note(name: &str, rule: &str, value: &Value, noted: &mut Faults) {
    let here = Location::root().at(name);
    let known = noted.iter().any(|fault| fault.location.steps().first() == here.steps().first());
    if !known {
        noted.absorb(&here, faults(rule, value));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_named_rule_finds_its_fault() {
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
        ] {
            assert!(!faults(rule, &value).is_empty(), "{rule}");
            assert!(faults(rule, &json!(1)).is_empty(), "{rule}: another type is the schema's affair");
        }
    }

    #[test]
    fn a_field_is_told_once() {
        let mut noted = Faults::one(Location::root().at("url"), kernel::FaultKind::TooLong, "too long");
        note("url", "url", &json!("nonsense"), &mut noted);
        assert_eq!(noted.iter().count(), 1);
    }
}
