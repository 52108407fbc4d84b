use kernel::Node;

use super::{AppTest, Entry, Group, Leaf, Membership, Rule, SetOp, TextTest};

impl Rule {
    /// The condition in the form of the interface.
    pub fn to_node(&self) -> Node {
        let entries = self.root.entries.iter().map(Entry::to_node).collect();
        Node::map([("v", Node::Int(1)), (self.root.mode.as_str(), Node::List(entries))])
    }
}

impl Group {
    fn to_node(&self) -> Node {
        Node::map([(self.mode.as_str(), Node::List(self.entries.iter().map(Entry::to_node).collect()))])
    }
}

impl Entry {
    fn to_node(&self) -> Node {
        match self {
            Self::Group(group) => group.to_node(),
            Self::Not(entry) => Node::map([("not", entry.to_node())]),
            Self::Leaf(leaf) => leaf.to_node(),
        }
    }
}

impl Leaf {
    fn to_node(&self) -> Node {
        let mut entries = vec![("field", Node::from(self.field()))];
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
            Self::Returning(wanted) => vec![("op", "eq".into()), ("values", Node::list([*wanted]))],
            Self::Time(window) => {
                let days = Node::list(window.days().iter().map(|day| day.as_str()));
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
        Node::map(entries)
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
    fn entries(&self, write: impl Fn(&T) -> Node) -> Vec<(&'static str, Node)> {
        vec![("op", self.op.as_str().into()), ("values", Node::List(self.values.iter().map(write).collect()))]
    }
}

impl TextTest {
    fn entries(&self) -> Vec<(&'static str, Node)> {
        match self {
            Self::OneOf(test) => test.entries(|value| value.as_str().into()),
            Self::Suffix(hosts) => {
                vec![("op", "suffix".into()), ("values", Node::list(hosts.iter().map(String::as_str)))]
            }
            Self::Exists(wanted) => vec![("op", "exists".into()), ("values", Node::list([*wanted]))],
        }
    }
}
