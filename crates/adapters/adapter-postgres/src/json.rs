//! The domain's plain data trees as JSON and back.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write as _;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Jsonb;
use kernel::Node;
use serde::de::{DeserializeOwned, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// A tree as JSON. A number that JSON can't hold becomes null; no rule of ours lets one in.
pub fn from_node(node: &Node) -> Value {
    match node {
        Node::Null => Value::Null,
        Node::Bool(value) => Value::Bool(*value),
        Node::Int(value) => Value::from(*value),
        Node::Float(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
        Node::Text(value) => Value::String(value.clone()),
        Node::List(items) => Value::Array(items.iter().map(from_node).collect()),
        Node::Map(fields) => Value::Object(
            fields.iter().map(|(key, value)| (key.clone(), from_node(value))).collect::<Map<_, _>>(),
        ),
    }
}

/// JSON as a tree. Whole numbers beyond 64 bits become floating ones.
pub fn to_node(value: &Value) -> Node {
    match value {
        Value::Null => Node::Null,
        Value::Bool(value) => Node::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Node::Int(whole),
            None => number.as_f64().map_or(Node::Null, Node::Float),
        },
        Value::String(text) => Node::Text(text.clone()),
        Value::Array(items) => Node::List(items.iter().map(to_node).collect()),
        Value::Object(fields) => {
            Node::Map(fields.iter().map(|(key, value)| (key.clone(), to_node(value))).collect())
        }
    }
}

/// The tree of a text. What is JSON by its grammar and no value all the same is an error: half a surrogate, a number beyond
/// all numbers, lists in lists without end.
pub fn parse(text: &str) -> serde_json::Result<Node> {
    serde_json::from_str::<Tree>(text).map(|tree| tree.0)
}

/// A column of type `jsonb` as its bytes come and go, to be read and written where that holds nobody up.
#[derive(Debug, FromSqlRow, AsExpression)]
#[diesel(sql_type = Jsonb)]
pub(crate) struct RawJson(Box<[u8]>);

/// A tree that is read at once, without one of JSON in between.
struct Tree(Node);

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor).map(Self)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        // Beyond 64 bits with a sign it becomes a floating one, as everywhere.
        Ok(i64::try_from(value).map_or(Node::Float(value as f64), Node::Int))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Node, E> {
        Ok(Node::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(Tree(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Node, A::Error> {
        let mut map = BTreeMap::new();
        while let Some((key, Tree(value))) = fields.next_entry()? {
            map.insert(key, value);
        }
        Ok(Node::Map(map))
    }
}

/// What a `jsonb` value begins with on the wire.
pub(crate) const WIRE_VERSION: u8 = 1;

/// The JSON in a value of type `jsonb`.
pub(crate) fn json_of(jsonb: PgValue<'_>) -> deserialize::Result<&[u8]> {
    match jsonb.as_bytes().split_first() {
        Some((&WIRE_VERSION, json)) => Ok(json),
        _ => Err("a document in an unknown form of the wire".into()),
    }
}

impl RawJson {
    /// How many bytes it takes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// What it says.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_slice(&self.0)
    }

    /// The tree that it is, as [`to_node`] makes it.
    pub(crate) fn node(&self) -> serde_json::Result<Node> {
        self.parse::<Tree>().map(|tree| tree.0)
    }
}

impl From<Vec<u8>> for RawJson {
    fn from(json: Vec<u8>) -> Self {
        Self(json.into())
    }
}

impl ToSql<Jsonb, Pg> for RawJson {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&[WIRE_VERSION])?;
        out.write_all(&self.0)?;
        Ok(IsNull::No)
    }
}

impl FromSql<Jsonb, Pg> for RawJson {
    fn from_sql(bytes: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(json_of(bytes)?.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_as_by_way_of_json() {
        for text in [
            "null",
            "[true, false, {}]",
            "[0, -1, 9223372036854775807, 9223372036854775808, 18446744073709551615, 1e300, 0.5, -0.0]",
            r#"{"a": {"b": ["\u00e9\n", "plain"], "c": null}, "": 1}"#,
        ] {
            let by_way: Value = serde_json::from_str(text).unwrap();
            let at_once = RawJson(text.as_bytes().into()).node().unwrap();
            assert_eq!(at_once, to_node(&by_way), "{text}");
            assert_eq!(parse(text).unwrap(), at_once, "{text}");
        }
        assert!(RawJson((*b"{").into()).node().is_err());
        for no_value in [r#""\ud83d""#, "1e999", &"[".repeat(200), "1 2"] {
            assert!(parse(no_value).is_err(), "{no_value}");
        }
    }
}
