//! Reading of inputs, with all errors at once.
//!
//! Rules need a value of the input's type. Where the form of an input is invalid, its invalid values are replaced by
//! harmless ones until it can be read, in several copies by different ones. An error of the rules is reported if every
//! copy has it, and if it is not about a replaced value.

use deserr::Deserr;
use kernel::{ErrorKind, Location, Step, ValidationError, ValidationErrors};
use serde_json::{Map, Value};
use validator::Validate;

use super::faults::{Faults, ONE_OF, Scope, judge};

/// Rules of an input.
pub(super) type Judge<'a, T> = &'a dyn Fn(&T, Scope) -> Faults;

/// Maximum number of attempts. A missing value takes two: one tells its type.
const MOST_ATTEMPTS: usize = 12;

/// Reads an input, or returns `known` and all further errors.
pub(super) fn read<T: Deserr<Faults> + Validate>(value: Value, known: Faults) -> Result<T, Faults> {
    read_by(value, known, &judge)
}

/// Reads an input like [`read`], with the rules of `judge`.
pub(super) fn read_by<T: Deserr<Faults>>(
    value: Value,
    known: Faults,
    judge: Judge<'_, T>,
) -> Result<T, Faults> {
    if known.is_empty() {
        let found = match deserr::deserialize::<T, _, Faults>(value.clone()) {
            Err(found) => found,
            Ok(input) => {
                let faults = judge(&input, Scope::All);
                return if faults.is_empty() { Ok(input) } else { Err(faults) };
            }
        };
        return Err(with_rules(value, found, judge));
    }
    let found = deserr::deserialize::<T, _, Faults>(value.clone()).err().unwrap_or_default();
    let mut faults = known;
    faults.absorb(found.apart(faults.errors()));
    Err(with_rules(value, faults, judge))
}

/// Number of copies with different replacements.
const COPIES: usize = 4;

/// Adds the errors of rules to the errors of the form. A rule over several fields also has to hold without the fields
/// that are invalid, because it may be about them.
fn with_rules<T: Deserr<Faults>>(value: Value, mut faults: Faults, judge: Judge<'_, T>) -> Faults {
    let (mut common, mut of_fields) = (None::<Faults>, ValidationErrors::none());
    for copy in 0..COPIES {
        let Some(input) = mended::<T>(value.clone(), copy) else { continue };
        let broken = judge(&input, Scope::All).apart(faults.errors());
        of_fields = judge(&input, Scope::Fields).into_errors();
        common = Some(match common {
            None => broken,
            Some(before) => before.also_in(broken.errors()),
        });
        if common.as_ref().is_some_and(Faults::is_empty) {
            break;
        }
    }
    let Some(common) = common else { return faults };
    let mut allowed = of_fields;
    if let Some(input) = mended::<T>(without_fields(value, faults.errors()), 0) {
        allowed.absorb(&Location::root(), judge(&input, Scope::All).into_errors());
    }
    faults.absorb(common.also_in(&allowed));
    faults
}

/// Leaves out the fields that have errors. A list with invalid entries is left out as a whole, so that the places of
/// its entries don't change.
fn without_fields(mut value: Value, errors: &ValidationErrors) -> Value {
    for error in errors {
        let keys = error.location.steps().iter().map_while(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        });
        remove(&mut value, &keys.collect::<Vec<_>>());
    }
    value
}

fn remove(value: &mut Value, path: &[&str]) {
    if let (Some((last, outer)), Value::Object(fields)) = (path.split_last(), value) {
        let mut fields = fields;
        for key in outer {
            let Some(Value::Object(inner)) = fields.get_mut(*key) else { return };
            fields = inner;
        }
        fields.remove(*last);
    }
}

/// Replaces invalid values until the input can be read.
fn mended<T: Deserr<Faults>>(mut value: Value, copy: usize) -> Option<T> {
    for _ in 0..MOST_ATTEMPTS {
        let unfit = match deserr::deserialize::<T, _, Faults>(value.clone()) {
            Ok(input) => return Some(input),
            Err(found) => found.into_errors(),
        };
        if unfit.is_full() {
            return None;
        }
        for error in &unfit {
            replace(&mut value, error, copy);
        }
    }
    None
}

/// Replaces the value of an error by one of the wanted type, or removes it.
fn replace(value: &mut Value, error: &ValidationError, copy: usize) {
    let Some((last, outer)) = error.location.steps().split_last() else {
        *value = Value::Object(Map::new());
        return;
    };
    let mut here = value;
    for step in outer {
        let inner = match (step, here) {
            (Step::Key(key), Value::Object(fields)) => fields.get_mut(key),
            (Step::Index(index), Value::Array(entries)) => entries.get_mut(*index),
            _ => None,
        };
        let Some(inner) = inner else { return };
        here = inner;
    }
    match (last, here) {
        (Step::Key(key), Value::Object(fields)) if error.kind == ErrorKind::ExtraForbidden => {
            fields.remove(key);
        }
        (Step::Key(key), Value::Object(fields)) => {
            fields.insert(key.clone(), harmless(error, copy));
        }
        (Step::Index(index), Value::Array(entries)) => {
            if let Some(entry) = entries.get_mut(*index) {
                *entry = harmless(error, copy);
            }
        }
        _ => {}
    }
}

/// Value of the type that an error asks for, different in each copy. Null makes the next error tell the type.
fn harmless(error: &ValidationError, copy: usize) -> Value {
    const NUMBERS: [i64; COPIES] = [1, 50, 0, 253_402_300_799];
    match error.kind {
        ErrorKind::StringType | ErrorKind::NulCharacter => Value::String("a".repeat(copy + 1)),
        ErrorKind::IntType | ErrorKind::NumberType => NUMBERS.get(copy).copied().into(),
        ErrorKind::LessThanEqual => Value::from(1),
        ErrorKind::GreaterThanEqual => Value::from(100),
        ErrorKind::BoolType => Value::Bool(copy.is_multiple_of(2)),
        ErrorKind::ListType if copy.is_multiple_of(2) => Value::Array(Vec::new()),
        ErrorKind::ListType => Value::Array(vec!["a".into()]),
        ErrorKind::ObjectType => Value::Object(Map::new()),
        ErrorKind::Enum => word(&error.message, copy).map_or(Value::Null, Value::from),
        _ => Value::Null,
    }
}

/// Returns a word of a message that lists the allowed ones.
fn word(message: &str, copy: usize) -> Option<&str> {
    let words: Vec<_> = message.strip_prefix(ONE_OF)?.split(", ").collect();
    words.get(copy % words.len().max(1)).copied()
}

#[cfg(test)]
mod tests;
