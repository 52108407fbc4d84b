//! Conditions on a visitor, as sentences and as tick boxes for the common ones.

use funnel_sdk::types::{Conditions, Device, InApp, Os};
use serde_json::{Map, Value, json};

use crate::form::Form;
use crate::text::Text;
use crate::words::{fields, read};

/// Fields of a rule in the API's form.
type Fields = Map<String, Value>;

/// Returns the fields with tick boxes, and their values.
pub(crate) fn choices() -> [(&'static str, Vec<&'static str>); 4] {
    let apps = InApp::WORDS.iter().copied().filter(|app| *app != "none");
    [
        ("device", Device::WORDS.to_vec()),
        ("os", Os::WORDS.to_vec()),
        ("in_app", apps.collect()),
        ("returning", vec!["true", "false"]),
    ]
}

/// Describes each condition of a rule in a sentence.
pub(crate) fn in_words(text: Text, rule: Option<&Conditions>) -> Vec<String> {
    let Some(rule) = rule else { return Vec::new() };
    let rule = fields(Some(rule));
    match rule.get("all") {
        Some(Value::Array(entries)) => entries.iter().map(|entry| one(text, entry)).collect(),
        _ => vec![one(text, &Value::Object(rule))],
    }
}

fn one(text: Text, entry: &Value) -> String {
    let joined = |entries: &[Value], joint: &str| {
        let parts: Vec<String> = entries.iter().map(|entry| one(text, entry)).collect();
        format!("({})", parts.join(&format!(" {} ", text.t(joint))))
    };
    match entry {
        Value::Object(fields) => {
            if let Some(Value::Array(entries)) = fields.get("all") {
                return joined(entries, "rule-and");
            }
            if let Some(Value::Array(entries)) = fields.get("any") {
                return joined(entries, "rule-or");
            }
            if let Some(inner) = fields.get("not") {
                return format!("{} {}", text.t("rule-not"), one(text, inner));
            }
            leaf(text, fields)
        }
        _ => String::new(),
    }
}

fn leaf(text: Text, fields: &Fields) -> String {
    let word = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default();
    let field = text.word("field", word("field"));
    match word("op") {
        "between" => {
            let ends = ["from", "to", "from_ts", "to_ts"].iter().filter_map(|key| fields.get(*key).map(end));
            let zone = fields.get("tz").and_then(Value::as_str).unwrap_or_default();
            format!("{field} {} {zone}", ends.collect::<Vec<_>>().join("–")).trim_end().to_owned()
        }
        op => {
            let values: Vec<String> = match fields.get("values").or_else(|| fields.get("value")) {
                Some(Value::Array(values)) => values.iter().map(|value| value_word(text, value)).collect(),
                Some(value) => vec![value_word(text, value)],
                None => Vec::new(),
            };
            format!("{field} {} {}", text.word("op", op), values.join(", "))
        }
    }
}

/// Formats one end of a time range: the text itself, or the day of a Unix time.
fn end(value: &Value) -> String {
    let moment = value.as_i64().and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    match (moment, value) {
        (Some(moment), _) => moment.strftime("%Y-%m-%d").to_string(),
        (None, Value::String(text)) => text.clone(),
        (None, other) => other.to_string(),
    }
}

