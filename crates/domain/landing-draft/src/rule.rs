//! Conditions over a visitor: the `match` of segments and buttons .
//!
//! The form is `{"v": 1, "all" | "any": [entry]}`; an entry is a group `{"all" | "any": [entry]}`, `{"not": entry}` or a
//! leaf `{"field", "op", ...}`. A condition over something that is not known of the visitor is unknown, `not` of unknown is
//! unknown, and unknown is no match.

use kernel::{CountryCode, Language, UnixTime};

use crate::visitor::{Browser, Device, InApp, Os};

mod evaluate;
mod parse;
mod weight;
mod window;
mod write;

pub use evaluate::{LeafVerdict, Truth};
pub use window::{DayOfWeek, TimeWindow};

/// A whole condition, within its limits: depth 3, 20 leaves, 100 values a leaf, 8 KB.
///
/// ```
/// use landing_draft::Rule;
/// use serde_json::json;
///
/// let phones = json!({ "v": 1, "all": [{ "field": "device", "op": "in", "values": ["mobile"] }] });
/// assert!(Rule::parse(&phones).is_ok());
/// let errors = Rule::parse(&json!({ "v": 1, "all": [] })).unwrap_err();
/// assert_eq!(errors.to_string(), "all: must have at least one condition");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    root: Group,
}

/// Deepest nesting of groups and negations, the root included.
pub const MAX_DEPTH: usize = 3;
/// Most leaves of one condition.
pub const MAX_LEAVES: usize = 20;
/// Most values of one leaf.
pub const MAX_VALUES: usize = 100;
/// Longest condition, in bytes of compact JSON.
pub const MAX_BYTES: usize = 8 * 1024;

#[derive(Debug, Clone, PartialEq)]
struct Group {
    mode: Mode,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    All,
    Any,
}

#[derive(Debug, Clone, PartialEq)]
enum Entry {
    Group(Group),
    Not(Box<Entry>),
    Leaf(Leaf),
}

/// One condition over one field.
#[derive(Debug, Clone, PartialEq)]
enum Leaf {
    Country(Membership<CountryCode>),
    Device(Membership<Device>),
    Os(Membership<Os>),
    Browser(Membership<Browser>),
    InApp(Membership<AppTest>),
    Lang(Membership<Language>),
    Channel(Membership<String>),
    ReferrerHost(TextTest),
    /// `utm.<k>` is `query.utm_<k>`; the field keeps how it was written.
    Query {
        field: String,
        parameter: String,
        test: TextTest,
    },
    Returning(bool),
    Time(TimeWindow),
    Date {
        from: UnixTime,
        to: UnixTime,
    },
}

/// An app by name, or `any` of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AppTest {
    Any,
    Is(InApp),
}

#[derive(Debug, Clone, PartialEq)]
struct Membership<T> {
    op: SetOp,
    values: Vec<T>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SetOp {
    In,
    NotIn,
    /// `in` with a single value.
    Eq,
}

#[derive(Debug, Clone, PartialEq)]
enum TextTest {
    OneOf(Membership<String>),
    /// Ends in one of these hosts, at a label's border.
    Suffix(Vec<String>),
    Exists(bool),
}

impl Leaf {
    fn field(&self) -> &str {
        match self {
            Self::Country(_) => "country",
            Self::Device(_) => "device",
            Self::Os(_) => "os",
            Self::Browser(_) => "browser",
            Self::InApp(_) => "in_app",
            Self::Lang(_) => "lang",
            Self::Channel(_) => "channel",
            Self::ReferrerHost(_) => "referrer_host",
            Self::Query { field, .. } => field,
            Self::Returning(_) => "returning",
            Self::Time(_) => "time",
            Self::Date { .. } => "date",
        }
    }
}

kernel::json_value!(Rule, Rule::stored);
