//! Reader of JSON objects, field by field, that collects every error.

use kernel::{ErrorKind, Location, ValidationErrors};
use serde_json::{Map, Value};

/// Fields of one object. Errors have the paths of the fields.
pub(crate) struct Fields<'a> {
    fields: &'a Map<String, Value>,
    at: Location,
}

impl<'a> Fields<'a> {
    /// Reads the fields of `node`. Fields that are not in `allowed` are errors.
    pub(crate) fn of(
        node: &'a Value,
        at: &Location,
        allowed: &[&str],
        errors: &mut ValidationErrors,
    ) -> Option<Self> {
        let Value::Object(fields) = node else {
            errors.push(at.clone(), ErrorKind::ObjectType, "must be an object");
            return None;
        };
        for key in fields.keys().filter(|key| !allowed.contains(&key.as_str())) {
            errors.push(at.at(key.as_str()), ErrorKind::ExtraForbidden, "unknown field");
        }
        Some(Self { fields, at: at.clone() })
    }

    /// Returns a field that is present and not null.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.fields.get(key).filter(|node| **node != Value::Null)
    }

    /// Whether a field is present, even if null.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.fields.contains_key(key)
    }

    /// Path of a field.
    pub(crate) fn place(&self, key: &str) -> Location {
        self.at.at(key)
    }

    /// Reads a text.
    pub(crate) fn text(&self, key: &str, errors: &mut ValidationErrors) -> Option<&'a str> {
        match self.get(key)? {
            Value::String(text) => Some(text),
            _ => self.error(key, ErrorKind::StringType, "must be a string", errors),
        }
    }

    /// Reads a boolean.
    pub(crate) fn flag(&self, key: &str, errors: &mut ValidationErrors) -> Option<bool> {
        match self.get(key)? {
            Value::Bool(flag) => Some(*flag),
            _ => self.error(key, ErrorKind::BoolType, "must be true or false", errors),
        }
    }

    /// Reads a number from `low` to `high`, both inclusive.
    pub(crate) fn number(
        &self,
        key: &str,
        low: f64,
        high: f64,
        errors: &mut ValidationErrors,
    ) -> Option<f64> {
        let Some(number) = self.get(key)?.as_f64() else {
            return self.error(key, ErrorKind::NumberType, "must be a number", errors);
        };
        if number < low {
            self.error(key, ErrorKind::GreaterThanEqual, &format!("must be at least {low}"), errors)
        } else if number > high {
            self.error(key, ErrorKind::LessThanEqual, &format!("must be at most {high}"), errors)
        } else {
            Some(number)
        }
    }

    /// Reads a whole number from 0 to `high`.
    pub(crate) fn whole(&self, key: &str, high: f64, errors: &mut ValidationErrors) -> Option<f64> {
        let number = self.number(key, 0.0, high, errors)?;
        if number.fract() == 0.0 {
            Some(number)
        } else {
            self.error(key, ErrorKind::IntType, "must be a whole number", errors)
        }
    }

    /// Reads one of the words of an enum.
    pub(crate) fn word<T>(
        &self,
        key: &str,
        errors: &mut ValidationErrors,
        words: &[&str],
        parse: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let quoted: Vec<_> = words.iter().map(|word| if word.is_empty() { "\"\"" } else { word }).collect();
        self.parsed(key, errors, ErrorKind::Enum, &format!("must be one of: {}", quoted.join(", ")), parse)
    }

    /// Adds an error for each of these fields that is null.
    pub(crate) fn not_null(&self, keys: &[&str], errors: &mut ValidationErrors) {
        for key in keys.iter().filter(|key| self.has(key) && self.get(key).is_none()) {
            errors.push(self.place(key), ErrorKind::NullType, "must not be null");
        }
    }

    /// Adds an error for each of these fields that is missing.
    pub(crate) fn needed(&self, keys: &[&str], errors: &mut ValidationErrors) {
        for key in keys.iter().filter(|key| !self.has(key)) {
            errors.push(self.place(key), ErrorKind::Missing, "is missing");
        }
    }

    /// Reads a text with `parse`; a failure adds the error `needs`.
    pub(crate) fn parsed<T>(
        &self,
        key: &str,
        errors: &mut ValidationErrors,
        kind: ErrorKind,
        needs: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(key, errors)?;
        parse(text).or_else(|| self.error(key, kind, needs, errors))
    }

    /// Reads a text with a reader that returns its own errors.
    pub(crate) fn read<T>(
        &self,
        key: &str,
        errors: &mut ValidationErrors,
        read: impl Fn(&str) -> Result<T, ValidationErrors>,
    ) -> Option<T> {
        let text = self.text(key, errors)?;
        errors.take(&self.place(key), read(text))
    }

    /// Adds an error at a field.
    pub(crate) fn error<T>(
        &self,
        key: &str,
        kind: ErrorKind,
        message: &str,
        errors: &mut ValidationErrors,
    ) -> Option<T> {
        errors.push(self.place(key), kind, message);
        None
    }
}

/// Parses one section by itself, with the section's own reader.
pub(crate) fn alone<T>(
    node: &Value,
    read: fn(&Value, &Location, &mut ValidationErrors) -> Option<T>,
) -> Result<T, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let section = read(node, &Location::root(), &mut errors);
    errors.into_result()?;
    section.ok_or_else(|| ValidationErrors::one(Location::root(), ErrorKind::ObjectType, "must be an object"))
}

pub(crate) fn section<T>(
    fields: &Fields<'_>,
    key: &str,
    errors: &mut ValidationErrors,
    read: fn(&Value, &Location, &mut ValidationErrors) -> Option<T>,
) -> Option<Option<T>> {
    match fields.get(key) {
        Some(node) => read(node, &fields.place(key), errors).map(Some),
        None => fields.has(key).then_some(None),
    }
}

pub(crate) fn text(
    fields: &Fields<'_>,
    key: &str,
    max: usize,
    lines: bool,
    errors: &mut ValidationErrors,
) -> Option<String> {
    let text = fields.text(key, errors)?;
    if text.chars().count() > max {
        return fields.error(key, ErrorKind::TooLong, &format!("has more than {max} characters"), errors);
    }
    if text.chars().any(|c| c.is_control() && !(lines && c == '\n')) {
        return fields.error(key, ErrorKind::Pattern, "must not contain control characters", errors);
    }
    Some(text.to_owned())
}

/// Builds an object from the fields that are set.
pub(crate) fn written<const N: usize>(fields: [(&'static str, Option<Value>); N]) -> Value {
    Value::from_iter(fields.into_iter().filter_map(|(key, value)| Some((key, value?))))
}
