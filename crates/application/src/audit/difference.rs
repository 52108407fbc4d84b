//! Difference between two states of a changed object.

use serde_json::{Map, Value};

/// Maximum number of values shown for one change.
const MOST_VALUES: usize = 100;
/// Maximum size of a shown value, in bytes of JSON.
const LONGEST_VALUE: usize = 1_024;
/// Maximum size of `before` and of `after`, in bytes of JSON.
pub(super) const MOST_BYTES: usize = 16 * 1_024;

/// Differences between two states of an object, in bounded size. Equal fields are left out. Long values are replaced by
/// their length. Fields beyond the size limit are only counted.
///
/// ```
/// use application::audit::difference;
/// use serde_json::json;
///
/// let (before, after) = difference(Some(json!({"a": 1, "b": 2})), Some(json!({"a": 1, "b": 3})));
/// assert_eq!((before, after), (Some(json!({"b": 2})), Some(json!({"b": 3}))));
/// let (before, after) = difference(None, Some(json!({"a": 1})));
/// assert_eq!((before, after), (None, Some(json!({"a": 1}))));
/// ```
pub fn difference(before: Option<Value>, after: Option<Value>) -> (Option<Value>, Option<Value>) {
    match (before, after) {
        (Some(Value::Object(before)), Some(Value::Object(mut after))) => {
            let mut changes = Vec::new();
            for (name, from) in before {
                let to = after.remove(&name);
                if to.as_ref() != Some(&from) {
                    changes.push((name, Some(from), to));
                }
            }
            changes.extend(after.into_iter().map(|(name, to)| (name, None, Some(to))));
            changed(changes)
        }
        (before, after) => (before.map(bounded), after.map(bounded)),
    }
}

/// Computes the bounded difference from a list of changed values, each with its name.
pub fn changed(changes: Vec<(String, Option<Value>, Option<Value>)>) -> (Option<Value>, Option<Value>) {
    let (mut before, mut after) = (BoundedFields::default(), BoundedFields::default());
    for (name, from, to) in changes {
        before.insert(&name, from);
        after.insert(&name, to);
    }
    (Some(before.value()), Some(after.value()))
}

fn bounded(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut shown = BoundedFields::default();
            fields.into_iter().for_each(|(name, value)| shown.insert(&name, Some(value)));
            shown.value()
        }
        value => cut(value),
    }
}

/// Replaces a long value by its length.
fn cut(value: Value) -> Value {
    let bytes = value.to_string().len();
    if bytes <= LONGEST_VALUE { value } else { Value::from_iter([("cut_bytes", Value::from(bytes))]) }
}

/// Object with a limit on the number and size of its values.
#[derive(Default)]
struct BoundedFields {
    values: Map<String, Value>,
    bytes: usize,
    left_out: u64,
}

impl BoundedFields {
    fn insert(&mut self, name: &str, value: Option<Value>) {
        let Some(value) = value.map(cut) else { return };
        let bytes = name.len() + value.to_string().len();
        if self.values.len() >= MOST_VALUES || self.bytes + bytes > MOST_BYTES {
            self.left_out += 1;
            return;
        }
        self.bytes += bytes;
        self.values.insert(name.to_owned(), value);
    }

    fn value(mut self) -> Value {
        if self.left_out > 0 {
            self.values.insert("left_out".to_owned(), self.left_out.into());
        }
        Value::Object(self.values)
    }
}
