//! Parser of policies. Shape errors and invalid values are collected in two separate lists.

use std::collections::BTreeSet;

use kernel::{CountryCode, ErrorKind, Location, ValidationErrors};
use serde_json::{Map, Value};

use super::{Arm, Arms, GeoRule, Policy, PolicyError};
use crate::text::line_error;

/// Number of pairs of letters; a longer list must contain duplicates.
const MAX_COUNTRIES: usize = 26 * 26;

pub(super) fn policy(node: &Value, country: fn(&str) -> Option<CountryCode>) -> Result<Policy, PolicyError> {
    let mut reader = Reader {
        shape: ValidationErrors::none(),
        invalid: ValidationErrors::none(),
        taken: BTreeSet::new(),
        country,
    };
    let policy = reader.policy(node, &Location::root());
    if !reader.shape.is_empty() {
        reader.shape.absorb(&Location::root(), reader.invalid);
        return Err(PolicyError::Shape(reader.shape));
    }
    reader.invalid.clone().into_result().map_err(PolicyError::Invalid)?;
    policy.ok_or(PolicyError::Invalid(reader.invalid))
}

struct Reader {
    shape: ValidationErrors,
    invalid: ValidationErrors,
    taken: BTreeSet<CountryCode>,
    country: fn(&str) -> Option<CountryCode>,
}

type Fields<'a> = &'a Map<String, Value>;

impl Reader {
    fn policy(&mut self, node: &Value, at: &Location) -> Option<Policy> {
        let fields = self.object(node, at, &["v", "arms", "geo"])?;
        let version = self.whole(fields, at, "v", Policy::VERSION..=Policy::VERSION);
        let arms = fields.get("arms").and_then(|arms| self.arms(arms, &at.at("arms")));
        let geo = fields.get("geo").and_then(|geo| self.geo(geo, &at.at("geo")));
        version?;
        Some(Policy { arms: arms?, geo: geo? })
    }

    fn arms(&mut self, node: &Value, at: &Location) -> Option<Arms> {
        let fields = self.object(node, at, &["paid", "ftl"])?;
        let mut arm = |key: &str| fields.get(key).and_then(|arm| self.arm(arm, &at.at(key)));
        let (paid, ftl) = (arm("paid"), arm("ftl"));
        let arms = Arms { paid: paid?, ftl: ftl? };
        if !arms.paid.can_be_served() && !arms.ftl.can_be_served() {
            self.invalid(at, ErrorKind::Value, "must have an enabled arm with a weight above 0");
        }
        Some(arms)
    }

    fn arm(&mut self, node: &Value, at: &Location) -> Option<Arm> {
        const KEYS: [&str; 5] = ["enabled", "weight", "label", "trial_days", "require_country_link"];
        let fields = self.object(node, at, &KEYS)?;
        let enabled = self.flag(fields, at, "enabled");
        let weight = self.weight(fields, at);
        let label = self.label(fields, at);
        let trial_days = self.whole(fields, at, "trial_days", 0..=i64::from(Arm::MAX_TRIAL_DAYS));
        let require_country_link = self.flag(fields, at, "require_country_link");
        Some(Arm {
            enabled: enabled?,
            weight: weight?,
            label: label?,
            trial_days: u16::try_from(trial_days?).ok()?,
            require_country_link: require_country_link?,
        })
    }

    fn geo(&mut self, node: &Value, at: &Location) -> Option<Vec<GeoRule>> {
        let items = self.list(node, at)?;
        let rules = items.iter().enumerate().map(|(index, item)| self.rule(item, &at.at(index)));
        let rules: Vec<_> = rules.collect();
        rules.into_iter().collect()
    }

    fn rule(&mut self, node: &Value, at: &Location) -> Option<GeoRule> {
        let fields = self.object(node, at, &["countries", "arms"])?;
        let countries = fields.get("countries").and_then(|list| self.countries(list, &at.at("countries")));
        let arms = fields.get("arms").and_then(|arms| self.arms(arms, &at.at("arms")));
        Some(GeoRule { countries: countries?, arms: arms? })
    }

