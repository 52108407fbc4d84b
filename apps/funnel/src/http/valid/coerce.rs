use kernel::{FaultKind, Faults, Location};
use serde_json::{Map, Number, Value};

use super::shape::Shape;

/// Texts of a query as JSON values of the types that the schema names. What can't be read stays text, and the schema
/// then says what it should have been. Unknown names are left out; an empty or `null` value means none.
pub(super) fn object(shape: &Shape, pairs: &[(String, String)]) -> Value {
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

/// The names that stand twice though they are no lists. Which one was meant can't be known, and whoever stands between a client
/// and us may have looked at the other.
pub(super) fn repeated(shape: &Shape, pairs: &[(String, String)]) -> Faults {
    let mut faults = Faults::none();
    for (index, (name, _)) in pairs.iter().enumerate() {
        let is_scalar = shape.field(name).is_some_and(|schema| shape.items(schema).is_none());
        let times_before = pairs.iter().take(index).filter(|(earlier, _)| earlier == name).count();
        if is_scalar && times_before == 1 {
            faults.push(Location::root().at(name.as_str()), FaultKind::Duplicate, "stands twice");
        }
    }
    faults
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
