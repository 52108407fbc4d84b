//! Conditions on visitors: the `match` of segments and buttons.
//!
//! The form is `{"v": 1, "all" | "any": [entry]}`. An entry is a group `{"all" | "any": [entry]}`, `{"not": entry}` or
//! a leaf `{"field", "op", ...}`. A condition on an unknown value of the visitor is unknown, and so is its negation. An
//! unknown condition does not match.

use kernel::{CountryCode, Language, UnixTime};

use crate::visitor::{Browser, Device, InApp, Os};

mod evaluate;
mod parse;
mod weight;
mod window;
mod write;

pub use evaluate::{LeafVerdict, Truth};
pub use window::{DayOfWeek, TimeWindow};

/// Complete condition within the limits: depth 3, 20 leaves, 100 values per leaf, 8 KB.
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

impl Rule {
    /// Fields with fixed names. The parameters of an address have the names `utm.<name>` and `query.<name>`.
    pub const FIELDS: [&str; 11] = [
        "country",
        "device",
        "os",
        "browser",
        "in_app",
        "lang",
        "channel",
        "referrer_host",
        "returning",
        "time",
        "date",
    ];
}

/// Maximum nesting of groups and negations, including the root.
pub const MAX_DEPTH: usize = 3;
/// Maximum number of leaves of a condition.
pub const MAX_LEAVES: usize = 20;
/// Maximum number of values of a leaf.
pub const MAX_VALUES: usize = 100;
/// Maximum length of a condition, in bytes of compact JSON.
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

/// Condition on one field.
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
    /// Query parameter. `utm.<k>` stands for `query.utm_<k>`; `field` keeps the original spelling.
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

/// App by name, or any app.
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
    /// Like `In`, with a single value.
    Eq,
}

#[derive(Debug, Clone, PartialEq)]
enum TextTest {
    OneOf(Membership<String>),
    /// Matches hosts that equal one of these hosts or are subdomains of one.
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
