use std::collections::BTreeMap;

/// A plain data tree: the shape that JSON has, without a JSON library.
///
/// Domain types that are trees themselves (conditions, experiments) are read from it and written to it, so that
/// their form is defined once, beside their rules, and every outer format is one generic conversion away.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// No value.
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other finite number.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Named values, in the order of their names.
    Map(BTreeMap<String, Node>),
}

impl Node {
    /// A map of these entries.
    pub fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Node)>) -> Self {
        Self::Map(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }

    /// A list of these values.
    pub fn list<T: Into<Node>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl From<bool> for Node {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Node {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<&str> for Node {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Node {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl<T: Into<Node>> From<Option<T>> for Node {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}
