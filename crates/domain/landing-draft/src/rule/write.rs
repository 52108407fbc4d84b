use serde_json::Value;

use super::{AppTest, Entry, Group, Leaf, Membership, Rule, SetOp, TextTest};

impl Rule {
    /// Returns the condition in the form of the API.
    pub fn to_json(&self) -> Value {
        let entries = self.root.entries.iter().map(Entry::to_json).collect();
        Value::from_iter([("v", Value::from(1)), (self.root.mode.as_str(), Value::Array(entries))])
    }
}

impl Group {
    fn to_json(&self) -> Value {
        Value::from_iter([(
            self.mode.as_str(),
            Value::Array(self.entries.iter().map(Entry::to_json).collect()),
        )])
    }
}

impl Entry {
    fn to_json(&self) -> Value {
        match self {
            Self::Group(group) => group.to_json(),
            Self::Not(entry) => Value::from_iter([("not", entry.to_json())]),
            Self::Leaf(leaf) => leaf.to_json(),
        }
    }
}

impl Leaf {
    fn to_json(&self) -> Value {
        let mut entries = vec![("field", Value::from(self.field()))];
        entries.extend(match self {
            Self::Country(test) => test.entries(|value| value.as_str().into()),
            Self::Device(test) => test.entries(|value| value.as_str().into()),
            Self::Os(test) => test.entries(|value| value.as_str().into()),
            Self::Browser(test) => test.entries(|value| value.as_str().into()),
            Self::InApp(test) => test.entries(|value| match value {
                AppTest::Any => "any".into(),
                AppTest::Is(app) => app.as_str().into(),
            }),
            Self::Lang(test) => test.entries(|value| value.as_str().into()),
            Self::Channel(test) => test.entries(|value| value.as_str().into()),
            Self::ReferrerHost(test) | Self::Query { test, .. } => test.entries(),
            Self::Returning(wanted) => vec![("op", "eq".into()), ("values", Value::from_iter([*wanted]))],
            Self::Time(window) => {
                let days = Value::from_iter(window.days().iter().map(|day| day.as_str()));
                vec![
                    ("op", "between".into()),
                    ("tz", window.zone_name().into()),
                    ("days", days),
                    ("from", window.from().into()),
                    ("to", window.to().into()),
                ]
            }
            Self::Date { from, to } => vec![
                ("op", "between".into()),
                ("from_ts", from.seconds().into()),
                ("to_ts", to.seconds().into()),
            ],
        });
        Value::from_iter(entries)
    }
}

impl SetOp {
    fn as_str(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::NotIn => "not_in",
            Self::Eq => "eq",
        }
    }
}

impl<T> Membership<T> {
    fn entries(&self, write: impl Fn(&T) -> Value) -> Vec<(&'static str, Value)> {
        vec![
            ("op", self.op.as_str().into()),
            ("values", Value::Array(self.values.iter().map(write).collect())),
        ]
    }
}

impl TextTest {
    fn entries(&self) -> Vec<(&'static str, Value)> {
        match self {
            Self::OneOf(test) => test.entries(|value| value.as_str().into()),
            Self::Suffix(hosts) => {
                vec![("op", "suffix".into()), ("values", Value::from_iter(hosts.iter().map(String::as_str)))]
            }
            Self::Exists(wanted) => vec![("op", "exists".into()), ("values", Value::from_iter([*wanted]))],
        }
    }
}
