//! The domain's plain data trees as JSON and back.

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::sql_types::Jsonb;
use kernel::Node;
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

/// A column of type `jsonb` as its bytes came, to be parsed where that holds nobody up.
#[derive(Debug, FromSqlRow)]
pub(crate) struct RawJson(Box<[u8]>);

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
    pub(crate) fn parsed(&self) -> serde_json::Result<Value> {
        serde_json::from_slice(&self.0)
    }
}

impl FromSql<Jsonb, Pg> for RawJson {
    fn from_sql(bytes: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(json_of(bytes)?.into()))
    }
}
