//! Reading plain data trees, field by field, with every fault noted.

use std::collections::BTreeMap;

use kernel::{FaultKind, Faults, Location, Node};

/// The fields of one object, as they are read. Faults stand at the fields' own places.
pub(crate) struct Fields<'a> {
    fields: &'a BTreeMap<String, Node>,
    at: Location,
}

impl<'a> Fields<'a> {
    /// The fields of `node`; what is not `allowed` is noted.
    pub(crate) fn of(node: &'a Node, at: &Location, allowed: &[&str], faults: &mut Faults) -> Option<Self> {
        let Node::Map(fields) = node else {
            faults.push(at.clone(), FaultKind::ObjectType, "needs an object");
            return None;
        };
        for key in fields.keys().filter(|key| !allowed.contains(&key.as_str())) {
            faults.push(at.at(key.as_str()), FaultKind::ExtraForbidden, "is not known here");
        }
        Some(Self { fields, at: at.clone() })
    }

    /// A field that is there and not null.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        self.fields.get(key).filter(|node| **node != Node::Null)
    }

    /// A field that is there, be it null.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.fields.contains_key(key)
    }

    /// Where a field stands.
    pub(crate) fn place(&self, key: &str) -> Location {
        self.at.at(key)
    }

    /// A text.
    pub(crate) fn text(&self, key: &str, faults: &mut Faults) -> Option<&'a str> {
        match self.get(key)? {
            Node::Text(text) => Some(text),
            _ => self.fault(key, FaultKind::StringType, "needs a string", faults),
        }
    }

    /// A boolean.
    pub(crate) fn flag(&self, key: &str, faults: &mut Faults) -> Option<bool> {
        match self.get(key)? {
            Node::Bool(flag) => Some(*flag),
            _ => self.fault(key, FaultKind::BoolType, "needs true or false", faults),
        }
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn number(&self, key: &str, low: f64, high: f64, faults: &mut Faults) -> Option<f64> {
        let number = match self.get(key)? {
            #[expect(
                clippy::cast_precision_loss,
                reason = "numbers out of 53 bits are out of every range here"
            )]
            Node::Int(number) => *number as f64,
            Node::Float(number) if number.is_finite() => *number,
            _ => return self.fault(key, FaultKind::NumberType, "needs a number", faults),
        };
        if number < low {
            self.fault(key, FaultKind::GreaterThanEqual, &format!("needs at least {low}"), faults)
        } else if number > high {
            self.fault(key, FaultKind::LessThanEqual, &format!("needs at most {high}"), faults)
        } else {
            Some(number)
        }
    }

    /// A whole number from 0 to `high`.
    pub(crate) fn whole(&self, key: &str, high: f64, faults: &mut Faults) -> Option<f64> {
        let number = self.number(key, 0.0, high, faults)?;
        if number.fract() == 0.0 {
            Some(number)
        } else {
            self.fault(key, FaultKind::IntType, "needs a whole number", faults)
        }
    }

    /// One of a field's own words.
    pub(crate) fn word<T>(
        &self,
        key: &str,
        faults: &mut Faults,
        words: &[&str],
        parse: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let quoted: Vec<_> = words.iter().map(|word| if word.is_empty() { "\"\"" } else { word }).collect();
        self.parsed(key, faults, FaultKind::Enum, &format!("needs one of {}", quoted.join(", ")), parse)
    }

    /// Notes which of these fields are null.
    pub(crate) fn not_null(&self, keys: &[&str], faults: &mut Faults) {
        for key in keys.iter().filter(|key| self.has(key) && self.get(key).is_none()) {
            faults.push(self.place(key), FaultKind::NullType, "must not be null");
        }
    }

    /// Notes which of these fields are missing.
    pub(crate) fn needed(&self, keys: &[&str], faults: &mut Faults) {
        for key in keys.iter().filter(|key| !self.has(key)) {
            faults.push(self.place(key), FaultKind::Missing, "is missing");
        }
    }

    /// A text that `parse` takes.
    pub(crate) fn parsed<T>(
        &self,
        key: &str,
        faults: &mut Faults,
        kind: FaultKind,
        needs: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(key, faults)?;
        parse(text).or_else(|| self.fault(key, kind, needs, faults))
    }

    /// A text whose own reader tells the faults.
    pub(crate) fn read<T>(
        &self,
        key: &str,
        faults: &mut Faults,
        read: impl Fn(&str) -> Result<T, Faults>,
    ) -> Option<T> {
        let text = self.text(key, faults)?;
        faults.take(&self.place(key), read(text))
    }

    /// Notes a fault of a field.
    pub(crate) fn fault<T>(
        &self,
        key: &str,
        kind: FaultKind,
        message: &str,
        faults: &mut Faults,
    ) -> Option<T> {
        faults.push(self.place(key), kind, message);
        None
    }
}