    fn countries(&mut self, node: &Value, at: &Location) -> Option<Vec<CountryCode>> {
        let items = self.list(node, at)?;
        if items.is_empty() {
            self.invalid(at, ErrorKind::TooShort, "must have at least one country");
        }
        if items.len() > MAX_COUNTRIES {
            self.invalid(at, ErrorKind::TooLong, "names more countries than there are codes");
        }
        let mut countries = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let Value::String(text) = item else {
                self.shape.push(at.at(index), ErrorKind::StringType, "must be a string");
                continue;
            };
            match (self.country)(text) {
                None => self.invalid(&at.at(index), ErrorKind::CountryInvalid, CountryCode::refusal(text)),
                Some(country) if !self.taken.insert(country) => {
                    let message = format!("{country} appears twice; a country has one rule");
                    self.invalid(&at.at(index), ErrorKind::Duplicate, message);
                }
                Some(country) => countries.push(country),
            }
        }
        Some(countries)
    }

    fn weight(&mut self, fields: Fields<'_>, at: &Location) -> Option<f64> {
        let Some(number) = fields.get("weight")?.as_f64() else {
            return self.mistyped(at, "weight", ErrorKind::NumberType, "must be a number");
        };
        if (0.0..=Arm::MAX_WEIGHT).contains(&number) {
            // Adding 0 turns -0 into 0.
            return Some(number + 0.0);
        }
        self.invalid(&at.at("weight"), range_error(number), "must be a number from 0 to 100");
        None
    }

    /// Reads a whole number within bounds. As in JSON Schema, `7.0` is a whole number.
    fn whole(
        &mut self,
        fields: Fields<'_>,
        at: &Location,
        key: &str,
        bounds: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        // All numbers beyond 2^53 are out of bounds here, so the lossy cast is harmless.
        let Some(number) = fields.get(key)?.as_f64().filter(|number| number.fract() == 0.0) else {
            return self.mistyped(at, key, ErrorKind::IntType, "must be a whole number");
        };
        let within = Some(number as i64).filter(|number| bounds.contains(number));
        if within.is_none() {
            let message = match (bounds.start(), bounds.end()) {
                (low, high) if low == high => format!("must be {low}"),
                (low, high) => format!("must be a whole number from {low} to {high}"),
            };
            self.invalid(&at.at(key), range_error(number), message);
        }
        within
    }

    fn label(&mut self, fields: Fields<'_>, at: &Location) -> Option<String> {
        let Value::String(text) = fields.get("label")? else {
            return self.mistyped(at, "label", ErrorKind::StringType, "must be a string");
        };
        if let Some((kind, message)) = line_error(text, 0, Arm::MAX_LABEL) {
            self.invalid(&at.at("label"), kind, message);
        }
        Some(text.clone())
    }

    fn flag(&mut self, fields: Fields<'_>, at: &Location, key: &str) -> Option<bool> {
        match fields.get(key)? {
            Value::Bool(flag) => Some(*flag),
            _ => self.mistyped(at, key, ErrorKind::BoolType, "must be true or false"),
        }
    }

    /// Reads an object that must have all of `keys` and no further fields.
    fn object<'a>(&mut self, node: &'a Value, at: &Location, keys: &[&str]) -> Option<Fields<'a>> {
        let Value::Object(fields) = node else {
            self.shape.push(at.clone(), ErrorKind::ObjectType, "must be an object");
            return None;
        };
        for key in keys.iter().filter(|key| !fields.contains_key(**key)) {
            self.shape.push(at.at(*key), ErrorKind::Missing, "is missing");
        }
        for key in fields.keys().filter(|key| !keys.contains(&key.as_str())) {
            self.invalid(&at.at(key.as_str()), ErrorKind::ExtraForbidden, "unknown field");
        }
        Some(fields)
    }

    fn list<'a>(&mut self, node: &'a Value, at: &Location) -> Option<&'a [Value]> {
        match node {
            Value::Array(items) => Some(items),
            _ => {
                self.shape.push(at.clone(), ErrorKind::ListType, "must be a list");
                None
            }
        }
    }

    fn mistyped<T>(&mut self, at: &Location, key: &str, kind: ErrorKind, message: &str) -> Option<T> {
        self.shape.push(at.at(key), kind, message);
        None
    }

    fn invalid(&mut self, at: &Location, kind: ErrorKind, message: impl Into<String>) {
        self.invalid.push(at.clone(), kind, message);
    }
}

fn range_error(number: f64) -> ErrorKind {
    if number < 0.0 { ErrorKind::GreaterThanEqual } else { ErrorKind::LessThanEqual }
}
