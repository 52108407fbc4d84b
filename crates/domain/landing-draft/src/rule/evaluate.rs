use kernel::Location;
use serde::{Deserialize, Serialize};

use super::{AppTest, Entry, Group, Leaf, Membership, Mode, Rule, SetOp, TextTest};
use crate::visitor::{InApp, Visitor};

/// Three-valued truth (Kleene logic).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// The condition holds.
    Yes,
    /// The condition does not hold.
    No,
    /// Too little is known about the visitor to decide.
    Unknown,
}

impl Truth {
    /// Whether the result counts as a match.
    pub fn holds(self) -> bool {
        self == Self::Yes
    }

    /// Word in the API: `yes`, `no` or `unknown`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unknown => "unknown",
        }
    }

    fn negated(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::Yes } else { Self::No }
    }
}

/// Result of one leaf for a visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeafVerdict {
    /// Path of the leaf in the condition.
    pub location: Location,
    /// Name of the field.
    pub field: String,
    /// Result of the leaf.
    pub truth: Truth,
}

impl Rule {
    /// Evaluates the condition for a visitor.
    pub fn judge(&self, visitor: &Visitor) -> Truth {
        self.root.judge(visitor)
    }

    /// Returns the result of each leaf for a visitor, in the order of the condition.
    pub fn verdicts(&self, visitor: &Visitor) -> Vec<LeafVerdict> {
        let mut verdicts = Vec::new();
        self.root.note(visitor, &Location::root(), &mut verdicts);
        verdicts
    }
}

impl Group {
    fn judge(&self, visitor: &Visitor) -> Truth {
        // `all` stops at the first no, and `any` at the first yes. Otherwise, one unknown makes the result
        // unknown.
        let (decisive, otherwise) = match self.mode {
            Mode::All => (Truth::No, Truth::Yes),
            Mode::Any => (Truth::Yes, Truth::No),
        };
        let mut result = otherwise;
        for entry in &self.entries {
            match entry.judge(visitor) {
                truth if truth == decisive => return decisive,
                Truth::Unknown => result = Truth::Unknown,
                _ => {}
            }
        }
        result
    }

    fn note(&self, visitor: &Visitor, location: &Location, verdicts: &mut Vec<LeafVerdict>) {
        let location = location.at(self.mode.as_str());
        for (index, entry) in self.entries.iter().enumerate() {
            entry.note(visitor, &location.at(index), verdicts);
        }
    }
}

impl Mode {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Any => "any",
        }
    }
}

impl Entry {
    fn judge(&self, visitor: &Visitor) -> Truth {
        match self {
            Self::Group(group) => group.judge(visitor),
            Self::Not(entry) => entry.judge(visitor).negated(),
            Self::Leaf(leaf) => leaf.judge(visitor),
        }
    }

    fn note(&self, visitor: &Visitor, location: &Location, verdicts: &mut Vec<LeafVerdict>) {
        match self {
            Self::Group(group) => group.note(visitor, location, verdicts),
            Self::Not(entry) => entry.note(visitor, &location.at("not"), verdicts),
            Self::Leaf(leaf) => verdicts.push(LeafVerdict {
                location: location.clone(),
                field: leaf.field().to_owned(),
                truth: leaf.judge(visitor),
            }),
        }
    }
}

impl Leaf {
    fn judge(&self, visitor: &Visitor) -> Truth {
        match self {
            Self::Country(test) => test.judge(visitor.country.as_ref(), |a, b| a == b),
            Self::Device(test) => test.judge(visitor.device.as_ref(), |a, b| a == b),
            Self::Os(test) => test.judge(visitor.os.as_ref(), |a, b| a == b),
            Self::Browser(test) => test.judge(visitor.browser.as_ref(), |a, b| a == b),
            Self::InApp(test) => test.judge(visitor.in_app.as_ref(), |wanted, app| match wanted {
                AppTest::Any => *app != InApp::None,
                AppTest::Is(wanted) => wanted == app,
            }),
            Self::Lang(test) => test.judge(visitor.languages.first(), |wanted, asked| wanted.covers(asked)),
            Self::Channel(test) => {
                test.judge(Some(visitor.channel.as_str()), |wanted, channel| wanted == channel)
            }
            Self::ReferrerHost(test) => test.judge_unsure(visitor.referrer_host.as_deref()),
            Self::Query { parameter, test, .. } => {
                test.judge_sure(visitor.query.get(parameter).map(String::as_str))
            }
            Self::Returning(wanted) => {
                visitor.returning.map_or(Truth::Unknown, |returning| (returning == *wanted).into())
            }
            Self::Time(window) => window.contains(visitor.now).into(),
            Self::Date { from, to } => (*from <= visitor.now && visitor.now <= *to).into(),
        }
    }
}

impl<T> Membership<T> {
    fn judge<V: ?Sized>(&self, known: Option<&V>, is: impl Fn(&T, &V) -> bool) -> Truth {
        known.map_or(Truth::Unknown, |value| {
            let found = self.values.iter().any(|wanted| is(wanted, value));
            match self.op {
                SetOp::In | SetOp::Eq => found.into(),
                SetOp::NotIn => (!found).into(),
            }
        })
    }
}

impl TextTest {
    /// Evaluates a text whose absence means unknown.
    fn judge_unsure(&self, known: Option<&str>) -> Truth {
        match (self, known) {
            (Self::Exists(wanted), known) => (known.is_some() == *wanted).into(),
            (Self::OneOf(test), known) => test.judge(known, |wanted, text| wanted == text),
            (Self::Suffix(hosts), Some(host)) => {
                hosts.iter().any(|suffix| ends_at_label(host, suffix)).into()
            }
            (Self::Suffix(_), None) => Truth::Unknown,
        }
    }

    /// Evaluates a text whose absence is certain.
    fn judge_sure(&self, text: Option<&str>) -> Truth {
        match (self, text) {
            (Self::OneOf(Membership { op, .. }), None) => (*op == SetOp::NotIn).into(),
            (Self::Suffix(_), None) => Truth::No,
            _ => self.judge_unsure(text),
        }
    }
}

/// Whether `host` equals `suffix` or is a subdomain: `l.instagram.com` ends in `instagram.com`, but
/// `notinstagram.com` does not.
fn ends_at_label(host: &str, suffix: &str) -> bool {
    host.strip_suffix(suffix).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
