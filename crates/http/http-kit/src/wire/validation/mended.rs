//! Checks rules on input with an invalid shape, so that the sender gets the errors of shape and rules at once.
//!
//! The checker repairs copies of the input. A copy leaves out an invalid value, or replaces the value if it is
//! required. Different copies use different replacements. A rule error is reported only if every copy has the error,
//! and if the error is not about an invalid value.

use std::collections::HashMap;

use kernel::{ErrorKind, Location, Step, ValidationError, ValidationErrors};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::RequestSchema;

/// Maximum number of repaired copies, each with different replacements.
const MOST_COPIES: usize = 8;

/// Maximum depth of a generated value.
const MOST_DEPTH: usize = 8;

/// Latest allowed time in Unix seconds: a large number that fits all time fields.
const LARGE: i64 = 253_402_300_799;

/// Returns the errors of `rules` in the parts of `value` with a valid shape. `shape` are the errors of the shape.
pub(super) fn rule_errors<T: DeserializeOwned>(
    schema: &RequestSchema,
    value: &Value,
    shape: &ValidationErrors,
    rules: &dyn Fn(T) -> ValidationErrors,
) -> Vec<ValidationError> {
    let mut faulty = Faulty::of(shape);
    if shape.is_full() || faulty.own.is_some() {
        return Vec::new();
    }
    let mut common: Option<Vec<ValidationError>> = None;
    for copy in 0..MOST_COPIES {
        let mut mender = Mender { schema, copy, copies: 1 };
        let mended = mender.mend(&mut faulty, Some(&schema.document), value);
        if let Ok(mended) = serde_json::from_value(mended) {
            let found = rules(mended);
            let found = found.iter().filter_map(|error| faulty.placed(error));
            common = Some(match common {
                None => found.collect(),
                Some(before) => faulty.both(before, &found.collect::<Vec<_>>()),
            });
        }
        if common.as_ref().is_some_and(Vec::is_empty) || copy + 1 >= mender.copies {
            break;
        }
    }
    common.unwrap_or_default()
}

/// Shape error of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// Unknown field, which no rule checks.
    Unknown,
    /// Missing field.
    Missing,
    /// Value with an invalid shape.
    Unfit,
}

/// Tree of the shape errors, by location.
#[derive(Debug, Default)]
struct Faulty {
    own: Option<Fault>,
    inner: HashMap<Step, Faulty>,
    /// Original indexes of the entries of a repaired list.
    kept: Option<Vec<usize>>,
    /// Whether the current copy lacks the whole list, because an entry is invalid.
    is_left_out: bool,
}

impl Faulty {
    fn of(errors: &ValidationErrors) -> Self {
        let mut root = Self::default();
        for error in errors {
            let steps = error.location.steps().iter();
            let place = steps.fold(&mut root, |place, step| place.inner.entry(step.clone()).or_default());
            place.own = Some(match error.kind {
                ErrorKind::ExtraForbidden => Fault::Unknown,
                ErrorKind::Missing => Fault::Missing,
                _ => Fault::Unfit,
            });
        }
        root
    }

    /// Whether a rule could depend on an invalid value here or below.
    fn matters(&self) -> bool {
        self.own.is_some_and(|fault| fault != Fault::Unknown) || self.inner.values().any(Self::matters)
    }

    /// Returns the errors that both the earlier copies and the current copy have. Also keeps earlier errors about a
    /// list that the current copy lacks.
    fn both(&self, mut errors: Vec<ValidationError>, others: &[ValidationError]) -> Vec<ValidationError> {
        errors.retain(|error| {
            self.leaves_out(&error.location)
                || others.iter().any(|other| (other.kind, &other.location) == (error.kind, &error.location))
        });
        errors
    }

    fn leaves_out(&self, location: &Location) -> bool {
        let mut here = Some(self);
        location.steps().iter().any(|step| {
            here = here.and_then(|here| here.inner.get(step));
            here.is_some_and(|here| here.is_left_out)
        })
    }

    /// Whether the list has entries that are invalid as a whole.
    fn has_faulty_entries(&self) -> bool {
        self.inner.iter().any(|(step, inner)| matches!(step, Step::Index(_)) && inner.own.is_some())
    }

    /// Returns an error of a repaired copy, with its location in the input. Returns `None` if an invalid value is at,
    /// above or below that location.
    fn placed(&self, error: &ValidationError) -> Option<ValidationError> {
        let mut here = Some(self);
        let mut steps = Vec::new();
        for step in error.location.steps() {
            let step = match (here.and_then(|here| here.kept.as_ref()), step) {
                (Some(kept), Step::Index(index)) => Step::Index(*kept.get(*index)?),
                _ => step.clone(),
            };
            here = here.and_then(|here| here.inner.get(&step));
            if here.is_some_and(|here| here.own.is_some()) {
                return None;
            }
            steps.push(step);
        }
        let location: Location = steps.into_iter().collect();
        (!here.is_some_and(Self::matters)).then(|| ValidationError { location, ..error.clone() })
    }
}

/// Builder of a repaired copy.
struct Mender<'a> {
    schema: &'a RequestSchema,
    /// Number of the copy, from 0.
    copy: usize,
    /// Number of copies needed to use every replacement at least once.
    copies: usize,
}

