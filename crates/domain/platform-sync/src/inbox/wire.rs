//! Values of vendors' bodies.

use std::fmt;

use kernel::UnixTime;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use crate::time::moment;

/// Maximum length of an id, in characters.
const MAX_ID: usize = 200;

/// Reason why an event could not be read. The event is set aside; its body is not repeated in the error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HookError {
    /// The body is not an event of the vendor.
    #[error("is not an event")]
    NotAnEvent,
    /// A field of a known event is missing or has another form.
    #[error("an event {event} has another form: line {line}, column {column}")]
    Form {
        /// Type of the event.
        event: String,
        /// Line of the fault in the payload.
        line: usize,
        /// Column of the fault in the payload.
        column: usize,
    },
    /// A known event lacks a field.
    #[error("an event {event} has no {field}")]
    Missing {
        /// Type of the event.
        event: String,
        /// Name of the field.
        field: &'static str,
    },
    /// The event names no fan.
    #[error("an event {event} names no fan")]
    NoFan {
        /// Type of the event.
        event: String,
    },
}

impl HookError {
    pub(super) fn form(event: &str, error: &serde_json::Error) -> Self {
        Self::Form { event: event.chars().take(64).collect(), line: error.line(), column: error.column() }
    }
}

/// Id of a vendor's body, which is a string or an integer: 1-200 characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WireId(pub String);

impl<'de> Deserialize<'de> for WireId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Id;

        impl Visitor<'_> for Id {
            type Value = WireId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an id")
            }

            fn visit_u64<E: Error>(self, id: u64) -> Result<WireId, E> {
                Ok(WireId(id.to_string()))
            }

            fn visit_str<E: Error>(self, id: &str) -> Result<WireId, E> {
                let fits = (1..=MAX_ID).contains(&id.chars().count()) && !id.contains(char::is_control);
                fits.then(|| WireId(id.to_owned())).ok_or_else(|| E::custom("is no id"))
            }
        }

        deserializer.deserialize_any(Id)
    }
}

/// Moment as a text, or as seconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnyMoment(pub(super) UnixTime);

impl<'de> Deserialize<'de> for AnyMoment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl Visitor<'_> for Any {
            type Value = AnyMoment;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time")
            }

            fn visit_u64<E: Error>(self, seconds: u64) -> Result<AnyMoment, E> {
                let seconds = i64::try_from(seconds).map_err(E::custom)?;
                Ok(AnyMoment(UnixTime::from_seconds(seconds)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<AnyMoment, E> {
                moment(text).map(AnyMoment).map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Any)
    }
}

/// Name of a fan, cut to what an event may hold.
pub(super) fn username(name: Option<String>) -> Option<String> {
    let name: String = name?.chars().filter(|character| !character.is_control()).take(MAX_ID).collect();
    (!name.is_empty()).then_some(name)
}

/// Currency code; dollars where a platform names none.
pub(super) fn currency(code: Option<String>) -> String {
    let code = code.map(|code| code.trim().to_ascii_uppercase());
    code.filter(|code| code.len() == 3).unwrap_or_else(|| "USD".to_owned())
}
