//! Reader for the fields of a JSON object, which collects all errors. Null counts as absent, and unknown fields are
//! ignored.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::temporal::Pieces;
use kernel::{CountryCode, ErrorKind, Location, UnixTime, ValidationErrors};
use serde_json::{Map, Value};

use super::{MAX_CENTS, MAX_CONTENT};

pub(super) struct Fields<'a> {
    entries: Option<&'a Map<String, Value>>,
    place: Location,
}

impl<'a> Fields<'a> {
    /// Reads an object at `place`.
    pub(super) fn of(node: Option<&'a Value>, place: Location, errors: &mut ValidationErrors) -> Self {
        let entries = match node {
            Some(Value::Object(entries)) => Some(entries),
            None | Some(Value::Null) => None,
            Some(_) => {
                errors.push(place.clone(), ErrorKind::ObjectType, "must be an object");
                None
            }
        };
        Self { entries, place }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.entries?.get(key).filter(|node| **node != Value::Null)
    }

    pub(super) fn place(&self, key: &str) -> Location {
        self.place.at(key)
    }

    /// Records an error if a required field is absent. Passes `value` through.
    pub(super) fn needed<T>(&self, key: &str, value: Option<T>, errors: &mut ValidationErrors) -> Option<T> {
        if self.get(key).is_none() {
            errors.push(self.place(key), ErrorKind::Missing, "is required");
        }
        value
    }

    fn wrong<T>(
        &self,
        key: &str,
        kind: ErrorKind,
        message: &str,
        errors: &mut ValidationErrors,
    ) -> Option<T> {
        errors.push(self.place(key), kind, message);
        None
    }

    /// Reads a text of at most `max` characters.
    pub(super) fn text(&self, key: &str, max: usize, errors: &mut ValidationErrors) -> Option<String> {
        match self.get(key)? {
            Value::String(text) if text.contains('\0') => {
                self.wrong(key, ErrorKind::NulCharacter, "must not contain U+0000", errors)
            }
            Value::String(text) if text.chars().count() > max => {
                self.wrong(key, ErrorKind::TooLong, &format!("has more than {max} characters"), errors)
            }
            Value::String(text) => Some(text.clone()),
            _ => self.wrong(key, ErrorKind::StringType, "must be a string", errors),
        }
    }

    /// Reads an id of 1-255 characters.
    pub(super) fn id(&self, key: &str, errors: &mut ValidationErrors) -> Option<String> {
        let id = self.text(key, 255, errors)?;
        if id.is_empty() {
            return self.wrong(key, ErrorKind::TooShort, "must not be empty", errors);
        }
        Some(id)
    }

    pub(super) fn int(&self, key: &str, errors: &mut ValidationErrors) -> Option<i64> {
        let number = self.get(key)?.as_i64();
        number.or_else(|| self.wrong(key, ErrorKind::IntType, "must be a 64-bit integer", errors))
    }

    /// Reads an amount in minor units, limited so that millions of amounts can be added.
    pub(super) fn cents(&self, key: &str, errors: &mut ValidationErrors) -> Option<i64> {
        let cents = self.int(key, errors)?;
        if (-MAX_CENTS..=MAX_CENTS).contains(&cents) {
            return Some(cents);
        }
        let kind = if cents < 0 { ErrorKind::GreaterThanEqual } else { ErrorKind::LessThanEqual };
        self.wrong(key, kind, &format!("must be between -{MAX_CENTS} and {MAX_CENTS}"), errors)
    }

    pub(super) fn flag(&self, key: &str, errors: &mut ValidationErrors) -> Option<bool> {
        match self.get(key)? {
            Value::Bool(flag) => Some(*flag),
            _ => self.wrong(key, ErrorKind::BoolType, "must be true or false", errors),
        }
    }

    /// Reads content ids; reports only the first invalid one.
    pub(super) fn content_ids(&self, key: &str, errors: &mut ValidationErrors) -> Vec<i64> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let Value::Array(items) = node else {
            errors.push(self.place(key), ErrorKind::ListType, "must be a list");
            return Vec::new();
        };
        if items.len() > MAX_CONTENT {
            errors.push(self.place(key), ErrorKind::TooLong, format!("has more than {MAX_CONTENT} items"));
            return Vec::new();
        }
        let mut numbers = Vec::with_capacity(items.len());
        for (n, item) in items.iter().enumerate() {
            let Some(number) = item.as_i64() else {
                errors.push(self.place(key).at(n), ErrorKind::IntType, "must be an integer");
                break;
            };
            numbers.push(number);
        }
        numbers
    }

    /// Reads an RFC 3339 time.
    pub(super) fn moment(&self, key: &str, errors: &mut ValidationErrors) -> Option<UnixTime> {
        let text = self.text(key, 64, errors)?;
        let moment = match text.parse::<Timestamp>() {
            Ok(moment) => Some(UnixTime::from_millis(moment.as_millisecond())),
            Err(_) => last_moment(&text),
        };
        let expected = "must be an RFC 3339 time, such as 2026-11-20T12:00:00Z";
        moment.or_else(|| self.wrong(key, ErrorKind::Pattern, expected, errors))
    }

    /// Reads a country code. An invalid country counts as unknown, because it must not cost the event.
    pub(super) fn country(&self, key: &str, errors: &mut ValidationErrors) -> Option<CountryCode> {
        CountryCode::parse(self.text(key, 255, errors)?.trim())
    }
}

/// Reads a moment after [`Timestamp::MAX`], which is 26 hours before the end of the year 9999. RFC 3339 can name later moments.
fn last_moment(text: &str) -> Option<UnixTime> {
    const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
    let pieces = Pieces::parse(text).ok()?;
    let (time, offset) = (pieces.time()?, pieces.to_numeric_offset()?);
    let local = pieces.date().to_datetime(time).duration_since(EPOCH).as_millis();
    let millis = i64::try_from(local).ok()? - i64::from(offset.seconds()) * 1_000;
    (millis > Timestamp::MAX.as_millisecond()).then(|| UnixTime::from_millis(millis))
}