impl<'a> Mender<'a> {
    fn mend(&mut self, faulty: &mut Faulty, schema: Option<&'a Value>, value: &Value) -> Value {
        if faulty.inner.is_empty() {
            return value.clone();
        }
        match value {
            Value::Object(fields) => Value::Object(self.mend_fields(faulty, schema, fields)),
            Value::Array(entries) => {
                let items = schema.and_then(|schema| self.schema.items(self.schema.resolve(schema)));
                let (mut mended, mut kept) = (Vec::new(), Vec::new());
                for (index, entry) in entries.iter().enumerate() {
                    match faulty.inner.get_mut(&Step::Index(index)) {
                        Some(inner) if inner.own.is_some() => continue,
                        Some(inner) => mended.push(self.mend(inner, items, entry)),
                        None => mended.push(entry.clone()),
                    }
                    kept.push(index);
                }
                faulty.kept = Some(kept);
                Value::Array(mended)
            }
            _ => value.clone(),
        }
    }

    fn mend_fields(
        &mut self,
        faulty: &mut Faulty,
        schema: Option<&'a Value>,
        fields: &Map<String, Value>,
    ) -> Map<String, Value> {
        let mut mended = Map::new();
        for (name, field) in fields {
            let known = schema.and_then(|schema| self.schema.property(schema, name));
            let value = match faulty.inner.get_mut(&Step::from(name.as_str())) {
                None => Some(field.clone()),
                Some(Faulty { own: Some(Fault::Unknown), .. }) => None,
                Some(Faulty { own: Some(_), .. }) => self.substitute(schema, name),
                Some(inner) => {
                    // The second copy lacks the whole list, because a rule over several fields may need the entry that
                    // was left out.
                    inner.is_left_out = self.copy == 1 && inner.has_faulty_entries();
                    if inner.has_faulty_entries() {
                        self.copies = self.copies.max(2);
                    }
                    if inner.is_left_out {
                        self.left_out(schema, name)
                    } else {
                        Some(self.mend(inner, known, field))
                    }
                }
            };
            mended.extend(value.map(|value| (name.clone(), value)));
        }
        for (step, inner) in &faulty.inner {
            if let (Step::Key(name), Some(Fault::Missing)) = (step, inner.own) {
                mended.extend(self.substitute(schema, name).map(|value| (name.clone(), value)));
            }
        }
        mended
    }

    /// Returns the replacement of a list; `None` if the list is optional.
    fn left_out(&self, object: Option<&'a Value>, name: &str) -> Option<Value> {
        let object = self.schema.resolve(object?);
        let schema = self.schema.property(object, name)?;
        if is_required(object, name) { samples(self.schema, schema, 0).into_iter().next_back() } else { None }
    }

    /// Returns the field's replacement in this copy; `None` leaves the field out.
    fn substitute(&mut self, object: Option<&'a Value>, name: &str) -> Option<Value> {
        let object = object.map(|schema| self.schema.resolve(schema));
        let required = object.is_some_and(|object| is_required(object, name));
        let mut values: Vec<Option<Value>> = if required { Vec::new() } else { vec![None] };
        let schema = object.and_then(|object| self.schema.property(object, name));
        values.extend(
            schema.map_or_else(Vec::new, |schema| samples(self.schema, schema, 0)).into_iter().map(Some),
        );
        self.copies = self.copies.max(values.len());
        values.get(self.copy.checked_rem(values.len())?).cloned().flatten()
    }
}

/// Whether the schema of an object requires the field.
fn is_required(object: &Value, name: &str) -> bool {
    let required = object.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|one| one == name))
}

/// Returns sample values of the schema's type. The samples may violate bounds.
fn samples(shape: &RequestSchema, schema: &Value, depth: usize) -> Vec<Value> {
    let schema = shape.resolve(schema);
    if depth > MOST_DEPTH {
        return vec![Value::Null];
    }
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        return options.iter().filter(|option| !option.is_null()).take(MOST_COPIES).cloned().collect();
    }
    if let Some(only) = schema.get("const") {
        return vec![only.clone()];
    }
    let kind = schema.get("type");
    let kind =
        kind.and_then(Value::as_array).and_then(|kinds| kinds.iter().find(|kind| *kind != "null")).or(kind);
    match kind.and_then(Value::as_str) {
        Some("string") => vec![json!(""), json!("a")],
        Some("boolean") => vec![json!(false), json!(true)],
        Some("integer" | "number") => {
            let bound = |name| schema.get(name).and_then(Value::as_i64);
            let (low, high) = (bound("minimum").unwrap_or(0), bound("maximum").unwrap_or(LARGE));
            vec![low.max(0).min(high).into(), high.min(LARGE).into()]
        }
        Some("array") => {
            let entry = shape.items(schema).map(|items| samples(shape, items, depth + 1));
            let entry = entry.and_then(|entries| entries.into_iter().next());
            vec![json!([]), Value::Array(entry.into_iter().collect())]
        }
        Some("object") => {
            let required = schema.get("required").and_then(Value::as_array);
            let names = required.into_iter().flatten().filter_map(Value::as_str);
            let field = |name: &str| {
                let schema = shape.property(schema, name)?;
                Some((name.to_owned(), samples(shape, schema, depth + 1).into_iter().next()?))
            };
            vec![Value::Object(names.filter_map(field).collect())]
        }
        _ => vec![Value::Null],
    }
}

#[cfg(test)]
mod tests;
