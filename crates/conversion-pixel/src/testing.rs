//! Small builders that the tests of this crate share.

use kernel::{Faults, Node};

use crate::EventMap;

/// JSON as the tree that this crate reads; `None` where it is not JSON.
pub(crate) fn tree(json: &str) -> Option<Node> {
    fn node(value: &serde_json::Value) -> Node {
        match value {
            serde_json::Value::Null => Node::Null,
            serde_json::Value::Bool(value) => Node::Bool(*value),
            serde_json::Value::Number(number) => {
                number.as_i64().map_or_else(|| Node::Float(number.as_f64().unwrap_or(0.0)), Node::Int)
            }
            serde_json::Value::String(text) => Node::from(text.as_str()),
            serde_json::Value::Array(items) => Node::list(items.iter().map(node)),
            serde_json::Value::Object(entries) => {
                Node::map(entries.iter().map(|(key, value)| (key.as_str(), node(value))))
            }
        }
    }
    serde_json::from_str(json).ok().as_ref().map(node)
}

/// The event map of this text.
pub(crate) fn event_map(json: &str) -> Result<EventMap, Faults> {
    EventMap::parse(json, tree(json).as_ref())
}
