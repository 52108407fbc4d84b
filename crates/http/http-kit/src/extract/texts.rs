//! Rules of all texts of a body, whatever their fields are: no NUL character, and no name too long to display.

use std::borrow::Cow;
use std::iter;

use kernel::{ErrorKind, Location, Step, ValidationErrors};
use serde_json::Value;

/// Records an error for each field name that is too long to display.
pub(super) fn note_long_names(value: &Value, errors: &mut ValidationErrors) {
    walk(value, &Trail::Root, &mut |trail, value| {
        let names = value.as_object().into_iter().flatten().map(|(name, _)| name);
        for name in names.filter(|name| is_long(name)) {
            let message = format!("a name has at most {} characters", Step::LONGEST_KEY);
            errors.push(Trail::Key(trail, name).location(), ErrorKind::TooLong, message);
        }
        !errors.is_full()
    });
}

/// Returns the value without fields whose names are too long.
pub(super) fn without_long_names(value: &Value) -> Cow<'_, Value> {
    let none_is_long = walk(value, &Trail::Root, &mut |_, value| {
        !value.as_object().into_iter().flatten().any(|(name, _)| is_long(name))
    });
    if none_is_long { Cow::Borrowed(value) } else { Cow::Owned(short_names(value)) }
}

fn short_names(value: &Value) -> Value {
    match value {
        Value::Array(entries) => entries.iter().map(short_names).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !is_long(name));
            Value::Object(fields.map(|(name, field)| (name.clone(), short_names(field))).collect())
        }
        other => other.clone(),
    }
}

fn is_long(name: &str) -> bool {
    name.chars().nth(Step::LONGEST_KEY).is_some()
}

/// Records an error for each text with a NUL character, which PostgreSQL can't store.
pub(super) fn note_nuls(value: &Value, errors: &mut ValidationErrors) {
    const MESSAGE: &str = "NUL characters are not allowed";
    walk(value, &Trail::Root, &mut |trail, value| {
        let is_nul = value.as_str().is_some_and(|text| text.contains('\0'));
        if is_nul || trail.name().is_some_and(|name| name.contains('\0')) {
            errors.push(trail.location(), ErrorKind::NulCharacter, MESSAGE);
        }
        !errors.is_full()
    });
}

/// Visits a value and all its descendants with their paths, while `visit` returns true.
fn walk(value: &Value, trail: &Trail<'_>, visit: &mut impl FnMut(&Trail<'_>, &Value) -> bool) -> bool {
    visit(trail, value)
        && match value {
            Value::Array(entries) => {
                entries.iter().zip(0..).all(|(entry, index)| walk(entry, &Trail::Index(trail, index), visit))
            }
            Value::Object(fields) => {
                fields.iter().all(|(name, field)| walk(field, &Trail::Key(trail, name), visit))
            }
            _ => true,
        }
}

/// Path to a value, kept on the stack, because only few values have an error.
enum Trail<'a> {
    Root,
    Key(&'a Trail<'a>, &'a str),
    Index(&'a Trail<'a>, usize),
}

impl Trail<'_> {
    /// Maximum number of reported steps. No schema or rule is nested more deeply.
    const MOST_STEPS: usize = 32;

    fn name(&self) -> Option<&str> {
        match self {
            Self::Key(_, name) => Some(name),
            Self::Root | Self::Index(..) => None,
        }
    }

    fn location(&self) -> Location {
        let outwards = iter::successors(Some(self), |trail| match trail {
            Self::Root => None,
            Self::Key(outer, _) | Self::Index(outer, _) => Some(outer),
        });
        let trails: Vec<_> = outwards.collect();
        let step = |trail: &&Self| match trail {
            Self::Root => None,
            Self::Key(_, name) => Some(Step::from(*name)),
            Self::Index(_, index) => Some(Step::from(*index)),
        };
        trails.iter().rev().filter_map(step).take(Self::MOST_STEPS).collect()
    }
}
