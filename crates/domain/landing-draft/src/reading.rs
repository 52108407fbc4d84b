//! Reading plain data trees, field by field, with every error noted.

use kernel::{ErrorKind, Location, ValidationErrors};
use serde_json::{Map, Value};

/// The fields of one object, as they are read. Errors are located at the fields.
pub(crate) struct Fields<'a> {
    fields: &'a Map<String, Value>,
    at: Location,
}

impl<'a> Fields<'a> {
    /// The fields of `node`; what is not `allowed` is noted.
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

    /// A field that is there and not null.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.fields.get(key).filter(|node| **node != Value::Null)
    }

    /// A field that is there, be it null.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.fields.contains_key(key)
    }

    /// The place of a field.
    pub(crate) fn place(&self, key: &str) -> Location {
        self.at.at(key)
    }

    /// A text.
    pub(crate) fn text(&self, key: &str, errors: &mut ValidationErrors) -> Option<&'a str> {
        match self.get(key)? {
            Value::String(text) => Some(text),
            _ => self.error(key, ErrorKind::StringType, "must be a string", errors),
        }
    }

    /// A boolean.
    pub(crate) fn flag(&self, key: &str, errors: &mut ValidationErrors) -> Option<bool> {
        match self.get(key)? {
            Value::Bool(flag) => Some(*flag),
            _ => self.error(key, ErrorKind::BoolType, "must be true or false", errors),
        }
    }

    /// A number from `low` to `high`, both included.
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

    /// A whole number from 0 to `high`.
    pub(crate) fn whole(&self, key: &str, high: f64, errors: &mut ValidationErrors) -> Option<f64> {
        let number = self.number(key, 0.0, high, errors)?;
        if number.fract() == 0.0 {
            Some(number)
        } else {
            self.error(key, ErrorKind::IntType, "must be a whole number", errors)
        }
    }

    /// One of a field's own words.
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

    /// Notes which of these fields are null.
    pub(crate) fn not_null(&self, keys: &[&str], errors: &mut ValidationErrors) {
        for key in keys.iter().filter(|key| self.has(key) && self.get(key).is_none()) {
            errors.push(self.place(key), ErrorKind::NullType, "must not be null");
        }
    }

    /// Notes which of these fields are missing.
    pub(crate) fn needed(&self, keys: &[&str], errors: &mut ValidationErrors) {
        for key in keys.iter().filter(|key| !self.has(key)) {
            errors.push(self.place(key), ErrorKind::Missing, "is missing");
        }
    }

    /// A text that `parse` takes.
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

    /// A text whose own reader returns the errors.
    pub(crate) fn read<T>(
        &self,
        key: &str,
        errors: &mut ValidationErrors,
        read: impl Fn(&str) -> Result<T, ValidationErrors>,
    ) -> Option<T> {
        let text = self.text(key, errors)?;
        errors.take(&self.place(key), read(text))
    }

    /// Notes an error of a field.
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