fn value_word(text: Text, value: &Value) -> String {
    match value {
        Value::Bool(true) => text.t("yes"),
        Value::Bool(false) => text.t("no"),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

/// Returns the ticked values by field, or `None` if boxes can't express the whole rule.
pub(crate) fn ticked(rule: Option<&Conditions>) -> Option<Vec<(String, Vec<String>)>> {
    let Some(rule) = rule else { return Some(Vec::new()) };
    let rule = fields(Some(rule));
    let entries = match rule.get("all") {
        Some(Value::Array(entries)) if rule.len() == 1 + usize::from(rule.contains_key("v")) => entries,
        _ => return None,
    };
    entries.iter().map(box_of).collect()
}

fn box_of(entry: &Value) -> Option<(String, Vec<String>)> {
    let field = entry.get("field")?.as_str()?;
    let (_, known) = choices().into_iter().find(|(name, _)| *name == field)?;
    let values: Vec<String> = match (entry.get("op")?.as_str()?, field) {
        ("eq", "returning") => vec![entry.get("values")?.get(0)?.as_bool()?.to_string()],
        ("in", _) => entry
            .get("values")?
            .as_array()?
            .iter()
            .map(|value| value.as_str().map(str::to_owned))
            .collect::<Option<_>>()?,
        _ => return None,
    };
    values.iter().all(|value| known.contains(&value.as_str())).then(|| (field.to_owned(), values))
}

/// Reads the rule of a form from the expert text if present, else from the boxes. Fails if the text
/// is no JSON object.
pub(crate) fn from_form(form: &Form) -> Result<Option<Conditions>, &'static str> {
    if let Some(text) = form.optional("match_json") {
        return match serde_json::from_str(&text) {
            Ok(rule @ Value::Object(_)) => Ok(read(rule)),
            Ok(Value::Null) => Ok(None),
            _ => Err("unusable-rule"),
        };
    }
    let mut entries = Vec::new();
    for (field, _) in choices() {
        let values = form.all(field);
        match (field, values.as_slice()) {
            (_, []) => {}
            ("returning", [one]) => {
                entries.push(json!({"field": field, "op": "eq", "values": [one == "true"]}))
            }
            ("returning", _) => {}
            _ => entries.push(json!({"field": field, "op": "in", "values": values})),
        }
    }
    if entries.is_empty() { Ok(None) } else { Ok(read(json!({ "v": 1, "all": entries }))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(value: Value) -> Conditions {
        read(value).unwrap()
    }

    #[test]
    fn a_rule_is_shown_in_words() {
        let english = Text::by_code("en").unwrap();
        let mobile = rule(json!({"v": 1, "all": [
            {"field": "device", "op": "in", "values": ["mobile"]},
            {"not": {"field": "os", "op": "in", "values": ["ios", "android"]}},
        ]}));
        assert_eq!(in_words(english, Some(&mobile)), ["Device is mobile", "not System is ios, android"]);
        assert!(in_words(english, None).is_empty());
    }

    #[test]
    fn what_boxes_say_becomes_a_rule_and_the_same_boxes_again() {
        let form = Form::parse(b"device=mobile&device=tablet&returning=true");
        let rule = from_form(&form).unwrap().unwrap();
        let boxes = ticked(Some(&rule)).unwrap();
        assert_eq!(
            boxes,
            [
                ("device".to_owned(), vec!["mobile".to_owned(), "tablet".to_owned()]),
                ("returning".to_owned(), vec!["true".to_owned()]),
            ]
        );
        assert_eq!(from_form(&Form::parse(b"name=x")).unwrap(), None);
        assert!(from_form(&Form::parse(b"match_json=nonsense")).is_err());
    }

    #[test]
    fn each_box_has_a_text_in_each_language() {
        for (code, _) in Text::languages() {
            let text = Text::by_code(code).unwrap();
            for (field, values) in choices() {
                assert!(
                    text.known(&format!("field-{}", field.replace('_', "-"))).is_some(),
                    "{code} {field}"
                );
                for value in values {
                    assert!(text.known(&format!("value-{value}")).is_some(), "{code} {value}");
                }
            }
        }
    }

    #[test]
    fn a_rule_that_says_more_than_boxes_can_keeps_its_text() {
        for more in [
            json!({"v": 1, "any": [{"field": "device", "op": "in", "values": ["mobile"]}]}),
            json!({"v": 1, "all": [{"field": "device", "op": "not_in", "values": ["mobile"]}]}),
            json!({"v": 1, "all": [{"field": "utm.source", "op": "eq", "value": "story"}]}),
        ] {
            assert_eq!(ticked(Some(&rule(more))), None);
        }
    }
}
