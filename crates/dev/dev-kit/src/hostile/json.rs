use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use super::text::any_text;

/// Approximate maximum number of nodes of a repeated part of a tree; some bytes of text count as
/// one node.
const MANY: usize = 5_000;

fn size(node: &Value) -> usize {
    match node {
        Value::String(text) => 1 + text.len() / 16,
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Generates a small tree of any form. Names and some texts are from `words`.
pub fn any_json(words: &'static [&'static str]) -> impl Strategy<Value = Value> + Clone {
    let word = select(words).prop_map(str::to_owned);
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        2 => any::<bool>().prop_map(Value::Bool),
        2 => any::<i64>().prop_map(Value::from),
        3 => (-2_i64..400).prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        2 => (-1.0..101.0).prop_map(Value::from),
        4 => word.clone().prop_map(Value::String),
        2 => any_text().prop_map(Value::String),
    ];
    let tree = leaf.prop_recursive(5, 30, 5, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::Array),
            btree_map(word.clone(), inner, 0..5).prop_map(Value::from_iter),
        ]
    });
    tree.boxed()
}

/// A change at one place of a tree.
#[derive(Debug, Clone)]
enum Change {
    /// Replaces the value.
    Replace(Value),
    /// Removes a field or an entry.
    Remove(Index),
    /// Adds a field.
    Field(String, Value),
    /// Repeats the first entry this many times.
    Repeat(usize),
    /// Wraps the value into this many lists.
    Wrap(usize),
}

impl Change {
    fn apply(&self, node: &mut Value) {
        match (self, &mut *node) {
            (Self::Replace(new), _) => *node = new.clone(),
            (Self::Remove(at), Value::Object(fields)) => {
                let name = fields.keys().nth(at.index(fields.len().max(1))).cloned();
                name.and_then(|name| fields.remove(&name));
            }
            (Self::Remove(at), Value::Array(items)) if !items.is_empty() => {
                drop(items.remove(at.index(items.len())));
            }
            (Self::Field(name, value), Value::Object(fields)) => {
                drop(fields.insert(name.clone(), value.clone()))
            }
            (Self::Repeat(times), Value::Array(items)) => {
                let first = items.first().cloned();
                let room = MANY / first.as_ref().map_or(1, size);
                let copies = first.into_iter().cycle().take((*times).min(room));
                items.extend(copies);
            }
            (Self::Repeat(times), Value::String(text)) => {
                *text = text.repeat((*times).min(16 * MANY / text.len().max(1)))
            }
            (Self::Wrap(times), _) => {
                for _ in 0..*times {
                    let inner = std::mem::replace(node, Value::Null);
                    *node = Value::Array(vec![inner]);
                }
            }
            _ => {}
        }
    }
}

/// Generates one of `valid` with up to five changes at any depth, or in one of eight cases any tree
/// over `words`.
pub fn mangled_json(valid: Vec<Value>, words: &'static [&'static str]) -> impl Strategy<Value = Value> {
    let any_of = any_json(words);
    let name = prop_oneof![select(words).prop_map(str::to_owned), any_text()];
    let change = prop_oneof![
        8 => any_of.clone().prop_map(Change::Replace),
        3 => any::<Index>().prop_map(Change::Remove),
        3 => (name, any_of.clone()).prop_map(|(name, value)| Change::Field(name, value)),
        1 => (1..MANY).prop_map(Change::Repeat),
        1 => (1_usize..100).prop_map(Change::Wrap),
    ];
    let path = vec(any::<Index>(), 0..6);
    let changed = (select(valid), vec((path, change), 0..5)).prop_map(|(mut node, changes)| {
        changes.iter().for_each(|(path, change)| change_at(&mut node, path, change));
        node
    });
    prop_oneof![7 => changed, 1 => any_of]
}

/// Applies a change along a path, as deep as the tree permits.
fn change_at(node: &mut Value, path: &[Index], change: &Change) {
    let inner = path.split_first().and_then(|(step, rest)| {
        let inner = match node {
            Value::Object(fields) if !fields.is_empty() => {
                let at = step.index(fields.len());
                fields.values_mut().nth(at)
            }
            Value::Array(items) if !items.is_empty() => {
                let at = step.index(items.len());
                items.get_mut(at)
            }
            _ => None,
        };
        Some((inner?, rest))
    });
    match inner {
        Some((inner, rest)) => change_at(inner, rest, change),
        None => change.apply(node),
    }
}
