use std::collections::HashMap;
use std::hash::Hash;

use crate::wire::validation::RequestSchema;
use kernel::{ErrorKind, Location, ValidationErrors};
use serde_json::{Map, Number, Value};

/// Converts query texts to JSON values of the schema's types. Unparsable texts remain, so that the
/// schema validation reports the expected type. Skips unknown names, and empty or `null` values.
pub(super) fn object(shape: &RequestSchema, pairs: &[(String, String)]) -> Value {
    let mut fields = Map::new();
    for (name, text) in pairs {
        let Some(schema) = shape.field(name) else { continue };
        if text.is_empty() || text == "null" {
            continue;
        }
        match shape.items(schema) {
            Some(items) => {
                let list = fields.entry(name.as_str()).or_insert_with(|| Value::Array(Vec::new()));
                if let Some(list) = list.as_array_mut() {
                    list.push(scalar(items, text));
                }
            }
            None => {
                fields.insert(name.clone(), scalar(schema, text));
            }
        }
    }
    Value::Object(fields)
}

/// Returns errors for repeated scalar parameters. They are ambiguous, and an intermediary may have
/// checked another occurrence.
pub(super) fn repeated(shape: &RequestSchema, pairs: &[(String, String)]) -> ValidationErrors {
    let is_scalar = |name: &&str| shape.field(name).is_some_and(|schema| shape.items(schema).is_none());
    let mut errors = ValidationErrors::none();
    for name in twice(pairs.iter().map(|(name, _)| name.as_str())).filter(is_scalar) {
        errors.push(Location::root().at(name), ErrorKind::Duplicate, "appears twice");
    }
    errors
}

/// Returns each repeated item, at its second occurrence.
fn twice<N: Copy + Eq + Hash>(names: impl Iterator<Item = N>) -> impl Iterator<Item = N> {
    let mut times = HashMap::new();
    names.filter(move |name| {
        let times = times.entry(*name).or_insert(0_usize);
        *times += 1;
        *times == 2
    })
}

fn scalar(schema: &Value, text: &str) -> Value {
    let read = if is(schema, "integer") {
        text.parse::<i64>().ok().map(Value::from)
    } else if is(schema, "number") {
        text.parse::<f64>().ok().and_then(Number::from_f64).map(Value::Number)
    } else if is(schema, "boolean") {
        match text {
            "true" | "1" => Some(Value::Bool(true)),
            "false" | "0" => Some(Value::Bool(false)),
            _ => None,
        }
    } else {
        None
    };
    read.unwrap_or_else(|| Value::String(text.to_owned()))
}

fn is(schema: &Value, word: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == word,
        Some(Value::Array(several)) => several.iter().any(|one| one == word),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::hash::Hasher;

    use super::*;

    /// A name that counts its comparisons.
    #[derive(Clone, Copy)]
    struct Counted<'a>(usize, &'a Cell<usize>);

    impl PartialEq for Counted<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.1.set(self.1.get() + 1);
            self.0 == other.0
        }
    }

    impl Eq for Counted<'_> {}

    impl Hash for Counted<'_> {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.1.set(self.1.get() + 1);
            self.0.hash(state);
        }
    }

    #[test]
    fn each_name_is_reported_where_it_comes_the_second_time() {
        let repeated = |names: &str| twice(names.chars()).collect::<String>();
        for (names, expected) in [("", ""), ("abc", ""), ("aa", "a"), ("aaaa", "a"), ("abcba", "ba")] {
            assert_eq!(repeated(names), expected, "{names}");
        }
    }

    #[test]
    fn names_are_looked_at_a_few_times_each_however_many_there_are() {
        for count in [1_000, 30_000] {
            for different in [1, count] {
                let looks = Cell::new(0);
                let names = (0..count).map(|index| Counted(index % different, &looks));
                assert_eq!(twice(names).count(), usize::from(different == 1));
                // Each name is looked up once, hashed again when the table grows, and compared with the
                // few of the same hash.
                assert!(looks.get() <= count * 6, "{} looks at {count} names", looks.get());
            }
        }
    }
}
