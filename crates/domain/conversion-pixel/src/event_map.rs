use std::collections::BTreeMap;

use kernel::{ErrorKind, Location, ValidationErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ConversionType, Platform};

/// Event names of a pixel that replace the defaults of its platform.
///
/// Keeps the original text, which the API returns unchanged and serde writes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EventMap {
    json: String,
    /// `None` disables a type.
    names: BTreeMap<ConversionType, Option<String>>,
}

impl EventMap {
    /// Maximum length of the text, in bytes.
    pub const MAX_TEXT: usize = 4096;

    /// Maximum length of an event name, in characters.
    pub const MAX_NAME: usize = 64;

    /// Checks an event map. `tree` is the parsed `json`, or `None` if `json` is not valid JSON. The text is empty, or
    /// an object with conversion types as keys and event names as values. `''` and null disable a type.
    ///
    /// The caller parses the JSON, so that the caller may reject input that a JSON library accepts.
    pub fn parse(json: &str, tree: Option<&Value>) -> Result<Self, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        if json.len() > Self::MAX_TEXT {
            errors.push(Location::root(), ErrorKind::TooLong, "has more than 4096 bytes");
        }
        let mut names = BTreeMap::new();
        match tree {
            _ if json.is_empty() => {}
            Some(Value::Object(entries)) => {
                for (key, value) in entries {
                    let entry = errors.take(&Location::root().at(key.as_str()), entry(key, value));
                    names.extend(entry);
                }
            }
            Some(_) => errors.push(Location::root(), ErrorKind::ObjectType, "must be a JSON object or empty"),
            None => errors.push(Location::root(), ErrorKind::JsonInvalid, "must be a JSON object or empty"),
        }
        errors.into_result()?;
        Ok(Self { json: json.to_owned(), names })
    }

    /// Original text; empty for no map.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Name of the event for a conversion on `platform`; `None` if the type is disabled.
    pub fn event(&self, platform: Platform, kind: ConversionType) -> Option<&str> {
        match self.names.get(&kind) {
            Some(name) => name.as_deref(),
            None => Some(kind.default_event(platform)),
        }
    }
}

impl TryFrom<String> for EventMap {
    type Error = ValidationErrors;

    fn try_from(json: String) -> Result<Self, ValidationErrors> {
        Self::parse(&json, serde_json::from_str(&json).ok().as_ref())
    }
}

impl From<EventMap> for String {
    fn from(map: EventMap) -> Self {
        map.json
    }
}

fn entry(key: &str, value: &Value) -> Result<(ConversionType, Option<String>), ValidationErrors> {
    let error = |kind, message: &str| ValidationErrors::one(Location::root(), kind, message);
    let kind = ConversionType::parse(key)
        .ok_or_else(|| error(ErrorKind::ExtraForbidden, "is not a conversion type"))?;
    let name = match value {
        Value::Null => None,
        Value::String(name) if name.is_empty() => None,
        Value::String(name) if name.chars().count() > EventMap::MAX_NAME => {
            return Err(error(ErrorKind::TooLong, "has more than 64 characters"));
        }
        Value::String(name) if name.chars().any(char::is_control) => {
            return Err(error(ErrorKind::Pattern, "must not contain control characters"));
        }
        Value::String(name) => Some(name.clone()),
        _ => return Err(error(ErrorKind::StringType, "must be a string or null")),
    };
    Ok((kind, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::event_map;

    #[test]
    fn what_a_map_names_replaces_the_default_and_nothing_switches_off() {
        use ConversionType::{FanSent3Messages, MessageReceived, NewSubscriber, NewTransaction};
        let map = r#"{"new_transaction": "Purchase", "message_received": "", "fan_sent_3_messages": null}"#;
        for (json, kind, meta, tiktok) in [
            ("", NewTransaction, Some("Purchase"), Some("CompletePayment")),
            ("{}", FanSent3Messages, Some("Lead"), Some("Lead")),
            (map, NewSubscriber, Some("Subscribe"), Some("Subscribe")),
            (map, NewTransaction, Some("Purchase"), Some("Purchase")),
            (map, MessageReceived, None, None),
            (map, FanSent3Messages, None, None),
        ] {
            let parsed = event_map(json).unwrap();
            assert_eq!(parsed.json(), json);
            assert_eq!(parsed.event(Platform::Meta, kind), meta, "{json} {kind:?}");
            assert_eq!(parsed.event(Platform::TikTok, kind), tiktok, "{json} {kind:?}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_its_place() {
        let long = format!(r#"{{"new_subscriber": "{}"}}"#, "é".repeat(65));
        for (json, expected) in [
            ("nonsense", "json_invalid at "),
            (" ", "json_invalid at "),
            ("[]", "object_type at "),
            ("null", "object_type at "),
            ("\"\"", "object_type at "),
            (r#"{"purchase": "X"}"#, "extra_forbidden at purchase"),
            (r#"{"new_subscriber": 1}"#, "string_type at new_subscriber"),
            (r#"{"new_subscriber": {"a": "b"}}"#, "string_type at new_subscriber"),
            (r#"{"new_subscriber": "a\u0000"}"#, "pattern at new_subscriber"),
            (long.as_str(), "too_long at new_subscriber"),
        ] {
            let errors = event_map(json).unwrap_err();
            let errors: Vec<_> =
                errors.iter().map(|error| format!("{} at {}", error.kind.as_str(), error.location)).collect();
            assert_eq!(errors, [expected], "{json}");
        }
        assert!(event_map(&format!(r#"{{"new_subscriber": "{}"}}"#, "é".repeat(64))).is_ok());
        assert!(event_map(&format!("{{{}}}", " ".repeat(EventMap::MAX_TEXT))).is_err());
    }

    #[test]
    fn every_fault_of_a_map_is_reported() {
        let errors = event_map(r#"{"a": "x", "b": "y", "new_subscriber": true}"#).unwrap_err();
        assert_eq!(errors.iter().count(), 3);
    }
}
